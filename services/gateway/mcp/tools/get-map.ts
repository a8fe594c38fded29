import { edgeSchema, nodeSchema } from '@maps/shared/map'
import { InvalidRequest } from '@maps/shared/errors'
import { z } from 'zod'
import { getMap } from '../../maps/workspace-maps.ts'
import { mapParams } from '../../maps/map-params.ts'
import {
  around,
  contentOf,
  findNodeId,
  overviewOf,
  idsByVisibleForm,
  type MapContent,
  mapHeadSchema,
  mostConnected,
  nodesById,
  shortNode,
} from '../map-view.ts'
import { createLengthBudget } from '../size-limit.ts'
import { defineTool } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'

const MAX_SUMMARY_NODES = 40
const MAX_STEPS = 5

/** The tool that reads a map, whole or in part. */
export const getMapTool = defineTool({
  name: 'get_map',
  title: 'Read a map',
  description:
    'Reads a map: as a summary (counts, costs, the most connected services), whole, or around one node (what it depends on, and what ' +
    'depends on it). Read large maps as a summary first.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    ...mapParams.shape,
    view: z.enum(['summary', 'whole', 'around']).default('summary'),
    node: nodeSchema.shape.id.exactOptional().describe('Id of the node for the view "around"'),
    steps: z.int().min(1).max(MAX_STEPS).default(1).describe('How many edges away from it a node may be'),
  }),
  output: z.strictObject({
    map: mapHeadSchema,
    nodes: inBrief(z.array(nodeSchema), 'In a summary without billing and position, the most connected first'),
    edges: inBrief(z.array(edgeSchema), 'Not in a summary').optional(),
    leftOut: inBrief(
      z.strictObject({ nodes: z.int(), edges: z.int() }),
      'Numbers of nodes and edges that are not told here',
    ).optional(),
  }),
  async run({ id, view, node, steps }, context) {
    context.setLoggedMap({ mapId: id })
    const map = await getMap(context, id)
    if (view === 'whole') createLengthBudget()(map.nodes.length + map.edges.length)
    const content = contentOf(map)
    const part = partOf(content, view, node, steps)
    const leftOut = {
      nodes: content.nodes.length - part.nodes.length,
      edges: content.edges.length - (part.edges?.length ?? 0),
    }
    return {
      structured: {
        map: overviewOf(map, content, context.shareUrl),
        ...part,
        ...(leftOut.nodes + leftOut.edges > 0 && { leftOut }),
      },
    }
  },
})

function partOf(
  content: MapContent,
  view: 'summary' | 'whole' | 'around',
  node: string | undefined,
  steps: number,
): Pick<MapContent, 'nodes'> & Partial<MapContent> {
  if (view === 'summary') return { nodes: mostConnected(content, MAX_SUMMARY_NODES).map(shortNode) }
  if (view === 'whole') return content
  if (node === undefined)
    throw new InvalidRequest('The input is not valid.', { node: 'is required for the view "around"' })
  return around(content, findNodeId(nodesById(content.nodes), idsByVisibleForm(content), node, 'node'), steps)
}
