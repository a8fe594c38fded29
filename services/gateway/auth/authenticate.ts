import { createConcurrencyLimit } from '@maps/shared/concurrency-limit'
import { TooManyRequests, Unauthorized } from '@maps/shared/errors'
import type { PlanTable } from '@maps/shared/plans'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { tryAgain } from '../store/database.ts'
import type { TokenOwner } from '../store/tokens.ts'
import { hashTokenToBase64, isWellFormedToken } from './token.ts'
import { clientKey } from '../http/client-key.ts'
import { stateOf } from '../http/request-state.ts'
import { type RateLimiter, setRateLimitHeaders } from '../http/rate-limit.ts'

/** The dependencies of authentication. */
export interface AuthenticationDependencies {
  findOwner(hash: Buffer): Promise<TokenOwner | undefined>
  plans: PlanTable
  limiter: RateLimiter
}

/** TTL of a cached owner: a revoked token works for this long, and `CLOCK_STEP_MS` more. */
const OWNER_TTL_MS = 10_000
/** Resolution of the cache's clock. */
const CLOCK_STEP_MS = 100
const MAX_CACHED_TOKENS = 10_000
/** TTL of an unknown token in the cache: short, since the token may be created meanwhile. */
const MISS_TTL_MS = 1_000
const FAILURES_PER_MINUTE = 30
/** Maximum look-ups at a time, per address, of tokens that were never valid. At most so many go beyond the quota of failures. */
const MAX_FIRST_LOOK_UPS = 8
/** Maximum wait for such a look-up. Behind look-ups that time out, every few requests would wait for another timeout. */
const MAX_FIRST_WAIT_MS = 1_000

/** A token's owner in the cache. */
interface CachedOwner extends TokenOwner {
  /** Time at which the token expires, by `performance.now()`: this machine's clock may be wrong. */
  endsAt: number
}

/**
 * Authenticates requests by their workspace token and sets their caller. Failures are counted by client address. Beyond
 * FAILURES_PER_MINUTE, the gateway only looks up tokens that have been valid before.
 */
export function authenticate({ findOwner, plans, limiter }: AuthenticationDependencies): RequestHandler {
  const unknownTokens = new LRUCache<string, true>({ max: MAX_CACHED_TOKENS, ttl: MISS_TTL_MS })
  /** Hashes of the tokens that were valid at their last look-up. */
  const validTokens = new LRUCache<string, true>({ max: MAX_CACHED_TOKENS })
  const limitFirstLookUps = createConcurrencyLimit(MAX_FIRST_LOOK_UPS)
  const owners = new LRUCache<string, CachedOwner>({
    max: MAX_CACHED_TOKENS,
    ttl: OWNER_TTL_MS,
    ttlResolution: CLOCK_STEP_MS,
    async fetchMethod(hash) {
      const askedAt = performance.now()
      const owner = await findOwner(Buffer.from(hash, 'base64'))
      if (!owner) {
        validTokens.delete(hash)
        unknownTokens.set(hash, true)
        return undefined
      }
      validTokens.set(hash, true)
      return { ...owner, endsAt: owner.remainingMs === null ? Infinity : askedAt + owner.remainingMs }
    },
  })

  async function refuse(request: Request, response: Response, error = new Unauthorized()): Promise<never> {
    const allowance = await limiter.consume(failureKey(request), FAILURES_PER_MINUTE)
    setRateLimitHeaders(response, allowance)
    throw allowance.isExceeded ? new TooManyRequests(allowance.resetSeconds) : error
  }

  /** Looks up a token that was never valid before, a few of an address at a time: tokens made up at one moment would all reach the database otherwise. */
  function lookUpFirst(request: Request, response: Response, hash: string): Promise<CachedOwner> {
    const key = failureKey(request)
    const arrivedAt = performance.now()
    return limitFirstLookUps(key, async () => {
      if (performance.now() - arrivedAt > MAX_FIRST_WAIT_MS) {
        throw tryAgain('Too many tokens of this address are being looked up.')
      }
      if (limiter.peekExceeded(key, FAILURES_PER_MINUTE)) return refuse(request, response)
      return (await owners.fetch(hash)) ?? refuse(request, response)
    })
  }

  async function findCaller(request: Request, response: Response): Promise<CachedOwner> {
    const { authorization } = request.headers
    if (!authorization) return refuse(request, response, new Unauthorized('missing'))
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    if (token === undefined) return refuse(request, response, new Unauthorized('not Bearer'))
    const hash = hashTokenToBase64(token)
    const known = owners.get(hash)
    if (known) return hasExpired(known) ? refuse(request, response) : known
    if (!isWellFormedToken(token)) return refuse(request, response, new Unauthorized('cut off'))
    if (unknownTokens.has(hash)) return refuse(request, response)
    if (validTokens.has(hash)) return (await owners.fetch(hash)) ?? refuse(request, response)
    return lookUpFirst(request, response, hash)
  }

  return async (request, response, next) => {
    const { tokenId, workspaceId, isReadOnly, plan } = await findCaller(request, response)
    stateOf(response).caller = { tokenId, workspaceId, isReadOnly, planName: plan, plan: plans[plan] }
    next()
  }
}

function failureKey(request: Request): string {
  return `failed-authentication:${clientKey(request)}`
}

function hasExpired({ endsAt }: CachedOwner): boolean {
  return endsAt <= performance.now()
}
