import { type ArtifactStore, OTHER_RENDERER_TTL_MS, type NewArtifact } from '@maps/shared/artifact-store'
import { type ExportJob, exportJobSchema, TOO_COSTLY_MS, tooCostlyKey } from '@maps/shared/export-job'
import { fileFormatTable } from '@maps/shared/file-formats'
import { createExportSlots, type ExportSlots } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { describeSpan, inSpan, type Tracing } from '@maps/shared/tracing'
import { createCrashGuard, type CrashGuard } from './crash-guard.ts'
import type { StageRecord } from './metrics.ts'
import {
  type Attempt,
  connectToQueue,
  openQueueConsumer,
  type QueueConsumer,
  type QueuedAttempt,
  returnToQueue,
} from './queue-consumer.ts'
import { MapTooCostly, ChromiumTimedOut, RenderRefused } from './renderers/renderer.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'
import type { RenderPool } from './threads/pool.ts'

/** How long a stored failure answers further requests, though a retry might succeed. */
const FAILURE_MS = 5_000

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

/** The context that all jobs of a worker share. */
interface WorkerContext extends Pick<WorkerDependencies, 'store' | 'render' | 'rendererVersion' | 'onStage'> {
  /** `CONCURRENCY` of them: as many as there are render threads and Chromium pages. */
  renderPermits: Semaphore
  queueSlots: ExportSlots
  crashGuard: CrashGuard
}

/** Makes the files that gateways ask for, until it is closed. */
export function openWorker({ log, redisUrl, concurrency, telemetry, ...services }: WorkerDependencies): QueueConsumer {
  const redis = connectToQueue(redisUrl, log)
  const queueSlots = createExportSlots(redis)
  const context = {
    ...services,
    renderPermits: createSemaphore(concurrency),
    queueSlots,
    crashGuard: createCrashGuard(redis, (job, failure) => save({ ...services, queueSlots }, job, failure)),
  }
  return openQueueConsumer({
    redis,
    log,
    concurrency,
    telemetry,
    processJob: (attempt) => processJob(context, attempt, log),
  })
}

/** Takes a job: checks its data, and makes its file unless it has crashed too many workers. */
async function processJob(context: WorkerContext, taken: QueuedAttempt, workerLog: Logger): Promise<void> {
  const { bullJob } = taken
  const job = parseJob(bullJob.data)
  const { key, format, requestId, workspaceId, mapId } = job
  const log = workerLog.child({ key, format, requestId, workspaceId, mapId, attempt: bullJob.attemptsMade + 1 })
  describeSpan({ 'maps.request_id': requestId, 'maps.workspace_id': workspaceId, 'maps.map_id': mapId })
  const attempt = { ...taken, job, log }
  log.debug('job started')
  try {
    await context.crashGuard.run(attempt, () => makeFile(context, attempt))
  } finally {
    log.debug('job ended')
  }
}

/** @throws Error for a job of another version, which the next worker to take it may know */
function parseJob(data: unknown): ExportJob {
  const result = exportJobSchema.safeParse(data)
  if (result.success) return result.data
  throw new Error(`not an export job of this version: ${result.error.message}`)
}

/** Runs one attempt: waits for a render permit, checks, renders, and stores the file or reports the failure. */
async function makeFile(context: WorkerContext, attempt: Attempt): Promise<void> {
  const { bullJob, job, stopped } = attempt
  try {
    // Both queues together take more jobs than there are threads and Chromium pages.
    const releasePermit = await context.renderPermits.acquire(stopped)
    try {
      const deadline = Date.now() + (await timeLeft(context, attempt))
      if (!(await needsRendering(context, attempt, deadline))) return
      // A second attempt has not waited, but failed. The gateway's clock may be ahead of ours.
      const seconds = Math.max(0, (Date.now() - bullJob.timestamp) / 1_000)
      if (bullJob.attemptsMade === 0) context.onStage({ format: job.format, stage: 'wait', outcome: 'done', seconds })
      await renderAndSave(context, attempt, deadline)
    } finally {
      releasePermit()
    }
  } catch (error) {
    if (stopped.aborted) return returnToQueue(attempt)
    const isLastAttempt = bullJob.attemptsMade + 1 >= (bullJob.opts.attempts ?? 1)
    // The queue retries it, in another worker or in this one.
    if (!(error instanceof RenderRefused) && !isLastAttempt) throw error
    await reportFailure(context, attempt, error)
  }
}

