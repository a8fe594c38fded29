import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { compressOnce } from '../http/compress.ts'
import { serveGet } from '../http/methods.ts'
import { rateLimitByAddress, type RateLimiter } from '../http/rate-limit.ts'
import { fileETag, matchesETag } from '../http/etag.ts'
import { PROBLEM_PAGES, problemKinds } from '../http/problem-kinds.ts'
import { respond } from '../http/response.ts'
import { documentPage, DOCUMENT_POLICY } from './document-page.ts'
import { type Addresses, writeLlmsText } from './llms.ts'
import { type DocsPage, readPages } from './pages.ts'
import { problemPage } from './problem-page.ts'

const page = new URL('page/', import.meta.url)
const require = createRequire(import.meta.url)
/** The page's own files, and those of Swagger UI that it loads, by name. */
export const pageFiles: ReadonlyMap<string, Buffer> = new Map<string, Buffer>([
  ...readdirSync(page).map((name) => [name, readFileSync(new URL(name, page))] as const),
  ...['swagger-ui.css', 'swagger-ui-bundle.js'].map(
    (name) => [name, readFileSync(require.resolve(`swagger-ui-dist/${name}`))] as const,
  ),
])
const downloadFolder = new URL('downloads/', import.meta.url)
/** The command line and the TypeScript client of this version, packed for npm by `npm run build:downloads`. */
export const downloadNames: readonly string[] = readdirSync(downloadFolder)
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

/** Serves `/docs/` (Swagger UI, without files from other hosts), the documentation as Markdown and HTML, `/llms.txt`, and the packages of the clients. */
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
  for (const path of ['/', '/docs']) serveGet(router, path, (_request, response) => response.redirect(308, 'docs/'))
  const limitRate = rateLimitByAddress(limiter, 'docs')
  const pages = readPages()
  serveGet(router, '/llms.txt', limitRate, send('text/plain', writeLlmsText(pages, addresses), CACHE_TEXT))
  for (const it of pages) serveGet(router, `/docs/${it.name}`, limitRate, sendPage(it, pages))
  for (const [name, kind] of Object.entries(problemKinds)) {
    serveGet(router, `${PROBLEM_PAGES}/${name}`, limitRate, send('text/html', problemPage(kind), CACHE_TEXT))
  }
  for (const [name, bytes] of pageFiles) {
    const path = name === 'index.html' ? '/docs/' : `/docs/${name}`
    // Each visit loads all of these files: each has a quota of its own.
    const limitFile = rateLimitByAddress(limiter, path)
    serveGet(router, path, limitFile, send(mediaTypes[extname(name)]!, bytes, CACHE_FILE))
  }
  for (const name of downloadNames) {
    const bytes = readFileSync(new URL(name, downloadFolder))
    serveGet(router, `/downloads/${name}`, limitRate, send('application/gzip', bytes, CACHE_FILE))
  }
  return router
}

/** Sends a page as HTML to clients that prefer it, such as browsers, and as Markdown to all others. The first such request renders it. */
function sendPage(page: DocsPage, pages: readonly DocsPage[]): RequestHandler {
  const sendMarkdown = send('text/markdown', page.text, CACHE_TEXT)
  const policy = { 'Content-Security-Policy': DOCUMENT_POLICY }
  let sendHtml: RequestHandler | undefined
  return (request, response, next) => {
    response.vary('Accept')
    if (request.accepts(['text/markdown', 'text/html']) !== 'text/html') return sendMarkdown(request, response, next)
    sendHtml ??= send('text/html', documentPage(page, pages), CACHE_TEXT, policy)
    return sendHtml(request, response, next)
  }
}

/** @param added further headers of the response with the body */
function send(
  type: string,
  body: string | Buffer,
  cacheControl: string,
  added?: Record<string, string>,
): RequestHandler {
  const tag = fileETag(hash('sha256', body))
  const headers = { ETag: tag, 'Cache-Control': cacheControl }
  const contentType = typeof body === 'string' || type.startsWith('text/') ? `${type}; charset=utf-8` : type
  const allHeaders = { 'Content-Type': contentType, ...headers, ...added }
  const fullResponse = compressOnce({ status: 200, headers: allHeaders, body: Buffer.from(body) })
  return async (request, response) => {
    await respond(
      response,
      matchesETag(request.headers['if-none-match'], tag) ? { status: 304, headers } : fullResponse(request),
    )
  }
}
