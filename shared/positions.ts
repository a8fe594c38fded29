import { z } from 'zod'
import { MAX_ELEMENTS, nodeSchema, refuseRepeatedIds } from './map.ts'

/** Maximum px of a pinned position from the origin: four times as far as the longest layout reaches. */
export const MAX_DISTANCE = 10_000_000
/** Maximum px of a pinned side of a card, far above that of any card. */
const MAX_CARD_SIDE = 1_000
const coordinate = z.number().min(-MAX_DISTANCE).max(MAX_DISTANCE)
const length = z.number().min(0).max(MAX_CARD_SIDE)

/** Schema of the place of a service in pictures: the top left corner of its card. */
export const positionSchema = z
  .strictObject({
    id: nodeSchema.shape.id.describe('Id of a service, or of an end of an edge that no node has'),
    x: coordinate.describe('Canvas x position in px'),
    y: coordinate.describe('Canvas y position in px'),
    width: length.exactOptional().describe('Least width of its card in px; wider for a longer text'),
    height: length.exactOptional().describe('Least height of its card in px'),
  })
  .meta({ id: 'Position' })

/** Schema of the places of services, each service once. */
export const positionsSchema = z
  .array(positionSchema)
  .max(MAX_ELEMENTS, `must have at most ${MAX_ELEMENTS} entries`)
  .check(refuseRepeatedIds)

/** The place of a service in pictures. */
export type Position = z.infer<typeof positionSchema>

const index = z.int().min(0)
/** Schema of the lines of a layout: where edges pass between the cards of its positions, which are named by their indexes. */
const linesSchema = z.strictObject({
  axis: z.enum(['horizontal', 'vertical']),
  /** The spaces between layers, which edges share: from one layer to the next, in px along the flow. */
  gaps: z.array(
    z.strictObject({
      from: z.number(),
      to: z.number(),
      turnBack: z.union([z.literal(1), z.literal(-1)]).exactOptional(),
      edges: z.int(),
    }),
  ),
  passages: z.array(
    z.strictObject({
      /** The positions at which it begins and ends. */
      ends: z.tuple([index, index]),
      gaps: z.array(index).min(1),
      /** Where it crosses each layer, and the range in which it may move, in px across the flow. */
      waypoints: z.array(z.tuple([z.number(), z.number(), z.number()])),
    }),
  ),
})
/** The lines of a layout. */
export type PinnedLines = z.infer<typeof linesSchema>

/** Schema of a pinned layout as it is stored and drawn. One with the positions of a client has no lines. */
export const pinSchema = z
  .strictObject({ nodes: positionsSchema, lines: linesSchema.exactOptional() })
  .refine(
    ({ nodes, lines }) => lines === undefined || areWithin(lines, nodes.length),
    'must name its own positions and gaps',
  )

function areWithin({ gaps, passages }: PinnedLines, positions: number): boolean {
  return passages.every((it) => {
    const areGapsThere = it.gaps.length === it.waypoints.length + 1 && it.gaps.every((gap) => gap < gaps.length)
    return areGapsThere && it.ends.every((end) => end < positions)
  })
}
