import { currencies, edgeSchema, nodeSchema } from '@maps/shared/map'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { z } from 'zod'
import { getMap } from '../../maps/workspace-maps.ts'
import { mapParams } from '../../maps/map-params.ts'
import { differenceOf } from '../map-difference.ts'
import {
  contentOf,
  overviewOf,
  type MapContent,
  mapHeadSchema,
  monthlyCosts,
  shortEdge,
  shortEdgeSchema,
  shortNode,
  shortNodeSchema,
  roundToCents,
} from '../map-view.ts'
import { createLengthBudget } from '../size-limit.ts'
import { defineTool } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'

const changes = z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() }))
const nodesSchema = z.strictObject({
  added: z.array(shortNodeSchema),
  removed: z.array(shortNodeSchema),
  changed: z.array(z.strictObject({ ...nodeSchema.pick({ id: true }).shape, changes })),
})
const edgesSchema = z.strictObject({
  added: z.array(shortEdgeSchema),
  removed: z.array(shortEdgeSchema),
  changed: z.array(z.strictObject({ ...edgeSchema.pick({ source: true, target: true }).shape, changes })),
})

/** The tool that compares two maps. */
export const compareMapsTool = defineTool({
  name: 'compare_maps',
  title: 'Compare two maps',
  description:
    'Tells what is added, removed and changed from one map to another, and what that costs per month: from today to planned, say, or ' +
    'from staging to production. Nodes are matched by id, edges by source and target.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    from: mapParams.shape.id.describe('Id of the first map'),
    to: mapParams.shape.id.describe('Id of the second map'),
  }),
  output: z.strictObject({
    from: inBrief(mapHeadSchema, 'As in get_map'),
    to: inBrief(mapHeadSchema, 'As in get_map'),
    costs: z
      .array(z.strictObject({ currency: z.enum(currencies), from: z.number(), to: z.number(), difference: z.number() }))
      .describe('Per month, by currency'),
    nodes: inBrief(
      nodesSchema,
      'Lists added, removed, and changed with the fields that differ: without from or to, it is not set',
    ),
    edges: inBrief(edgesSchema, 'The same of edges'),
  }),
  async run({ from, to }, context) {
    const { setLoggedMap, shareUrl } = context
    setLoggedMap({ mapId: to })
    const before = await getMap(context, from)
    const fromContent = contentOf(before)
    const after = await getMap(context, to)
    const toContent = contentOf(after)
    await letOthersRun()
    const { nodes, edges } = differenceOf(fromContent, toContent, createLengthBudget())
    return {
      structured: {
        from: overviewOf(before, fromContent, shareUrl),
        to: overviewOf(after, toContent, shareUrl),
        costs: costsBetween(fromContent, toContent),
        nodes: { ...nodes, added: nodes.added.map(shortNode), removed: nodes.removed.map(shortNode) },
        edges: { ...edges, added: edges.added.map(shortEdge), removed: edges.removed.map(shortEdge) },
      },
    }
  },
})

function costsBetween(before: MapContent, after: MapContent) {
  const old = monthlyCosts(before.nodes)
  const current = monthlyCosts(after.nodes)
  return currencies
    .filter((it) => old.has(it) || current.has(it))
    .map((currency) => {
      const from = old.get(currency) ?? 0
      const to = current.get(currency) ?? 0
      return { currency, from, to, difference: roundToCents(to - from) }
    })
}
