import type { MapContent, MapEdge } from '@maps/shared/map'

/**
 * Selects at most `size` nodes and edges together, in the map's order: the services with the most edges, and no edge of an omitted service.
 * If there are too many of both, nodes and edges get half each.
 */
export function excerptOf(map: MapContent, size: number): MapContent {
  const half = Math.floor(size / 2)
  const nodeLimit = Math.max(half, size - map.edges.length)
  const connections = countConnections(map.edges)
  const nodes = firstBy(map.nodes, nodeLimit, (it) => -(connections.get(it.id) ?? 0))
  const shown = new Set(nodes)
  const omittedIds = new Set(map.nodes.filter((it) => !shown.has(it)).map((it) => it.id))
  const edges = map.edges.filter((it) => !omittedIds.has(it.source) && !omittedIds.has(it.target))
  return { nodes, edges: edges.slice(0, size - nodes.length) }
}

/** Numbers of edges by the ids of their ends, in the order of the edges: an edge of a service with itself counts twice. */
export function countConnections(edges: readonly MapEdge[]): Map<string, number> {
  const connections = new Map<string, number>()
  for (const id of edges.flatMap((it) => [it.source, it.target])) connections.set(id, (connections.get(id) ?? 0) + 1)
  return connections
}

/** The `limit` items with the lowest ranks, in their original order. Of equal ranks, the earlier items are taken. */
function firstBy<T>(items: readonly T[], limit: number, rankOf: (item: T) => number): T[] {
  const chosen = new Set(items.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, limit))
  return items.filter((it) => chosen.has(it))
}
