import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Results of the liveness pings. */
export interface Pings {
  count: number
  /** Longest response time of `/livez`, which does no work: about the longest delay of the server's event loop. */
  longestMs: number
  /** Longest delay of the client itself, which shows how busy the machine was. */
  lateMs: number
}

/** Requests `/livez` up to 50 times a second until `stop`. */
export async function watchLiveness(serverUrl: string): Promise<{ stop(): Promise<Pings> }> {
  const worker = new Worker(new URL('live-ping.ts', import.meta.url), { workerData: { url: `${serverUrl}/livez` } })
  await once(worker, 'message')
  return {
    async stop() {
      const message = once(worker, 'message')
      worker.postMessage('stop')
      const [pings] = (await message) as [Pings]
      return pings
    },
  }
}
