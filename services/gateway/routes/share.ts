import { deadlineIn } from '@maps/shared/deadline'
import { NotFound } from '@maps/shared/errors'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { isShareId } from '@maps/shared/ids'
import type { PlanTable } from '@maps/shared/plans'
import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import type { Exporter } from '../exports/exporter.ts'
import { NoRoom } from '../http/held-bytes.ts'
import { respond } from '../http/response.ts'
import { serveGet } from '../http/methods.ts'
import { matchesETag, notModified, REVALIDATE_HEADERS } from '../http/etag.ts'
import { rateLimitByAddress, type RateLimiter } from '../http/rate-limit.ts'
import { type RequestContext, requestContext } from '../http/route.ts'
import type { MapStore } from '../store/maps.ts'
import { isMapTooLarge } from '../store/read-within.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { EXPORT_COPIES, fetchExport } from '../exports/export-map.ts'
import { fileResponse, publicHeaders } from './file-headers.ts'
import { serveShareAsset } from './share-assets.ts'
import { createSharePages } from './share-page.ts'
import { readCardOptions, readPngOptions, readSvgOptions } from './share-picture.ts'

/** Content security policy of a public page: it loads files of this service only, and runs no inline script. */
const pagePolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ["'self'"],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ['*'],
}

/** URL of a public map's page. */
export function shareUrl(publicUrl: string, shareId: string): string {
  return `${publicUrl}/share/${shareId}`
}

/** The dependencies of the public pages. */
export interface ShareDependencies {
  maps: MapStore
  exporter: Exporter
  limiter: RateLimiter
  plans: PlanTable
  publicUrl: string
}

/** Serves the pages of public maps to readers who have the link. */
export function shareRoutes({ maps, exporter, limiter, plans, publicUrl }: ShareDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const renderPage = createSharePages((shareId) => shareUrl(publicUrl, shareId))

  /**
   * @param copies how many times the request will hold the map, once by default
   * @param hasPin whether to read its pinned positions, too
   */
  async function findMap(
    shareId: string,
    { room }: RequestContext,
    copies?: number,
    hasPin?: boolean,
  ): Promise<StoredMap> {
    const outcome = isShareId(shareId) ? await maps.getShared(shareId, room(copies), hasPin) : 'not found'
    if (outcome === 'not found')
      throw new NotFound('This link does not lead to a map, or no longer. Ask the person who sent it for another.')
    if (isMapTooLarge(outcome)) throw new NoRoom()
    return outcome
  }

  /**
   * Replaces the name in the option `focus`, if it is set, by the ids of its services. The cached page has both: readers need no token, and the map is
   * not parsed for each.
   * @throws NotFound if the page lists no such service
   */
  function withFocusIds(options: Record<string, string>, map: StoredMap): Record<string, string> {
    const { focus: name } = options
    if (name === undefined) return options
    const focus = renderPage(map, undefined).focuses.get(name)
    if (focus === undefined) throw new NotFound('The page of this map lists no service of this name.')
    return { ...options, focus }
  }

  /** Serves a picture of a public map: an export that all readers share. Readers have the export quota of the free plan, apart from the workspace's. */
  function sendPicture(
    format: 'png' | 'svg',
    readOptions: (query: unknown) => Record<string, string>,
  ): RequestHandler<{ shareId: string }> {
    return async (request, response) => {
      const deadline = deadlineIn(EXPORT_DEADLINE_MS)
      const chosen = readOptions(request.query)
      const context = { ...requestContext(response), exporter }
      const map = await findMap(request.params.shareId, context, EXPORT_COPIES, true)
      const options = withFocusIds(chosen, map)
      const fileRequest = { format, options, isForPublicLink: true } as const
      const file = await fetchExport(context, map, fileRequest, plans.free.exportsInFlight, deadline)
      const headers = { ...publicHeaders(file, map.name), 'Content-Disposition': 'inline' }
      await respond(response, fileResponse(file, request.headers['if-none-match'], headers))
    }
  }

  router.use(
    '/share',
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: pagePolicy },
      xFrameOptions: false,
      referrerPolicy: { policy: 'no-referrer' },
      // A public picture may be shown on any page.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
  )
  router.use('/share', (_request, response, next) => {
    // Any site may frame page and pictures; helmet does not remove the header that the API's policy has set.
    response.removeHeader('X-Frame-Options')
    next()
  })
  // Not rate-limited: assets are the same for all pages, and browsers cache them.
  serveGet(router, '/share/assets/:file', serveShareAsset)
  router.use('/share', rateLimitByAddress(limiter, 'share'))

  serveGet<{ shareId: string }>(router, '/share/:shareId', async (request, response) => {
    const map = await findMap(request.params.shareId, requestContext(response))
    const { focus } = request.query
    // A repeated name is none that the page lists.
    const { html, tag } = renderPage(map, typeof focus === 'string' || focus === undefined ? focus : '')
    if (matchesETag(request.headers['if-none-match'], tag)) return respond(response, notModified(tag))
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ETag: tag, ...REVALIDATE_HEADERS }
    await respond(response, { status: 200, headers, body: html })
  })

  // The page's links are relative to the URL without a slash.
  serveGet<{ shareId: string }>(router, '/share/:shareId/', (request, response) => {
    const { search } = new URL(request.originalUrl, 'http://page')
    response.redirect(308, `../${request.params.shareId}${search}`)
  })

  serveGet(router, '/share/:shareId/map.png', sendPicture('png', readPngOptions))
  serveGet(router, '/share/:shareId/map.svg', sendPicture('svg', readSvgOptions))
  serveGet(router, '/share/:shareId/card.png', sendPicture('png', readCardOptions))

  return router
}
