import { setTimeout as sleep } from 'node:timers/promises'
import {
  EXPORT_QUEUE,
  type ExportJob,
  type ExportQueueName,
  HEAVY_EXPORT_QUEUE,
  QUEUE_PREFIX,
} from '@maps/shared/export-job'
import type { Logger } from '@maps/shared/logger'
import type { Tracing } from '@maps/shared/tracing'
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq'
import { Redis } from 'ioredis'

/** Time for exports under way to finish after a stop signal; then they go back to the queue. */
const DRAIN_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 3_000
/** A connection that is silent for longer is dead. BullMQ asks for jobs by a command that may take ten seconds. */
const SILENCE_MS = 15_000
/** Least time between warnings about a queue: where Redis refuses its commands, BullMQ asks again at once, thousands of times a second. */
const WARN_EVERY_MS = 1_000

/** One run of a job, as the queue hands it over. */
export interface QueuedAttempt {
  bullJob: Job<ExportJob>
  /** By which BullMQ knows that this worker holds the job. */
  lockToken: string | undefined
  /** Aborted when the worker has no more time. */
  stopped: AbortSignal
}

/** One run of a job whose data has been checked. */
export interface Attempt extends QueuedAttempt {
  job: ExportJob
  log: Logger
}

/** Settings of a consumer: the Redis of the queues, and the function that processes a job. */
export interface ConsumerSettings {
  redis: Redis
  log: Logger
  /** Most jobs of the ordinary queue at a time; of the heavy one, one less, but at least one. */
  concurrency: number
  /** Continues the traces that the jobs carry. */
  telemetry: Tracing['queue'] | undefined
  /** Makes the file of a job. An error fails the attempt, except those of `returnToQueue` and `delayJob`. */
  processJob: (attempt: QueuedAttempt) => Promise<void>
}

/** Takes exports from the queues until it is closed. */
export interface QueueConsumer {
  /** Resolves once it takes exports. */
  whenReady(): Promise<unknown>
  /** Whether it is connected to its queues. */
  isReady(): boolean
  /** Takes no more exports, lets those under way finish, hands back what is left, and closes the connection. */
  close(): Promise<void>
}

/** Connects to the Redis of the queues. */
export function connectToQueue(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    connectionName: 'maps-render-worker',
    socketTimeout: SILENCE_MS,
  })
  return redis.on('error', (err) => log.warn({ err }, 'export queue connection'))
}

/** Takes exports from both queues. */
export function openQueueConsumer(settings: ConsumerSettings): QueueConsumer {
  const { redis, concurrency } = settings
  const workers = [
    takeFrom(EXPORT_QUEUE, concurrency, settings),
    takeFrom(HEAVY_EXPORT_QUEUE, Math.max(1, concurrency - 1), settings),
  ]
  return {
    whenReady: () => Promise.all(workers.map((it) => it.waitUntilReady())),
    isReady: () => redis.status === 'ready' && workers.every((it) => it.isRunning()),
    async close() {
      const drained = Promise.all(workers.map((it) => it.pause()))
      await Promise.race([drained, sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false })])
      for (const worker of workers) worker.cancelAllJobs('the worker stops')
      // Without its Redis, BullMQ would wait for it to come back.
      const closed = Promise.all(workers.map((it) => it.close()))
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      redis.disconnect()
    },
  }
}

function takeFrom(
  queue: ExportQueueName,
  concurrency: number,
  { redis, log, telemetry, processJob }: ConsumerSettings,
): Worker<ExportJob, void> {
  const worker = new Worker<ExportJob, void>(
    queue,
    (bullJob, lockToken, stopped = new AbortController().signal) => processJob({ bullJob, lockToken, stopped }),
    {
      connection: redis,
      prefix: QUEUE_PREFIX,
      concurrency,
      // The event loop is free to renew locks, since maps are rendered in threads. After a crash, another worker takes the job within 6 s.
      lockDuration: 5_000,
      stalledInterval: 1_000,
      // Crashes have their own limit: see crash-guard.ts.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: 1_000,
      ...(telemetry && { telemetry }),
    },
  )
  let quietUntil = 0
  worker.on('error', (err) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARN_EVERY_MS
    log.warn({ err }, 'export queue')
  })
  // Among them are exports whose file or failure could not be stored.
  return worker.on('failed', (bullJob, err) => log.warn({ err, key: bullJob?.data.key }, 'export attempt failed'))
}

/** Returns a job to its queue; the attempt does not count. */
export async function returnToQueue({ bullJob, lockToken }: QueuedAttempt): Promise<never> {
  await bullJob.moveToWait(lockToken)
  throw new WaitingError()
}

/** Returns a job to its queue, for a later time; the attempt does not count. */
export async function delayJob({ bullJob, lockToken }: QueuedAttempt, delayMs: number): Promise<never> {
  await bullJob.moveToDelayed(Date.now() + delayMs, lockToken)
  throw new DelayedError()
}
