import { edgeSchema, mapChangeSchema, nodeSchema } from '@maps/shared/map'
import { z } from 'zod'

const nodeId = nodeSchema.shape.id
const nodeFields = nodeSchema.omit({ id: true })
const edgeFields = edgeSchema.omit({ source: true, target: true })
const ends = {
  source: edgeSchema.shape.source,
  target: edgeSchema.shape.target,
  index: z
    .int()
    .min(0)
    .exactOptional()
    .describe(
      'Which of the edges from source to target, counted from 0 in the order of the map; needed where there are several',
    ),
}

/** One schema per kind of operation. */
const operationSchemas = [
  z.strictObject({ op: z.literal('add_node'), node: nodeSchema }),
  z.strictObject({
    op: z.literal('set_node'),
    id: nodeId,
    set: nodeFields.partial().exactOptional().describe('Fields that get another value; others stay'),
    unset: z.array(nodeFields.keyof()).exactOptional().describe('Fields that go'),
  }),
  z.strictObject({ op: z.literal('remove_node'), id: nodeId }).describe('Its edges go, too'),
  z.strictObject({ op: z.literal('add_edge'), edge: edgeSchema }),
  z.strictObject({
    op: z.literal('set_edge'),
    ...ends,
    set: edgeFields.partial().exactOptional().describe('Fields that get another value; others stay'),
    unset: z.array(edgeFields.keyof()).exactOptional().describe('Fields that go'),
  }),
  z.strictObject({ op: z.literal('remove_edge'), ...ends }),
  z.strictObject({
    op: z.literal('set_map'),
    name: mapChangeSchema.shape.name.describe('Another name'),
    isPublic: mapChangeSchema.shape.isPublic,
  }),
] as const

const names = operationSchemas.map((it) => it.shape.op.value).join(', ')

/** Schema of an operation of edit_map. Its `op` determines its fields. */
export const operationSchema = z.discriminatedUnion('op', operationSchemas, {
  error: ({ code }) => (code === 'invalid_union' ? `must be one of ${names}` : undefined),
})
/** An operation of edit_map. */
export type Operation = z.infer<typeof operationSchema>
