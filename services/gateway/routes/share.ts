import { NotFound } from '@maps/shared/errors'
import { EXPORT_DEADLINE_MS, exportFormatTable, writeOptions } from '@maps/shared/export-job'
import type { MapEdge, MapNode } from '@maps/shared/map'
import type { PlanTable } from '@maps/shared/plans'
import { Router } from 'express'
import type { Exporter } from '../exporter.ts'
import { send } from '../http/answer.ts'
import { answerWith, safeHeaders } from '../http/answer-headers.ts'
import { clientAddress } from '../http/client-address.ts'
import { exchangeOf } from '../http/exchange.ts'
import { inTurn } from '../http/in-turn.ts'
import { limit, type RateLimiter } from '../http/limit.ts'
import { signalOf } from '../http/route.ts'
import type { MapStore, StoredMap } from '../store/maps.ts'
import { fileHeaders } from './file-headers.ts'
import { mapJson } from './map-json.ts'
import { sharePage } from './share-page.ts'

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

/** The pages of public maps: for everybody who has the link, and for nobody else. */
export function shareRoutes({ maps, exporter, limiter, plans }: ShareParts): Router {
  const router = Router({ caseSensitive: true })

  async function find(shareId: string): Promise<StoredMap> {
    const map = /^[\w-]{27}$/.test(shareId) ? await maps.getShared(shareId) : undefined
    if (!map) throw new NotFound('This link does not lead to a map, or no longer.')
    return map
  }

  router.use(
    '/share',
    inTurn(
      answerWith(
        safeHeaders({
          contentSecurityPolicy: {
            useDefaults: false,
            directives: { defaultSrc: ["'none'"], imgSrc: ["'self'"], styleSrc: ["'unsafe-inline'"] },
          },
          referrerPolicy: { policy: 'no-referrer' },
        }),
      ),
      limit(limiter, (request) => ({ key: `share:${clientAddress(request)}`, quota: REQUESTS_PER_MINUTE })),
    ),
  )

  router.get('/share/:shareId', async (request, response) => {
    const map = await find(request.params.shareId)
    const nodes = JSON.parse(map.nodes) as MapNode[]
    const edges = JSON.parse(map.edges) as MapEdge[]
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }
    await send(response, { status: 200, headers, body: sharePage(map, nodes, edges) })
  })

  router.get('/share/:shareId/map.png', async (request, response) => {
    const map = await find(request.params.shareId)
    const { workspaceId, id: mapId } = map
    const options = writeOptions(exportFormatTable.png.options.parse({}))
    const order = exporter.order({ format: 'png', options, workspaceId, mapId, map: mapJson(map) })
    const exchange = exchangeOf(response)
    exchange.subject = { workspaceId, mapId, key: order.key }
    const deadline = Date.now() + EXPORT_DEADLINE_MS
    const { requestId } = exchange
    const { exportsInFlight: share } = plans.free
    const file = await order.deliver({ share, deadline, requestId, signal: signalOf(response) })
    const headers = { ...fileHeaders(file, map.name, {}), 'Content-Disposition': 'inline' }
    await send(response, { status: 200, headers, body: file.bytes })
  })

  return router
}
