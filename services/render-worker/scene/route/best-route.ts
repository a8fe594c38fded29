import type { Path } from '../geometry/path.ts'
import { allSides, distanceOut, opposite } from '../geometry/sides.ts'
import type { RunCost } from './a-star.ts'
import { arcsBetween } from './arcs.ts'
import type { Crossings } from './crossings.ts'
import type { Detours } from './detour.ts'
import { edgePath, isStepped } from './edge-path.ts'
import { BEND_COST, endsOver, orthogonalRoute, type Route, SIDE_COST, type UnroutedEdge } from './edge.ts'
import type { Ends } from './ends.ts'
import type { Obstacles } from './obstacles.ts'
import type { Overlap, Overlaps } from './overlaps.ts'
import { loopEnds, loopPath } from './self-loop.ts'
import { STEP_OFFSET, stepCorners } from './step-path.ts'

/** The cards of a map, and the routes found so far. */
export interface RoutingContext {
  obstacles: Obstacles
  overlaps: Overlaps
  crossings: Crossings
  detours: Detours
}

/** Costs of a route's faults, in px of length. */
const costs = {
  /** Per px behind a card. */
  hidden: 10,
  /** Per px on the line of an edge that shares neither card, or both. */
  unrelated: 2,
  /** Per px on the line of an edge with the same source or target, which looks like a fork. Ports separate most of these lines. */
  fork: 0.25,
  /** Per crossing with another edge. */
  crossing: 100,
  /** Of a detour with corners for an edge that should be a curve. */
  corners: 100,
} as const
/** Minimum px between a card and the other end of a line, outwards from the side, so that the line leaves the card straight. */
const TURN = 40
/** Maximum number of search states for the detours of a routing. Further edges have none. */
const MAX_VISITED = 25_000

/** A route with its faults. */
interface RatedRoute {
  route: Route
  /** In px of length. */
  cost: number
  /** Px behind cards. */
  hidden: number
  /** Whether it runs behind cards, crosses other edges or overlaps an edge, but for forks. */
  hasFaults: boolean
}

/** The route of an edge between the facing sides, or a self loop. It ignores other cards and edges. */
export function directRoute(edge: UnroutedEdge): Route {
  const { line, source, target, fan } = edge
  if (source === target) {
    const ends = loopEnds(source, fan)
    return { ends, path: loopPath(line, ends, fan.index) }
  }
  const ends = endsOver(edge, edge.facing)
  if (isStepped(line)) return orthogonalRoute(line, ends, stepCorners(ends, stepOffset(ends)))
  if (line === 'straight' && isOrthogonal(ends)) return orthogonalRoute(line, ends, [ends.source, ends.target])
  return { ends, path: edgePath(line, ends) }
}

function isOrthogonal({ source, target }: Ends): boolean {
  return source.x === target.x || source.y === target.y
}

/** React Flow's offset, or half of the gap between two sides that face each other: a line between close cards has no loop. */
function stepOffset({ source, sourceSide, target, targetSide }: Ends): number {
  const gap = targetSide === opposite(sourceSide) ? distanceOut(source, sourceSide, target) : 0
  return gap > 0 ? Math.min(STEP_OFFSET, gap / 2) : STEP_OFFSET
}

/**
 * Returns the moved first route of an edge if it is clear, or else the direct route if it has no faults. Else returns the cheapest of
 * these two, other routes of its kind of line and a detour around cards. Any route that is not behind cards is better than one that is.
 */
export function bestRoute(edge: UnroutedEdge, context: RoutingContext): Route {
  const { movedRoute, hasFixedSides = false } = edge
  if (movedRoute && isClear(movedRoute, edge, context)) return movedRoute
  let best = rate(directRoute(edge), edge, context)
  if (!best.hasFaults) return best.route
  const keepBetter = (route: Route, penalty: number): void => {
    const rated = rate(route, edge, context, penalty, best)
    if (isBetter(rated, best)) best = rated
  }
  const tryDetour = (): void => {
    const detour = findDetour(edge, context)
    // The search has weighed the sides already.
    if (detour) keepBetter(detour, edge.line === 'bezier' ? costs.corners : 0)
  }
  if (movedRoute) keepBetter(movedRoute, 0)
  if (!hasFixedSides) tryDetour()
  for (const route of otherRoutes(edge)) keepBetter(route, hasFixedSides ? 0 : SIDE_COST)
  // With fixed sides, a search takes as long as in the first routing and rarely finds a better route, except behind cards.
  if (hasFixedSides && best.hidden > 0) tryDetour()
  return best.route
}

