import type { MapEdge, MapNode } from '@maps/shared/map'
import { z } from 'zod'

/** Maximum number of edges that `findDanglingEdges` names. */
const MAX_NAMED = 10

/** Schema of the edges of a map that begin or end at an id that no node has. */
export const danglingEdgesSchema = z.strictObject({
  count: z.int().describe('How many edges there are'),
  edges: z
    .array(
      z.strictObject({
        index: z.int().describe('Place in the list of edges, from 0'),
        source: z.string(),
        target: z.string(),
        missing: z.array(z.string()).describe('Which of the two no node has'),
      }),
    )
    .describe('The first ten of them'),
})
/** The edges of a map that begin or end at an id that no node has. */
export type DanglingEdges = z.infer<typeof danglingEdgesSchema>

/** Finds the edges of a map whose source or target is no node of it. The API accepts them: a diagram may name a service before it is described. */
export function findDanglingEdges(map: {
  nodes: readonly Pick<MapNode, 'id'>[]
  edges: readonly Pick<MapEdge, 'source' | 'target'>[]
}): DanglingEdges {
  const ids = new Set(map.nodes.map((node) => node.id))
  const found: DanglingEdges = { count: 0, edges: [] }
  for (const [index, { source, target }] of map.edges.entries()) {
    if (ids.has(source) && ids.has(target)) continue
    found.count++
    if (found.edges.length === MAX_NAMED) continue
    const missing = [...new Set([source, target])].filter((id) => !ids.has(id))
    found.edges.push({ index, source, target, missing })
  }
  return found
}
