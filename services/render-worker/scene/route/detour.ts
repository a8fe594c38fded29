import { boundingBox, doOverlap, inflate, type Point, type Rect } from '../geometry/rect.ts'
import { allSides, facesHorizontally, movedOut, type Side } from '../geometry/sides.ts'
import { findCheapestPath, type RunCost, type Terminal } from './a-star.ts'
import type { Crossings } from './crossings.ts'
import { endsOver, orthogonalRoute, type Route, SIDE_COST, type UnroutedEdge } from './edge.ts'
import { createRoutingGrid } from './routing-grid.ts'
import { withoutCollinear } from './step-path.ts'

/** Px between a detour and the cards that it passes. */
export const CLEARANCE = 14
/** Px around two cards within which a detour between them must stay. */
const REACH = 140
/** Maximum number of cards within reach of a detour. The time of a search grows with the square of their number. */
const MAX_CARDS = 60
/** Number of grid nodes that take as long to create as a state takes to visit. */
const NODES_PER_STATE = 8

/** Finds orthogonal routes around cards. */
export interface Detours {
  /** Finds a cheap route of an edge, from any sides unless they are fixed; undefined if there is none, or if too many cards are near. */
  find(edge: UnroutedEdge, crossings: Crossings, costOf: RunCost): Route | undefined
  /** Number of states that searches have visited so far, plus a share of the sizes of their grids, for callers with a budget. */
  readonly visited: number
}

/** Creates the search for detours around these cards. */
export function createDetours(cards: readonly Rect[]): Detours {
  const obstacles = cards.map((it) => inflate(it, CLEARANCE))
  let visited = 0
  return {
    get visited() {
      return visited
    },
    find(edge, crossings, costOf) {
      const region = inflate(boundingBox([edge.source, edge.target]), REACH)
      const near = obstacles.filter((it) => doOverlap(it, region))
      if (near.length > MAX_CARDS) return undefined
      const fixed = edge.hasFixedSides ? edge.ports : undefined
      const ends = fixed ? [fixed] : allSides.map((side) => endsOver(edge, [side, side]))
      const starts = ends.map((it) => terminalAt(it.source, it.sourceSide, it.sourceSide === edge.facing[0]))
      const goals = ends.map((it) => terminalAt(it.target, it.targetSide, it.targetSide === edge.facing[1]))
      const points = [...starts, ...goals].map((it) => it.at)
      const grid = createRoutingGrid(near, points, crossings.near(region), region)
      const search = findCheapestPath(grid, starts, goals, costOf)
      visited += Math.ceil(grid.size / NODES_PER_STATE) + search.visited
      if (!search.found) return undefined
      const { source, sourceSide } = ends[search.found.start]!
      const { target, targetSide } = ends[search.found.goal]!
      const corners = withoutCollinear([source, ...search.found.points, target])
      return orthogonalRoute(edge.line, { source, sourceSide, target, targetSide }, corners)
    },
  }
}

/** The terminal of a search, straight out from an end of an edge. */
function terminalAt(end: Point, side: Side, isFacing: boolean): Terminal {
  const at = movedOut(end, side, CLEARANCE)
  return { at, isHorizontal: facesHorizontally(side), cost: isFacing ? 0 : SIDE_COST / 2 }
}
