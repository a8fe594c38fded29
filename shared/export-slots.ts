import type { Redis } from 'ioredis'
import { EXPORT_DEADLINE_MS, type ExportJob, QUEUE_PREFIX } from './export-job.ts'
import { READ_CLOCK } from './redis-clock.ts'
import { WORKERS_KEY } from './worker-heartbeats.ts'

/** Maximum number of waiting exports with one worker, of all workspaces together. */
export const MAX_WAITING = 64
/** Number of further waiting exports for each further worker. */
const WAITING_PER_WORKER = 32
/** Bytes in Redis from which an export's maps, with their pin, are large. */
const LARGE_MAP_BYTES = 256 * 1_024
/** Maximum number of waiting exports of large maps, with any number of workers: Redis holds these maps in its memory. */
const MAX_WAITING_LARGE = 64
/** Maximum bytes that these exports take in Redis together: several times those of the largest one, of two maps and a pin. */
const MAX_WAITING_LARGE_BYTES = 192 * 1_024 ** 2
/** Maximum of these bytes for one workspace, or for readers of its public links. One such export always has room, also if it is larger. */
const MAX_BYTES_OF_WORKSPACE = MAX_WAITING_LARGE_BYTES / 3
/** Time in ms after which the queue is stalled if exports wait and none begins. */
export const STALLED_AFTER_MS = 10_000
/** Number of too costly exports from which a workspace is restricted, if they come within `COSTLY_WINDOW_MS`. */
const MAX_TOO_COSTLY = 3
/** Time in ms within which too costly exports count together. After this time without one, a workspace is no longer restricted. */
const COSTLY_WINDOW_MS = 5 * 60_000

/** Returns the maximum number of waiting exports with so many workers. */
export function maxWaiting(workers: number): number {
  return MAX_WAITING + WAITING_PER_WORKER * Math.max(0, workers - 1)
}

/** Key of the sorted set of all waiting exports: artifact keys, scored by deadline. Overdue exports stay in it until their jobs are removed. */
export const WAITING_KEY = `${QUEUE_PREFIX}:slots`
/** Key of the sorted set of those waiting exports whose maps are large. */
const LARGE_KEY = `${WAITING_KEY}:large`
/** Key of the hash of their bytes. Those of an export count only while it is in the sorted set. */
const LARGE_BYTES_KEY = `${LARGE_KEY}:bytes`
/** Key of the time at which a worker last began an export, in ms. */
const BEGUN_KEY = `${WAITING_KEY}:begun`

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
  /** Whether its workspace is restricted, so that the job comes after those of all other workspaces. */
  isRestricted: boolean
}

/** Why an export gets no slot. `restricted`: the maps of its workspace were too costly, and one of its exports waits or renders already. */
export type SlotRefusal = 'queue full' | 'quota used up' | 'restricted'
/** The slot of an export, or the reason for its refusal. */
export type SlotResult = Slot | SlotRefusal

/**
 * Bounds the export queue. A waiting export holds a slot and counts against its workspace's quota; an export that a worker has begun
 * only counts against the quota. Exports for readers of public links count apart from those for the workspace's own clients: neither uses up
 * the other's quota. A slot becomes free at its deadline, if it is not released before. One script checks both bounds, so that
 * no burst exceeds them. All deadlines are by the clock of Redis, since the clocks of gateways and workers may differ.
 */
export interface ExportSlots {
  /**
   * Takes a slot for an export. An export that has a slot already keeps it until the later deadline.
   * @param leftMs time until the client gives up
   * @param quota most exports that wait or render: of the workspace, or of readers of its public links
   */
  take(job: SlotJob & Pick<ExportJob, 'map' | 'from' | 'pin'>, leftMs: number, quota: number): Promise<SlotResult>
  /**
   * Frees the slot of an export that a worker begins. The export still counts against the quota.
   * @param job with its deadline by the clock of Redis, as in the queue
   * @returns time in ms until the last client gives up; 0 or less if all clients have given up
   */
  begin(job: SlotJob & Pick<ExportJob, 'deadline'>): Promise<number>
  /** Frees the slot of an export, and its share of the quota. */
  release(job: SlotJob): Promise<void>
  /**
   * Counts an export that took too much time or memory. With three in five minutes, the workspace is restricted: one export at a time, of the
   * lowest priority. The restriction ends after five minutes without another one.
   */
  countTooCostly(job: SlotJob): Promise<void>
  /** Returns the time in ms for which exports have waited while no worker began one; 0 if none waits. */
  measureStall(): Promise<number>
  /** Returns the artifact keys of exports that no worker began before their deadlines; they hold no slot. Works on a Redis without free memory. */
  overdue(): Promise<string[]>
  /** Removes an overdue export, whose job was removed, from the set, unless clients wait for it again. */
  forget(key: string): Promise<void>
}

