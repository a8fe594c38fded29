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
  const steps = stepsOf(edges, direction)
  const distances = new Map(starts.map((it) => [it, 0]))
  // The loop also visits what it adds.
  for (const [id, distance] of distances) {
    if (distance === most) break
    for (const { to } of steps.get(id) ?? []) if (!distances.has(to)) distances.set(to, distance + 1)
  }
  return distances
}

function stepsOf(edges: readonly MapEdge[], direction: Direction): Map<string, { from: string; to: string }[]> {
  const steps = edges.flatMap(({ source, target, arrow }) => [
    ...(direction !== 'up' || arrow === 'both' ? [{ from: source, to: target }] : []),
    ...(direction !== 'down' || arrow === 'both' ? [{ from: target, to: source }] : []),
  ])
  return Map.groupBy(steps, (it) => it.from)
}
