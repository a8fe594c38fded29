import type { Budget } from '../geometry/budget.ts'
import type { LayerGap } from '../layout/box.ts'
import { LANE_WIDTH, outerEnd, TURN_BACK } from '../layout/lanes.ts'
import { orderByCrossings } from './crossing-order.ts'
import { GAP_STRAIGHT, HOP_DISTANCE, HOP_OVERLAP_COST } from './tuning.ts'

/** The part of an edge in one gap between layers, from one coordinate across the flow to another. */
export interface Hop {
  gap: LayerGap
  from: number
  to: number
  /** Coordinate along the flow, in px, at which it changes from `from` to `to`. */
  turnAt: number
}

/**
 * Sets `turnAt` of the hops in a gap: assigns them to the fewest lanes without overlaps, in an order with few crossings. Once the budget is spent,
 * each has a lane of its own.
 *
 * @param budget of compared hops
 */
export function assignLanes(hops: readonly Hop[], gap: LayerGap, budget: Budget): void {
  const { from, to, turnBack } = gap
  const ordered = orderByCrossings(hops, conflicts, budget)
  const lanes = budget.isSpent ? [...ordered.keys()] : lanesOf(ordered)
  const last = Math.max(0, ...lanes)
  const room = Math.max(0, Math.abs(to - from) - 2 * GAP_STRAIGHT)
  const step = Math.sign(to - from) * Math.min(LANE_WIDTH, room / Math.max(1, last))
  for (const [index, hop] of ordered.entries()) {
    const lane = lanes[index]!
    hop.turnAt =
      turnBack === undefined
        ? (from + to) / 2 + (lane - last / 2) * step
        : outerEnd(gap) + turnBack * (TURN_BACK + lane * LANE_WIDTH)
  }
}

/** The number of each hop's lane. No two hops overlap in a lane, and of two that would, the later one has the higher number. */
function lanesOf(ordered: readonly Hop[]): number[] {
  const lanes: number[] = []
  for (const [index, hop] of ordered.entries()) {
    const before = ordered.slice(0, index).map((it, at) => (wouldOverlap(it, hop) ? lanes[at]! + 1 : 0))
    lanes.push(Math.max(0, ...before))
  }
  return lanes
}

/** Crossings of two hops in a gap if the first bends before the other. An overlap counts as `HOP_OVERLAP_COST` crossings. */
function conflicts(first: Hop, next: Hop): number {
  if (first.gap.turnBack !== undefined) return crosses(next.from, first) + crosses(next.to, first)
  const overlap = Math.abs(first.to - next.from) < HOP_DISTANCE ? HOP_OVERLAP_COST : 0
  return overlap + crosses(first.to, next) + crosses(next.from, first)
}

/** Whether the bend of a hop crosses a line along the flow at this coordinate: 1 or 0. */
function crosses(at: number, { from, to }: Hop): 0 | 1 {
  return at > Math.min(from, to) && at < Math.max(from, to) ? 1 : 0
}

/** Whether two hops would overlap in the same lane. */
function wouldOverlap(a: Hop, b: Hop): boolean {
  const isBelow = Math.min(a.from, a.to) >= Math.max(b.from, b.to) + LANE_WIDTH
  const isAbove = Math.min(b.from, b.to) >= Math.max(a.from, a.to) + LANE_WIDTH
  return !isBelow && !isAbove
}
