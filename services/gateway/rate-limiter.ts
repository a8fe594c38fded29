import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Allowance, LIMIT_WINDOW_SECONDS, type RateLimiter } from './http/limit.ts'

const line = { connectionName: 'maps-limits', commandTimeout: 150, what: 'rate limit connection' }

/**
 * What a gateway takes of a quota at a time, so that it need not ask Redis about every request. Never does more pass than the
 * quota; what one gateway has taken and not spent, another cannot give.
 */
const [TAKEN_SHARE, MOST_TAKEN] = [0.01, 100]
/** Of each quota. */
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

/** A quota, and whoever has it. */
interface Limit {
  quota: number
  shared: RateLimiterRedis
  accounts: LRUCache<string, Account>
}

/** Limits that all gateways share through Redis; while it is away, each counts for itself. */
export function openRateLimiter(redisUrl: string, log: Logger): RateLimiter & { close(): void } {
  const redis = openRedis(redisUrl, line, log)
  const limits = new Map<number, Limit>()

  function limitOf(quota: number): Limit {
    const known = limits.get(quota)
    if (known) return known
    const terms = { points: quota, duration: LIMIT_WINDOW_SECONDS, keyPrefix: 'maps:limit' }
    const shared = new RateLimiterRedis({
      ...terms,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(terms),
    })
    const created = { quota, shared, accounts: new LRUCache<string, Account>({ max: MOST_ACCOUNTS }) }
    limits.set(quota, created)
    return created
  }

  function accountOf(key: string, { accounts }: Limit): Account {
    const known = accounts.get(key)
    if (known) return known
    const created = { inHand: 0, left: 0, endsAt: 0, waiting: 0, refill: undefined }
    accounts.set(key, created)
    return created
  }

  async function fill(account: Account, key: string, { quota, shared }: Limit): Promise<void> {
    const taken = Math.max(account.waiting, Math.min(MOST_TAKEN, Math.floor(quota * TAKEN_SHARE)))
    const outcome: unknown = await shared.consume(key, taken).catch((refusal: unknown) => refusal)
    if (!(outcome instanceof RateLimiterRes)) throw outcome
    const before = outcome.consumedPoints - taken
    account.inHand = Math.min(taken, Math.max(0, quota - before))
    account.left = Math.max(0, outcome.remainingPoints)
    account.endsAt = Date.now() + Math.max(1, outcome.msBeforeNext)
  }

  async function refill(account: Account, key: string, limit: Limit): Promise<Allowance> {
    account.waiting++
    try {
      // Who waited may find that others, who came before, have spent it all.
      while (isToBeFilled(account)) {
        account.refill ??= fill(account, key, limit).finally(() => (account.refill = undefined))
        await account.refill
      }
    } finally {
      account.waiting--
    }
    return spend(account, limit)
  }

  return {
    consume(key, quota) {
      const limit = limitOf(quota)
      const account = accountOf(key, limit)
      return isToBeFilled(account) ? refill(account, key, limit) : spend(account, limit)
    },
    close: () => redis.disconnect(),
  }
}

function isToBeFilled({ endsAt, inHand, left }: Account): boolean {
  return Date.now() >= endsAt || (inHand === 0 && left > 0)
}

function spend(account: Account, { quota }: Limit): Allowance {
  const isExceeded = account.inHand === 0
  if (!isExceeded) account.inHand--
  return {
    quota,
    remaining: account.inHand + account.left,
    resetSeconds: Math.ceil((account.endsAt - Date.now()) / 1_000),
    isExceeded,
  }
}
