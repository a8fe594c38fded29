import { edgeSchema, mapChangeSchema, nodeSchema } from '@maps/shared/map'
import { z } from 'zod'
import { inBrief } from './tool-schema.ts'

const nodeId = inBrief(nodeSchema.shape.id)
const nodeFields = nodeSchema.omit({ id: true })
const edgeFields = edgeSchema.omit({ source: true, target: true })
const newValues = 'Fields to change; others stay'
const unsetFields = 'Fields that go'
const ends = {
  source: inBrief(edgeSchema.shape.source),
  target: inBrief(edgeSchema.shape.target),
  index: z.int().min(0).exactOptional().describe('Which of several, from 0'),
}

/** Creates the schema of a list of names of optional fields. */
function namesOf<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) {
  const name = fields.keyof()
  return z.array(name).max(name.options.length, `must have at most ${name.options.length} names`)
}

/** Makes a schema require one of two fields, since an operation without both would change nothing. */
function requireEither<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, first: string, second: string) {
  const isSet = (value: unknown): boolean =>
    value !== undefined && (typeof value !== 'object' || Object.keys(value!).length > 0)
  return schema.refine((it: Record<string, unknown>) => isSet(it[first]) || isSet(it[second]), {
    error: `must have ${first} or ${second}`,
  })
}

/** One schema per kind of operation. */
const operationSchemas = [
  z.strictObject({ op: z.literal('add_node'), node: inBrief(nodeSchema, 'Fields as in create_map') }),
  requireEither(
    z.strictObject({
      op: z.literal('set_node'),
      id: nodeId,
      set: inBrief(nodeFields.partial(), newValues).exactOptional(),
      unset: inBrief(namesOf(nodeFields), unsetFields).exactOptional(),
    }),
    'set',
    'unset',
  ),
  z.strictObject({ op: z.literal('remove_node'), id: nodeId }).describe('Its edges go, too'),
  z.strictObject({ op: z.literal('add_edge'), edge: inBrief(edgeSchema, 'Fields as in create_map') }),
  requireEither(
    z.strictObject({
      op: z.literal('set_edge'),
      ...ends,
      set: inBrief(edgeFields.partial(), newValues).exactOptional(),
      unset: inBrief(namesOf(edgeFields), unsetFields).exactOptional(),
    }),
    'set',
    'unset',
  ),
  z.strictObject({ op: z.literal('remove_edge'), ...ends }),
  requireEither(
    z.strictObject({
      op: z.literal('set_map'),
      name: mapChangeSchema.shape.name,
      isPublic: inBrief(mapChangeSchema.shape.isPublic),
    }),
    'name',
    'isPublic',
  ),
  z
    .strictObject({ op: z.literal('restore'), version: z.int().min(1) })
    .describe('Name, nodes and edges of an earlier version; only first'),
  z.strictObject({ op: z.literal(['pin', 'unpin']) }).describe('Pictures keep services where they are now'),
] as const

const names = operationSchemas.flatMap((it) => [...it.shape.op.values]).join(', ')

/** Schema of an operation of edit_map. Its `op` determines its fields. */
export const operationSchema = z.discriminatedUnion('op', operationSchemas, {
  error: ({ code }) => (code === 'invalid_union' ? `must be one of ${names}` : undefined),
})
/** An operation of edit_map. */
export type Operation = z.infer<typeof operationSchema>
