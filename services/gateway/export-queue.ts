import {
  type ExportJob,
  type ExportQueueName,
  exportQueues,
  jobId,
  QUEUE_PREFIX,
  queueOf,
} from '@maps/shared/export-job'
import { createExportLeases, type Lease, type LeaseVerdict } from '@maps/shared/export-leases'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import type { Tracing } from '@maps/shared/tracing'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { ExportsUnavailable, ExportTurnedAway } from './exports-unavailable.ts'

const line = { connectionName: 'maps-export-queue', commandTimeout: 250, what: 'export queue connection' }
const CLOSE_TIMEOUT_MS = 3_000
/** BullMQ's priorities end soon after. Turns begin anew every 23 days, and newer exports then pass those that wait. */
const TURNS = 2_000_000

export interface ExportQueue {
  /**
   * Hands an export to the workers. One that is on its way already stays the only one.
   * @param job with its deadline by our clock
   * @param share most exports of the workspace that may be on their way at a time
   * @throws ExportTurnedAway where the queue is full or the share is used up; ExportsUnavailable where Redis does not answer in time,
   * though the export may be on its way all the same
   */
  add(job: ExportJob, share: number): Promise<void>
  /** Waits no longer for an export that was not turned away, and takes it back where nobody else waits, unless a worker has begun it. */
  withdraw(job: ExportJob): Promise<void>
  close(): Promise<void>
}

/**
 * The producing end of the queue.
 * @param telemetry sends the trace that is under way along with each export
 */
export function openExportQueue(redisUrl: string, log: Logger, telemetry?: Tracing['queue']): ExportQueue {
  const redis = openRedis(redisUrl, line, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'export queue'), telemetry)
  const leases = createExportLeases(redis)

  async function enqueue(job: ExportJob, { deadline, turn }: Lease): Promise<void> {
    await queues[queueOf(job)].add(
      job.format,
      { ...job, deadline },
      {
        jobId: jobId(job.key),
        priority: 1 + (turn % TURNS),
        attempts: 2,
        backoff: { type: 'fixed', delay: 200 },
        removeOnComplete: true,
        removeOnFail: true,
      },
    )
  }

  async function tryToAdd(job: ExportJob, share: number): Promise<void> {
    try {
      const lease = granted(await leases.take(job, share))
      if (!lease.isQueued) await enqueue(job, lease)
    } catch (cause) {
      // Where Redis was only slow, the export is in the queue all the same: it keeps its place until it is withdrawn or over.
      throw cause instanceof ExportTurnedAway ? cause : new ExportsUnavailable(undefined, { cause })
    }
  }

  return {
    async add(job, share) {
      // A moment of delay is no outage, and asking twice does no harm.
      await tryToAdd(job, share).catch((fault: unknown) => {
        if (fault instanceof ExportTurnedAway) throw fault
        return tryToAdd(job, share)
      })
    },
    async withdraw(job) {
      // A worker may have begun it just now.
      if (!(await leases.leave(job)) || (await queues[queueOf(job)].remove(jobId(job.key))) !== 1) return
      const lease = await leases.release(job)
      if (lease !== 'free') await enqueue(job, lease)
    },
    async close() {
      const closed = Promise.all(exportQueues.map((it) => queues[it].close()))
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())])
      redis.disconnect()
    },
  }
}

/** BullMQ's own view of the queues, on a connection of the caller's. */
export function openQueues(
  redis: Redis,
  onError: (error: Error) => void,
  telemetry?: Tracing['queue'],
): Record<ExportQueueName, Queue<ExportJob>> {
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
  return { exports: open('exports'), 'heavy-exports': open('heavy-exports') }
}

function granted(verdict: LeaseVerdict): Lease {
  if (verdict === 'queue full') {
    throw new ExportTurnedAway('Too many exports are waiting. Try again shortly.')
  }
  if (verdict === 'share used up') {
    throw new ExportTurnedAway('Too many exports of this workspace are on their way. Try again shortly.')
  }
  return verdict
}
