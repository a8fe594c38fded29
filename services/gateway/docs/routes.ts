import express, { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rateLimitByAddress, type RateLimiter } from '../auth/rate-limit.ts'
import { fileTag, isCurrent } from '../http/etag.ts'
import { respond } from '../http/response.ts'
import { type Addresses, writeLlmsText } from './llms.ts'
import { readPages } from './pages.ts'

const page = fileURLToPath(new URL('page', import.meta.url))
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const FRESH_FOR_SECONDS = 3_600

/** Serves `/docs/` (Swagger UI without files of other hosts), the documentation as Markdown, and `/llms.txt`. */
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
          // A picture that was tried out is shown from memory.
          imgSrc: ["'self'", 'data:', 'blob:'],
          connectSrc: ["'self'"],
          formAction: ["'none'"],
        },
      },
    }),
  )
  // Relative, so that it works behind any proxy; with the slash, because the page names its files relative to it.
  for (const path of ['/', '/docs']) router.get(path, (_request, response) => response.redirect(308, 'docs/'))
  router.get('/docs/', (_request, response) => response.sendFile('index.html', { root: page }))
  const limited = rateLimitByAddress(limiter, 'docs')
  const pages = readPages()
  router.get('/llms.txt', limited, sendText('text/plain', writeLlmsText(pages, addresses)))
  for (const { name, text } of pages) router.get(`/docs/${name}`, limited, sendText('text/markdown', text))
  for (const folder of [page, swaggerUi]) {
    router.use('/docs', express.static(folder, { index: false, redirect: false, acceptRanges: false }))
  }
  return router
}

function sendText(type: string, body: string): RequestHandler {
  const tag = fileTag(hash('sha256', body))
  const headers = { ETag: tag, 'Cache-Control': `public, max-age=${FRESH_FOR_SECONDS}` }
  const whole = { status: 200, headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers }, body }
  return async (request, response) => {
    await respond(response, isCurrent(request.headers['if-none-match'], tag) ? { status: 304, headers } : whole)
  }
}