/** Whether a route is neither behind cards nor on the line of an unrelated edge. */
function isClear({ path }: Route, edge: UnroutedEdge, { obstacles, overlaps }: RoutingContext): boolean {
  return obstacles.hiddenLength(path, 0) === 0 && overlaps.measurePath(path, edge).unrelated === 0
}

function isBetter(a: RatedRoute, b: RatedRoute): boolean {
  return a.hidden > 0 === b.hidden > 0 ? a.cost < b.cost : a.hidden === 0
}

/** The route of an edge around cards; undefined if there is none, or no time for a search. */
function findDetour(edge: UnroutedEdge, { overlaps, crossings, detours }: RoutingContext): Route | undefined {
  if (edge.line === 'straight' || detours.visited > MAX_VISITED) return undefined
  const costOf: RunCost = (run, crossed) => costs.crossing * crossed + overlapCost(overlaps.measureRun(run, edge))
  return detours.find(edge, crossings, costOf)
}

/** Yields arcs over obstacles, and lines without corners from other sides. */
function* otherRoutes(edge: UnroutedEdge): Generator<Route> {
  const { line } = edge
  if (line === 'bezier') yield* arcsBetween(edge)
  if (isStepped(line) || edge.hasFixedSides) return
  for (const from of allSides) {
    for (const to of allSides) {
      if (from === edge.facing[0] && to === edge.facing[1]) continue
      const ends = endsOver(edge, [from, to])
      if (from === to || leavesStraight(ends)) yield { ends, path: edgePath(line, ends) }
    }
  }
}

/** Whether a line has the space to leave both cards straight. */
function leavesStraight({ source, sourceSide, target, targetSide }: Ends): boolean {
  return distanceOut(source, sourceSide, target) >= TURN && distanceOut(target, targetSide, source) >= TURN
}

/**
 * Rates a route, with the fastest measures first. Of a route behind cards, other edges do not matter. Once a route cannot be better than
 * its rival, measuring stops, and `cost`, `hidden` and `hasFaults` are too low.
 *
 * @param penalty additional cost in px
 */
function rate(
  route: Route,
  edge: UnroutedEdge,
  { obstacles, overlaps, crossings }: RoutingContext,
  penalty = 0,
  rival?: RatedRoute,
): RatedRoute {
  const { path } = route
  const mayBeHidden = rival?.hidden !== 0
  const limit = mayBeHidden ? Infinity : rival.cost
  let cost = pathCost(path) + penalty
  const hidden = cost < limit ? obstacles.hiddenLength(path, mayBeHidden ? Infinity : 0) : 0
  if (hidden > 0) return { route, cost: cost + costs.hidden * hidden, hidden, hasFaults: true }
  const overlap = cost < limit ? overlaps.measurePath(path, edge) : { unrelated: 0, fork: 0 }
  cost += overlapCost(overlap)
  const crossed = cost < limit ? crossings.count(path, (limit - cost) / costs.crossing) : 0
  cost += costs.crossing * crossed
  return { route, cost, hidden, hasFaults: overlap.unrelated > 0 || crossed > 0 }
}

/** Cost of length and bends. Each corner of an orthogonal line, and each curve, counts as a bend. */
function pathCost({ segments, length }: Path): number {
  let bends = 0
  for (const segment of segments) if (segment.length === 4) bends++
  return length + BEND_COST * bends
}

function overlapCost({ unrelated, fork }: Overlap): number {
  return costs.unrelated * unrelated + costs.fork * fork
}