type SlotJob = Pick<ExportJob, 'key' | 'workspaceId' | 'isForPublicLink'>

/**
 * KEYS: waiting exports, exports of the workspace, its too costly exports, waiting exports of large maps, workers, bytes of those exports.
 * ARGV: artifact key, time left in ms, quota, bytes of the job. An export without an entry in that hash counts as 0 bytes.
 * A Redis without memory refuses only the first write of a script that needs memory, so the slot is written first: if that fails, the
 * job is not added either.
 */
const TAKE = `${READ_CLOCK}
  local function countLive(key) return redis.call('ZCOUNT', key, now + 1, '+inf') end
  local deadline = now + ARGV[2]
  local isNew = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0) <= now
  local isRestricted = redis.call('ZCARD', KEYS[3]) >= ${MAX_TOO_COSTLY}
  local isLarge = tonumber(ARGV[4]) >= ${LARGE_MAP_BYTES}
  if isNew then
    local count = countLive(KEYS[2])
    if isRestricted and count > 0 then return 'restricted' end
    if count >= tonumber(ARGV[3]) then return 'quota used up' end
    local bound = ${MAX_WAITING} + ${WAITING_PER_WORKER} * math.max(0, countLive(KEYS[5]) - 1)
    if countLive(KEYS[1]) >= bound then return 'queue full' end
    if isLarge then
      local live = redis.call('ZRANGEBYSCORE', KEYS[4], now + 1, '+inf')
      local bytes, own = 0, 0
      for _, key in ipairs(live) do
        local taken = redis.call('HGET', KEYS[6], key) or 0
        bytes = bytes + taken
        if redis.call('ZSCORE', KEYS[2], key) then own = own + taken end
      end
      if own > 0 and own + ARGV[4] > ${MAX_BYTES_OF_WORKSPACE} then return 'quota used up' end
      if #live >= ${MAX_WAITING_LARGE} then return 'queue full' end
      if bytes + ARGV[4] > ${MAX_WAITING_LARGE_BYTES} then return 'queue full' end
    end
  end
  for _, key in ipairs({ KEYS[1], KEYS[2], isLarge and KEYS[4] or nil }) do
    if isNew then redis.call('ZADD', key, deadline, ARGV[1])
    else redis.call('ZADD', key, 'XX', 'GT', deadline, ARGV[1]) end
  end
  for _, key in ipairs({ KEYS[2], KEYS[4] }) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    redis.call('PEXPIREAT', key, deadline + 60000)
  end
  if isLarge then
    redis.call('HSET', KEYS[6], ARGV[1], ARGV[4])
    redis.call('PEXPIREAT', KEYS[6], deadline + 60000)
    for _, key in ipairs(redis.call('HKEYS', KEYS[6])) do
      if not redis.call('ZSCORE', KEYS[4], key) then redis.call('HDEL', KEYS[6], key) end
    end
  end
  local overdue = redis.call('ZCOUNT', KEYS[1], '-inf', now)
  local priority = time[1] + redis.call('ZCARD', KEYS[2])
  return { redis.call('ZSCORE', KEYS[2], ARGV[1]), priority, overdue, isRestricted and 1 or 0 }`

/**
 * KEYS: waiting exports, exports of the workspace, waiting exports of large maps, time of the last begin. ARGV: artifact key, deadline of the
 * job. Returns the time in ms until the latest deadline of all clients.
 */
