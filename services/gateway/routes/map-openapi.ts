/** Examples and responses of the map routes, for the OpenAPI document. */
import { InsufficientScope } from '@maps/shared/errors'
import { mapSchema } from '@maps/shared/map'
import { z } from 'zod'
import { EXAMPLE_MAP_ID } from '../http/openapi.ts'
import { warningSchema } from '../maps/warnings.ts'
import { mapNotFound, versionConflict } from '../maps/workspace-maps.ts'

/** Example of a new map. */
export const exampleMap = {
  name: 'Web shop',
  nodes: [
    { id: 'web', label: 'Storefront', tech: 'Next.js' },
    { id: 'api', label: 'Orders API', spend: 1250, currency: 'EUR', billing: ['usage'] },
  ],
  edges: [{ source: 'web', target: 'api', label: 'orders', dashed: true }],
}
/** The example map as the API returns it. */
export const exampleStoredMap = {
  id: EXAMPLE_MAP_ID,
  workspaceId: '0198b2ef-1c44-7b1a-9d0e-5a4b3c2d1e0f',
  name: exampleMap.name,
  isPublic: false,
  nodes: exampleMap.nodes,
  edges: exampleMap.edges,
  createdAt: '2026-11-24T09:30:00.000Z',
  updatedAt: '2026-11-24T09:30:00.000Z',
}
/** Example of a change. */
export const exampleChange = { name: 'Web shop 2.0' }
const oneMap = z
  .strictObject({
    map: mapSchema,
    warnings: z
      .array(warningSchema)
      .optional()
      .describe(
        'After a request that sent nodes and edges: what was stored, but may be a slip. Absent if there is nothing',
      ),
  })
  .meta({ id: 'OneMap' })
const mapSummary = mapSchema
  .partial()
  .extend({ shareUrl: z.url().optional().describe('Address of the page of a public map') })
  .meta({ id: 'MapSummary', description: 'The fields of a map that were asked for' })
/** Schema of a list of maps. */
export const mapList = z.strictObject({ maps: z.array(z.union([mapSchema, mapSummary])) }).meta({ id: 'Maps' })
/** 404 of every path that names a map. */
export const notFoundNote = {
  description: "No map of that id in the caller's workspace",
  problem: mapNotFound(EXAMPLE_MAP_ID),
}
/** 403 of a route that needs only the right to write. */
export const readOnlyNote = {
  description: 'The token may only read',
  problem: new InsufficientScope(),
  headers: { 'WWW-Authenticate': '`Bearer error="insufficient_scope"` where the token may only read' },
}
/** 403 of a route that stores a map. */
export const planLimitNote = {
  ...readOnlyNote,
  description:
    "The workspace's plan does not include so many nodes of a map, maps, or stored bytes, or the token may only read; " +
    '`detail` says which',
}
/** 412 of a route that takes `If-Match`. */
export const preconditionFailedNote = {
  description: 'The map is no longer at the version that `If-Match` names',
  problem: versionConflict(),
}
/** 304 of a route that takes `If-None-Match`. */
export const notModifiedNote = { description: "The client's copy is current" }
/** The header of a response with a map that can be changed at the path of the request. */
export const acceptPatchNote = { 'Accept-Patch': 'The media types that PATCH takes here' }
/** Creates the note on a successful response with a map, with the example map after this change. */
export const mapResponse = (description: string, headers: Record<string, string> = {}, change: object = {}) => ({
  description,
  content: { 'application/json': oneMap },
  example: { map: { ...exampleStoredMap, ...change } },
  headers: {
    ETag: 'Version of the map',
    Link: 'The picture of the map as SVG, and the page of a public one',
    ...headers,
  },
})
