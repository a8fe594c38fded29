import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { type Allowance, LIMIT_WINDOW_SECONDS, type RateLimiter } from '../http/rate-limit.ts'

/** Ms that a request waits for Redis to count it, before this process counts it alone. */
export const COUNT_TIMEOUT_MS = 150
const connection = { connectionName: 'maps-limits', commandTimeout: COUNT_TIMEOUT_MS, what: 'rate limit connection' }
const WINDOW_MS = LIMIT_WINDOW_SECONDS * 1_000
const MAX_USED_UP_KEYS = 10_000

/** The library's Lua script, with the TTL capped at one window: Redis expires keys by its system clock, which may be set back. */
const COUNT = `
  redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  local consumed = redis.call('INCRBY', KEYS[1], ARGV[1])
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 or ttl > ARGV[2] * 1000 then
    redis.call('EXPIRE', KEYS[1], ARGV[2])
    ttl = ARGV[2] * 1000
  end
  return { consumed, ttl }`

/** Opens rate limits that all gateways share through Redis. While Redis is unreachable, each gateway counts only its own requests. */
export function openRateLimiter(redisUrl: string, log: Logger): RateLimiter & { close(): void } {
  const redis = openRedis(redisUrl, connection, log)
  // Quotas differ by key, so the limiter only counts.
  const options = { points: Number.MAX_SAFE_INTEGER, duration: LIMIT_WINDOW_SECONDS, keyPrefix: 'maps:limit' }
  const counter = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    customIncrTtlLuaScript: COUNT,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(options),
  })
  /**
   * Used-up quotas by key, until the end of their window. The library's `inMemoryBlockOnConsumed` uses the system clock: it would refuse
   * a key for too long after that clock is set back.
   */
  const usedUp = new LRUCache<string, number>({ max: MAX_USED_UP_KEYS })

  async function count(key: string, quota: number): Promise<Allowance> {
    const { consumedPoints, msBeforeNext } = await counter.consume(key)
    const resetMs = Math.min(WINDOW_MS, Math.max(1, Math.ceil(msBeforeNext)))
    if (consumedPoints >= quota) usedUp.set(key, quota, { ttl: resetMs })
    return {
      quota,
      remaining: Math.max(0, quota - consumedPoints),
      resetSeconds: Math.ceil(resetMs / 1_000),
      isExceeded: consumedPoints > quota,
    }
  }

  function peekExceeded(key: string, quota: number): Allowance | undefined {
    if (usedUp.get(key) !== quota) return undefined
    const resetSeconds = Math.max(1, Math.ceil(usedUp.getRemainingTTL(key) / 1_000))
    return { quota, remaining: 0, resetSeconds, isExceeded: true }
  }

  return {
    peekExceeded,
    consume: async (key, quota) => peekExceeded(key, quota) ?? (await count(key, quota)),
    close: () => redis.disconnect(),
  }
}
