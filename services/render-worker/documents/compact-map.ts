import type { ArchitectureMap, MapEdge } from '@maps/shared/map'

/** Part of a map: nodes and edges in the map's order. */
export type MapExcerpt = Pick<ArchitectureMap, 'nodes' | 'edges'>

/**
 * At most `size` nodes and edges together, each getting at least half where both are too many: the most connected
 * services, and no edge to one that is left out.
 */
export function excerptOf(map: ArchitectureMap, size: number): MapExcerpt {
  const half = Math.floor(size / 2)
  const nodeLimit = Math.max(half, size - map.edges.length)
  const connections = countConnections(map.edges)
  const nodes = firstBy(map.nodes, nodeLimit, (it) => -(connections.get(it.id) ?? 0))
  const shown = new Set(nodes)
  const leftOut = new Set(map.nodes.filter((it) => !shown.has(it)).map((it) => it.id))
  const edges = map.edges.filter((it) => !leftOut.has(it.source) && !leftOut.has(it.target))
  return { nodes, edges: edges.slice(0, size - nodes.length) }
}

function countConnections(edges: readonly MapEdge[]): Map<string, number> {
  const connections = new Map<string, number>()
  for (const { source, target } of edges) {
    for (const id of [source, target]) connections.set(id, (connections.get(id) ?? 0) + 1)
  }
  return connections
}

/** The `limit` items of the lowest rank, earlier ones first among equals, in their own order. */
function firstBy<T>(items: readonly T[], limit: number, rankOf: (item: T) => number): T[] {
  if (items.length <= limit) return [...items]
  const ranked = items.map((item, index) => ({ item, index, rank: rankOf(item) }))
  const chosen = ranked.sort((a, b) => a.rank - b.rank || a.index - b.index).slice(0, limit)
  return chosen.sort((a, b) => a.index - b.index).map((it) => it.item)
}
