import { Router } from 'express'
import { anyOrigin } from '../http/cors.ts'
import { serveGet } from '../http/methods.ts'
import { rateLimitByAddress, type RateLimiter } from '../http/rate-limit.ts'
import { type HttpResponse, jsonResponse, respond } from '../http/response.ts'
import type { Addresses } from './llms.ts'

const CATALOG_PATH = '/.well-known/api-catalog'
const SECURITY_PATH = '/.well-known/security.txt'
const SECURITY_PAGE = '/docs/security.md'
/** Time for which a security.txt counts: RFC 9116, section 2.5.5, recommends less than a year. */
const SECURITY_DAYS = 180

/**
 * Serves what programs look for at fixed paths: the catalog of APIs (RFC 9727) and the contact for reports of vulnerabilities (RFC 9116).
 * @param securityContact URL of that contact; default: the page that says how to report
 */
export function wellKnownRoutes(limiter: RateLimiter, addresses: Addresses, securityContact?: string): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const limitRate = rateLimitByAddress(limiter, 'docs')
  const catalog = jsonResponse(200, JSON.stringify(apiCatalog(addresses)), {
    'Content-Type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    Link: `<${CATALOG_PATH}>; rel="api-catalog"`,
    ...anyOrigin,
  })
  serveGet(router, CATALOG_PATH, limitRate, (_request, response) => respond(response, catalog))
  serveGet(router, SECURITY_PATH, limitRate, (_request, response) =>
    respond(response, securityText(addresses.publicUrl, securityContact)),
  )
  return router
}

/** The APIs of the service as links (https://www.rfc-editor.org/rfc/rfc9264#section-4.2). */
function apiCatalog({ publicUrl, apiBase, documentPath, mcpPath }: Addresses): object {
  const linkTo = (path: string, type: string) => [{ href: publicUrl + path, type }]
  return {
    linkset: [
      {
        anchor: publicUrl + apiBase,
        'service-desc': linkTo(documentPath, 'application/json'),
        'service-doc': linkTo('/docs/', 'text/html'),
        status: linkTo('/readyz', 'application/json'),
      },
      { anchor: publicUrl + mcpPath, 'service-doc': linkTo('/docs/mcp.md', 'text/markdown') },
    ],
  }
}

function securityText(publicUrl: string, contact = publicUrl + SECURITY_PAGE): HttpResponse {
  const expires = new Date(Date.now() + SECURITY_DAYS * 24 * 60 * 60 * 1_000)
  const fields = {
    Contact: contact,
    Expires: expires.toISOString(),
    Policy: publicUrl + SECURITY_PAGE,
    Canonical: publicUrl + SECURITY_PATH,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: lines.join('') }
}
