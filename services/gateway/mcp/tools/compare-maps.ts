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

const changes = z
  .array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() }))
  .describe('Fields that differ; a value that is missing is not set')

/** The tool that compares two maps. */
export const compareMapsTool = defineTool({
  name: 'compare_maps',
  title: 'Compare two maps',
  description:
    'Tells what is added, removed and changed from one map to another, and what that does to the cost per month: today and planned, ' +
    'say, or staging and production. Nodes are matched by id, edges by source and target.',
  annotations: { readOnlyHint: true, idempotentHint: true },
  input: z.strictObject({
    from: mapParams.shape.id.describe('Id of the map to begin with'),
    to: mapParams.shape.id.describe('Id of the map to compare it with'),
  }),
  output: z.strictObject({
    from: mapHeadSchema,
    to: mapHeadSchema,
    costs: z
      .array(z.strictObject({ currency: z.enum(currencies), from: z.number(), to: z.number(), difference: z.number() }))
      .describe('Per month, by currency'),
    nodes: z.strictObject({
      added: z.array(shortNodeSchema),
      removed: z.array(shortNodeSchema),
      changed: z.array(z.strictObject({ ...nodeSchema.pick({ id: true }).shape, changes })),
    }),
    edges: z.strictObject({
      added: z.array(shortEdgeSchema),
      removed: z.array(shortEdgeSchema),
      changed: z.array(z.strictObject({ ...edgeSchema.pick({ source: true, target: true }).shape, changes })),
    }),
  }),
  async run({ from, to }, { maps, caller, setLoggedMap, shareUrl }) {
    setLoggedMap({ mapId: to })
    const before = await getMap(maps, caller, from)
    const fromContent = contentOf(before)
    const after = await getMap(maps, caller, to)
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
