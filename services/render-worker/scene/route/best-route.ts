import type { Path } from '../geometry/path.ts'
import { arcCandidates } from './arc-candidates.ts'
import {
  BEND_COST,
  type Candidate,
  candidateBetween,
  endsOver,
  plainCandidate,
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

/** The cards of a map and the routes found so far. */
export interface Surroundings {
  obstacles: Obstacles
  overlaps: Overlaps
  crossings: Crossings
  detours: Detours
}

/** Costs of a route's faults, in px of length. */
const costs = {
  /** A px behind a card. */
  hidden: 6,
  /** A px on the line of an edge between other cards. */
  unrelated: 2,
  /** A px on the line of an edge with the same source or target: they look like a fork. */
  fork: 0.5,
  /** A crossing with another edge. */
  crossing: 60,
} as const
/** Px that a curve needs to leave its card straight before it turns to the other. */
const TURN = 40
/** Px behind cards from which a detour is taken at any cost. */
const MAX_HIDDEN = 20
/** Cost of faults below which no detour is looked for. */
const MAX_FAULTS = 200
/** Search states for detours of a map; further edges stay behind cards. */
const MAX_VISITED = 14_000

/** A route, what it costs, and how many of its px are behind cards. */
interface RatedRoute {
  route: Route
  cost: number
  hidden: number
}

/** The route of an edge between the facing sides, or the loop of one from a card to itself; it ignores other cards and edges. */
export function directRoute(edge: UnroutedEdge): Route {
  const { line, source, target, fan } = edge
  if (source === target) {
    const ends = loopEnds(source, fan)
    return { ends, path: loopPath(line, ends, fan.index) }
  }
  const [first] = isStepped(line) ? stepCandidates(edge, edge.facing) : []
  return drawn(first ?? plainCandidate(edge, endsOver(edge, edge.facing)))
}

/** The direct route of an edge if it has no fault; else the cheapest candidate, or a detour if that one still has many faults or runs behind a card. */
export function bestRoute(edge: UnroutedEdge, surroundings: Surroundings): Route {
  const { obstacles, overlaps, crossings, detours } = surroundings
  const route = directRoute(edge)
  const hidden = obstacles.hiddenLength(route.path, Infinity)
  const crossed = costs.crossing * crossings.count(route.path)
  if (hidden === 0 && crossed === 0 && overlaps.ofPath(route.path, edge).unrelated === 0) return route
  const cost = pathCost(route.path) + costs.hidden * hidden + overlapCost(overlaps.ofPath(route.path, edge)) + crossed
  const best = bestCandidate(edge, { route, cost, hidden }, surroundings)
  // On fixed sides the first routing has searched already: a second search takes as long and finds hardly anything better.
  const hasManyFaults = !edge.hasFixedSides && best.cost >= pathCost(best.route.path) + MAX_FAULTS
  const isGood = best.hidden <= MAX_HIDDEN && !hasManyFaults
  if (isGood || edge.line === 'straight' || detours.visited > MAX_VISITED) return best.route
  const detour = detours.find(
    edge,
    crossings,
    (from, to, crossed) => costs.crossing * crossed + overlapCost(overlaps.ofSegment(from, to, edge)),
  )
  if (!detour) return best.route
  const detourCost =
    pathCost(detour.path) +
    overlapCost(overlaps.ofPath(detour.path, edge)) +
    costs.crossing * crossings.count(detour.path)
  return detourCost < best.cost || best.hidden > MAX_HIDDEN ? detour : best.route
}

/** The cheapest of a route and all candidates. Those with the lowest bounds are drawn first, so that most need not be. */
function bestCandidate(edge: UnroutedEdge, direct: RatedRoute, surroundings: Surroundings): RatedRoute {
  let best = direct
  for (const candidate of [...candidatesOf(edge)].sort((a, b) => a.lowerBound - b.lowerBound)) {
    if (candidate.lowerBound >= best.cost) return best
    best = rateBelow(best.cost, candidate, edge, surroundings) ?? best
  }
  return best
}

/** Draws a candidate and rates it, the faults that are quickly found first; undefined once it costs as much as `limit`. */
function rateBelow(
  limit: number,
  candidate: Candidate,
  edge: UnroutedEdge,
  { obstacles, overlaps, crossings }: Surroundings,
): RatedRoute | undefined {
  const route = drawn(candidate)
  let cost = candidate.penalty + pathCost(route.path)
  const hidden = obstacles.hiddenLength(route.path, (limit - cost) / costs.hidden)
  cost += costs.hidden * hidden
  if (cost >= limit) return undefined
  cost += overlapCost(overlaps.ofPath(route.path, edge))
  if (cost >= limit) return undefined
  cost += costs.crossing * crossings.count(route.path, (limit - cost) / costs.crossing)
  return cost < limit ? { route, cost, hidden } : undefined
}

function drawn({ ends, draw }: Candidate): Route {
  return { ends, path: draw() }
}

/** Cost of length and bends: each corner of a line of steps, and each curve, counts as a bend. */
function pathCost({ segments, length }: Path): number {
  let bends = 0
  for (const it of segments) if (it.length === 4) bends++
  return length + BEND_COST * bends
}

function overlapCost({ unrelated, fork }: Overlap): number {
  return costs.unrelated * unrelated + costs.fork * fork
}

/** Candidates out of all sides, and arcs around what is in the way. */
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
      const candidate = plainCandidate(edge, endsOver(edge, [from, to]))
      if (from === to || isRoomy(candidate)) yield candidate
    }
  }
}

/** Whether a curve has the room to leave both cards straight before it turns to the other. */
function isRoomy({ ends: { source, sourceSide, target, targetSide } }: Candidate): boolean {
  return distanceOut(source, sourceSide, target) >= TURN && distanceOut(target, targetSide, source) >= TURN
}
