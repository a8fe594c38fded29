import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { EXPORT_QUEUE, type ExportJob, jobId, QUEUE_PREFIX } from './export-job.ts'

/** Most exports that wait for a worker, of all workspaces together. */
export const MAX_WAITING = 64

/** A place in the queue. */
export interface Lease {
  /** Of the export, by Redis's clock. */
  deadline: number
  /**
   * The lowest comes first. An export waits as if it had come a second later for each one of its workspace that is on its way: who asks
   * for many leaves room for others, and nobody is passed for ever.
   */
  turn: number
}

export type LeaseVerdict = Lease | 'queue full' | 'share used up'

/**
 * Places in the export queue: the gateway takes one for each export, the worker gives it back when the export is over,
 * and one whose worker died is free again at its deadline. Both counts are kept in one script, so no burst gets past them.
 * All of it goes by Redis's clock, since those of gateways and workers may differ.
 */
export interface ExportLeases {
  /**
   * Takes a place for an export; one that has a place already keeps it.
   * @param job with its deadline by our clock
   * @param share most places that the export's workspace may have at a time
   */
  take(job: Pick<ExportJob, 'key' | 'workspaceId' | 'deadline'>, share: number): Promise<LeaseVerdict>
  /** Lets the export's workspace ask for another one, while this one still has its place. */
  freeShare(job: Pick<ExportJob, 'key' | 'workspaceId'>): Promise<void>
  /** Frees the export's place: it is over. */
  giveBack(job: Pick<ExportJob, 'key' | 'workspaceId'>): Promise<void>
  /** A deadline by our clock, of one by Redis's. */
  byOurClock(deadline: number): Promise<number>
  /** Waits no longer for an export that was taken a place for. Answers whether it is for nobody now: none waits, and no worker has begun it. */
  leave(job: Pick<ExportJob, 'key'>): Promise<boolean>
}

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * KEYS: places of all, places of the workspace, those who wait, BullMQ's list of jobs that render now: of these, some have given
 * their place back already.
 * ARGV: key, time left, share, who waits.
 * The first two sets hold artifact keys, scored by the time at which nobody waits for them any more; the third one gateways,
 * by the time until which each of them waits.
 */
const TAKE = `${NOW}
  local deadline = now + ARGV[2]
  for i = 1, 2 do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now) end
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[3]) then return 'share used up' end
    local waiting = redis.call('ZCARD', KEYS[1])
    if waiting >= ${MAX_WAITING} then
      for _, id in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do
        if redis.call('ZSCORE', KEYS[1], string.sub(id, ${jobId('').length + 1})) then waiting = waiting - 1 end
      end
      if waiting >= ${MAX_WAITING} then return 'queue full' end
    end
  end
  for i, member in ipairs({ ARGV[1], ARGV[1], ARGV[4] }) do
    redis.call('ZADD', KEYS[i], 'GT', deadline, member)
    redis.call('PEXPIREAT', KEYS[i], deadline + 60000)
  end
  return { deadline, time[1] + redis.call('ZCARD', KEYS[2]) }`

/** KEYS: those who wait, BullMQ's record of the job, which counts in `ats` how often it was begun. ARGV: who leaves. */
const LEAVE = `${NOW}
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) > 0 then return 0 end
  return redis.call('EXISTS', KEYS[2]) - redis.call('HEXISTS', KEYS[2], 'ats')`

/** Places of all workspaces. */
export const LEASES_KEY = `${QUEUE_PREFIX}:leases`
/** BullMQ's own list of the jobs that render now. */
export const ACTIVE_JOBS_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:active`

export function createExportLeases(redis: Redis): ExportLeases {
  const ofWorkspace = (id: string): string => `${LEASES_KEY}:${id}`
  const waitingFor = (key: string): string => `${QUEUE_PREFIX}:waiting:${key}`
  const self = randomUUID()
  return {
    async take({ key, workspaceId, deadline }, share) {
      const keys = [LEASES_KEY, ofWorkspace(workspaceId), waitingFor(key), ACTIVE_JOBS_KEY]
      const timeLeft = Math.round(deadline - Date.now())
      const answer: unknown = await redis.eval(TAKE, keys.length, ...keys, key, timeLeft, share, self)
      if (!Array.isArray(answer)) return answer as LeaseVerdict
      const [leasedUntil, turn] = answer as [number, number]
      return { deadline: leasedUntil, turn }
    },
    async freeShare({ key, workspaceId }) {
      await redis.zrem(ofWorkspace(workspaceId), key)
    },
    async giveBack({ key, workspaceId }) {
      await redis.pipeline().zrem(LEASES_KEY, key).zrem(ofWorkspace(workspaceId), key).del(waitingFor(key)).exec()
    },
    async leave({ key }) {
      const keys = [waitingFor(key), `${QUEUE_PREFIX}:${EXPORT_QUEUE}:${jobId(key)}`]
      return (await redis.eval(LEAVE, keys.length, ...keys, self)) === 1
    },
    async byOurClock(deadline) {
      const [seconds, microseconds] = await redis.time()
      return deadline - Number(seconds) * 1_000 - Number(microseconds) / 1_000 + Date.now()
    },
  }
}
