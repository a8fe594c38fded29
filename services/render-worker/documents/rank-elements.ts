import type { MapContent, MapEdge, MapNode } from '@maps/shared/map'
import { countConnections } from './compact-map.ts'

/** A node or an edge of a map. */
export type RankedElement = { kind: 'node'; node: MapNode } | { kind: 'edge'; edge: MapEdge }

/**
 * Sorts the services of a map by their distances, then by their connections and costs, most first. Each is followed by its edges
 * to those before it. Costs decide between services with equally many connections, so their currencies do not matter much.
 */
export function rankElements({ nodes, edges }: MapContent, distances: ReadonlyMap<string, number>): RankedElement[] {
  const nodeById = new Map<string, MapNode | undefined>(nodes.map((node) => [node.id, node]))
  const degrees = countConnections(edges)
  for (const id of degrees.keys()) if (!nodeById.has(id)) nodeById.set(id, undefined)
  const ranked = Array.from(nodeById, ([id, node]) => {
    return { id, node, distance: distances.get(id) ?? Infinity, degree: degrees.get(id) ?? 0, spend: node?.spend ?? 0 }
  }).sort((a, b) => compare(a.distance, b.distance) || b.degree - a.degree || b.spend - a.spend)
  const ranks = new Map(ranked.map((it, rank) => [it.id, rank]))
  const byLaterEnd = Map.groupBy(edges, ({ source, target }) => Math.max(ranks.get(source)!, ranks.get(target)!))
  return ranked.flatMap(({ node }, rank): RankedElement[] => [
    ...(node ? [{ kind: 'node', node } as const] : []),
    ...(byLaterEnd.get(rank) ?? []).map((edge) => ({ kind: 'edge', edge }) as const),
  ])
}

/** Compares numbers that may both be infinite. */
export function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}