/**
 * Time in ms until the last client gives up. A job whose worker crashed has the time of a whole attempt even after its deadline: BullMQ would
 * forget the crashes of a job that ends.
 */
async function timeLeft({ queueSlots }: WorkerContext, { bullJob, job }: Attempt): Promise<number> {
  const untilDeadline = await queueSlots.begin(job)
  const { timeoutMs } = fileFormatTable[job.format]
  return bullJob.stalledCounter > 0 ? Math.max(untilDeadline, timeoutMs) : untilDeadline
}

/**
 * Whether the file is to be made: no client waits after the deadline, a file that was made meanwhile need not be made again, and a
 * map that was too costly with other options is refused with these at once.
 */
async function needsRendering(context: WorkerContext, { job, log }: Attempt, deadline: number): Promise<boolean> {
  const { queueSlots, store } = context
  const costlyKey = tooCostlyKey(job)
  const existing = Date.now() < deadline ? await store.existing([job.key, costlyKey]) : [job.key]
  if (existing.length === 0) return true
  const failure = existing.includes(job.key) ? undefined : await store.get(costlyKey)
  if (failure?.kind === 'failure') {
    await save(context, job, { ...failure, key: job.key })
    log.info({ status: failure.status, reason: failure.message }, 'export refused')
  } else await queueSlots.release(job)
  return false
}

async function renderAndSave(context: WorkerContext, attempt: Attempt, deadline: number): Promise<void> {
  const { job, stopped, log } = attempt
  const { key, format, workspaceId, mapId } = job
  const started = performance.now()
  log.debug('render started')
  const file = await timed(context, job, 'render', () => context.render({ ...job, deadline }, stopped))
  const rendererVersion = context.rendererVersion()
  const artifact = { kind: 'file', key, workspaceId, mapId, format, rendererVersion, ...file } as const
  const ttlMs = job.rendererVersion === rendererVersion ? undefined : OTHER_RENDERER_TTL_MS
  await timed(context, job, 'store', () => save(context, job, artifact, ttlMs))
  log.info({ ms: Math.round(performance.now() - started), bytes: file.bytes.length }, 'export')
}

/** Stores an artifact. Its queue slot is released first: clients learn of the artifact at once, and may order the next export. */
async function save(
  { queueSlots, store }: Pick<WorkerContext, 'queueSlots' | 'store'>,
  job: ExportJob,
  artifact: NewArtifact,
  ttlMs?: number,
): Promise<void> {
  await queueSlots.release(job)
  await store.put(artifact, ttlMs)
}

/** Stores a failure, which answers the waiting clients and, for a while, further requests for the same file. */
async function reportFailure(context: WorkerContext, { job, log }: Attempt, cause: unknown): Promise<void> {
  const error = cause instanceof ChromiumTimedOut ? MapTooCostly.byTime(cause.timeoutMs) : cause
  const refusal = error instanceof RenderRefused ? error : undefined
  const { status, message, problems } = refusal ?? {
    status: 503 as const,
    message: 'The file could not be made. Try again shortly.',
  }
  const isTooCostly = error instanceof MapTooCostly
  const retryAt = Date.now() + (isTooCostly ? TOO_COSTLY_MS : FAILURE_MS)
  const reason = { status, message, isTooCostly, ...(problems && { problems }) }
  const failure = { kind: 'failure', key: job.key, retryAt, ...reason } as const
  if (isTooCostly) await context.store.put({ ...failure, key: tooCostlyKey(job) })
  await save(context, job, failure)
  if (refusal) log.info({ status, reason: message }, 'export refused')
  else log.error({ err: error }, 'export failed')
}

/** Runs a stage of an export in a span of its trace, and records how long it took. */
async function timed<T>(
  { onStage }: WorkerContext,
  { format }: ExportJob,
  stage: StageRecord['stage'],
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  const record = (outcome: StageRecord['outcome']): void =>
    onStage({ format, stage, outcome, seconds: (performance.now() - started) / 1_000 })
  try {
    const result = await inSpan(stage, { 'maps.format': format }, work)
    record('done')
    return result
  } catch (error) {
    record(error instanceof RenderRefused ? 'refused' : 'failed')
    throw error
  }
}
