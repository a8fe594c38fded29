import type { Redis } from 'ioredis'
import { QUEUE_PREFIX } from './export-job.ts'
import { READ_CLOCK } from './redis-clock.ts'

/** Key of the sorted set of render workers: their ids, scored by the time at which their last heartbeat expires. */
export const WORKERS_KEY = `${QUEUE_PREFIX}:workers`
/** Key of the number of lost workers. */
const LOST_KEY = `${WORKERS_KEY}:lost`

/** Time in ms for which a worker counts after a heartbeat. */
export const HEARTBEAT_TTL_MS = 6_000
/** Time in ms from the expiry of a heartbeat until its worker is reported as lost. */
export const LOST_AFTER_MS = 10_000
/** TTL of both keys without a worker: a worker that starts later still reports those that were lost before. */
const KEPT_MS = 30 * 24 * 60 * 60_000

/** The workers by their heartbeats. */
export interface WorkerCounts {
  /** Number of workers that can take exports now. */
  responding: number
  /** Number of workers whose heartbeat ended without a goodbye, over the last weeks: killed, frozen, or cut off from Redis. */
  lost: number
}

/** The result of a heartbeat. */
export interface Heartbeat {
  /** Whether the worker's previous heartbeat had not expired yet. */
  isContinuous: boolean
  /** Ids of the workers that this heartbeat reports as lost; no other heartbeat reports them. */
  lost: string[]
}

/**
 * KEYS: workers, number of lost ones. ARGV: worker, whether it reports lost workers.
 * The first write needs no memory, so that a full Redis accepts the others too. A worker whose own heartbeat has expired reports none: that of the
 * others may have expired for the same reason, such as an outage of Redis.
 */
const BEAT = `${READ_CLOCK}
  local expiry = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0)
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZADD', KEYS[1], now + ${HEARTBEAT_TTL_MS}, ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ${KEPT_MS})
  local lost = {}
  if expiry > now and ARGV[2] == 'true' then
    lost = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ${LOST_AFTER_MS})
    for _, worker in ipairs(lost) do
      redis.call('ZREM', KEYS[1], worker)
      redis.call('INCR', KEYS[2])
      redis.call('PEXPIRE', KEYS[2], ${KEPT_MS})
    end
  end
  return { expiry > now and 1 or 0, lost }`

/** KEYS: as for BEAT. */
const COUNT = `${READ_CLOCK}
  return { redis.call('ZCOUNT', KEYS[1], now + 1, '+inf'), tonumber(redis.call('GET', KEYS[2]) or 0) }`

/** Counts a worker for the next seconds. @param reportsLost whether to report lost workers, too */
export async function beat(redis: Redis, worker: string, reportsLost: boolean): Promise<Heartbeat> {
  const reply = await redis.eval(BEAT, 2, WORKERS_KEY, LOST_KEY, worker, String(reportsLost))
  const [isContinuous, lost] = reply as [number, string[]]
  return { isContinuous: isContinuous === 1, lost }
}

/** Stops counting a worker: it stops, or cannot take exports. */
export async function sayGoodbye(redis: Redis, worker: string): Promise<void> {
  await redis.zrem(WORKERS_KEY, worker)
}

/** Counts the workers, by the clock of Redis. */
export async function countWorkers(redis: Redis): Promise<WorkerCounts> {
  const [responding, lost] = (await redis.eval(COUNT, 2, WORKERS_KEY, LOST_KEY)) as [number, number]
  return { responding, lost }
}
