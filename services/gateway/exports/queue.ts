import {
  EXPORT_QUEUE,
  type ExportJob,
  type ExportQueueName,
  exportQueues,
  HEAVY_EXPORT_QUEUE,
  jobId,
  QUEUE_PREFIX,
  selectQueue,
} from '@maps/shared/export-job'
import { createExportSlots, type Slot, type SlotResult } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import type { Tracing } from '@maps/shared/tracing'
import { Queue } from 'bullmq'
import { type Redis, ReplyError } from 'ioredis'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExportRefused, ExportsUnavailable } from './errors.ts'

const connection = { connectionName: 'maps-export-queue', commandTimeout: 250, what: 'export queue connection' }
const CLOSE_TIMEOUT_MS = 3_000
/** Number of priorities, just below BullMQ's limit. Each is a time in s modulo this number: every 23 days, new exports briefly overtake old ones. */
const PRIORITY_COUNT = 2_000_000

/** Adds exports to the two queues of BullMQ, within the limits of the queue and of each workspace. */
export interface ExportQueue {
  /**
   * Adds an export to the queue. A queued export is not added twice, and keeps the later of both deadlines.
   * @param job with its deadline by the gateway's clock
   * @param quota most exports of the workspace that wait or render
   * @throws ExportRefused if the quota is used up; ExportsUnavailable if the queue is full, and if Redis fails or times out. After a timeout
   * the export may be in the queue nevertheless.
   */
  add(job: ExportJob, quota: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the end of both queues that adds jobs.
 * @param telemetry adds the current trace to each job
 */
export function openExportQueue(redisUrl: string, log: Logger, telemetry?: Tracing['queue']): ExportQueue {
  const redis = openRedis(redisUrl, connection, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'export queue'), telemetry)
  const slots = createExportSlots(redis)
  let discarding: Promise<unknown> | undefined

  async function enqueue(job: ExportJob, { deadline, priority, hasOverdue }: Slot): Promise<void> {
    if (hasOverdue) discardInBackground()
    await queues[selectQueue(job)].add(
      job.format,
      { ...job, deadline },
      {
        jobId: jobId(job.key),
        priority: 1 + (priority % PRIORITY_COUNT),
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

  async function tryToAdd(job: ExportJob, quota: number): Promise<void> {
    try {
      await enqueue(job, requireSlot(await slots.take(job, quota)))
    } catch (cause) {
      // A Redis full of overdue jobs refuses new slots with an error reply.
      if (cause instanceof ReplyError) discardInBackground()
      throw cause
    }
  }

  return {
    async add(job, quota) {
      try {
        // Redis may only be slow for a moment, and adding an export twice does no harm.
        await tryToAdd(job, quota).catch((error: unknown) => {
          if (error instanceof ExportsUnavailable) throw error
          return tryToAdd(job, quota)
        })
      } catch (cause) {
        // After a timeout the export may be in the queue, so it keeps its slot, until its deadline at most.
        throw cause instanceof ExportsUnavailable ? cause : new ExportsUnavailable(undefined, { cause })
      }
    },
    async close() {
      const closed = Promise.all(exportQueues.map((it) => queues[it].close()))
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      redis.disconnect()
    },
  }
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

/** Returns the slot of a result. @throws ExportsUnavailable if the queue is full; ExportRefused if the quota is used up */
function requireSlot(result: SlotResult): Slot {
  if (result === 'queue full') throw new ExportsUnavailable('Too many exports are waiting. Try again shortly.')
  if (result === 'quota used up') {
    throw new ExportRefused('Too many exports of this workspace are on their way. Try again shortly.')
  }
  return result
}
