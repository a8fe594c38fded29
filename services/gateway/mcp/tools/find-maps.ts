import { mapSchema } from '@maps/shared/map'
import { z } from 'zod'
import { firstPage, listQuerySchema, nextCursor } from '../../maps/map-list.ts'
import { defineTool } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'

const MAX_FOUND = 100
const DEFAULT_FOUND = 20
const fields = ['id', 'name', 'isPublic', 'updatedAt'] as const

const foundMapSchema = z.strictObject({
  ...mapSchema.pick({ id: true, name: true, isPublic: true, updatedAt: true }).shape,
  shareUrl: z.url().optional(),
})

/** The tool that lists maps, all or by a part of their names. */
export const findMapsTool = defineTool({
  name: 'find_maps',
  title: 'Find maps',
  description: 'Lists maps, or those with a text in their name, newest first. Start here to learn ids.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    query: listQuerySchema.shape.q.describe('Part of the name, in any case. Default: all'),
    limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND).describe('Maximum'),
    cursor: z.string().exactOptional().describe('nextCursor of the page before'),
  }),
  output: z.strictObject({
    maps: inBrief(z.array(foundMapSchema), 'With id, name, isPublic and updatedAt; a public map with shareUrl'),
    nextCursor: z.string().optional().describe('Cursor of the next page, if there may be one'),
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
