import { roundToCents } from '@maps/shared/costs'
import type { MapDiff } from '@maps/shared/diff/map-diff'
import { nodeSchema } from '@maps/shared/map'
import { currencies } from '@maps/shared/map-values'
import { z } from 'zod'
import { shortEdge, shortEdgeSchema, shortNode, shortNodeSchema } from './map-view.ts'
import { createLengthBudget } from './size-limit.ts'
import { inBrief } from './tool-schema.ts'

const { id } = nodeSchema.shape
const changes = z.array(
  z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() }).partial().required({ field: true }),
)
const nodesSchema = z.strictObject({
  added: z.array(shortNodeSchema),
  removed: z.array(shortNodeSchema),
  renamed: z.array(z.strictObject({ from: inBrief(id), to: inBrief(id) })),
  changed: z.array(z.strictObject({ id: inBrief(id), changes })),
})
const edgesSchema = z.strictObject({
  added: z.array(shortEdgeSchema),
  removed: z.array(shortEdgeSchema),
  changed: z.array(z.strictObject({ edge: shortEdgeSchema, changes })),
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

/** Writes a diff for agents, with added and removed elements in short. @throws InvalidRequest if it is longer than a result may be */
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
      added: nodes.added.map((it) => spent(shortNode(it))),
      removed: nodes.removed.map((it) => spent(shortNode(it))),
      renamed: nodes.renamed.map(spent),
      changed: nodes.changed.map(spent),
    },
    edges: {
      added: edges.added.map((it) => spent(shortEdge(it))),
      removed: edges.removed.map((it) => spent(shortEdge(it))),
      changed: edges.changed.map(({ edge, changes }) => spent({ edge: shortEdge(edge), changes })),
    },
    moved,
  }
}
