import { ServiceError } from '@maps/shared/errors'
import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import { respond } from './response.ts'

/** How long a browser may cache a preflight: a changed setting reaches it within that time. */
const PREFLIGHT_MAX_AGE_S = 600

/** Headers that a page may send; the last three are those of MCP clients. */
const REQUEST_HEADERS =
  'Authorization,Content-Type,If-Match,If-None-Match,Idempotency-Key,X-Request-Id,MCP-Protocol-Version,Mcp-Method,Mcp-Name'
/** Headers that a page may read. */
const RESPONSE_HEADERS =
  'ETag,Link,Location,Retry-After,RateLimit,RateLimit-Policy,X-Request-Id,X-Export-Scale,Content-Disposition,Idempotent-Replayed'

/** Lets pages of these origins, or of all for `*`, read responses, and responds to their preflights, which carry no token. */
export function allowOrigins(origins: readonly string[]): RequestHandler[] {
  const setHeaders = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: 'GET,POST,PATCH,DELETE',
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_S,
    preflightContinue: true,
  })
  return [
    setHeaders,
    async (request, response, next) => (isPreflight(request) ? respond(response, { status: 204 }) : next()),
  ]
}

/**
 * Refuses calls from pages of other origins than these before any token is checked: a gateway on the reader's own machine must not
 * serve a page that pretends to be local (DNS rebinding).
 */
export function refuseForeignOrigins(own: readonly string[]): RequestHandler {
  return ({ headers: { origin } }, _response, next) => {
    if (origin === undefined || own.includes('*') || own.includes(origin)) return next()
    throw new ServiceError(403, 'Pages of this origin may not call this address: CORS_ORIGINS lists those that may.')
  }
}

/** Whether a request is a CORS preflight. Any other OPTIONS gets 405. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}
