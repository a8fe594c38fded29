import { readFileSync } from 'node:fs'
import express, { Router } from 'express'
import helmet from 'helmet'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/**
 * What the page's own script would do, with our document in place of the example. A token that was entered is kept for the visit: until the
 * tab is closed, and for no other tab.
 */
const initializer = (address: string): string => `window.onload = () => {
  const kept = 'maps-service-token'
  window.ui = SwaggerUIBundle({
    url: ${JSON.stringify(address)},
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'BaseLayout',
    validatorUrl: null,
    requestInterceptor(request) {
      const [, token] = /^Bearer (.+)$/.exec(request.headers.Authorization || '') || []
      if (token) sessionStorage.setItem(kept, token)
      return request
    },
    responseInterceptor(response) {
      // Without this, a file that is named for saving is a link and no picture.
      if (/^image\\//.test(response.headers['content-type'])) delete response.headers['content-disposition']
      return response
    },
    onComplete() {
      const token = sessionStorage.getItem(kept)
      if (token) window.ui.preauthorizeApiKey('workspaceToken', token)
    },
  })
}
`

/** A page to read and try what the OpenAPI document at this address tells; everything the page loads comes from here. */
export function docsRoutes(address: string): Router {
  const page = readFileSync(join(assets, 'index.html'), 'utf8').replace('Swagger UI', 'Maps Service API')
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
        },
      },
    }),
  )
  // Relative, so that it leads there behind any proxy: the page's files are named relative to the slash.
  for (const path of ['/', '/docs']) router.get(path, (_request, response) => response.redirect(308, 'docs/'))
  router.get('/docs/', (_request, response) => void response.type('html').send(page))
  router.get('/docs/swagger-initializer.js', (_request, response) => {
    response.type('text/javascript').send(initializer(address))
  })
  router.use('/docs', express.static(assets, { index: false, redirect: true, acceptRanges: false }))
  return router
}
