import { wholeNumberText } from '@maps/shared/formats/format'
import { MAX_VERSION, mapSchema } from '@maps/shared/map'
import { z } from 'zod'
import { REVALIDATE_HEADERS } from '../http/etag.ts'
import { jsonResponse } from '../http/response.ts'
import { API_BASE, defineRoute, type Route } from '../http/route.ts'
import { mapJson } from '../maps/map-json.ts'
import { mapParams } from '../maps/map-params.ts'
import { getVersion, listRevisions } from '../maps/revisions.ts'
import type { MapStore } from '../store/maps.ts'
import type { RevisionEntry } from '../store/revisions.ts'
import { exampleStoredMap, notFoundNote } from './map-openapi.ts'

const DEFAULT_PAGE = 100
const MAX_PAGE = 1_000

const version = wholeNumberText(1, MAX_VERSION)
const listQuery = z.strictObject({
  limit: wholeNumberText(1, MAX_PAGE)
    .exactOptional()
    .describe(`Maximum number of versions to answer. Default: ${DEFAULT_PAGE}`),
  cursor: version.exactOptional().describe('Where to go on, from the `Link` header of the page before'),
})
const revisionSchema = z
  .strictObject({
    version: z.int().min(1).describe('The number in the ETag that the map had'),
    createdAt: z.iso.datetime(),
    note: z.string().optional().describe('Why, as `Maps-Note` said'),
    token: z.string().optional().describe('Name of the token that made it'),
    nodeCount: z.int().min(0),
    edgeCount: z.int().min(0),
  })
  .meta({ id: 'Revision', description: 'A version of a map, without its content' })

const exampleEntry: RevisionEntry = {
  version: 3,
  createdAt: new Date(exampleStoredMap.updatedAt),
  note: 'Orders get an API of their own',
  token: 'ci',
  nodeCount: exampleStoredMap.nodes.length,
  edgeCount: exampleStoredMap.edges.length,
}

/** Routes that read the versions of a map. */
export function revisionRoutes({ maps }: { maps: MapStore }): Route[] {
  return [
    defineRoute({
      id: 'listRevisions',
      method: 'get',
      path: '/maps/{id}/revisions',
      group: 'Maps',
      summary: 'List the versions of a map',
      description:
        'Those that are kept, the newest first, which is the current one. Changes by one token within ten minutes are joined into one version, ' +
        'unless one has a note. To restore a version, PATCH the map with its content, with `If-Match` and a `Maps-Note`.',
      params: mapParams,
      query: listQuery,
      responses: {
        200: {
          description: 'The versions',
          content: {
            'application/json': z.strictObject({ revisions: z.array(revisionSchema) }).meta({ id: 'Revisions' }),
          },
          example: { revisions: [entryOf(exampleEntry)] },
          headers: { Link: 'The next page, where there is one' },
        },
        404: notFoundNote,
      },
      async handle({ caller, params: { id }, query: { limit = DEFAULT_PAGE, cursor }, setLoggedMap, room }) {
        setLoggedMap({ mapId: id })
        const { entries, next } = await listRevisions({ maps, caller, room }, id, { limit, before: cursor })
        const link = `<${API_BASE}/maps/${id}/revisions?limit=${limit}&cursor=${next}>; rel="next"`
        return jsonResponse(200, JSON.stringify({ revisions: entries.map(entryOf) }), {
          ...REVALIDATE_HEADERS,
          ...(next !== undefined && { Link: link }),
        })
      },
    }),

    defineRoute({
      id: 'getRevision',
      method: 'get',
      path: '/maps/{id}/revisions/{version}',
      group: 'Maps',
      summary: 'Fetch a version of a map',
      description: 'The map as it was at that version: `updatedAt` is the time of the version.',
      params: mapParams.extend({ version: version.describe('A version of the list') }),
      query: z.strictObject({}),
      responses: {
        200: {
          description: 'The map as it was',
          content: { 'application/json': z.strictObject({ map: mapSchema }).meta({ id: 'MapOfRevision' }) },
          example: { map: exampleStoredMap },
        },
        404: {
          ...notFoundNote,
          description: `${notFoundNote.description}, or the version is not kept: \`detail\` names those next to it`,
        },
      },
      async handle({ caller, params: { id, version }, setLoggedMap, room }) {
        setLoggedMap({ mapId: id })
        const map = await getVersion({ maps, caller, room }, id, version)
        return jsonResponse(200, `{"map":${mapJson(map)}}`, REVALIDATE_HEADERS)
      },
    }),
  ]
}

function entryOf({
  version,
  createdAt,
  note,
  token,
  nodeCount,
  edgeCount,
}: RevisionEntry): z.infer<typeof revisionSchema> {
  return {
    version,
    createdAt: createdAt.toISOString(),
    ...(note !== null && { note }),
    ...(token !== null && { token }),
    nodeCount,
    edgeCount,
  }
}
