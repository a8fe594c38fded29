import { createPath, type Path } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import type { PortedEdge } from './edge.ts'
import { rate, type Surroundings } from './rating.ts'
import { costs } from './tuning.ts'

/** Cost of a straight line behind cards, beyond any other. */
const BEHIND = 100_000

/** Maximum number of points that one line passes, of the two in each layer: each line is rated along its whole length. */
const MAX_PASSED = 40

/** The cheapest path of straight lines from the first to the last of these points through some of the others, in their order. */
export function tautPath(points: readonly Point[], edge: PortedEdge, around: Surroundings): Path {
  const costOf = (from: Point, to: Point): number => {
    const { cost, hidden } = rate({ ends: edge.ports, path: createPath([[from, to]]) }, edge, around)
    return cost + costs.corners + (hidden > 0 ? BEHIND : 0)
  }
  const best = [{ cost: 0, via: [points[0]!] }]
  for (const to of points.slice(1)) {
    const candidates = best
      .slice(-MAX_PASSED)
      .map(({ cost, via }) => ({ cost: cost + costOf(via.at(-1)!, to), via: [...via, to] }))
    best.push(candidates.reduce((a, b) => (b.cost < a.cost ? b : a)))
  }
  const { via } = best.at(-1)!
  return createPath(via.slice(1).map((to, index) => [via[index]!, to]))
}
