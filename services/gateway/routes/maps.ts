import { type MapField, mapChangeSchema, newMapSchema } from '@maps/shared/map'
import { z } from 'zod'
import { type HttpResponse, jsonResponse } from '../http/response.ts'
import { type BodyFormat, jsonBody } from '../http/body.ts'
import {
  allowedVersions,
  matchesETag,
  notModified,
  ifNoneMatchHeader,
  REVALIDATE_HEADERS,
  versionETag,
  ifMatchHeader,
} from '../http/etag.ts'
import { idempotencyKeySchema } from '../http/idempotency-key.ts'
import { noteHeaderSchema } from '../http/note-header.ts'
import { EXAMPLE_MAP_ID } from '../http/openapi.ts'
import { pngBody } from '../http/png-body.ts'
import { API_BASE, defineRoute, retryAfterNote, type Route } from '../http/route.ts'
import type { MapStore } from '../store/maps.ts'
import type { StoredMap } from '../store/stored-map.ts'
import {
  changeMap,
  createMap,
  getMap,
  idempotencyKeyReused,
  idempotencyKeyInUse,
  removeMap,
} from '../maps/workspace-maps.ts'
import { mapParams } from '../maps/map-params.ts'
import { alternateLinks } from './file-headers.ts'
import {
  allPages,
  bytesAtATime,
  firstPage,
  listQuerySchema,
  nextPageLink,
  pageSize,
  streamMaps,
} from '../maps/map-list.ts'
import { mapJson, summaryJson } from '../maps/map-json.ts'
import { type MapWarning, warningsOf } from '../maps/warnings.ts'
import {
  acceptPatchNote,
  preconditionFailedNote,
  exampleChange,
  exampleMap,
  exampleStoredMap,
  mapList,
  mapResponse,
  notFoundNote,
  planLimitNote,
  readOnlyNote,
  notModifiedNote,
} from './map-openapi.ts'

/** Body format of a change as in RFC 7396. Maps have no field that can be removed, so it means the same as JSON. */
const mergePatchBody: BodyFormat = { ...jsonBody, mediaType: 'application/merge-patch+json' }
const noParams = z.strictObject({})
const noQuery = z.strictObject({})

