import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Queue, QueueEvents } from 'bullmq'

/** What BullMQ takes for a job and its answer, with nothing around it. */
export interface RoundTrips extends AsyncDisposable {
  /** Hands `data` to a worker in another process and waits until it has answered. */
  run(data: object): Promise<unknown>
}

export const ECHO_QUEUE = 'bench-echo'
const TIMEOUT_MS = 30_000

/** Opens queue, events and a worker, as BullMQ's documentation has them. */
export async function openRoundTrips(redisUrl: string): Promise<RoundTrips> {
  const connection = { url: redisUrl }
  // A job that is removed at once cannot be waited for.
  const queue = new Queue(ECHO_QUEUE, { connection, defaultJobOptions: { removeOnComplete: 1_000 } })
  const events = new QueueEvents(ECHO_QUEUE, { connection })
  // Every wait listens to both.
  for (const it of [queue, events]) it.setMaxListeners(0)
  const worker = fork(fileURLToPath(new URL('echo-worker.ts', import.meta.url)), [redisUrl])
  await Promise.all([events.waitUntilReady(), once(worker, 'message')])
  return {
    run: async (data) => (await queue.add('echo', data)).waitUntilFinished(events, TIMEOUT_MS),
    async [Symbol.asyncDispose]() {
      worker.disconnect()
      await Promise.all([once(worker, 'exit'), events.close(), queue.close()])
    },
  }
}
