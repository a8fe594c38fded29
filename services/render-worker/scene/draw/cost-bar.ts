import { byCurrency, costOf, costsOf } from '@maps/shared/costs'
import type { MapNode } from '@maps/shared/map'
import { round } from '../geometry/path.ts'
import type { Primitive } from './display-list.ts'
import type { Theme } from './theme.ts'

/** Computes the length of a service's bar, as a share of the longest; undefined for a service without a cost. */
export type CostShare = (node: MapNode) => number | undefined

const THICKNESS = 4
const GAP = 7
/** Height of a bar with the gap above it, in px. */
export const COST_BAR_HEIGHT = GAP + THICKNESS

/** Creates the shares of costs in the largest cost of their currency: amounts of two currencies are never compared. */
export function costSharesOf(nodes: readonly MapNode[]): CostShare {
  const groups = byCurrency(costsOf(nodes))
  const largest = new Map(groups.map(({ currency, costs }) => [currency, Math.max(...costs.map((it) => it.amount))]))
  return (node) => {
    const cost = costOf(node)
    return cost && (cost.amount > 0 ? cost.amount / largest.get(cost.currency)! : 0)
  }
}

/** Draws a bar whose lower edge is at `bottom`, on a track of `width` px, the same on all cards. */
export function drawCostBar(
  share: number,
  left: number,
  bottom: number,
  width: number,
  color: string,
  theme: Theme,
): Primitive[] {
  const track = { kind: 'rect', x: left, y: bottom - THICKNESS, height: THICKNESS, radius: THICKNESS / 2 } as const
  const filled = round(Math.max(THICKNESS, share * width))
  return [{ ...track, width, fill: theme.chip }, ...(share > 0 ? [{ ...track, width: filled, fill: color }] : [])]
}
