import type { Point, Rect } from '../draw/display-list.ts'
import type { Path } from '../geometry/path.ts'
import type { Passage } from '../layout/box.ts'
import { edgePath, isStepped, type LineKind } from './edge-path.ts'
import { type Coordinate, type Ends, opposite, type Sides } from './ends.ts'
import { endsBetween, type Fan } from './place-ends.ts'
import type { StepOptions } from './step-path.ts'

/** Where an edge runs. */
export interface Route {
  ends: Ends
  path: Path
}

/** The passage of an edge, and whether it begins at the edge's source. */
export type EdgePassage = Passage & { isForward: boolean }

/** An edge to be routed. The fan of an edge from a card to itself says how many loops run within it. */
export interface UnroutedEdge {
  line: LineKind
  source: Rect
  target: Rect
  /** The sides that face each other. */
  facing: Sides
  fan: Fan
  /** Set if the layout keeps a passage free for it. */
  passage?: EdgePassage
  /** Where it meets the two sides that it is expected to take. On any other side, its fan gives the place. */
  ports?: Ends
  /** Whether a first routing has settled its sides: on others its ends would overlap those of other edges. */
  hasFixedSides?: boolean
  /** The corners of its route in the first routing, from port to port. Not set where that route was a curve or one straight part. */
  firstCorners?: readonly Point[]
}

/** An edge for which the layout keeps a passage free. */
export interface LayeredEdge extends UnroutedEdge {
  passage: EdgePassage
}

/** A route that an edge could take. */
export interface Candidate {
  ends: Ends
  /** Cost of its sides, in px of length. */
  penalty: number
  /** A lower bound of its cost, wherever the other cards stand. */
  lowerBound: number
  draw(): Path
}

/** Px from the middle of a lane to that of the next: how far apart lines run side by side. */
export const LANE_WIDTH = 12
/** Cost of a bend, in px of length. */
export const BEND_COST = 30
/** Cost of sides that do not face the other card, in px of length: they are a surprise, worth only a clear gain. */
export const SIDE_COST = 120

/** A candidate between these ends. @param extra by how many px at least it is longer than its ends are apart */
export function candidateBetween(edge: UnroutedEdge, ends: Ends, extra: number, draw: () => Path): Candidate {
  const isFacing = ends.sourceSide === edge.facing[0] && ends.targetSide === edge.facing[1]
  const penalty = isFacing ? 0 : SIDE_COST
  return { ends, penalty, lowerBound: penalty + extra + leastCost(edge.line, ends), draw }
}

/** A candidate as React Flow draws it. */
export function plainCandidate(edge: UnroutedEdge, ends: Ends, options?: StepOptions, extra = 0): Candidate {
  return candidateBetween(edge, ends, extra, () => edgePath(edge.line, ends, options))
}

/** Where an edge leaves and enters its cards on these sides: at its ports on sides that have one. */
export function endsOver(edge: UnroutedEdge, sides: Sides): Ends {
  const ends = endsBetween(edge.source, edge.target, sides, edge.fan)
  const { ports } = edge
  if (ports?.sourceSide === ends.sourceSide) ends.source = ports.source
  if (ports?.targetSide === ends.targetSide) ends.target = ports.target
  return ends
}

/** The least cost of length and bends between two ends. */
function leastCost(line: LineKind, ends: Ends): number {
  const width = Math.abs(ends.target.x - ends.source.x)
  const height = Math.abs(ends.target.y - ends.source.y)
  return isStepped(line) ? width + height + leastBends(ends) * BEND_COST : Math.hypot(width, height)
}

function leastBends({ source, sourceSide, target, targetSide }: Ends): number {
  if (sourceSide === targetSide) return 2
  if (sourceSide !== opposite(targetSide)) return 1
  return source.x === target.x || source.y === target.y ? 0 : 2
}

/** How far the source's end lies from the middle of its side along an axis, in px; positive away from the target. */
export function outwardShift({ source, target }: Ends, middle: Point, axis: Coordinate): number {
  return (middle[axis] - source[axis]) * Math.sign(target[axis] - source[axis])
}
