import type { Deadline } from '@maps/shared/deadline'
import {
  EXPORT_QUEUE,
  type ExportJob,
  type ExportQueueName,
  type ExportTask,
  exportQueues,
  HEAVY_EXPORT_QUEUE,
  jobId,
  QUEUE_PREFIX,
  selectQueue,
} from '@maps/shared/export-job'
import { createExportSlots, type Slot, type SlotRefusal, textsOf } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import type { Tracing } from '@maps/shared/tracer'
import { Queue } from 'bullmq'
import { type Redis, ReplyError } from 'ioredis'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExportRefused, ExportsStalled, ExportsUnavailable } from './errors.ts'
import { createStallCheck } from './stall.ts'

const connection = { connectionName: 'maps-export-queue', commandTimeout: 250, what: 'export queue connection' }
/** For jobs of some megabytes: with half a core, Redis takes longer than that for them, and other commands would wait behind them. */
const largeConnection = { connectionName: 'maps-large-exports', commandTimeout: 2_000, what: 'large export connection' }
/** Characters of a job's maps and pin from which it is added by that connection. */
const LARGE_JOB_LENGTH = 1_024 ** 2
const CLOSE_TIMEOUT_MS = 3_000
/** Number of priorities, just below BullMQ's limit. Each is a time in s modulo this number: every 23 days, new exports briefly overtake old ones. */
const PRIORITY_COUNT = 2_000_000
/** Priority of the exports of a restricted workspace, after all others. */
const LOWEST_PRIORITY = PRIORITY_COUNT + 1
/** Retry-After for a restricted workspace: the export that it waits for takes about as long. */
const RESTRICTED_RETRY_SECONDS = 10

/** Adds exports to the two queues of BullMQ, within the limits of the queue and of each workspace. */
export interface ExportQueue {
  /**
   * Adds an export to the queue. A queued export is not added twice, and keeps the later of both deadlines.
   * @param quota most exports of the workspace that wait or render
   * @throws ExportRefused if the quota is used up, or the workspace restricted after too costly exports; ExportsStalled instead, if no worker takes
   * exports; ExportsUnavailable if the queue is full, and if Redis fails or times out. After a timeout the export may be in the queue nevertheless.
   */
  add(task: ExportTask, deadline: Deadline, quota: number): Promise<void>
  /** Returns the error that tells why no export is taken out of the queue; undefined if exports are taken, or Redis does not tell. */
  findStall(): Promise<ExportsStalled | undefined>
  close(): Promise<void>
}

/**
 * Opens the end of both queues that adds jobs.
 * @param telemetry adds the current trace to each job
 */
