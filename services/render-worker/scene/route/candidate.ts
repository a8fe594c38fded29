import type { Point, Rect } from '../draw/display-list.ts'
import type { Path } from '../geometry/path.ts'
import type { Passage } from '../layout/box.ts'
import { edgePath, isStepped, type LineKind } from './edge-path.ts'
import { type Coordinate, type Ends, opposite, type Sides } from './ends.ts'
import { endsBetween, type Fan } from './place-ends.ts'
import type { StepOptions } from './step-path.ts'

/** The ends and the path of an edge. */
export interface Route {
  ends: Ends
  path: Path
}

/** The passage of an edge, and whether it begins at the edge's source. */
export type EdgePassage = Passage & { isForward: boolean }

/** An edge to route. The fan of a self loop has the number of loops inside it. */
export interface UnroutedEdge {
  line: LineKind
  source: Rect
  target: Rect
  /** The sides that face each other. */
  facing: Sides
  fan: Fan
  /** Set if the layout keeps a passage free for it. */
  passage?: EdgePassage
  /** Its ends on the two expected sides. On other sides, its fan determines its ends. */
  ports?: Ends
  /** Whether the first routing has fixed its sides. On other sides, its ends would overlap the ends of other edges. */
  hasFixedSides?: boolean
  /** Corners of its first route, from port to port. Unset if that route is a curve or a single straight segment. */
  firstCorners?: readonly Point[]
}

/** An edge for which the layout keeps a passage free. */
export interface LayeredEdge extends UnroutedEdge {
  passage: EdgePassage
}

/** A possible route of an edge. */
export interface Candidate {
  ends: Ends
  /** Cost of its sides, in px of length. */
  penalty: number
  /** Lower bound of its cost, independent of other cards. */
  lowerBound: number
  draw(): Path
}

/** Px between the centre lines of adjacent lanes, and so between parallel lines. */
export const LANE_WIDTH = 12
/** Cost of a bend, in px of length. */
export const BEND_COST = 30
/** Cost of sides that do not face the other card, in px of length. Readers do not expect them, so the gain must be clear. */
export const SIDE_COST = 120

/** Creates a candidate between these ends. @param extra minimum px by which it is longer than the distance of its ends */
export function candidateBetween(edge: UnroutedEdge, ends: Ends, extra: number, draw: () => Path): Candidate {
  const isFacing = ends.sourceSide === edge.facing[0] && ends.targetSide === edge.facing[1]
  const penalty = isFacing ? 0 : SIDE_COST
  return { ends, penalty, lowerBound: penalty + extra + leastCost(edge.line, ends), draw }
}

/** Creates a candidate that React Flow draws. */
export function reactFlowCandidate(edge: UnroutedEdge, ends: Ends, options?: StepOptions, extra = 0): Candidate {
  return candidateBetween(edge, ends, extra, () => edgePath(edge.line, ends, options))
}

/** The ends of an edge on these sides: at its port, on a side that has one. */
export function endsOver(edge: UnroutedEdge, sides: Sides): Ends {
  const ends = endsBetween(edge.source, edge.target, sides, edge.fan)
  const { ports } = edge
  if (ports?.sourceSide === ends.sourceSide) ends.source = ports.source
  if (ports?.targetSide === ends.targetSide) ends.target = ports.target
  return ends
}

/** The minimum cost of length and bends between two ends. */
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

/** Offset of the source's end from the middle of its side along an axis, in px; positive if it is away from the target. */
export function outwardShift({ source, target }: Ends, middle: Point, axis: Coordinate): number {
  return (middle[axis] - source[axis]) * Math.sign(target[axis] - source[axis])
}
