import { setTimeout as sleep } from 'node:timers/promises'
import { type ArtifactStore, HANDED_OVER_TTL_MS, type NewArtifact } from '@maps/shared/artifact-store'
import {
  EXPORT_QUEUE,
  type ExportFormat,
  type ExportJob,
  exportJobSchema,
  type ExportQueueName,
  HEAVY_EXPORT_QUEUE,
  QUEUE_PREFIX,
  tooCostlyKey,
} from '@maps/shared/export-job'
import { createExportLeases, type ExportLeases } from '@maps/shared/export-leases'
import type { Logger } from '@maps/shared/logger'
import { describeSpan, inSpan, type Tracing } from '@maps/shared/tracing'
import { DelayedError, type Job, WaitingError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { createSlots, type Slots } from './browser/slots.ts'
import type { StageRecord } from './metrics.ts'
import { MapTooCostly, RenderRefused } from './renderers/renderer.ts'
import { createSuspects, MAX_DEATHS, REFUSED_MS, type Suspects, type Toll } from './suspects.ts'
import type { RenderPool } from './threads/pool.ts'

/** How long exports under way may go on once the worker is told to stop; then they go back to the queue. */
const DRAIN_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 3_000
/** A connection that is silent for longer is dead. BullMQ asks for jobs by a command that may take ten seconds. */
const SILENCE_MS = 15_000
/** How long it stands that an export failed, though the next try may succeed. */
const FAILURE_MS = 5_000
/** How long it stands that a map takes too much time or memory: one version of a map costs a thread at most 10 s of that. */
export const TOO_COSTLY_MS = 5 * 60_000
/** After which a worker looks again whether it can give another export its last chance. */
const PUT_OFF_MS = 250

export interface WorkerParts {
  log: Logger
  redisUrl: string
  /** Exports made at a time. Where it is more than 1, heavy ones leave a slot to the others. */
  concurrency: number
  store: ArtifactStore
  render: RenderPool['render']
  /** The name of what renders: this build and its Chromium. */
  renderer: () => string
  /** Told of each stage that an export went through. */
  onStage: (record: StageRecord) => void
  /** Takes up the traces that came with the exports. */
  telemetry: Tracing['queue'] | undefined
}

export interface ExportWorker {
  /** Resolves once it takes exports. */
  whenReady(): Promise<unknown>
  /** Whether it is connected to its queue. */
  isReady(): boolean
  /** Takes no more exports, lets those under way finish, hands back what is left. */
  close(): Promise<void>
}

/** Makes the files that gateways ask for, until it is closed. */
export function openWorker(parts: WorkerParts): ExportWorker {
  const { log, redisUrl, concurrency, store, render, renderer, onStage, telemetry } = parts
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    connectionName: 'maps-render-worker',
    socketTimeout: SILENCE_MS,
  })
  redis.on('error', (err) => log.warn({ err }, 'export queue connection'))
  const desk: Desk = {
    log,
    store,
    render,
    renderer,
    slots: createSlots(concurrency),
    leases: createExportLeases(redis),
    suspects: createSuspects(redis),
    isLastChanceTaken: false,
    onStage,
  }
  const takeFrom = (queue: ExportQueueName, concurrency: number): Worker<ExportJob, void> => {
    const worker = new Worker<ExportJob, void>(
      queue,
      (queued, token, signal) => takeUp(desk, queued, token, signal ?? new AbortController().signal),
      {
        connection: redis,
        prefix: QUEUE_PREFIX,
        concurrency,
        // Nothing keeps the event loop from renewing it in time: with the interval, an export is taken again within 6 s.
        lockDuration: 5_000,
        stalledInterval: 1_000,
        // Deaths are counted over all jobs for a file, by the rule for suspects.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        runRetryDelay: 1_000,
        ...(telemetry && { telemetry }),
      },
    )
    worker.on('error', (err) => log.warn({ err }, 'export queue'))
    // Also where the file cannot be stored, and the reason why there is none as little.
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

/** What an export needs on its way. */
interface Desk {
  log: Logger
  store: ArtifactStore
  render: RenderPool['render']
  renderer: () => string
  slots: Slots
  leases: ExportLeases
  suspects: Suspects
  isLastChanceTaken: boolean
  onStage: (record: StageRecord) => void
}

/** An export in hand. */
interface Task {
  queued: Job<ExportJob>
  job: ExportJob
  /** What the queue knows this worker's hold on it by. */
  token: string | undefined
  /** Aborted when the worker has no more time. */
  stopped: AbortSignal
  log: Logger
}

async function takeUp(
  desk: Desk,
  queued: Job<ExportJob>,
  token: string | undefined,
  stopped: AbortSignal,
): Promise<void> {
  const job = take(queued)
  const { key, format, requestId, workspaceId, mapId } = job
  const log = desk.log.child({ key, format, requestId, workspaceId, mapId, attempt: queued.attemptsMade + 1 })
  const task = { queued, job, token, stopped, log }
  log.debug('job taken')
  try {
    await (queued.stalledCounter > 0 ? handleSuspect : handle)(desk, task)
  } finally {
    log.debug('job let go')
  }
}

/** An export that a worker died of, or only during. */
async function handleSuspect(desk: Desk, task: Task): Promise<void> {
  const toll = await desk.suspects.count(task.job.key, task.queued)
  const { deaths } = toll
  if (deaths >= MAX_DEATHS) return giveUp(desk, task, toll)
  const isLastChance = deaths === MAX_DEATHS - 1
  if (isLastChance && desk.isLastChanceTaken) return putOff(task)
  task.log.warn({ deaths }, 'export taken again: workers died of it, or during it')
  await (isLastChance ? giveLastChance : handle)(desk, task)
}

/** One at a time: what was only beside a deadly export so far must not be beside it once more. */
async function giveLastChance(desk: Desk, task: Task): Promise<void> {
  desk.isLastChanceTaken = true
  try {
    await handle(desk, task)
  } finally {
    desk.isLastChanceTaken = false
  }
}

/** take → check → render → save → report */
async function handle(desk: Desk, task: Task): Promise<void> {
  const { queued, stopped, log } = task
  const job = { ...task.job, deadline: await desk.leases.deadlineOf(task.job) }
  const { format, requestId, workspaceId, mapId } = job
  describeSpan({ 'maps.request_id': requestId, 'maps.workspace_id': workspaceId, 'maps.map_id': mapId })
  try {
    // A heavy one may have come first, and there are as many threads and pages of Chromium as slots.
    const leave = await desk.slots.take(stopped)
    try {
      if (!(await check(desk, job, log))) return
      desk.onStage({ format, stage: 'wait', outcome: 'done', seconds: (Date.now() - queued.timestamp) / 1_000 })
      await make(desk, job, log, stopped)
    } finally {
      leave()
    }
  } catch (error) {
    if (stopped.aborted) return handBack(task)
    // The queue gives it to another worker or, after a while, to this one.
    if (!isFinal(error, queued)) throw error
    await reportFailure(desk, job, error, log)
  }
}

/**
 * Whether the file is to be made: no client waits after the deadline, a file that was made meanwhile need not be made again, and a
 * map that was too costly with other options is refused with these at once.
 */
async function check(desk: Desk, job: ExportJob, log: Logger): Promise<boolean> {
  const { leases, store } = desk
  const costlyKey = tooCostlyKey(job)
  const existing = Date.now() < job.deadline ? await store.existing([job.key, costlyKey]) : [job.key]
  if (existing.length === 0) return true
  const failure = existing.includes(job.key) ? undefined : await store.get(costlyKey)
  if (failure?.kind === 'failure') {
    await deliver(desk, job, { ...failure, key: job.key })
    log.info({ status: failure.status, reason: failure.message }, 'export refused')
  } else await leases.giveBack(job)
  return false
}

async function make(desk: Desk, job: ExportJob, log: Logger, stopped: AbortSignal): Promise<void> {
  const started = performance.now()
  const { key, format, workspaceId, mapId } = job
  log.debug('export taken')
  const file = await timed(desk, format, 'render', () => desk.render(job, stopped))
  const renderer = desk.renderer()
  const artifact = { kind: 'file', key, workspaceId, mapId, format, renderer, ...file } as const
  const mostMs = job.renderer === renderer ? undefined : HANDED_OVER_TTL_MS
  await timed(desk, format, 'store', () => deliver(desk, job, artifact, mostMs))
  log.info({ ms: Math.round(performance.now() - started), bytes: file.bytes.length }, 'export')
}

/** Whoever waits hears of an artifact when it is stored, and may ask for the next file at once: its place is free by then. */
async function deliver({ leases, store }: Desk, job: ExportJob, artifact: NewArtifact, mostMs?: number): Promise<void> {
  await leases.giveBack(job)
  await store.put(artifact, mostMs)
}

async function timed<T>(
  { onStage }: Desk,
  format: ExportFormat,
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

/** Risks no more workers: from now on, whoever asks is answered at once. */
async function giveUp(desk: Desk, { job, log }: Task, toll: Toll): Promise<void> {
  const message = 'Making this file broke off several times. Change the map, or try again in a minute.'
  await deliver(desk, job, { kind: 'failure', key: job.key, status: 503, message, until: Date.now() + REFUSED_MS })
  await desk.suspects.writeDeadLetter(job, toll)
  log.error({ runs: toll.deaths }, 'export given up: workers died of it')
}

/** Another worker makes it, and this try does not count. */
async function handBack({ queued, token }: Task): Promise<never> {
  await queued.moveToWait(token)
  throw new WaitingError()
}

/** Another worker tries it, or this one later. */
async function putOff({ queued, token }: Task): Promise<never> {
  await queued.moveToDelayed(Date.now() + PUT_OFF_MS, token)
  throw new DelayedError()
}

/** @throws Error for a job of another version, which the next worker to take it may know */
function take(queued: Job<ExportJob>): ExportJob {
  const result = exportJobSchema.safeParse(queued.data)
  if (result.success) return result.data
  throw new Error(`not an export job of this version: ${result.error.message}`)
}

function isFinal(error: unknown, queued: Job): boolean {
  return error instanceof RenderRefused || queued.attemptsMade + 1 >= (queued.opts.attempts ?? 1)
}

/** Tells those who wait, and for a while those who ask again. */
async function reportFailure(desk: Desk, job: ExportJob, error: unknown, log: Logger): Promise<void> {
  const refusal = error instanceof RenderRefused ? error : undefined
  const { status, message, problems } = refusal ?? {
    status: 503 as const,
    message: 'The file could not be made. Try again shortly.',
  }
  const isTooCostly = error instanceof MapTooCostly
  const until = Date.now() + (isTooCostly ? TOO_COSTLY_MS : FAILURE_MS)
  const failure = { kind: 'failure', key: job.key, status, message, until, ...(problems && { problems }) } as const
  if (isTooCostly) await desk.store.put({ ...failure, key: tooCostlyKey(job) })
  await deliver(desk, job, failure)
  if (refusal) log.info({ status, reason: message }, 'export refused')
  else log.error({ err: error }, 'export failed')
}