/** Routes that read and write maps. `shareUrl` returns the URL of a public map's page. */
export function mapRoutes({ maps, shareUrl }: { maps: MapStore; shareUrl(shareId: string): string }): Route[] {
  return [
    defineRoute({
      id: 'listMaps',
      method: 'get',
      path: '/maps',
      group: 'Maps',
      summary: 'List the maps of the workspace',
      description:
        'All of them, the newest update first. With `limit` or `cursor` a page at a time: the `Link` header leads on. ' +
        'With `fields` only these fields of each map.',
      params: noParams,
      query: listQuerySchema,
      responses: {
        200: {
          description: 'The maps',
          content: { 'application/json': mapList },
          example: { maps: [exampleStoredMap] },
          headers: { Link: 'The next page, where there is one' },
        },
      },
      async handle({ caller, query, signal }) {
        const { workspaceId } = caller
        const entries = await maps.listEntries(workspaceId, firstPage(query))
        const link = nextPageLink(query, entries)
        const { q, fields } = query
        const pages = pageSize(query) === undefined ? allPages(maps, workspaceId, entries, { q, fields }) : [entries]
        return {
          status: 200,
          headers: {
            'Content-Type': 'application/json',
            ...REVALIDATE_HEADERS,
            ...(link && { Link: link }),
          },
          body: {
            bytesAtATime: bytesAtATime(entries),
            [Symbol.asyncIterator]: () => streamMaps(pages, readBatch(workspaceId, fields, signal())),
          },
        }
      },
    }),

    defineRoute({
      id: 'getMap',
      method: 'get',
      path: '/maps/{id}',
      group: 'Maps',
      summary: 'Fetch a map',
      description: 'The map with its nodes and edges. With `If-None-Match` an unchanged map is 304.',
      params: mapParams,
      query: noQuery,
      headers: ifNoneMatchHeader,
      responses: {
        200: mapResponse('The map with its nodes and edges', acceptPatchNote),
        304: notModifiedNote,
        404: notFoundNote,
      },
      async handle({ caller, params, headers, setLoggedMap, room }) {
        setLoggedMap({ mapId: params.id })
        const map = await getMap({ maps, caller, room }, params.id)
        const tag = versionETag(map.version)
        return matchesETag(headers['If-None-Match'], tag) ? notModified(tag) : respondWithMap(200, map)
      },
    }),

    defineRoute({
      id: 'createMap',
      method: 'post',
      path: '/maps',
      group: 'Maps',
      summary: 'Create a map',
      description:
        'From JSON, or from a PNG export (`Content-Type: image/png`), which carries its map: the new map has the name, ' +
        'nodes and edges of that one, and is private. With an `Idempotency-Key` the request can be sent again: the same map gets the first answer again.',
      params: noParams,
      query: noQuery,
      headers: z.strictObject({ 'Idempotency-Key': idempotencyKeySchema, 'Maps-Note': noteHeaderSchema }),
      body: { schema: newMapSchema, example: exampleMap, formats: [jsonBody, pngBody] },
      responses: {
        201: mapResponse('The new map', {
          Location: 'Its address',
          'Idempotent-Replayed': '`true` where this is the first answer again, and no map was made',
        }),
        403: planLimitNote,
        409: {
          description: 'A request with this `Idempotency-Key` is under way',
          headers: retryAfterNote,
          problem: idempotencyKeyInUse(),
        },
        422: { description: 'This `Idempotency-Key` was sent with another body', problem: idempotencyKeyReused() },
      },
      async handle({ caller, headers, body, setLoggedMap }) {
        const { 'Idempotency-Key': key, 'Maps-Note': note } = headers
        const { map, isReplayed } = await createMap(maps, caller, body, { key, note })
        setLoggedMap({ mapId: map.id })
        return respondWithMap(201, map, { isReplayed, warnings: warningsOf(body) })
      },
    }),

    defineRoute({
      id: 'updateMap',
      method: 'patch',
      path: '/maps/{id}',
      group: 'Maps',
      summary: 'Change a map',
      description:
        'Only the fields sent change; `nodes` and `edges` replace the stored arrays whole. As `application/json` or ' +
        '`application/merge-patch+json`, which mean the same here; no field can be removed with `null`.',
      params: mapParams,
      query: noQuery,
      headers: ifMatchHeader.extend({ 'Maps-Note': noteHeaderSchema }),
      body: { schema: mapChangeSchema, example: exampleChange, formats: [jsonBody, mergePatchBody] },
      responses: {
        200: mapResponse('The changed map', acceptPatchNote, exampleChange),
        403: planLimitNote,
        404: notFoundNote,
        412: preconditionFailedNote,
      },
      async handle({ params, body, headers, ...context }) {
        context.setLoggedMap({ mapId: params.id })
        const { 'If-Match': ifMatch, 'Maps-Note': note } = headers
        const map = await changeMap({ maps, ...context }, params.id, body, { versions: allowedVersions(ifMatch), note })
        return respondWithMap(200, map, { warnings: warningsOf(body) })
      },
    }),

    defineRoute({
      id: 'deleteMap',
      method: 'delete',
      path: '/maps/{id}',
      group: 'Maps',
      summary: 'Delete a map for good',
      description: 'With `If-Match`, only while it is at that version.',
      params: mapParams,
      query: noQuery,
      headers: ifMatchHeader,
      responses: {
        200: {
          description: 'The map is gone',
          content: {
            'application/json': z.strictObject({ deleted: z.literal(true), id: z.uuid() }).meta({ id: 'Deletion' }),
          },
          example: { deleted: true, id: EXAMPLE_MAP_ID },
        },
        403: readOnlyNote,
        404: notFoundNote,
        412: preconditionFailedNote,
      },
      async handle({ caller, params, headers, setLoggedMap }) {
        setLoggedMap({ mapId: params.id })
        await removeMap(maps, caller, params.id, allowedVersions(headers['If-Match']))
        return jsonResponse(200, JSON.stringify({ deleted: true, id: params.id }))
      },
    }),
  ]

  function readBatch(workspaceId: string, fields: readonly MapField[] | undefined, signal: AbortSignal) {
    return async (ids: readonly string[]): Promise<string[]> => {
      if (!fields) return (await maps.getMany(workspaceId, ids, signal)).map(mapJson)
      const summaries = await maps.getSummaries(workspaceId, ids, fields, signal)
      return summaries.map((it) => summaryJson(it, fields, shareUrl))
    }
  }

  function respondWithMap(
    status: 200 | 201,
    map: StoredMap,
    { isReplayed = false, warnings = [] }: { isReplayed?: boolean; warnings?: readonly MapWarning[] } = {},
  ): HttpResponse {
    const headers = {
      ETag: versionETag(map.version),
      ...REVALIDATE_HEADERS,
      ...(status === 201 && { Location: `${API_BASE}/maps/${map.id}` }),
      ...(isReplayed && { 'Idempotent-Replayed': 'true' }),
      Link: [
        ...(map.shareId ? [`<${shareUrl(map.shareId)}>; rel="alternate"; type="text/html"`] : []),
        alternateLinks(map.id),
      ].join(', '),
    }
    const rest = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''
    return jsonResponse(status, `{"map":${mapJson(map)}${rest}}`, headers)
  }
}
