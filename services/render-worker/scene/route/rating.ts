import type { Budget } from '../geometry/budget.ts'
import type { Path } from '../geometry/path.ts'
import { distanceBetween } from '../geometry/segment.ts'
import type { Crossings } from './crossings.ts'
import type { Route, UnroutedEdge } from './edge.ts'
import type { Obstacles } from './obstacles.ts'
import type { Overlaps } from './overlaps.ts'
import { costs, MIN_LENGTH } from './tuning.ts'

/** What a route should avoid: the cards of a map, and the routes found so far. */
export interface Surroundings {
  obstacles: Obstacles
  overlaps: Overlaps
  crossings: Crossings
  /** Of comparisons with cards and routes. */
  budget: Budget
}

/** A route with its faults. */
export interface RatedRoute {
  route: Route
  /** In px of length. */
  cost: number
  /** Px that cannot be seen: behind cards, or missing to the length of an arrowhead. */
  hidden: number
  /** Whether it runs behind cards, crosses other edges or overlaps an edge, but for forks. */
  hasFaults: boolean
}

/**
 * The better one of the best route so far and another one. Any route that is not behind cards is better than one that is.
 *
 * @param penalty additional cost of the other route, in px
 */
export function betterOf(
  best: RatedRoute,
  other: Route,
  penalty: number,
  edge: UnroutedEdge,
  around: Surroundings,
): RatedRoute {
  const rated = rate(other, edge, around, penalty, best)
  const isBetter = rated.hidden > 0 === best.hidden > 0 ? rated.cost < best.cost : rated.hidden === 0
  return isBetter ? rated : best
}

/**
 * Rates a route, with the fastest measures first. Of a route behind cards, other edges do not matter. Once a route cannot be better than
 * its rival, measuring stops, and `cost`, `hidden` and `hasFaults` are too low.
 *
 * @param penalty additional cost in px
 */
export function rate(
  route: Route,
  edge: UnroutedEdge,
  { obstacles, overlaps, crossings }: Surroundings,
  penalty = 0,
  rival?: RatedRoute,
): RatedRoute {
  const { path } = route
  const mayBeHidden = rival?.hidden !== 0
  const limit = mayBeHidden ? Infinity : rival.cost
  let cost = pathCost(path) + penalty
  // Only between cards that touch, or nearly so, are ends so near.
  const isShort = distanceBetween(route.ends.source, route.ends.target) < MIN_LENGTH
  const missing = isShort ? Math.max(0, MIN_LENGTH - path.length) : 0
  const hidden = cost < limit ? missing + obstacles.hiddenLength(path, mayBeHidden ? Infinity : 0) : 0
  if (hidden > 0) return { route, cost: cost + costs.hidden * hidden, hidden, hasFaults: true }
  const overlap = cost < limit ? overlaps.measurePath(path, edge) : 0
  cost += costs.overlap * overlap
  const crossed = cost < limit ? crossings.count(path, (limit - cost) / costs.crossing) : 0
  cost += costs.crossing * crossed
  return { route, cost, hidden, hasFaults: overlap > 0 || crossed > 0 }
}

/** Cost of length and bends. Each corner of an orthogonal line, and each curve, counts as a bend. */
function pathCost({ segments, length }: Path): number {
  let bends = 0
  for (const segment of segments) if (segment.length === 4) bends++
  return length + costs.bend * bends
}
