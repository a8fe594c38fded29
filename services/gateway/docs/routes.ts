import express, { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rateLimitByAddress, type RateLimiter } from '../auth/rate-limit.ts'
import { fileETag, matchesETag } from '../http/etag.ts'
import { respond } from '../http/response.ts'
import { type Addresses, writeLlmsText } from './llms.ts'
import { readPages } from './pages.ts'

const page = fileURLToPath(new URL('page', import.meta.url))
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const FRESH_FOR_SECONDS = 3_600

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
  router.get('/docs/', (_request, response) => response.sendFile('index.html', { root: page }))
  const limitRate = rateLimitByAddress(limiter, 'docs')
  const pages = readPages()
  router.get('/llms.txt', limitRate, sendText('text/plain', writeLlmsText(pages, addresses)))
  for (const { name, text } of pages) router.get(`/docs/${name}`, limitRate, sendText('text/markdown', text))
  for (const folder of [page, swaggerUi]) {
    router.use('/docs', express.static(folder, { index: false, redirect: false, acceptRanges: false }))
  }
  return router
}

function sendText(type: string, body: string): RequestHandler {
  const tag = fileETag(hash('sha256', body))
  const headers = { ETag: tag, 'Cache-Control': `public, max-age=${FRESH_FOR_SECONDS}` }
  const fullResponse = { status: 200, headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers }, body }
  return async (request, response) => {
    await respond(
      response,
      matchesETag(request.headers['if-none-match'], tag) ? { status: 304, headers } : fullResponse,
    )
  }
}
