import type { Redis } from 'ioredis'
import { type ExportJob, QUEUE_PREFIX } from './export-job.ts'

/** Most exports that wait for a worker, of all workspaces together. */
export const MAX_WAITING = 64

/** Key of the sorted set of all waiting exports: artifact keys, scored by deadline. Overdue exports stay in it until their jobs are removed. */
export const WAITING_KEY = `${QUEUE_PREFIX}:slots`

/** Room for one waiting export in the bounded queue, with the deadline and priority of its job. */
export interface Slot {
  /** Unix time in ms by the clock of Redis: the latest deadline of the clients that wait for the export. */
  deadline: number
  /**
   * Priority of the job; the lowest runs first. Each waiting or rendering export of a workspace delays its next one by a second: a workspace with many
   * exports does not block others, and no export starves.
   */
  priority: number
  /** Whether there are overdue exports: see `overdue`. */
  hasOverdue: boolean
}

/** The slot of an export, or the reason for its refusal. */
export type SlotResult = Slot | 'queue full' | 'quota used up'

/**
 * Bounds the export queue. A waiting export holds a slot and counts against its workspace's quota; an export that a worker has begun
 * only counts against the quota. Exports for readers of public links count apart from those for the workspace's own clients: neither uses up
 * the other's quota. A slot becomes free at its deadline, if it is not released before. One script checks both bounds, so that
 * no burst exceeds them. All deadlines are by the clock of Redis, since the clocks of gateways and workers may differ.
 */
export interface ExportSlots {
  /**
   * Takes a slot for an export. An export that has a slot already keeps it until the later deadline.
   * @param job with its deadline by this machine's clock
   * @param quota most exports that wait or render: of the workspace, or of readers of its public links
   */
  take(job: SlotJob & Pick<ExportJob, 'deadline'>, quota: number): Promise<SlotResult>
  /**
   * Frees the slot of an export that a worker begins. The export still counts against the quota.
   * @param job with its deadline by the clock of Redis, as in the queue
   * @returns time in ms until the last client gives up; 0 or less if all clients have given up
   */
  begin(job: SlotJob & Pick<ExportJob, 'deadline'>): Promise<number>
  /** Frees the slot of an export, and its share of the quota. */
  release(job: SlotJob): Promise<void>
  /** Returns the artifact keys of exports that no worker began before their deadlines; they hold no slot. Works on a Redis without free memory. */
  overdue(): Promise<string[]>
  /** Removes an overdue export, whose job was removed, from the set, unless clients wait for it again. */
  forget(key: string): Promise<void>
}

type SlotJob = Pick<ExportJob, 'key' | 'workspaceId' | 'isForPublicLink'>

/** Reads the clock in a script: `time` as Redis reports it, `now` as Unix time in ms. */
const CLOCK = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * KEYS: waiting exports, exports of the workspace. ARGV: artifact key, time left in ms, quota.
 * A Redis without memory refuses only the first write of a script that needs memory, so the slot is written first: if that fails, the
 * job is not added either.
 */
const TAKE = `${CLOCK}
  local deadline = now + ARGV[2]
  local isNew = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0) <= now
  if isNew and redis.call('ZCOUNT', KEYS[2], now + 1, '+inf') >= tonumber(ARGV[3]) then return 'quota used up' end
  if isNew and redis.call('ZCOUNT', KEYS[1], now + 1, '+inf') >= ${MAX_WAITING} then return 'queue full' end
  for i = 1, 2 do
    if isNew then redis.call('ZADD', KEYS[i], deadline, ARGV[1])
    else redis.call('ZADD', KEYS[i], 'XX', 'GT', deadline, ARGV[1]) end
  end
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  redis.call('PEXPIREAT', KEYS[2], deadline + 60000)
  local overdue = redis.call('ZCOUNT', KEYS[1], '-inf', now)
  return { redis.call('ZSCORE', KEYS[2], ARGV[1]), time[1] + redis.call('ZCARD', KEYS[2]), overdue }`

/** KEYS: as for TAKE. ARGV: artifact key, deadline of the job. Returns the time in ms until the latest deadline of all clients. */
const BEGIN = `
  local time = redis.call('TIME')
  redis.call('ZREM', KEYS[1], ARGV[1])
  local deadline = math.max(ARGV[2], redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0)
  return math.floor(deadline - time[1] * 1000 - time[2] / 1000)`

/** KEYS: waiting exports. */
const OVERDUE = `${CLOCK}
  return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)`

/** KEYS: waiting exports. ARGV: artifact key. */
const FORGET = `${CLOCK}
  if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0) <= now then redis.call('ZREM', KEYS[1], ARGV[1]) end`

/** Makes the slots of the queue in this Redis. */
export function createExportSlots(redis: Redis): ExportSlots {
  const keysOf = ({ workspaceId, isForPublicLink }: SlotJob): [string, string] => {
    return [WAITING_KEY, `${WAITING_KEY}:${workspaceId}${isForPublicLink ? ':public' : ''}`]
  }
  return {
    async take(job, quota) {
      const remainingMs = Math.round(job.deadline - Date.now())
      const reply = await redis.eval(TAKE, 2, ...keysOf(job), job.key, remainingMs, quota)
      if (typeof reply === 'string') return reply as SlotResult
      const [deadline, priority, overdue] = reply as [string, number, number]
      return { deadline: Number(deadline), priority, hasOverdue: overdue > 0 }
    },
    async begin(job) {
      return Number(await redis.eval(BEGIN, 2, ...keysOf(job), job.key, job.deadline))
    },
    async release(job) {
      const [waiting, ofWorkspace] = keysOf(job)
      await redis.pipeline().zrem(waiting, job.key).zrem(ofWorkspace, job.key).exec()
    },
    overdue: async () => (await redis.eval(OVERDUE, 1, WAITING_KEY)) as string[],
    forget: async (key) => void (await redis.eval(FORGET, 1, WAITING_KEY, key)),
  }
}
