import { TooManyRequests, Unauthorized } from '@maps/shared/errors'
import type { PlanTable } from '@maps/shared/plans'
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { hashToken, isWellFormedToken, type TokenOwner } from '../token.ts'
import { setCaller } from './caller.ts'
import { type RateLimiter, writeLimitHeaders } from './limit.ts'

export interface Authentication {
  findOwner(hash: Buffer): Promise<TokenOwner | undefined>
  plans: PlanTable
  limiter: RateLimiter
}

/** A revoked token works for at most this long. */
const REMEMBERED_FOR_MS = 10_000
const REMEMBERED_TOKENS = 10_000
const FAILURES_PER_MINUTE = 30

/** Lets a request pass that carries a live workspace token, and notes its caller. Failures are counted by address. */
export function authenticate({ findOwner, plans, limiter }: Authentication): RequestHandler {
  const owners = new LRUCache<string, TokenOwner>({
    max: REMEMBERED_TOKENS,
    ttl: REMEMBERED_FOR_MS,
    fetchMethod: (hash) => findOwner(Buffer.from(hash, 'base64')),
  })

  async function ownerOf(authorization: string | undefined): Promise<TokenOwner | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined || !isWellFormedToken(token)) return undefined
    const owner = await owners.fetch(hashToken(token).toString('base64'))
    const isExpired = owner?.expiresAt && owner.expiresAt.getTime() <= Date.now()
    return isExpired ? undefined : owner
  }

  return async (request, response, next) => {
    const owner = await ownerOf(request.headers.authorization)
    if (!owner) {
      const allowance = await limiter.consume(`failed-authentication:${request.ip}`, FAILURES_PER_MINUTE)
      writeLimitHeaders(response, allowance)
      throw allowance.isExceeded ? new TooManyRequests(allowance.resetSeconds) : new Unauthorized()
    }
    const { tokenId, workspaceId, plan } = owner
    setCaller(response, { tokenId, workspaceId, planName: plan, plan: plans[plan] })
    next()
  }
}
