import type { Budget } from '../geometry/budget.ts'
import { boundingBox, doOverlap, inflate, isWithin, type Point, type Rect } from '../geometry/rect.ts'
import { facesHorizontally, movedOut, type Side } from '../geometry/sides.ts'
import { findCheapestPath, type RunCost, type Terminal } from './a-star.ts'
import { orthogonalRoute, type PortedEdge, type Route } from './edge.ts'
import type { Ends } from './ends.ts'
import { betterOf, type RatedRoute, type Surroundings } from './rating.ts'
import { createRoutingGrid } from './routing-grid.ts'
import { withoutCollinear } from './step-path.ts'
import { tautPath } from './taut-path.ts'
import { CLEARANCE, costs, DETOUR_REACH, MAX_DETOUR_CARDS, NODES_PER_STATE } from './tuning.ts'

/** Finds orthogonal routes around cards. */
export interface Detours {
  /**
   * Finds a cheap route of an edge; undefined if there is none, if too many cards are near, or if the budget is spent.
   *
   * @param ends candidates for its source and its target, each on its own side; another side than that of its port costs more
   */
  find(edge: PortedEdge, ends: readonly Ends[], around: Surroundings): Route | undefined
}

/** The surroundings of an edge, with the search for its detours. */
export interface RoutingContext extends Surroundings {
  detours: Detours
}

/**
 * Creates the search for detours around these cards. Where too many are near, it is among all cards of the map, with areas in place of the cards
 * of those that have neither end of an edge.
 *
 * @param areas rectangles that do not overlap
 * @param budget of visited states
 */
export function createDetours(cards: readonly Rect[], areas: readonly Rect[], budget: Budget): Detours {
  // Of more areas, too many would be obstacles.
  const closed = areas.length <= MAX_DETOUR_CARDS + 2 ? areas.map((it) => inflate(it, CLEARANCE)) : []
  const areaOf = new Map(cards.map((card) => [card, closed.find((it) => isWithin(card, it))]))
  const inflated = cards.map((card) => ({ card, rect: inflate(card, CLEARANCE) }))

  function obstaclesOf({ source, target }: PortedEdge): { region: Rect; obstacles: readonly Rect[] } {
    const region = inflate(boundingBox([source, target]), DETOUR_REACH)
    const near = inflated.flatMap(({ rect }) => (doOverlap(rect, region) ? [rect] : []))
    if (near.length <= MAX_DETOUR_CARDS || closed.length === 0) return { region, obstacles: near }
    const open = new Set([undefined, areaOf.get(source), areaOf.get(target)])
    const others = closed.filter((it) => !open.has(it))
    const obstacles = [...others, ...inflated.flatMap(({ card, rect }) => (open.has(areaOf.get(card)) ? [rect] : []))]
    return { region: inflate(boundingBox(obstacles), CLEARANCE), obstacles }
  }

  return {
    find(edge, ends, around) {
      const { overlaps, crossings } = around
      if (budget.isSpent) return undefined
      const { region, obstacles } = obstaclesOf(edge)
      if (obstacles.length > MAX_DETOUR_CARDS) return undefined
      const { ports } = edge
      const starts = ends.map((it) => terminalAt(it.source, it.sourceSide, ports.sourceSide))
      const goals = ends.map((it) => terminalAt(it.target, it.targetSide, ports.targetSide))
      const points = [...starts, ...goals].map((it) => it.at)
      const grid = createRoutingGrid(obstacles, points, crossings.near(region), region)
      const costOf: RunCost = (run, crossed) =>
        costs.crossing * crossed + costs.overlap * overlaps.measureRun(run, edge)
      const search = findCheapestPath(grid, starts, goals, costOf)
      budget.spend(Math.ceil(grid.size / NODES_PER_STATE) + search.visited)
      if (!search.found) return undefined
      const { source, sourceSide } = ends[search.found.start]!
      const { target, targetSide } = ends[search.found.goal]!
      const corners = withoutCollinear([source, ...search.found.points, target])
      const found = { source, sourceSide, target, targetSide }
      if (edge.line === 'straight') return { ends: found, path: tautPath(corners, edge, around) }
      return orthogonalRoute(edge.line, found, corners)
    },
  }
}

/** The better one of the best route so far and a detour between some of these ends. A straight line bends around cards only. */
export function orDetour(
  best: RatedRoute,
  ends: readonly Ends[],
  edge: PortedEdge,
  around: RoutingContext,
): RatedRoute {
  const { line } = edge
  if (line === 'straight' && best.hidden === 0) return best
  const detour = around.detours.find(edge, ends, around)
  // The search has weighed the sides already.
  return detour ? betterOf(best, detour, line === 'bezier' ? costs.corners : 0, edge, around) : best
}

/** The terminal of a search, straight out from an end of an edge. */
function terminalAt(end: Point, side: Side, expected: Side): Terminal {
  const at = movedOut(end, side, CLEARANCE)
  return { at, isHorizontal: facesHorizontally(side), cost: side === expected ? 0 : costs.side / 2 }
}
