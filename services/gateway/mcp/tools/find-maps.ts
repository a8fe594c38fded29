import { mapSchema } from '@maps/shared/map'
import { z } from 'zod'
import { firstPage, listQuerySchema, nextCursor } from '../../maps/map-list.ts'
import { defineTool } from '../tool.ts'

const MAX_FOUND = 100
const DEFAULT_FOUND = 20
const fields = ['id', 'name', 'isPublic', 'updatedAt'] as const

/** The tool that lists maps, all or by a part of their names. */
export const findMapsTool = defineTool({
  name: 'find_maps',
  title: 'Find maps',
  description:
    'Lists maps of the workspace, the newest update first, or those whose name contains a text. ' +
    'Start here to learn the id of a map.',
  annotations: { readOnlyHint: true, idempotentHint: true },
  input: z.strictObject({
    query: listQuerySchema.shape.q.describe("Part of the map's name, in upper or lower case. Default: every map"),
    limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND).describe('Maximum number of maps to answer'),
    cursor: z.string().exactOptional().describe('nextCursor of the page before'),
  }),
  output: z.strictObject({
    maps: z.array(
      z.strictObject({
        ...mapSchema.pick({ id: true, name: true, isPublic: true, updatedAt: true }).shape,
        shareUrl: z.url().optional().describe('Address of the page of a public map'),
      }),
    ),
    nextCursor: z.string().optional().describe('Where the next page begins, if there may be one'),
  }),
  async run({ query: q, limit, cursor }, { maps, caller: { workspaceId }, shareUrl, signal }) {
    const query = { limit, fields: [...fields], ...(q !== undefined && { q }), ...(cursor !== undefined && { cursor }) }
    const entries = await maps.listEntries(workspaceId, firstPage(query))
    const ids = entries.map((it) => it.id)
    const found = await maps.getSummaries(workspaceId, ids, fields, signal())
    const next = nextCursor(query, entries)
    return {
      structured: {
        maps: found.map(({ id, name, isPublic, updatedAt, shareId }) => ({
          id: id!,
          name: name!,
          isPublic: isPublic!,
          updatedAt: updatedAt!.toISOString(),
          ...(shareId && { shareUrl: shareUrl(shareId) }),
        })),
        ...(next !== undefined && { nextCursor: next }),
      },
    }
  },
})
