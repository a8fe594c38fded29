import { roundToCents } from '@maps/shared/money'
import type { MapDiff } from '@maps/shared/diff/map-diff'
import { diffSchema } from '@maps/shared/formats/diffs'
import { currencies } from '@maps/shared/map-values'
import { z } from 'zod'
import { createLengthBudget } from './size-limit.ts'
import { inBrief } from './tool-schema.ts'

/** Schema of the changes of a map, as tools return them. */
export const mapChangesSchema = z.strictObject({
  formerName: z.string().optional(),
  costs: inBrief(
    z.array(z.strictObject({ currency: z.enum(currencies), from: z.number(), to: z.number(), difference: z.number() })),
    'Per month, where they differ',
  ),
  nodes: inBrief(diffSchema.shape.nodes, 'Added, removed, renamed (new id), changed'),
  edges: inBrief(diffSchema.shape.edges, 'The same, after renames'),
  moved: z.int().describe('Moved elements'),
})

/** Writes a diff for agents. @throws InvalidRequest if it is longer than a result may be */
export function mapChangesOf({ name, nodes, edges, costs, moved }: MapDiff): z.infer<typeof mapChangesSchema> {
  const spend = createLengthBudget()
  for (const part of [...Object.values(nodes), ...Object.values(edges)].flat()) spend(JSON.stringify(part).length)
  return {
    ...(name && { formerName: name.from }),
    costs: costs.map((it) => ({ ...it, difference: roundToCents(it.to - it.from) })),
    nodes,
    edges,
    moved,
  }
}
