import { TooManyRequests } from '@maps/shared/errors'
import type { Request, Response } from 'express'
import { exchangeOf } from '../http/exchange.ts'
import type { Step } from '../http/in-turn.ts'

export const LIMIT_WINDOW_SECONDS = 60

/** What is left of a quota after a request was counted against it. */
export interface Allowance {
  quota: number
  remaining: number
  /** Until the whole quota is there again. */
  resetSeconds: number
  isExceeded: boolean
}

/** Counts requests of a minute by key. Never fails: without its store it counts for this process alone. */
export interface RateLimiter {
  /** The allowance of a key whose quota this gateway knows to be used up. Counts nothing. */
  exceeded(key: string, quota: number): Allowance | undefined
  /** Without a promise where the quota is known to be used up. */
  consume(key: string, quota: number): Allowance | Promise<Allowance>
}

/** Counts a request against a quota and tells the client what is left; refuses it with 429 when nothing is. */
export function limit(
  limiter: RateLimiter,
  quotaOf: (request: Request, response: Response) => { key: string; quota: number },
): Step {
  return (request, response) => {
    const { key, quota } = quotaOf(request, response)
    const counted = limiter.consume(key, quota)
    if (counted instanceof Promise) return counted.then((it) => keepTo(it, response))
    return keepTo(counted, response)
  }
}

function keepTo(allowance: Allowance, response: Response): void {
  tellAllowance(response, allowance)
  if (allowance.isExceeded) throw new TooManyRequests(allowance.resetSeconds)
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function tellAllowance(response: Response, { quota, remaining, resetSeconds }: Allowance): void {
  const policy = `"default";q=${quota};w=${LIMIT_WINDOW_SECONDS}`
  exchangeOf(response).headers.push(
    'RateLimit-Policy',
    policy,
    'RateLimit',
    `"default";r=${remaining};t=${resetSeconds}`,
  )
}
