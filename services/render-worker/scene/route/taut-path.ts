import { createPath, type Path } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import type { Segment } from '../geometry/segment.ts'
import type { PortedEdge } from './edge.ts'
import { rate, type Surroundings } from './rating.ts'
import { costs } from './tuning.ts'

/** Cost of a straight line behind cards, beyond any other. */
const BEHIND = 100_000

/** Maximum number of points that one line passes, of the two in each layer: each line is rated along its whole length. */
const MAX_PASSED = 40

/** A point that a path of straight lines reaches, by the cheapest way. */
interface Reached {
  at: Point
  before: Reached | undefined
  cost: number
}

/**
 * The cheapest path of straight lines from the first to the last of these points through some of the others, in their order; through all others,
 * once the budget is spent.
 */
export function tautPath(points: readonly Point[], edge: PortedEdge, around: Surroundings): Path {
  const costOf = (from: Point, to: Point): number => {
    const { cost, hidden } = rate({ ends: edge.ports, path: createPath([[from, to]]) }, edge, around)
    return cost + costs.corners + (hidden > 0 ? BEHIND : 0)
  }
  const reached: Reached[] = [{ at: points[0]!, before: undefined, cost: 0 }]
  for (const at of points.slice(1)) {
    const passed = around.budget.isSpent ? [] : reached.slice(-MAX_PASSED)
    const ways = passed.map((before) => ({ at, before, cost: before.cost + costOf(before.at, at) }))
    reached.push(ways.reduce((a, b) => (b.cost < a.cost ? b : a), { at, before: reached.at(-1), cost: Infinity }))
  }
  const lines: Segment[] = []
  for (let it = reached.at(-1)!; it.before; it = it.before) lines.unshift([it.before.at, it.at])
  return createPath(lines)
}
