import { setTimeout as sleep } from 'node:timers/promises'
import { type ArtifactStore, OTHER_RENDERER_TTL_MS, type NewArtifact } from '@maps/shared/artifact-store'
import {
  EXPORT_QUEUE,
  type FileFormat,
  fileFormatTable,
  type ExportJob,
  exportJobSchema,
  type ExportQueueName,
  HEAVY_EXPORT_QUEUE,
  QUEUE_PREFIX,
  tooCostlyKey,
} from '@maps/shared/export-job'
import { createExportSlots, type ExportSlots } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { describeSpan, inSpan, type Tracing } from '@maps/shared/tracing'
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { MAX_CRASHES, REFUSED_MS, writeDeadLetter } from './crash-guard.ts'
import type { StageRecord } from './metrics.ts'
import { MapTooCostly, PictureTimedOut, RenderRefused } from './renderers/renderer.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'
import type { RenderPool } from './threads/pool.ts'

/** How long exports under way may go on once the worker is told to stop; then they go back to the queue. */
const DRAIN_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 3_000
/** A connection that is silent for longer is dead. BullMQ asks for jobs by a command that may take ten seconds. */
const SILENCE_MS = 15_000
/** Of each queue, at most one warning in this time: BullMQ asks again at once where Redis refuses its commands, thousands of times a second. */
const WARN_EVERY_MS = 1_000
/** Delay of a suspect job while another one runs in the same worker. */
const SUSPECT_DELAY_MS = 1_000
/** How long a stored failure answers further requests, though a retry might succeed. */
const FAILURE_MS = 5_000
/** How long a version of a map is refused as too costly. In this time it can block a thread for 10 s once. */
export const TOO_COSTLY_MS = 5 * 60_000

/** The dependencies of a worker. */
export interface WorkerDependencies {
  log: Logger
  redisUrl: string
  /** Exports made at a time. With more than 1, heavy exports leave one slot to the others. */
  concurrency: number
  store: ArtifactStore
  render: RenderPool['render']
  /** The renderer version: this build and its Chromium's version. */
  rendererVersion: () => string
  /** Called for each stage of an export. */
  onStage: (record: StageRecord) => void
  /** Continues the traces that the jobs carry. */
  telemetry: Tracing['queue'] | undefined
}

/** A worker that takes exports from the queues until it is closed. */
export interface ExportWorker {
  /** Resolves once it takes exports. */
  whenReady(): Promise<unknown>
  /** Whether it is connected to its queue. */
  isReady(): boolean
  /** Takes no more exports, lets those under way finish, hands back what is left. */
  close(): Promise<void>
}

/** Makes the files that gateways ask for, until it is closed. */
export function openWorker(parts: WorkerDependencies): ExportWorker {
  const { log, redisUrl, concurrency, store, render, rendererVersion, onStage, telemetry } = parts
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    connectionName: 'maps-render-worker',
    socketTimeout: SILENCE_MS,
  })
  redis.on('error', (err) => log.warn({ err }, 'export queue connection'))
  const context: WorkerContext = {
    log,
    redis,
    store,
    render,
    rendererVersion,
    renderSlots: createSemaphore(concurrency),
    queueSlots: createExportSlots(redis),
    hasSuspect: false,
    onStage,
  }
  const takeFrom = (queue: ExportQueueName, concurrency: number): Worker<ExportJob, void> => {
    const worker = new Worker<ExportJob, void>(
      queue,
      (queued, token, signal) => processJob(context, queued, token, signal ?? new AbortController().signal),
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
    return worker.on('failed', (queued, err) => log.warn({ err, key: queued?.data.key }, 'export attempt failed'))
  }
  const workers = [takeFrom(EXPORT_QUEUE, concurrency), takeFrom(HEAVY_EXPORT_QUEUE, Math.max(1, concurrency - 1))]

  return {
    whenReady: () => Promise.all(workers.map((it) => it.waitUntilReady())),
    isReady: () => redis.status === 'ready' && workers.every((it) => it.isRunning()),
    async close() {
      const drained = Promise.all(workers.map((it) => it.pause()))
      await Promise.race([drained, sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false })])
      for (const it of workers) it.cancelAllJobs('the worker stops')
      // Without its Redis, BullMQ would wait for it to come back.
      const closed = Promise.all(workers.map((it) => it.close()))
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      redis.disconnect()
    },
  }
}

