import { setTimeout as sleep } from 'node:timers/promises'
import {
  EXPORT_QUEUE,
  type ExportJob,
  type ExportQueueName,
  HEAVY_EXPORT_QUEUE,
  QUEUE_PREFIX,
} from '@maps/shared/export-job'
import type { Logger } from '@maps/shared/logger'
import { checkWrites, isReadOnly, watchErrors } from '@maps/shared/redis'
import type { Tracing } from '@maps/shared/tracer'
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq'
import { Redis } from 'ioredis'

/** Time for running exports to finish after a stop signal. Then they return to the queue. */
const DRAIN_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 3_000
/** A connection without data for longer is dead. BullMQ waits for jobs with a command that may take 10 s. */
const SILENCE_MS = 15_000
/** Minimum time between warnings about a queue. If Redis rejects its commands, BullMQ retries at once, thousands of times per second. */
const WARN_EVERY_MS = 1_000
/** Minimum time between reconnections to a server that accepts no writes. */
const RECONNECT_INTERVAL_MS = 2_000

/** One attempt at a job, as received from the queue. */
export interface QueuedAttempt {
  bullJob: Job<ExportJob>
  /** BullMQ's lock token for this job. */
  lockToken: string | undefined
  /** Aborted when the worker must stop. */
  stopped: AbortSignal
}

/** One attempt at a job with validated data. */
export interface Attempt extends QueuedAttempt {
  job: ExportJob
  log: Logger
}

/** Settings of a consumer: the Redis of the queues, and the function that processes a job. */
export interface ConsumerSettings {
  redis: Redis
  log: Logger
  /** Maximum number of concurrent jobs of the ordinary queue; one less, but at least one, for the heavy queue. */
  concurrency: number
  /** Continues the traces of the jobs. */
  telemetry: Tracing['queue'] | undefined
  /** Creates the file of a job. An error fails the attempt, except the errors of `returnToQueue` and `delayJob`. */
  processJob: (attempt: QueuedAttempt) => Promise<void>
}

/** Takes exports from the queues from its start until it is closed. */
export interface QueueConsumer {
  /** Starts to take exports. Resolves once it is connected. */
  start(): Promise<unknown>
  /** Whether it has started, and is connected to its queues. */
  isReady(): boolean
  /** Takes no further exports until `resume`. */
  pause(): void
  /** Takes exports again after a pause, unless some of before the pause still run. */
  resume(): void
  /** Rejects if the Redis of the queues accepts no writes. Waits while it is unreachable. */
  checkWrites(): Promise<void>
  /** Stops taking exports, waits for running ones, returns the rest to the queue, and closes the connection. */
  close(): Promise<void>
}

/** Connects to the Redis of the queues. */
export function connectToQueue(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    connectionName: 'maps-render-worker',
    socketTimeout: SILENCE_MS,
    reconnectOnError: leaveReplica(),
  })
  watchErrors(redis, 'export queue connection', log)
  return redis
}

/**
 * Creates an ioredis option that reconnects when a write finds a replica: after a fail-over that keeps connections open, the same address
 * leads to the new primary.
 */
function leaveReplica(): (error: Error) => boolean {
  let reconnectedAt = -Infinity
  return (error) => {
    const isDue = isReadOnly(error) && performance.now() - reconnectedAt >= RECONNECT_INTERVAL_MS
    if (isDue) reconnectedAt = performance.now()
    return isDue
  }
}

/** Opens a consumer of both queues. */
export function openQueueConsumer(settings: ConsumerSettings): QueueConsumer {
  const { redis, log, concurrency } = settings
  const workers = [
    openBullWorker(EXPORT_QUEUE, concurrency, settings),
    openBullWorker(HEAVY_EXPORT_QUEUE, Math.max(1, concurrency - 1), settings),
  ]
  let state: 'taking' | 'pausing' | 'paused' = 'taking'
  return {
    start() {
      for (const worker of workers) worker.run().catch((err: Error) => worker.emit('error', err))
      return Promise.all(workers.map((it) => it.waitUntilReady()))
    },
    isReady: () => redis.status === 'ready' && workers.every((it) => it.isRunning() || it.isPaused()),
    pause() {
      if (state !== 'taking') return
      state = 'pausing'
      void Promise.all(workers.map((it) => it.pause()))
        .catch((err: unknown) => log.warn({ err }, 'export queue'))
        .finally(() => (state = 'paused'))
    },
    resume() {
      if (state !== 'paused') return
      state = 'taking'
      for (const worker of workers) void worker.resume()
    },
    checkWrites: () => checkWrites(redis),
    async close() {
      const drained = Promise.all(workers.map((it) => it.pause()))
      await Promise.race([drained, sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false })])
      for (const worker of workers) worker.cancelAllJobs('the worker stops')
      // BullMQ would wait for a lost Redis to return (https://github.com/taskforcesh/bullmq/issues/4656).
      const closed = Promise.all(workers.map((it) => it.close()))
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      redis.disconnect()
    },
  }
}

function openBullWorker(
  queue: ExportQueueName,
  concurrency: number,
  { redis, log, telemetry, processJob }: ConsumerSettings,
): Worker<ExportJob, void> {
  const worker = new Worker<ExportJob, void>(
    queue,
    // With three parameters and no default among them, as `Function.length` counts: else BullMQ passes no signal.
    (bullJob, lockToken, stopped) => processJob({ bullJob, lockToken, stopped: stopped! }),
    {
      connection: redis,
      prefix: QUEUE_PREFIX,
      concurrency,
      autorun: false,
      // Maps are rendered in threads, so the event loop is free to renew locks. After a crash, another worker takes the job within 6 s.
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
  // Failed attempts include exports whose file or failure could not be stored.
  return worker.on('failed', (bullJob, err) => log.warn({ err, key: bullJob?.data.key }, 'export attempt failed'))
}

/** Returns a job to its queue; the attempt does not count. */
export async function returnToQueue({ bullJob, lockToken }: QueuedAttempt): Promise<never> {
  await bullJob.moveToWait(lockToken)
  throw new WaitingError()
}

/** Returns a job to its queue with a delay; the attempt does not count. */
export async function delayJob({ bullJob, lockToken }: QueuedAttempt, delayMs: number): Promise<never> {
  await bullJob.moveToDelayed(Date.now() + delayMs, lockToken)
  throw new DelayedError()
}
