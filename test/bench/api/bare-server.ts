/**
 * The upper bound for Express and postgres.js: the gateway's SQL and JSON, without tokens, limits, validation, headers, log.
 * Clients name their workspace in the `X-Workspace` header.
 */
import type { MapChange, NewMap } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import express, { type Request, type Response } from 'express'
import { once } from 'node:events'
import { mapJson } from '../../../services/gateway/maps/map-json.ts'
import { batches } from '../../../services/gateway/maps/map-list.ts'
import { CONNECTIONS } from '../../../services/gateway/store/database.ts'
import { createMapStore } from '../../../services/gateway/store/maps.ts'
import { openPostgres } from '../../../services/gateway/store/postgres.ts'
import { isMapTooLarge } from '../../../services/gateway/store/read-within.ts'
import type { StoredMap } from '../../../services/gateway/store/stored-map.ts'

const { DATABASE_URL = '', PORT } = process.env
const plan = defaultPlans.pro
const maps = createMapStore(openPostgres(DATABASE_URL, { max: CONNECTIONS }))
const app = express()
const readJson = express.json({ limit: '4mb' })

app.get('/api/v1/maps', async (request, response) => {
  const workspaceId = workspaceOf(request)
  const entries = await maps.listEntries(workspaceId, { limit: plan.maps })
  response.setHeader('Content-Type', 'application/json')
  let separator = '{"maps":['
  for (const ids of batches(entries)) {
    const rows = await maps.getMany(workspaceId, ids)
    if (!response.write(separator + rows.map(mapJson).join(','))) await once(response, 'drain')
    separator = ','
  }
  response.end(']}')
})

app.get('/api/v1/maps/:id', async (request, response) => {
  const outcome = await maps.get(workspaceOf(request), request.params.id)
  respond(response, 200, typeof outcome === 'string' || isMapTooLarge(outcome) ? undefined : outcome)
})

app.post('/api/v1/maps', readJson, async (request, response) => {
  const outcome = await maps.create(workspaceOf(request), { ...(request.body as NewMap), isPublic: false }, plan)
  respond(response, 201, typeof outcome === 'string' ? undefined : outcome.map)
})

app.patch('/api/v1/maps/:id', readJson, async (request: Request<{ id: string }>, response) => {
  const outcome = await maps.change(workspaceOf(request), request.params.id, request.body as MapChange, plan)
  respond(response, 200, typeof outcome === 'string' || isMapTooLarge(outcome) ? undefined : outcome.map)
})

app.listen(Number(PORT), '127.0.0.1')

function workspaceOf({ headers }: { headers: Request['headers'] }): string {
  return headers['x-workspace'] as string
}

function respond(response: Response, status: number, map: StoredMap | undefined): void {
  response.statusCode = map ? status : 404
  response.setHeader('Content-Type', 'application/json')
  response.end(map && `{"map":${mapJson(map)}}`)
}