const BEGIN = `${READ_CLOCK}
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('SET', KEYS[4], now, 'PX', ${2 * EXPORT_DEADLINE_MS})
  local deadline = math.max(ARGV[2], redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0)
  return math.floor(deadline - time[1] * 1000 - time[2] / 1000)`

/**
 * KEYS: too costly exports of the workspace, scored by time. ARGV: artifact key. Forgets old ones only while there are fewer than three, so that
 * the third restricts the workspace until the key expires.
 */
const COUNT_TOO_COSTLY = `${READ_CLOCK}
  if redis.call('ZCARD', KEYS[1]) < ${MAX_TOO_COSTLY} then
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${COSTLY_WINDOW_MS})
  end
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, ${-1 - MAX_TOO_COSTLY})
  redis.call('PEXPIRE', KEYS[1], ${COSTLY_WINDOW_MS})`

/** KEYS: waiting exports, time of the last begin. An export has waited for at least the time since a whole deadline before its own. */
const MEASURE_STALL = `${READ_CLOCK}
  local first = redis.call('ZRANGEBYSCORE', KEYS[1], now + 1, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  if #first == 0 then return 0 end
  local waited = now - (first[2] - ${EXPORT_DEADLINE_MS})
  return math.max(0, math.min(waited, now - (redis.call('GET', KEYS[2]) or 0)))`

/** KEYS: waiting exports. */
const OVERDUE = `${READ_CLOCK}
  return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)`

/** KEYS: waiting exports. ARGV: artifact key. */
const FORGET = `${READ_CLOCK}
  if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0) <= now then redis.call('ZREM', KEYS[1], ARGV[1]) end`

/** Creates the slots of the queue in this Redis. */
export function createExportSlots(redis: Redis): ExportSlots {
  const keyOf = ({ workspaceId, isForPublicLink }: SlotJob): string => {
    return `${WAITING_KEY}:${workspaceId}${isForPublicLink ? ':public' : ''}`
  }
  const tooCostlyKeyOf = (job: SlotJob): string => `${keyOf(job)}:too-costly`
  return {
    async take(job, leftMs, quota) {
      const keys = [WAITING_KEY, keyOf(job), tooCostlyKeyOf(job), LARGE_KEY, WORKERS_KEY, LARGE_BYTES_KEY]
      const bytes = textsOf(job).reduce((sum, it) => sum + bytesInJob(it), 0)
      const reply = await redis.eval(TAKE, keys.length, ...keys, job.key, Math.round(leftMs), quota, bytes)
      if (typeof reply === 'string') return reply as SlotRefusal
      const [deadline, priority, overdue, isRestricted] = reply as [string, number, number, number]
      return { deadline: Number(deadline), priority, hasOverdue: overdue > 0, isRestricted: isRestricted === 1 }
    },
    async begin(job) {
      const keys = [WAITING_KEY, keyOf(job), LARGE_KEY, BEGUN_KEY]
      return Number(await redis.eval(BEGIN, keys.length, ...keys, job.key, job.deadline))
    },
    async release(job) {
      const { key } = job
      await redis.pipeline().zrem(WAITING_KEY, key).zrem(keyOf(job), key).zrem(LARGE_KEY, key).exec()
    },
    countTooCostly: async (job) => void (await redis.eval(COUNT_TOO_COSTLY, 1, tooCostlyKeyOf(job), job.key)),
    measureStall: async () => Number(await redis.eval(MEASURE_STALL, 2, WAITING_KEY, BEGUN_KEY)),
    overdue: async () => (await redis.eval(OVERDUE, 1, WAITING_KEY)) as string[],
    forget: async (key) => void (await redis.eval(FORGET, 1, WAITING_KEY, key)),
  }
}

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

/** The texts that make a job large: its maps and the pin. */
export function textsOf({ map, from = '', pin = '' }: Pick<ExportJob, 'map' | 'from' | 'pin'>): readonly string[] {
  return [map, from, pin]
}

/** Counts the bytes of a JSON text in the JSON of a job, where each quotation mark and backslash is escaped: up to twice its own. */
function bytesInJob(text: string): number {
  let bytes = Buffer.byteLength(text)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE || code === BACKSLASH) bytes++
  }
  return bytes
}