/** What all jobs of a worker use. */
interface WorkerContext {
  log: Logger
  redis: Redis
  store: ArtifactStore
  render: RenderPool['render']
  rendererVersion: () => string
  /** `CONCURRENCY` slots: as many as there are render threads and Chromium pages. */
  renderSlots: Semaphore
  queueSlots: ExportSlots
  /** Whether a suspect job is running: see `runSuspect`. */
  hasSuspect: boolean
  onStage: (record: StageRecord) => void
}

/** One run of one job. */
interface Attempt {
  queued: Job<ExportJob>
  job: ExportJob
  /** BullMQ's lock token for this job. */
  token: string | undefined
  /** Aborted when the worker has no more time. */
  stopped: AbortSignal
  log: Logger
}

async function processJob(
  context: WorkerContext,
  queued: Job<ExportJob>,
  token: string | undefined,
  stopped: AbortSignal,
): Promise<void> {
  const job = parseJob(queued)
  const { key, format, requestId, workspaceId, mapId } = job
  const log = context.log.child({ key, format, requestId, workspaceId, mapId, attempt: queued.attemptsMade + 1 })
  describeSpan({ 'maps.request_id': requestId, 'maps.workspace_id': workspaceId, 'maps.map_id': mapId })
  const attempt = { queued, job, token, stopped, log }
  log.debug('job taken')
  try {
    const crashes = queued.stalledCounter
    if (crashes >= MAX_CRASHES) return await refuseAsPoison(context, attempt)
    if (crashes > 0) log.warn({ crashes }, 'export taken again: its worker crashed')
    if (crashes < MAX_CRASHES - 1) await makeFile(context, attempt)
    else await runSuspect(context, attempt)
  } finally {
    log.debug('job let go')
  }
}

/**
 * Makes the file of a suspect job, which one more crash would refuse as poison; delays the job while another suspect runs in this worker.
 * A crash hits all jobs of a worker, and the next worker takes them together, so a harmless export could otherwise share every crash of a
 * poison map. Jobs with fewer crashes run side by side: kept apart, exports would wait long for each other where workers are killed often.
 */
async function runSuspect(context: WorkerContext, attempt: Attempt): Promise<void> {
  const { queued, token, log } = attempt
  if (context.hasSuspect) {
    log.info('suspect job delayed: the worker runs another one')
    await queued.moveToDelayed(Date.now() + SUSPECT_DELAY_MS, token)
    throw new DelayedError()
  }
  context.hasSuspect = true
  try {
    await makeFile(context, attempt)
  } finally {
    context.hasSuspect = false
  }
}

/** Runs one attempt: waits for a render slot, checks, renders, and stores the file or the failure. */
async function makeFile(context: WorkerContext, attempt: Attempt): Promise<void> {
  const { queued, job, stopped, log } = attempt
  try {
    // Both queues together take more jobs than there are threads and Chromium pages.
    const releaseSlot = await context.renderSlots.acquire(stopped)
    try {
      const deadline = Date.now() + (await timeLeft(context, attempt))
      if (!(await needsRendering(context, { ...job, deadline }, log))) return
      const seconds = (Date.now() - queued.timestamp) / 1_000
      context.onStage({ format: job.format, stage: 'wait', outcome: 'done', seconds })
      await renderAndSave(context, { ...job, deadline }, log, stopped)
    } finally {
      releaseSlot()
    }
  } catch (error) {
    if (stopped.aborted) return handBack(attempt)
    // The queue retries it, in another worker or in this one.
    if (!isFinal(error, queued)) throw error
    const fault = error instanceof PictureTimedOut ? MapTooCostly.byTime(error.timeoutMs) : error
    await reportFailure(context, job, fault, log)
  }
}

/**
 * Time in ms until the last client gives up. A job whose worker crashed has the time of a whole export even after its deadline: BullMQ would
 * forget the crashes of a job that ends.
 */
async function timeLeft({ queueSlots }: WorkerContext, { queued, job }: Attempt): Promise<number> {
  const untilDeadline = await queueSlots.begin(job)
  const { timeoutMs } = fileFormatTable[job.format]
  return queued.stalledCounter > 0 ? Math.max(untilDeadline, timeoutMs) : untilDeadline
}

/**
 * Whether the file is to be made: no client waits after the deadline, a file that was made meanwhile need not be made again, and a
 * map that was too costly with other options is refused with these at once.
 */
