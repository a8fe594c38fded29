import { changesWithin } from '@maps/shared/diff/changes-within'
import { diffMaps } from '@maps/shared/diff/map-diff'
import { edgeSchema, type MapContent, type MapNode, nodeSchema } from '@maps/shared/map'
import type { PricedNode } from '@maps/shared/costs'
import { formatMoney } from '@maps/shared/money'
import { InvalidRequest } from '@maps/shared/errors'
import { MAX_DEPTH, viewOptions } from '@maps/shared/formats/view-options'
import { type MapView, viewOf, type ViewRequest } from '@maps/shared/view/view'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { z } from 'zod'
import { refuseTooLarge } from '../../exports/export-map.ts'
import { mapParams } from '../../maps/map-params.ts'
import { mapChangesOf, mapChangesSchema } from '../map-changes.ts'
import { mapHeadSchema, mostConnected, overviewOf, shortNode } from '../map-view.ts'
import { readMap, takeContent } from '../read-map.ts'
import { createLengthBudget } from '../size-limit.ts'
import { defineTool, type ToolContext } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'

const MAX_SUMMARY_NODES = 40

const { focus, direction, hide, collapse } = viewOptions

/** The tool that reads a map, whole or in part. */
export const getMapTool = defineTool({
  name: 'get_map',
  title: 'Read a map',
  description:
    'Reads a map: as a summary (counts, costs, the most connected services), whole, or around some nodes; or what changed since a ' +
    'version. Read large maps as a summary first.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    ...mapParams.shape,
    view: z.enum(['summary', 'whole', 'around']).default('summary'),
    focus: focus.describe('For "around": ids, joined by commas'),
    depth: z.int().min(1).max(MAX_DEPTH).exactOptional().describe('Edges from them, 1 by default'),
    direction: direction.describe('Up to callers, down, or both'),
    hide: hide.describe('Ids to leave out; * is any text'),
    collapse: collapse.describe('Prefixes to make one node each'),
    since: z.int().min(1).exactOptional().describe('Version you read'),
  }),
  output: z.strictObject({
    map: mapHeadSchema,
    nodes: inBrief(z.array(nodeSchema), 'In a summary short, the most connected first').optional(),
    edges: inBrief(z.array(edgeSchema), 'Not in a summary').optional(),
    leftOut: inBrief(z.strictObject({ nodes: z.int(), edges: z.int() }), 'Counts').optional(),
    changes: inBrief(mapChangesSchema, 'As in compare_maps').optional(),
  }),
  async run({ id, view, since, ...options }, context) {
    context.setLoggedMap({ mapId: id })
    checkView(view, options)
    if (since !== undefined) return { structured: await readChanges(id, since, options, context) }
    const map = await readMap(context, id)
    const isSelected = Object.keys(options).length > 0
    if (view === 'whole' && !isSelected) createLengthBudget()(map.nodes.length + map.edges.length)
    const content = takeContent(map)
    await letOthersRun()
    const selected = viewOf(content, options)
    const part = partOf(selected ? { ...selected, nodes: selected.nodes.map(withFurtherCosts) } : content, view)
    await letOthersRun()
    const leftOut = countLeftOut(content, part, selected)
    return {
      structured: {
        map: overviewOf(map, content, context.shareUrl),
        ...part,
        ...(leftOut.nodes + leftOut.edges > 0 && { leftOut }),
      },
    }
  },
})

/** Reads what changed since a version, in the part of the map that the options select. */
async function readChanges(id: string, since: number, options: ViewRequest, context: ToolContext) {
  if (options.collapse !== undefined) refuse('collapse', 'must not be given together with since')
  const map = await readMap(context, id)
  const older = await readMap(context, id, since)
  refuseTooLarge(map, older, 'since')
  const from = { name: older.name, ...takeContent(older) }
  await letOthersRun()
  const to = { name: map.name, ...takeContent(map) }
  await letOthersRun()
  const diff = diffMaps(from, to)
  await letOthersRun()
  const changes = mapChangesOf(changesWithin({ from, to, diff }, options)?.diff ?? diff)
  return { map: overviewOf(map, to, context.shareUrl), changes }
}

/** Refuses a view around no node, and another one with options of that view. */
function checkView(view: string, { focus, depth, direction }: ViewRequest): void {
  const isAround = view === 'around'
  if (isAround && focus === undefined) refuse('focus', 'is required for the view "around"')
  const [field] = Object.entries({ focus, depth, direction }).find(([, it]) => it !== undefined) ?? []
  if (!isAround && field !== undefined) refuse(field, 'is only for the view "around"')
}

function refuse(field: string, problem: string): never {
  throw new InvalidRequest('The input is not valid.', { [field]: problem })
}

/** Nodes and edges of a map that a view shows; a summary has no edges. */
type MapPart = Pick<MapContent, 'nodes'> & Partial<MapContent>

function partOf({ nodes, edges }: MapContent, view: 'summary' | 'whole' | 'around'): MapPart {
  return view === 'summary'
    ? { nodes: mostConnected({ nodes, edges }, MAX_SUMMARY_NODES).map(shortNode) }
    : { nodes, edges }
}

/** Counts the nodes and edges of a map that a part does not show. Those that a group stands for are shown. @param selected the view that the part is of */
function countLeftOut(map: MapContent, { nodes, edges }: MapPart, selected: MapView | undefined) {
  const shown = new Set(nodes.flatMap((it) => (selected?.members.get(it.id) ?? [it]).map(({ id }) => id)))
  const left = map.nodes.filter((it) => !shown.has(it.id)).length
  return { nodes: left, edges: edges ? (selected?.edgesLeftOut ?? 0) : map.edges.length }
}

/** Names the costs of a group in further currencies beside its technology: a node has one cost. */
function withFurtherCosts({ furtherCosts = [], ...node }: PricedNode): MapNode {
  const costs = furtherCosts.map((it) => formatMoney(it.amount, it.currency))
  return costs.length > 0 ? { ...node, tech: [node.tech, ...costs].join(' and ') } : node
}
