import express, { Router } from 'express'
import helmet from 'helmet'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const page = fileURLToPath(new URL('page', import.meta.url))
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** A page to read and try what the OpenAPI document tells; everything the page loads comes from here. */
export function docsRoutes(): Router {
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
  // Relative, so that it leads there behind any proxy: the page's files are named relative to the slash.
  for (const path of ['/', '/docs']) router.get(path, (_request, response) => response.redirect(308, 'docs/'))
  router.get('/docs/', (_request, response) => response.sendFile('index.html', { root: page }))
  for (const folder of [page, swaggerUi]) {
    router.use('/docs', express.static(folder, { index: false, redirect: false, acceptRanges: false }))
  }
  return router
}
