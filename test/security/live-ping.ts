import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Pings } from './liveness.ts'

const INTERVAL_MS = 20

/** Runs in a worker thread, so that work of the tests does not delay the pings. */
const { url } = workerData as { url: string }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const pings: Pings = { count: 0, longestMs: 0, lateMs: 0 }
const stop = new AbortController()
parentPort!.once('message', () => stop.abort())

await ping()
parentPort!.postMessage('ready')
while (!stop.signal.aborted) {
  const sentAt = performance.now()
  await ping()
  const receivedAt = performance.now()
  pings.count++
  pings.longestMs = Math.max(pings.longestMs, receivedAt - sentAt)
  await sleep(INTERVAL_MS)
  pings.lateMs = Math.max(pings.lateMs, performance.now() - receivedAt - INTERVAL_MS)
}
agent.destroy()
parentPort!.postMessage(pings)

function ping(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (it) => it.resume().once('end', resolve).once('error', reject)).once('error', reject)
  })
}
