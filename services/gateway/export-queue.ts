import { EXPORT_QUEUE, type ExportJob, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { createExportLeases, type Lease, type LeaseVerdict } from '@maps/shared/export-leases'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import type { Tracing } from '@maps/shared/tracing'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { ExportsUnavailable } from './exports-unavailable.ts'

const line = { connectionName: 'maps-export-queue', commandTimeout: 250, what: 'export queue connection' }
const CLOSE_TIMEOUT_MS = 3_000
/** BullMQ's priorities end soon after. Turns begin anew every 23 days, and newer exports then pass those that wait. */
const TURNS = 2_000_000

export interface ExportQueue {
  /**
   * Hands an export to the workers. One that is on its way already stays the only one.
   * @param job with its deadline by our clock
   * @param share most exports of the workspace that may be on their way at a time
   * @throws ExportsUnavailable where the queue is full, the share is used up, or Redis does not answer
   */
  add(job: ExportJob, share: number): Promise<void>
  /** Waits no longer for an export, and takes it back where nobody else does, unless a worker has begun it. */
  withdraw(job: ExportJob): Promise<void>
  close(): Promise<void>
}

/**
 * The producing end of the queue.
 * @param telemetry sends the trace that is under way along with each export
 */
export function openExportQueue(redisUrl: string, log: Logger, telemetry?: Tracing['queue']): ExportQueue {
  const redis = openRedis(redisUrl, line, log)
  const queue = openQueue(redis, (err) => log.warn({ err }, 'export queue'), telemetry)
  const leases = createExportLeases(redis)

  return {
    async add(job, share) {
      try {
        const { deadline, turn } = granted(await leases.take(job, share))
        await queue.add(
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
      } catch (cause) {
        if (cause instanceof ExportsUnavailable) throw cause
        leases.giveBack(job).catch(() => {})
        throw new ExportsUnavailable(undefined, { cause })
      }
    },
    async withdraw(job) {
      if ((await leases.leave(job)) && (await queue.remove(jobId(job.key))) === 1) await leases.giveBack(job)
    },
    async close() {
      await Promise.race([queue.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())])
      redis.disconnect()
    },
  }
}

/** BullMQ's own view of the queue, on a connection of the caller's. */
export function openQueue(
  redis: Redis,
  onError: (error: Error) => void,
  telemetry?: Tracing['queue'],
): Queue<ExportJob> {
  const queue = new Queue<ExportJob>(EXPORT_QUEUE, {
    connection: redis,
    prefix: QUEUE_PREFIX,
    skipWaitingForReady: true,
    skipVersionCheck: true,
    ...(telemetry && { telemetry }),
  })
  return queue.on('error', onError)
}

function granted(verdict: LeaseVerdict): Lease {
  if (verdict === 'queue full') {
    throw new ExportsUnavailable('Too many exports are waiting. Try again shortly.')
  }
  if (verdict === 'share used up') {
    throw new ExportsUnavailable('Too many exports of this workspace are on their way. Try again shortly.')
  }
  return verdict
}
