import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Queue, QueueEvents } from 'bullmq'

/** A BullMQ queue whose jobs do nothing: the lower bound for the time of an export. */
export interface EchoQueue extends AsyncDisposable {
  /** Adds a job with this data and waits until a worker in another process has completed it. */
  run(data: object): Promise<unknown>
}

/** Name of the queue. */
export const ECHO_QUEUE = 'bench-echo'
const TIMEOUT_MS = 30_000

/** Opens the queue and its events, and starts the worker process, as in BullMQ's documentation. */
export async function openEchoQueue(redisUrl: string): Promise<EchoQueue> {
  const connection = { url: redisUrl }
  // BullMQ cannot wait for a job that is removed on completion.
  const queue = new Queue(ECHO_QUEUE, { connection, defaultJobOptions: { removeOnComplete: 1_000 } })
  const events = new QueueEvents(ECHO_QUEUE, { connection })
  // Each `waitUntilFinished` adds listeners to both.
  for (const emitter of [queue, events]) emitter.setMaxListeners(0)
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
