import { z } from 'zod'
import { MAX_ELEMENTS, nodeSchema, refuseRepeatedIds } from './map.ts'

/** Maximum px of a pinned position from the origin: four times as far as the longest layout reaches. */
const MAX_DISTANCE = 10_000_000
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
