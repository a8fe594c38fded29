import { type ArtifactStore, OTHER_RENDERER_TTL_MS, type NewArtifact } from '@maps/shared/artifact-store'
import { type Deadline, deadlineIn } from '@maps/shared/deadline'
import { type ExportJob, exportJobSchema, TOO_COSTLY_MS, tooCostlyKey } from '@maps/shared/export-job'
import { fileFormatTable } from '@maps/shared/file-formats'
import { createExportSlots, type ExportSlots } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { describeSpan, inSpan, type Tracing } from '@maps/shared/tracer'
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
import type { Render } from './threads/render.ts'

/** Time for which a stored failure answers further requests. After it, a request retries the export. */
const FAILURE_MS = 5_000

/** The dependencies of a worker. */
export interface WorkerDependencies {
  log: Logger
  redisUrl: string
  /** Maximum number of concurrent exports. With more than 1, heavy exports leave one render permit free. */
  concurrency: number
  store: ArtifactStore
  render: Render
  /** The renderer version: this build and its Chromium's version. */
  rendererVersion: () => string
  /** Whether the export of a failed attempt is left to other workers. */
  leavesExports: () => Promise<boolean>
  /** Called for each stage of an export. */
  onStage: (record: StageRecord) => void
  /** Continues the traces of the jobs. */
  telemetry: Tracing['queue'] | undefined
}

/** The context that all jobs of a worker share. */
interface WorkerContext extends Pick<
  WorkerDependencies,
  'store' | 'render' | 'rendererVersion' | 'leavesExports' | 'onStage'
> {
  /** `CONCURRENCY` permits, one per render thread and Chromium page. */
  renderPermits: Semaphore
  queueSlots: ExportSlots
  crashGuard: CrashGuard
}

/** Opens a worker, which processes the exports in the queues from its start until it is closed. */
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

/** Validates the data of a job, and makes its file unless it has crashed too many workers. */
async function processJob(context: WorkerContext, queued: QueuedAttempt, workerLog: Logger): Promise<void> {
  const { bullJob } = queued
  const job = parseJob(bullJob.data)
  const { key, format, requestId, workspaceId, mapId } = job
  const log = workerLog.child({ key, format, requestId, workspaceId, mapId, attempt: bullJob.attemptsMade + 1 })
  describeSpan({ 'maps.request_id': requestId, 'maps.workspace_id': workspaceId, 'maps.map_id': mapId })
  const attempt = { ...queued, job, log }
  log.debug('job started')
  try {
    await context.crashGuard.run(attempt, () => makeFile(context, attempt))
  } finally {
    log.debug('job ended')
  }
}

/** Validates the data of a job. @throws Error for a job of another version, which another worker may know */
function parseJob(data: unknown): ExportJob {
  const result = exportJobSchema.safeParse(data)
  if (result.success) return result.data
  throw new Error(`not an export job of this version: ${result.error.message}`)
}

/** Runs one attempt: waits for a render permit, checks, renders, and stores the file or reports the failure. */
async function makeFile(context: WorkerContext, attempt: Attempt): Promise<void> {
  const { bullJob, job, stopped } = attempt
  try {
    // The two queues together run more jobs than there are threads and Chromium pages.
    const releasePermit = await context.renderPermits.acquire(stopped)
    try {
      const deadline = deadlineIn(await timeLeft(context, attempt))
      // At the first start alone: a stalled or returned job starts again without a new attempt. The gateway's clock may be ahead of ours.
      const seconds = Math.max(0, (Date.now() - bullJob.timestamp) / 1_000)
      if (bullJob.attemptsStarted === 1)
        context.onStage({ format: job.format, stage: 'wait', outcome: 'done', seconds })
      if (!(await needsRendering(context, attempt, deadline))) return
      await renderAndSave(context, attempt, deadline)
    } finally {
      releasePermit()
    }
  } catch (error) {
    if (stopped.aborted || (await context.leavesExports())) return returnToQueue(attempt)
    const isLastAttempt = bullJob.attemptsMade + 1 >= (bullJob.opts.attempts ?? 1)
    // The queue retries the job, in this worker or another.
    if (!(error instanceof RenderRefused) && !isLastAttempt) throw error
    await reportFailure(context, attempt, error)
  }
}

