import type { Redis } from 'ioredis'
import { EXPORT_QUEUE, type ExportJob, QUEUE_PREFIX } from './export-job.ts'

/** Most exports that wait for a worker, of all workspaces together. */
export const MAX_WAITING = 64

export type LeaseVerdict = 'leased' | 'queue full' | 'share used up'

/**
 * Places in the export queue: the gateway takes one for each export, the worker gives it back when the export is over,
 * and one whose worker died is free again at its deadline. Both counts are kept in one script, so no burst gets past them.
 */
export interface ExportLeases {
  /**
   * Takes a place for an export; one that has a place already keeps it.
   * @param share most places that the export's workspace may have at a time
   */
  take(job: Pick<ExportJob, 'key' | 'workspaceId' | 'deadline'>, share: number): Promise<LeaseVerdict>
  giveBack(job: Pick<ExportJob, 'key' | 'workspaceId'>): Promise<void>
}

/**
 * KEYS: places of all, places of the workspace, BullMQ's list of jobs that render now. ARGV: key, now, deadline, share.
 * Both sets hold artifact keys, scored by the time at which nobody waits for them any more.
 */
const TAKE = `
  for i = 1, 2 do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', ARGV[2]) end
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 'share used up' end
    if redis.call('ZCARD', KEYS[1]) - redis.call('LLEN', KEYS[3]) >= ${MAX_WAITING} then return 'queue full' end
  end
  for i = 1, 2 do
    redis.call('ZADD', KEYS[i], 'GT', ARGV[3], ARGV[1])
    redis.call('PEXPIREAT', KEYS[i], ARGV[3] + 60000)
  end
  return 'leased'`

/** BullMQ's own list of the jobs that render now. */
export const ACTIVE_JOBS_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:active`

export function createExportLeases(redis: Redis): ExportLeases {
  const all = `${QUEUE_PREFIX}:leases`
  const ofWorkspace = (id: string): string => `${QUEUE_PREFIX}:leases:${id}`
  return {
    async take({ key, workspaceId, deadline }, share) {
      const keys = [all, ofWorkspace(workspaceId), ACTIVE_JOBS_KEY]
      return (await redis.eval(TAKE, keys.length, ...keys, key, Date.now(), deadline, share)) as LeaseVerdict
    },
    async giveBack({ key, workspaceId }) {
      await redis.pipeline().zrem(all, key).zrem(ofWorkspace(workspaceId), key).exec()
    },
  }
}
