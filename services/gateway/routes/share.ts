import { NotFound } from '@maps/shared/errors'
import { EXPORT_DEADLINE_MS, exportFormatTable, writeOptions } from '@maps/shared/export-job'
import type { PlanTable } from '@maps/shared/plans'
import { Router } from 'express'
import helmet from 'helmet'
import type { Exporter } from '../exports/exporter.ts'
import { respond } from '../http/response.ts'
import { clientAddress } from '../http/client-address.ts'
import { isCurrent, notModified, REVALIDATE } from '../http/etag.ts'
import { exchangeOf } from '../http/exchange.ts'
import { limit, type RateLimiter } from '../auth/limit.ts'
import { signalOf } from '../http/route.ts'
import type { MapStore } from '../store/maps.ts'
import type { StoredMap } from '../store/stored-map.ts'
import { fileResponse, fileHeaders } from './file-headers.ts'
import { mapJson } from './map-json.ts'
import { createSharePages } from './share-page.ts'

const REQUESTS_PER_MINUTE = 120

/** Address of a public map's page. */
export function shareAddress(publicUrl: string, shareId: string): string {
  return `${publicUrl}/share/${shareId}`
}

export interface ShareParts {
  maps: MapStore
  exporter: Exporter
  limiter: RateLimiter
  plans: PlanTable
}

/** The pages of public maps, for readers who have the link. */
export function shareRoutes({ maps, exporter, limiter, plans }: ShareParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const pageOf = createSharePages()

  async function find(shareId: string): Promise<StoredMap> {
    const map = /^[\w-]{27}$/.test(shareId) ? await maps.getShared(shareId) : undefined
    if (!map) throw new NotFound('This link does not lead to a map, or no longer.')
    return map
  }

  router.use(
    '/share',
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], imgSrc: ["'self'"], styleSrc: ["'unsafe-inline'"] },
      },
      referrerPolicy: { policy: 'no-referrer' },
      // A public picture may be shown on any page.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
    limit(limiter, (request) => ({ key: `share:${clientAddress(request)}`, quota: REQUESTS_PER_MINUTE })),
  )

  router.get('/share/:shareId', async (request, response) => {
    const map = await find(request.params.shareId)
    const { html, tag } = pageOf(map)
    if (isCurrent(request.headers['if-none-match'], tag)) return respond(response, notModified(tag))
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ETag: tag, ...REVALIDATE }
    await respond(response, { status: 200, headers, body: html })
  })

  // The page's picture is named relative to the address without a slash.
  router.get('/share/:shareId/', (request, response) => response.redirect(308, `../${request.params.shareId}`))

  router.get('/share/:shareId/map.png', async (request, response) => {
    const map = await find(request.params.shareId)
    const { workspaceId, id: mapId } = map
    const options = writeOptions(exportFormatTable.png.options.parse({}))
    const order = await exporter.order({
      format: 'png',
      options,
      workspaceId,
      mapId,
      map: mapJson(map),
      isShared: true,
    })
    const exchange = exchangeOf(response)
    exchange.subject = { workspaceId, mapId, key: order.key }
    const deadline = Date.now() + EXPORT_DEADLINE_MS
    const { requestId } = exchange
    const { exportsInFlight: quota } = plans.free
    const file = await order.deliver({ quota, deadline, requestId, signal: signalOf(response) })
    const headers = { ...fileHeaders(file, map.name, {}), 'Content-Disposition': 'inline' }
    await respond(response, fileResponse(file, request.headers['if-none-match'], headers))
  })

  return router
}
