import type { MapEdge, MapNode } from '@maps/shared/map'

/** Maximum number of edges that `findDanglingEdges` names. */
const MAX_NAMED = 10

/** The edges of a map that begin or end at an id that no node has. */
export interface DanglingEdges {
  /** How many there are. */
  count: number
  /** The first of them, at most 10. `index` counts in the map's list of edges; `missing` has the ids, one or two, that no node has. */
  edges: { index: number; source: string; target: string; missing: string[] }[]
}

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
