import { roundToCents } from '@maps/shared/money'
import type { MapDiff } from '@maps/shared/diff/map-diff'
import { edgeSchema, nodeSchema } from '@maps/shared/map'
import { currencies } from '@maps/shared/map-values'
import { z } from 'zod'
import { createLengthBudget } from './size-limit.ts'
import { inBrief } from './tool-schema.ts'

const { id } = nodeSchema.shape
const changes = z.array(
  z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() }).partial().required({ field: true }),
)
const nodesSchema = z.strictObject({
  added: z.array(nodeSchema),
  removed: z.array(nodeSchema),
  renamed: z.array(z.strictObject({ from: inBrief(id), to: inBrief(id) })),
  changed: z.array(z.strictObject({ id: inBrief(id), changes })),
})
const edgesSchema = z.strictObject({
  added: z.array(edgeSchema),
  removed: z.array(edgeSchema),
  changed: z.array(z.strictObject({ edge: edgeSchema, changes })),
})

/** Schema of the changes of a map, as tools return them. */
export const mapChangesSchema = z.strictObject({
  formerName: z.string().optional(),
  costs: inBrief(
    z.array(z.strictObject({ currency: z.enum(currencies), from: z.number(), to: z.number(), difference: z.number() })),
    'Per month, where they differ',
  ),
  nodes: inBrief(nodesSchema, 'Added, removed, renamed (new id), changed'),
  edges: inBrief(edgesSchema, 'The same, after renames'),
  moved: z.int().describe('Moved elements'),
})

/** Writes a diff for agents. @throws InvalidRequest if it is longer than a result may be */
export function mapChangesOf({ name, nodes, edges, costs, moved }: MapDiff): z.infer<typeof mapChangesSchema> {
  const spend = createLengthBudget()
  const spent = <Part extends object>(part: Part): Part => {
    spend(JSON.stringify(part).length)
    return part
  }
  return {
    ...(name && { formerName: name.from }),
    costs: costs.map((it) => ({ ...it, difference: roundToCents(it.to - it.from) })),
    nodes: {
      added: nodes.added.map(spent),
      removed: nodes.removed.map(spent),
      renamed: nodes.renamed.map(spent),
      changed: nodes.changed.map(spent),
    },
    edges: {
      added: edges.added.map(spent),
      removed: edges.removed.map(spent),
      changed: edges.changed.map(spent),
    },
    moved,
  }
}
