import { ServiceError } from '@maps/shared/errors'
import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import { respond } from './response.ts'

/** Time for which a browser may cache a preflight, and after which a changed setting takes effect. */
const PREFLIGHT_MAX_AGE_S = 600

/** Headers that a page may send; MCP clients need the last three. */
const REQUEST_HEADERS =
  'Authorization,Content-Type,If-Match,If-None-Match,Idempotency-Key,Maps-Note,X-Request-Id,MCP-Protocol-Version,Mcp-Method,Mcp-Name'
/** Headers that a page may read. */
const RESPONSE_HEADERS =
  'ETag,Link,Location,Retry-After,RateLimit,RateLimit-Policy,X-Request-Id,X-Export-Scale,Content-Disposition,Idempotent-Replayed'

/** Lets the pages of all origins read a response that is the same for all clients. */
export const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const

/** Lets pages of these origins (`*` means all) read responses, and responds to preflights, which have no token. */
export function allowOrigins(origins: readonly string[]): RequestHandler[] {
  const setHeaders = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: 'GET,POST,PUT,PATCH,DELETE',
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
 * Refuses requests from pages of all other origins before the token is checked: a gateway on the user's machine must not serve a page
 * that pretends to be local (DNS rebinding).
 */
export function refuseForeignOrigins(own: readonly string[]): RequestHandler {
  return ({ headers: { origin } }, _response, next) => {
    if (origin === undefined || own.includes('*') || own.includes(origin)) return next()
    throw new ServiceError(403, 'Pages of this origin may not call this address: CORS_ORIGINS lists those that may.')
  }
}

/** Whether a request is a CORS preflight. Any other OPTIONS asks for the methods of its path. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}
