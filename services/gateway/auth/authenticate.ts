import { TooManyRequests, Unauthorized } from '@maps/shared/errors'
import type { PlanTable } from '@maps/shared/plans'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { hashTokenToBase64, isWellFormedToken, type TokenOwner } from './token.ts'
import { clientKey } from '../http/client-key.ts'
import { stateOf } from '../http/request-state.ts'
import { type RateLimiter, setRateLimitHeaders } from './rate-limit.ts'

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

/**
 * Authenticates requests by their workspace token and sets their caller. Failures are counted by client address. Beyond
 * FAILURES_PER_MINUTE, the gateway only looks up tokens that have been valid before.
 */
export function authenticate({ findOwner, plans, limiter }: AuthenticationDependencies): RequestHandler {
  const unknownTokens = new LRUCache<string, true>({ max: MAX_CACHED_TOKENS, ttl: MISS_TTL_MS })
  /** Hashes of the tokens that were valid at their last look-up. */
  const validTokens = new LRUCache<string, true>({ max: MAX_CACHED_TOKENS })
  const owners = new LRUCache<string, TokenOwner>({
    max: MAX_CACHED_TOKENS,
    ttl: OWNER_TTL_MS,
    ttlResolution: CLOCK_STEP_MS,
    async fetchMethod(hash) {
      const owner = await findOwner(Buffer.from(hash, 'base64'))
      if (owner) validTokens.set(hash, true)
      else {
        validTokens.delete(hash)
        unknownTokens.set(hash, true)
      }
      return owner
    },
  })

  async function lookUp(request: Request): Promise<TokenOwner | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return undefined
    const hash = hashTokenToBase64(token)
    const owner = owners.get(hash)
    if (owner || !isWellFormedToken(token) || unknownTokens.has(hash)) return owner
    if (!validTokens.has(hash) && limiter.peekExceeded(failureKey(request), FAILURES_PER_MINUTE)) return undefined
    return owners.fetch(hash)
  }

  async function refuse(request: Request, response: Response): Promise<never> {
    const allowance = await limiter.consume(failureKey(request), FAILURES_PER_MINUTE)
    setRateLimitHeaders(response, allowance)
    throw allowance.isExceeded ? new TooManyRequests(allowance.resetSeconds) : new Unauthorized()
  }

  return async (request, response, next) => {
    const owner = await lookUp(request)
    if (!owner || hasExpired(owner)) return refuse(request, response)
    const { tokenId, workspaceId, isReadOnly, plan } = owner
    stateOf(response).caller = { tokenId, workspaceId, isReadOnly, planName: plan, plan: plans[plan] }
    next()
  }
}

function failureKey(request: Request): string {
  return `failed-authentication:${clientKey(request)}`
}

function hasExpired({ expiresAt }: TokenOwner): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now()
}