async function needsRendering(context: WorkerContext, job: ExportJob, log: Logger): Promise<boolean> {
  const { queueSlots, store } = context
  const costlyKey = tooCostlyKey(job)
  const existing = Date.now() < job.deadline ? await store.existing([job.key, costlyKey]) : [job.key]
  if (existing.length === 0) return true
  const failure = existing.includes(job.key) ? undefined : await store.get(costlyKey)
  if (failure?.kind === 'failure') {
    await save(context, job, { ...failure, key: job.key })
    log.info({ status: failure.status, reason: failure.message }, 'export refused')
  } else await queueSlots.giveBack(job)
  return false
}

async function renderAndSave(context: WorkerContext, job: ExportJob, log: Logger, stopped: AbortSignal): Promise<void> {
  const started = performance.now()
  const { key, format, workspaceId, mapId } = job
  log.debug('export taken')
  const file = await timed(context, format, 'render', () => context.render(job, stopped))
  const rendererVersion = context.rendererVersion()
  const artifact = { kind: 'file', key, workspaceId, mapId, format, rendererVersion, ...file } as const
  const ttlMs = job.rendererVersion === rendererVersion ? undefined : OTHER_RENDERER_TTL_MS
  await timed(context, format, 'store', () => save(context, job, artifact, ttlMs))
  log.info({ ms: Math.round(performance.now() - started), bytes: file.bytes.length }, 'export')
}

/** Stores an artifact. Its queue slot is given back first: clients learn of the artifact at once, and may order the next export. */
async function save(
  { queueSlots, store }: WorkerContext,
  job: ExportJob,
  artifact: NewArtifact,
  ttlMs?: number,
): Promise<void> {
  await queueSlots.giveBack(job)
  await store.put(artifact, ttlMs)
}

async function timed<T>(
  { onStage }: WorkerContext,
  format: FileFormat,
  stage: StageRecord['stage'],
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  const tell = (outcome: StageRecord['outcome']): void =>
    onStage({ format, stage, outcome, seconds: (performance.now() - started) / 1_000 })
  try {
    const result = await inSpan(stage, { 'maps.format': format }, work)
    tell('done')
    return result
  } catch (error) {
    tell(error instanceof RenderRefused ? 'refused' : 'failed')
    throw error
  }
}

/** Refuses a poison map's export for a minute, so that it crashes no further workers. */
async function refuseAsPoison(context: WorkerContext, { queued, job, log }: Attempt): Promise<void> {
  const message = 'Making this file broke off several times. Change the map, or try again in a minute.'
  await save(context, job, { kind: 'failure', key: job.key, status: 503, message, until: Date.now() + REFUSED_MS })
  await writeDeadLetter(context.redis, job, { crashes: queued.stalledCounter, since: queued.timestamp })
  log.error({ crashes: queued.stalledCounter }, 'export given up: its workers crashed')
}

/** Returns the job to the queue; this attempt does not count. */
async function handBack({ queued, token }: Attempt): Promise<never> {
  await queued.moveToWait(token)
  throw new WaitingError()
}

/** @throws Error for a job of another version, which the next worker to take it may know */
function parseJob(queued: Job<ExportJob>): ExportJob {
  const result = exportJobSchema.safeParse(queued.data)
  if (result.success) return result.data
  throw new Error(`not an export job of this version: ${result.error.message}`)
}

function isFinal(error: unknown, queued: Job): boolean {
  return error instanceof RenderRefused || queued.attemptsMade + 1 >= (queued.opts.attempts ?? 1)
}

/** Stores a failure, which answers the waiting clients and, for a while, further requests for the same file. */
async function reportFailure(context: WorkerContext, job: ExportJob, error: unknown, log: Logger): Promise<void> {
  const refusal = error instanceof RenderRefused ? error : undefined
  const { status, message, problems } = refusal ?? {
    status: 503 as const,
    message: 'The file could not be made. Try again shortly.',
  }
  const isTooCostly = error instanceof MapTooCostly
  const until = Date.now() + (isTooCostly ? TOO_COSTLY_MS : FAILURE_MS)
  const failure = { kind: 'failure', key: job.key, status, message, until, ...(problems && { problems }) } as const
  if (isTooCostly) await context.store.put({ ...failure, key: tooCostlyKey(job) })
  await save(context, job, failure)
  if (refusal) log.info({ status, reason: message }, 'export refused')
  else log.error({ err: error }, 'export failed')
}
