import {
  EXPORT_QUEUE,
  type ExportJob,
  type ExportQueueName,
  exportQueues,
  HEAVY_EXPORT_QUEUE,
  jobId,
  QUEUE_PREFIX,
  queueOf,
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
/** Just below BullMQ's highest priority. Ours is in seconds modulo this number: every 23 days, newer exports briefly pass older ones. */
const PRIORITIES = 2_000_000

/** Adds exports to the two queues of BullMQ, within the limits of the queue and of each workspace. */
export interface ExportQueue {
  /**
   * Adds an export to the queue. An export that is in the queue already is not added twice; its deadline becomes the later one.
   * @param job with its deadline by the gateway's clock
   * @param quota most exports of the workspace that wait or render
   * @throws ExportRefused where the quota is used up; ExportsUnavailable where the queue is full, and where Redis fails or does not answer in
   * time: the export may be in the queue even so
   */
  add(job: ExportJob, quota: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the producing end of the queue.
 * @param telemetry adds the current trace to each job
 */
export function openExportQueue(redisUrl: string, log: Logger, telemetry?: Tracing['queue']): ExportQueue {
  const redis = openRedis(redisUrl, connection, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'export queue'), telemetry)
  const slots = createExportSlots(redis)
  let discarding: Promise<unknown> | undefined

  async function enqueue(job: ExportJob, { deadline, priority, hasOverdue }: Slot): Promise<void> {
    if (hasOverdue) discard()
    await queues[queueOf(job)].add(
      job.format,
      { ...job, deadline },
      {
        jobId: jobId(job.key),
        priority: 1 + (priority % PRIORITIES),
        attempts: 2,
        backoff: { type: 'fixed', delay: 200 },
        removeOnComplete: true,
        removeOnFail: true,
      },
    )
  }

  /** Removes overdue jobs in the background: they would fill Redis while no worker runs. */
  function discard(): void {
    discarding ??= discardOverdue()
      .catch((err: unknown) => log.warn({ err }, 'overdue exports could not be discarded'))
      .finally(() => (discarding = undefined))
  }

  /** Removes overdue jobs one at a time, since each read loads a map. Started jobs stay: BullMQ counts crashes in them. */
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
      if (cause instanceof ReplyError) discard()
      throw cause
    }
  }

  return {
    async add(job, quota) {
      try {
        // Redis may only be slow for a moment, and adding an export twice does no harm.
        await tryToAdd(job, quota).catch((fault: unknown) => {
          if (fault instanceof ExportsUnavailable) throw fault
          return tryToAdd(job, quota)
        })
      } catch (cause) {
        // Where Redis was only slow, the export may be in the queue: it keeps its slot, at the latest until its deadline.
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

/** Opens BullMQ's queues on a connection that the caller closes. @param onError gets their later errors */
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

/** Unwraps a slot. @throws ExportsUnavailable, or ExportRefused, where the export got none */
function requireSlot(result: SlotResult): Slot {
  if (result === 'queue full') throw new ExportsUnavailable('Too many exports are waiting. Try again shortly.')
  if (result === 'quota used up') {
    throw new ExportRefused('Too many exports of this workspace are on their way. Try again shortly.')
  }
  return result
}