export function openExportQueue(redisUrl: string, log: Logger, telemetry?: Tracing['queue']): ExportQueue {
  const redis = openRedis(redisUrl, connection, log)
  const largeRedis = openRedis(redisUrl, largeConnection, log)
  const onError = (err: Error): void => log.warn({ err }, 'export queue')
  const queues = openQueues(redis, onError, telemetry)
  const queuesOfLarge = openQueues(largeRedis, onError, telemetry)
  const slots = createExportSlots(redis)
  const checkStall = createStallCheck(redis, Object.values(queues), slots)
  let discarding: Promise<unknown> | undefined

  async function enqueue(task: ExportTask, { deadline, priority, hasOverdue, isRestricted }: Slot): Promise<void> {
    if (hasOverdue) discardInBackground()
    await (isLarge(task) ? queuesOfLarge : queues)[selectQueue(task)].add(
      task.format,
      { ...task, deadline },
      {
        jobId: jobId(task.key),
        priority: isRestricted ? LOWEST_PRIORITY : 1 + (priority % PRIORITY_COUNT),
        attempts: 2,
        backoff: { type: 'fixed', delay: 200 },
        removeOnComplete: true,
        removeOnFail: true,
      },
    )
  }

  /** Removes overdue jobs in the background: they would fill Redis while no worker runs. */
  function discardInBackground(): void {
    discarding ??= discardOverdue()
      .catch((err: unknown) => log.warn({ err }, 'overdue exports could not be discarded'))
      .finally(() => (discarding = undefined))
  }

  /** Removes overdue jobs one at a time, since reading a job loads its map. Started jobs stay: BullMQ counts crashes in them. */
  async function discardOverdue(): Promise<void> {
    for (const key of await slots.overdue()) {
      for (const queue of Object.values(queues)) {
        const job = await queue.getJob(jobId(key))
        if (job?.attemptsStarted === 0) await job.remove()
      }
      await slots.forget(key)
    }
  }

  async function findStall(): Promise<ExportsStalled | undefined> {
    const stall = await checkStall()
    return stall && new ExportsStalled(stall)
  }

  async function tryToAdd(task: ExportTask, deadline: Deadline, quota: number): Promise<void> {
    try {
      const result = await slots.take(task, deadline.left(), quota)
      if (typeof result === 'string') throw (await findStall()) ?? refusalOf(result)
      await enqueue(task, result)
    } catch (cause) {
      // A Redis full of overdue jobs refuses new slots with an error reply.
      if (cause instanceof ReplyError) discardInBackground()
      throw cause
    }
  }

  return {
    async add(task, deadline, quota) {
      try {
        // Redis may only be slow for a moment, and adding an export twice does no harm.
        await tryToAdd(task, deadline, quota).catch((error: unknown) => {
          if (error instanceof ExportsUnavailable) throw error
          return tryToAdd(task, deadline, quota)
        })
      } catch (cause) {
        // After a timeout the export may be in the queue, so it keeps its slot, until its deadline at most.
        throw cause instanceof ExportsUnavailable ? cause : new ExportsUnavailable(undefined, { cause })
      }
    },
    findStall,
    async close() {
      const closed = Promise.all(exportQueues.flatMap((it) => [queues[it].close(), queuesOfLarge[it].close()]))
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      redis.disconnect()
      largeRedis.disconnect()
    },
  }
}

function isLarge(task: ExportTask): boolean {
  return textsOf(task).reduce((sum, it) => sum + it.length, 0) >= LARGE_JOB_LENGTH
}

/** BullMQ's queues by their names. */
export type QueuesByName = Record<ExportQueueName, Queue<ExportJob>>

/** Opens BullMQ's queues on a connection that the caller closes. @param onError called for later errors of the queues */
export function openQueues(redis: Redis, onError: (error: Error) => void, telemetry?: Tracing['queue']): QueuesByName {
  const open = (name: ExportQueueName): Queue<ExportJob> => {
    const queue = new Queue<ExportJob>(name, {
      connection: redis,
      prefix: QUEUE_PREFIX,
      skipWaitingForReady: true,
      skipVersionCheck: true,
      ...(telemetry && { telemetry }),
    })
    return queue.on('error', onError)
  }
  return { [EXPORT_QUEUE]: open(EXPORT_QUEUE), [HEAVY_EXPORT_QUEUE]: open(HEAVY_EXPORT_QUEUE) }
}

/** Creates the error of an export that gets no slot, although workers take exports. */
function refusalOf(refusal: SlotRefusal): ExportsUnavailable {
  switch (refusal) {
    case 'queue full':
      return new ExportsUnavailable('Too many exports are waiting. Try again shortly.')
    case 'quota used up':
      return new ExportRefused('Too many exports of this workspace are on their way. Try again shortly.')
    case 'restricted':
      return new ExportRefused(
        'Several exports of this workspace took too much time or memory, so it has one export at a time until there has been none such for ' +
          `five minutes. Try again in ${RESTRICTED_RETRY_SECONDS} s, or make its largest maps smaller.`,
        { retryAfterSeconds: RESTRICTED_RETRY_SECONDS },
      )
  }
}
