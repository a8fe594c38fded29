import type { MapEdge } from '../map.ts'

/** Ways to follow connections: to what services call, to their callers, or to both. */
export type Direction = 'both' | 'up' | 'down'

/**
 * Counts the connections between services and the nearest of these, up to `most`. A connection with arrowheads at both ends leads both ways.
 * @returns distances by id, nearest first
 */
export function distancesFrom(
  starts: readonly string[],
  edges: readonly MapEdge[],
  direction: Direction,
  most: number,
): Map<string, number> {
  const neighbours = neighboursOf(edges, direction)
  const distances = new Map(starts.map((it) => [it, 0]))
  // The loop also visits what it adds.
  for (const [id, distance] of distances) {
    if (distance === most) break
    for (const next of neighbours.get(id) ?? []) if (!distances.has(next)) distances.set(next, distance + 1)
  }
  return distances
}

function neighboursOf(edges: readonly MapEdge[], direction: Direction): Map<string, string[]> {
  const neighbours = new Map<string, string[]>()
  const add = (from: string, to: string): void => {
    const list = neighbours.get(from)
    if (list) list.push(to)
    else neighbours.set(from, [to])
  }
  for (const { source, target, arrow } of edges) {
    if (direction !== 'up' || arrow === 'both') add(source, target)
    if (direction !== 'down' || arrow === 'both') add(target, source)
  }
  return neighbours
}
