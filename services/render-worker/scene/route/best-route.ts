import type { Path } from '../geometry/path.ts'
import type { SegmentCost } from './a-star.ts'
import { arcCandidates } from './arc-candidates.ts'
import {
  BEND_COST,
  type Candidate,
  candidateBetween,
  endsOver,
  reactFlowCandidate,
  type Route,
  type UnroutedEdge,
} from './candidate.ts'
import type { Crossings } from './crossings.ts'
import type { Detours } from './detour.ts'
import { cornerRadius, isStepped } from './edge-path.ts'
import { allSides, distanceOut } from './ends.ts'
import type { Obstacles } from './obstacles.ts'
import type { Overlap, Overlaps } from './overlaps.ts'
import { loopEnds, loopPath } from './self-loop.ts'
import { stepCandidates } from './step-candidates.ts'
import { roundedPath, withoutCollinear } from './step-path.ts'

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
  hidden: 6,
  /** Per px on the line of an edge between other cards. */
  unrelated: 2,
  /** Per px on the line of an edge with the same source or target, which looks like a fork. */
  fork: 0.5,
  /** Per crossing with another edge. */
  crossing: 60,
  /** Of a detour with corners for an edge that should be a curve. */
  corners: 80,
} as const
/** Minimum px between a card and the other end of a curve, outwards from the side, so that the curve leaves the card straight. */
const TURN = 40
/** Px behind cards above which a detour is searched. */
const MAX_HIDDEN = 20
/** Cost of faults below which no detour is searched. */
const MAX_FAULTS = 200
/** Maximum number of search states for the detours of a map. Further edges stay behind cards. */
const MAX_VISITED = 14_000

/** A route, its cost, and its px behind cards. */
interface RatedRoute {
  route: Route
  cost: number
  hidden: number
}

/** The route of an edge between the facing sides, or a self loop. It ignores other cards and edges. */
export function directRoute(edge: UnroutedEdge): Route {
  const { line, source, target, fan } = edge
  if (source === target) {
    const ends = loopEnds(source, fan)
    return { ends, path: loopPath(line, ends, fan.index) }
  }
  const [first] = isStepped(line) ? stepCandidates(edge, edge.facing) : []
  return drawn(first ?? reactFlowCandidate(edge, endsOver(edge, edge.facing)))
}

/** Returns the direct route if it has no faults, else the cheapest candidate, or a detour around cards and many faults. */
export function bestRoute(edge: UnroutedEdge, surroundings: RoutingContext): Route {
  const { obstacles, overlaps, crossings } = surroundings
  const route = directRoute(edge)
  const hidden = obstacles.hiddenLength(route.path, Infinity)
  const crossed = costs.crossing * crossings.count(route.path)
  const overlap = overlaps.measurePath(route.path, edge)
  if (hidden === 0 && crossed === 0 && overlap.unrelated === 0) return route
  const cost = pathCost(route.path) + costs.hidden * hidden + overlapCost(overlap) + crossed
  const direct = { route, cost, hidden }
  // With fixed sides, the first routing has already searched: a second search takes as long and rarely finds a better route.
  const isFirst = !edge.hasFixedSides
  // Behind cards, a detour is usually best: candidates that cost more need not be drawn.
  const isEarly = isFirst && hidden > MAX_HIDDEN
  const early = isEarly ? findDetour(edge, surroundings) : undefined
  const best = bestCandidate(edge, early ?? direct, surroundings)
  const hasManyFaults = isFirst && best.cost >= pathCost(best.route.path) + MAX_FAULTS
  const isBad = hasManyFaults || best.hidden > MAX_HIDDEN
  const detour = isBad && !isEarly ? findDetour(edge, surroundings) : early
  return detour && (detour.cost < best.cost || best.hidden > MAX_HIDDEN) ? detour.route : best.route
}

/** The route of an edge around cards; undefined if there is none, or no time for a search. */
function findDetour(edge: UnroutedEdge, { overlaps, crossings, detours }: RoutingContext): RatedRoute | undefined {
  if (edge.line === 'straight' || detours.visited > MAX_VISITED) return undefined
  const costOf: SegmentCost = (from, to, crossed) =>
    costs.crossing * crossed + overlapCost(overlaps.measureSegment(from, to, edge))
  const route = detours.find(edge, crossings, costOf)
  if (!route) return undefined
  const overlap = overlapCost(overlaps.measurePath(route.path, edge))
  const corners = edge.line === 'bezier' ? costs.corners : 0
  const cost = pathCost(route.path) + corners + overlap + costs.crossing * crossings.count(route.path)
  return { route, cost, hidden: 0 }
}

/** The cheapest of a first route and all candidates. Candidates are drawn by ascending lower bound, so that most need not be drawn. */
function bestCandidate(edge: UnroutedEdge, first: RatedRoute, surroundings: RoutingContext): RatedRoute {
  let best = first
  for (const candidate of [...candidatesOf(edge)].sort((a, b) => a.lowerBound - b.lowerBound)) {
    if (candidate.lowerBound >= best.cost) return best
    best = rateBelow(best.cost, candidate, edge, surroundings) ?? best
  }
  return best
}

/** Draws and rates a candidate, with the fastest checks first; undefined once it costs as much as `limit`. */
function rateBelow(
  limit: number,
  candidate: Candidate,
  edge: UnroutedEdge,
  { obstacles, overlaps, crossings }: RoutingContext,
): RatedRoute | undefined {
  const route = drawn(candidate)
  let cost = candidate.penalty + pathCost(route.path)
  const hidden = obstacles.hiddenLength(route.path, (limit - cost) / costs.hidden)
  cost += costs.hidden * hidden
  if (cost >= limit) return undefined
  cost += overlapCost(overlaps.measurePath(route.path, edge))
  if (cost >= limit) return undefined
  cost += costs.crossing * crossings.count(route.path, (limit - cost) / costs.crossing)
  return cost < limit ? { route, cost, hidden } : undefined
}

function drawn({ ends, draw }: Candidate): Route {
  return { ends, path: draw() }
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

/** Yields candidates from all sides, and arcs around obstacles. */
function* candidatesOf(edge: UnroutedEdge): Generator<Candidate> {
  const hasSteps = isStepped(edge.line)
  if (hasSteps) yield* stepCandidates(edge, edge.facing)
  if (edge.line === 'bezier') yield* arcCandidates(edge)
  const { firstCorners, ports } = edge
  if (firstCorners && ports)
    yield candidateBetween(edge, ports, 0, () => roundedPath(withoutCollinear(firstCorners), cornerRadius(edge.line)))
  if (edge.hasFixedSides) return
  for (const from of allSides) {
    for (const to of allSides) {
      if (from === edge.facing[0] && to === edge.facing[1]) continue
      if (hasSteps) {
        yield* stepCandidates(edge, [from, to])
        continue
      }
      const candidate = reactFlowCandidate(edge, endsOver(edge, [from, to]))
      if (from === to || leavesStraight(candidate)) yield candidate
    }
  }
}

/** Whether a curve has the space to leave both cards straight. */
function leavesStraight({ ends: { source, sourceSide, target, targetSide } }: Candidate): boolean {
  return distanceOut(source, sourceSide, target) >= TURN && distanceOut(target, targetSide, source) >= TURN
}
