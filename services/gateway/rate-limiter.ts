import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Allowance, LIMIT_WINDOW_SECONDS, type RateLimiter } from './http/limit.ts'

const line = { connectionName: 'maps-limits', commandTimeout: 150, what: 'rate limit connection' }

/** Limits that all gateways share through Redis; while it is away, each counts for itself. */
export function openRateLimiter(redisUrl: string, log: Logger): RateLimiter & { close(): void } {
  const redis = openRedis(redisUrl, line, log)
  const byQuota = new Map<number, RateLimiterRedis>()

  function limiterOf(quota: number): RateLimiterRedis {
    const known = byQuota.get(quota)
    if (known) return known
    const terms = { points: quota, duration: LIMIT_WINDOW_SECONDS, keyPrefix: 'maps:limit' }
    const created = new RateLimiterRedis({
      ...terms,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(terms),
    })
    byQuota.set(quota, created)
    return created
  }

  return {
    async consume(key, quota): Promise<Allowance> {
      const outcome: unknown = await limiterOf(quota)
        .consume(key)
        .catch((refusal: unknown) => refusal)
      if (!(outcome instanceof RateLimiterRes)) throw outcome
      return {
        quota,
        remaining: Math.max(0, outcome.remainingPoints),
        resetSeconds: Math.max(1, Math.ceil(outcome.msBeforeNext / 1_000)),
        isExceeded: outcome.consumedPoints > quota,
      }
    },
    close: () => redis.disconnect(),
  }
}
