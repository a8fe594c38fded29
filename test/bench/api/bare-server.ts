/**
 * What a handler of Express and postgres.js can do at most: the gateway's SQL and its answers, and nothing around them. The
 * caller says which workspace it means.
 */
import type { MapChange, NewMap } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import express, { type Request, type Response } from 'express'
import { once } from 'node:events'
import postgres from 'postgres'
import { mapJson } from '../../../services/gateway/routes/map-json.ts'
import { batches } from '../../../services/gateway/routes/map-list.ts'
import type { StoredMap } from '../../../services/gateway/store/stored-map.ts'
import { createBareStore } from './bare-store.ts'

const { DATABASE_URL = '', POOL_SIZE, PORT } = process.env
const maps = createBareStore(postgres(DATABASE_URL, { max: Number(POOL_SIZE), fetch_types: false }))
const app = express()
const readJson = express.json({ limit: '4mb' })

app.get('/api/v1/maps', async (request, response) => {
  const workspaceId = workspaceOf(request)
  const entries = await maps.index(workspaceId, { limit: defaultPlans.pro.maps })
  response.setHeader('Content-Type', 'application/json')
  let separator = '{"maps":['
  for (const ids of 'whole' in request.query ? [entries.map((it) => it.id)] : batches(entries)) {
    const rows = await maps.getMany(workspaceId, ids)
    const isTaken = response.write(separator + rows.map(mapJson).join(','))
    if (!isTaken && !response.destroyed) await untilTaken(response)
    if (response.destroyed) return
    separator = ','
  }
  response.end(separator === ',' ? ']}' : '{"maps":[]}')
})

app.get('/api/v1/maps/:id', async (request, response) => {
  send(response, 200, await maps.get(workspaceOf(request), request.params.id))
})

app.post('/api/v1/maps', readJson, async (request, response) => {
  const body = request.body as NewMap
  const { map } = await maps.create(workspaceOf(request), { ...body, isPublic: false }, defaultPlans.pro)
  send(response, 201, map)
})

app.patch('/api/v1/maps/:id', readJson, async (request: Request<{ id: string }>, response) => {
  send(
    response,
    200,
    await maps.change(workspaceOf(request), request.params.id, request.body as MapChange, defaultPlans.pro),
  )
})

// A profile is written by a process that ends by itself.
process.on('SIGTERM', () => process.exit())
app.listen(Number(PORT), '127.0.0.1')

function workspaceOf({ headers }: { headers: Request['headers'] }): string {
  return headers['x-workspace'] as string
}

async function untilTaken(response: Response): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  await Promise.race(['drain', 'close'].map((it) => once(response, it, { signal })))
  over.abort()
}

function send(response: Response, status: number, map: StoredMap | undefined): void {
  response.statusCode = map ? status : 404
  response.setHeader('Content-Type', 'application/json')
  response.end(map && `{"map":${mapJson(map)}}`)
}
