import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { LIMIT_WINDOW_SECONDS, type RateLimiter } from './http/limit.ts'

const line = { connectionName: 'maps-limits', commandTimeout: 150, what: 'rate limit connection' }

/**
 * What a gateway takes of a quota at a time, so that it need not ask Redis about every request. Never does more pass than the
 * quota; what one gateway has taken and not spent, another cannot give.
 */
const [TAKEN_SHARE, MOST_TAKEN] = [0.01, 20]
const MOST_ACCOUNTS = 10_000

/** What this gateway knows of a key's quota in the present minute. */
interface Account {
  /** Requests that may pass without asking. */
  inHand: number
  /** What was left for everybody when we last asked. */
  left: number
  /** When the minute is over, by `Date.now()`. */
  endsAt: number
  waiting: number
  refill: Promise<void> | undefined
}

/** Limits that all gateways share through Redis; while it is away, each counts for itself. */
export function openRateLimiter(redisUrl: string, log: Logger): RateLimiter & { close(): void } {
  const redis = openRedis(redisUrl, line, log)
  const byQuota = new Map<number, RateLimiterRedis>()
  const accounts = new LRUCache<string, Account>({ max: MOST_ACCOUNTS })

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

  function accountOf(key: string, quota: number): Account {
    const name = `${quota} ${key}`
    const known = accounts.get(name)
    if (known) return known
    const created = { inHand: 0, left: 0, endsAt: 0, waiting: 0, refill: undefined }
    accounts.set(name, created)
    return created
  }

  async function fill(account: Account, key: string, quota: number): Promise<void> {
    const taken = Math.max(account.waiting, Math.min(MOST_TAKEN, Math.floor(quota * TAKEN_SHARE)))
    const outcome: unknown = await limiterOf(quota)
      .consume(key, taken)
      .catch((refusal: unknown) => refusal)
    if (!(outcome instanceof RateLimiterRes)) throw outcome
    const before = outcome.consumedPoints - taken
    account.inHand = Math.min(taken, Math.max(0, quota - before))
    account.left = Math.max(0, outcome.remainingPoints)
    account.endsAt = Date.now() + Math.max(1, outcome.msBeforeNext)
  }

  return {
    async consume(key, quota) {
      const account = accountOf(key, quota)
      const isOver = (): boolean => Date.now() >= account.endsAt
      account.waiting++
      try {
        // Who waited may find that others, who came before, have spent it all.
        while (isOver() || (account.inHand === 0 && account.left > 0)) {
          account.refill ??= fill(account, key, quota).finally(() => (account.refill = undefined))
          await account.refill
        }
      } finally {
        account.waiting--
      }
      const isExceeded = account.inHand === 0
      if (!isExceeded) account.inHand--
      return {
        quota,
        remaining: account.inHand + account.left,
        resetSeconds: Math.ceil((account.endsAt - Date.now()) / 1_000),
        isExceeded,
      }
    },
    close: () => redis.disconnect(),
  }
}