/**
 * Time in ms until the last client gives up. A job whose worker crashed has the time of a whole attempt, even after its deadline:
 * BullMQ would lose the crash count of a job that ends.
 */
async function timeLeft({ queueSlots }: WorkerContext, { bullJob, job }: Attempt): Promise<number> {
  const untilDeadline = await queueSlots.begin(job)
  const { limitMs } = fileFormatTable[job.format]
  return bullJob.stalledCounter > 0 ? Math.max(untilDeadline, limitMs) : untilDeadline
}

/**
 * Whether the file must be rendered. After the deadline, no client waits. Another job may have stored the artifact meanwhile. A
 * map that was too costly with other options is refused.
 */
async function needsRendering(context: WorkerContext, { job, log }: Attempt, deadline: Deadline): Promise<boolean> {
  const { queueSlots, store } = context
  const costlyKey = tooCostlyKey(job)
  const existing = deadline.left() > 0 ? await store.filterExisting([job.key, costlyKey]) : [job.key]
  if (existing.length === 0) return true
  const failure = existing.includes(job.key) ? undefined : await store.get(costlyKey)
  if (failure?.kind === 'failure') {
    await save(context, job, { ...failure, key: job.key })
    log.info({ status: failure.status, reason: failure.message }, 'export refused')
  } else await queueSlots.release(job)
  return false
}

async function renderAndSave(context: WorkerContext, attempt: Attempt, deadline: Deadline): Promise<void> {
  const { job, stopped, log } = attempt
  const { key, format, workspaceId, mapId } = job
  const started = performance.now()
  log.debug('render started')
  const file = await timed(context, job, 'render', () => context.render(job, deadline, stopped))
  const rendererVersion = context.rendererVersion()
  const artifact = { kind: 'file', key, workspaceId, mapId, format, rendererVersion, ...file } as const
  const ttlMs = job.rendererVersion === rendererVersion ? undefined : OTHER_RENDERER_TTL_MS
  await timed(context, job, 'store', () => save(context, job, artifact, ttlMs))
  log.info({ ms: Math.round(performance.now() - started), bytes: file.bytes.length }, 'export')
}

/**
 * Stores an artifact. It first releases the queue slot, since a client may request its next export as soon as the artifact exists, and once more after
 * it: while a large file is stored, a gateway that still waits may have taken the slot again.
 */
async function save(
  { queueSlots, store }: Pick<WorkerContext, 'queueSlots' | 'store'>,
  job: ExportJob,
  artifact: NewArtifact,
  ttlMs?: number,
): Promise<void> {
  await queueSlots.release(job)
  try {
    await store.put(artifact, ttlMs)
  } finally {
    await queueSlots.release(job)
  }
}

/** Stores a failure, which answers the waiting clients and, for `retryInMs`, further requests for the same file. */
async function reportFailure(context: WorkerContext, { job, log }: Attempt, cause: unknown): Promise<void> {
  const error = cause instanceof ChromiumTimedOut ? MapTooCostly.byTime(cause.limitMs) : cause
  const refusal = error instanceof RenderRefused ? error : undefined
  const { status, message, problems } = refusal ?? {
    status: 503 as const,
    message: 'The file could not be made. Try again shortly.',
  }
  const isTooCostly = error instanceof MapTooCostly
  const retryInMs = isTooCostly ? TOO_COSTLY_MS : FAILURE_MS
  const reason = { status, message, isTooCostly, ...(problems && { problems }) }
  const failure = { kind: 'failure', key: job.key, retryInMs, ...reason } as const
  if (isTooCostly) {
    await context.queueSlots.countTooCostly(job)
    await context.store.put({ ...failure, key: tooCostlyKey(job) })
  }
  await save(context, job, failure)
  if (refusal) log.info({ status, reason: message }, 'export refused')
  else log.error({ err: error }, 'export failed')
}

/** Runs a stage of an export in a span of its trace, and records its duration. */
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
