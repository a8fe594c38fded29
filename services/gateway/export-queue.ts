import { EXPORT_QUEUE, type ExportJob, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { createExportLeases, type LeaseVerdict } from '@maps/shared/export-leases'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { Queue } from 'bullmq'
import { ExportsUnavailable } from './exports-unavailable.ts'

const line = { connectionName: 'maps-export-queue', commandTimeout: 250, what: 'export queue connection' }
const CLOSE_TIMEOUT_MS = 3_000

export interface ExportQueue {
  /**
   * Hands an export to the workers. One that is on its way already stays the only one.
   * @param share most exports of the workspace that may be on their way at a time
   * @throws ExportsUnavailable where the queue is full, the share is used up, or Redis does not answer
   */
  add(job: ExportJob, share: number): Promise<void>
  /** Takes back an export that nobody waits for any more, unless a worker has begun it. */
  withdraw(job: ExportJob): Promise<void>
  close(): Promise<void>
}

/** The producing end of the queue. */
export function openExportQueue(redisUrl: string, log: Logger): ExportQueue {
  const redis = openRedis(redisUrl, line, log)
  const queue = new Queue<ExportJob>(EXPORT_QUEUE, {
    connection: redis,
    prefix: QUEUE_PREFIX,
    skipWaitingForReady: true,
    skipVersionCheck: true,
  })
  queue.on('error', (err) => log.warn({ err }, 'export queue'))
  const leases = createExportLeases(redis)

  return {
    async add(job, share) {
      try {
        refuse(await leases.take(job, share))
        await queue.add(job.format, job, {
          jobId: jobId(job.key),
          attempts: 2,
          backoff: { type: 'fixed', delay: 200 },
          removeOnComplete: true,
          removeOnFail: true,
        })
      } catch (cause) {
        if (cause instanceof ExportsUnavailable) throw cause
        leases.giveBack(job).catch(() => {})
        throw new ExportsUnavailable(undefined, { cause })
      }
    },
    async withdraw(job) {
      if ((await queue.remove(jobId(job.key))) === 1) await leases.giveBack(job)
    },
    async close() {
      await Promise.race([queue.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())])
      redis.disconnect()
    },
  }
}

function refuse(verdict: LeaseVerdict): void {
  if (verdict === 'queue full') {
    throw new ExportsUnavailable('Too many exports are waiting. Try again shortly.')
  }
  if (verdict === 'share used up') {
    throw new ExportsUnavailable('Too many exports of this workspace are on their way. Try again shortly.')
  }
}
