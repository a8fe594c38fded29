import { TooManyRequests, Unauthorized } from '@maps/shared/errors'
import type { PlanTable } from '@maps/shared/plans'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { hashText, isWellFormedToken, type TokenOwner } from '../token.ts'
import { clientAddress } from './client-address.ts'
import { exchangeOf } from './exchange.ts'
import type { Step } from './in-turn.ts'
import { type RateLimiter, tellAllowance } from './limit.ts'

export interface Authentication {
  findOwner(hash: Buffer): Promise<TokenOwner | undefined>
  plans: PlanTable
  limiter: RateLimiter
}

/** A revoked token works for at most this long. */
const REMEMBERED_FOR_MS = 10_000
/** How exactly that is kept. */
const CLOCK_STEP_MS = 100
const REMEMBERED_TOKENS = 10_000
const FAILURES_PER_MINUTE = 30

/** Lets a request pass that carries a live workspace token, and notes its caller. Failures are counted by address. */
export function authenticate({ findOwner, plans, limiter }: Authentication): Step {
  const owners = new LRUCache<string, TokenOwner>({
    max: REMEMBERED_TOKENS,
    ttl: REMEMBERED_FOR_MS,
    ttlResolution: CLOCK_STEP_MS,
    fetchMethod: (hash) => findOwner(Buffer.from(hash, 'base64')),
  })

  /** Without a promise where the token is remembered. */
  function lookUp(authorization: string | undefined): TokenOwner | undefined | Promise<TokenOwner | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return undefined
    const hash = hashText(token)
    return owners.get(hash) ?? (isWellFormedToken(token) ? owners.fetch(hash) : undefined)
  }

  function admit(owner: TokenOwner | undefined, request: Request, response: Response): Promise<void> | undefined {
    if (!owner || hasExpired(owner)) return refuse(request, response)
    const { tokenId, workspaceId, plan } = owner
    exchangeOf(response).caller = { tokenId, workspaceId, planName: plan, plan: plans[plan] }
    return undefined
  }

  async function refuse(request: Request, response: Response): Promise<void> {
    const allowance = await limiter.consume(`failed-authentication:${clientAddress(request)}`, FAILURES_PER_MINUTE)
    tellAllowance(response, allowance)
    throw allowance.isExceeded ? new TooManyRequests(allowance.resetSeconds) : new Unauthorized()
  }

  return (request, response) => {
    const found = lookUp(request.headers.authorization)
    if (found instanceof Promise) return found.then((owner) => admit(owner, request, response))
    return admit(found, request, response)
  }
}

function hasExpired({ expiresAt }: TokenOwner): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now()
}
