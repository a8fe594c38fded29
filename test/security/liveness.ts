import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What a second client saw of a server meanwhile. */
export interface Pings {
  count: number
  /** The longest wait for `/livez`, which does nothing: about as long as the server's event loop stood still. */
  longestMs: number
  /** How late the client itself was at worst: the machine's share in the waits. */
  lateMs: number
}

/** Asks a server 50 times a second whether it lives, until it is told to stop. */
export async function watchLiveness(serverUrl: string): Promise<{ stop(): Promise<Pings> }> {
  const worker = new Worker(new URL('live-ping.ts', import.meta.url), { workerData: { url: `${serverUrl}/livez` } })
  await once(worker, 'message')
  return {
    async stop() {
      const told = once(worker, 'message')
      worker.postMessage('stop')
      const [pings] = (await told) as [Pings]
      return pings
    },
  }
}
