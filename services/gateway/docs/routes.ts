import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { rateLimitByAddress, type RateLimiter } from '../http/rate-limit.ts'
import { fileETag, matchesETag } from '../http/etag.ts'
import { respond } from '../http/response.ts'
import { type Addresses, writeLlmsText } from './llms.ts'
import { readPages } from './pages.ts'

const page = new URL('page/', import.meta.url)
const require = createRequire(import.meta.url)
/** The page's own files, and those of Swagger UI that it loads, by name. */
export const pageFiles: ReadonlyMap<string, Buffer> = new Map<string, Buffer>([
  ...readdirSync(page).map((name) => [name, readFileSync(new URL(name, page))] as const),
  ...['swagger-ui.css', 'swagger-ui-bundle.js'].map(
    (name) => [name, readFileSync(require.resolve(`swagger-ui-dist/${name}`))] as const,
  ),
])
const mediaTypes: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

/** Lets clients use a text for an hour without asking. */
const CACHE_TEXT = 'public, max-age=3600'
/** Lets browsers keep a file of the page, and ask each time whether it is current. */
const CACHE_FILE = 'public, no-cache'

/** Serves `/docs/` (Swagger UI, without files from other hosts), the documentation as Markdown, and `/llms.txt`. */
export function docsRoutes(limiter: RateLimiter, addresses: Addresses): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(
    '/docs',
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          // Swagger UI shows the picture of an export from memory.
          imgSrc: ["'self'", 'data:', 'blob:'],
          connectSrc: ["'self'"],
          formAction: ["'none'"],
        },
      },
    }),
  )
  // A relative redirect works behind any proxy. The slash is needed because the page's links are relative.
  for (const path of ['/', '/docs']) router.get(path, (_request, response) => response.redirect(308, 'docs/'))
  const limitRate = rateLimitByAddress(limiter, 'docs')
  const pages = readPages()
  router.get('/llms.txt', limitRate, send('text/plain', writeLlmsText(pages, addresses), CACHE_TEXT))
  for (const { name, text } of pages) router.get(`/docs/${name}`, limitRate, send('text/markdown', text, CACHE_TEXT))
  for (const [name, bytes] of pageFiles) {
    router.get(name === 'index.html' ? '/docs/' : `/docs/${name}`, send(mediaTypes[extname(name)]!, bytes, CACHE_FILE))
  }
  return router
}

function send(type: string, body: string | Buffer, cacheControl: string): RequestHandler {
  const tag = fileETag(hash('sha256', body))
  const headers = { ETag: tag, 'Cache-Control': cacheControl }
  const fullResponse = { status: 200, headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers }, body }
  return async (request, response) => {
    await respond(
      response,
      matchesETag(request.headers['if-none-match'], tag) ? { status: 304, headers } : fullResponse,
    )
  }
}
