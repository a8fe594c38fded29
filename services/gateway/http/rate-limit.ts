import { TooManyRequests } from '@maps/shared/errors'
import type { Request, RequestHandler, Response } from 'express'
import { clientKey } from './client-key.ts'

/** Window of a request quota, in seconds. */
export const LIMIT_WINDOW_SECONDS = 60
/** Quota of routes without a token, for each kind of page and address. */
const PUBLIC_REQUESTS_PER_MINUTE = 120

/** State of a quota after a request. */
export interface Allowance {
  quota: number
  remaining: number
  /** Seconds until the quota is full again. */
  resetSeconds: number
  isExceeded: boolean
}

/** Counts requests by key, in windows of a minute. Never fails: without Redis it counts for this process alone. */
export interface RateLimiter {
  /** The allowance of a key whose quota this gateway knows to be used up, else undefined. Counts nothing. */
  peekExceeded(key: string, quota: number): Allowance | undefined
  /** Counts a request against the quota of a key. */
  consume(key: string, quota: number): Promise<Allowance>
}

/** Counts requests against a quota, reports the allowance in headers, and refuses requests beyond the quota with 429. */
export function rateLimit(
  limiter: RateLimiter,
  quotaOf: (request: Request, response: Response) => { key: string; quota: number },
): RequestHandler {
  return async (request, response, next) => {
    const { key, quota } = quotaOf(request, response)
    const allowance = await limiter.consume(key, quota)
    setRateLimitHeaders(response, allowance)
    if (allowance.isExceeded) throw new TooManyRequests(allowance.resetSeconds)
    next()
  }
}

/** Limits requests for a kind of public page by the client's address. */
export function rateLimitByAddress(limiter: RateLimiter, kind: string): RequestHandler {
  return rateLimit(limiter, (request) => ({
    key: `${kind}:${clientKey(request)}`,
    quota: PUBLIC_REQUESTS_PER_MINUTE,
  }))
}

/** Sets `RateLimit` and `RateLimit-Policy`, as in https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/. */
export function setRateLimitHeaders(response: Response, { quota, remaining, resetSeconds }: Allowance): void {
  response.setHeader('RateLimit-Policy', `"default";q=${quota};w=${LIMIT_WINDOW_SECONDS}`)
  response.setHeader('RateLimit', `"default";r=${remaining};t=${resetSeconds}`)
}
