import { roundToCents } from '@maps/shared/costs'
import { diffMaps } from '@maps/shared/diff/map-diff'
import { nodeSchema } from '@maps/shared/map'
import { currencies } from '@maps/shared/map-values'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { z } from 'zod'
import { getVersion } from '../../maps/revisions.ts'
import { mapParams } from '../../maps/map-params.ts'
import {
  contentOf,
  overviewOf,
  mapHeadSchema,
  shortEdge,
  shortEdgeSchema,
  shortNode,
  shortNodeSchema,
} from '../map-view.ts'
import { createLengthBudget } from '../size-limit.ts'
import { defineTool } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'

const id = nodeSchema.shape.id
const version = z.int().min(1).exactOptional()
const changes = z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() }))
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

/** The tool that compares two maps. */
export const compareMapsTool = defineTool({
  name: 'compare_maps',
  title: 'Compare two maps',
  description: 'Tells what differs from one map, or version of a map, to another, and what that costs per month.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    from: mapParams.shape.id.describe('Id of the first map'),
    to: mapParams.shape.id.describe('Id of the second, or same'),
    fromVersion: version.describe('Default: current'),
    toVersion: version,
  }),
  output: z.strictObject({
    from: inBrief(mapHeadSchema, 'As in get_map'),
    to: inBrief(mapHeadSchema, 'As in get_map'),
    costs: inBrief(
      z.array(
        z.strictObject({ currency: z.enum(currencies), from: z.number(), to: z.number(), difference: z.number() }),
      ),
      'Per month, where they differ',
    ),
    nodes: inBrief(nodesSchema, 'Lists added, removed, renamed (another id), changed'),
    edges: inBrief(edgesSchema, 'The same, after renames'),
    moved: z.int().describe('Elements moved or reordered'),
  }),
  async run({ from, to, fromVersion, toVersion }, context) {
    const { setLoggedMap, shareUrl } = context
    setLoggedMap({ mapId: to })
    const before = await getVersion(context, from, fromVersion)
    const fromContent = contentOf(before)
    const after = await getVersion(context, to, toVersion)
    const toContent = contentOf(after)
    await letOthersRun()
    const { nodes, edges, costs, moved } = diffMaps(fromContent, toContent)
    await letOthersRun()
    const spend = createLengthBudget()
    const spent = <Part extends object>(part: Part): Part => {
      spend(JSON.stringify(part).length)
      return part
    }
    return {
      structured: {
        from: overviewOf(before, fromContent, shareUrl),
        to: overviewOf(after, toContent, shareUrl),
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
      },
    }
  },
})
