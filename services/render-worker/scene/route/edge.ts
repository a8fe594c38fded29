import type { Path } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import type { Sides } from '../geometry/sides.ts'
import type { Passage } from '../layout/box.ts'
import { cornerRadius, type LineKind } from './edge-path.ts'
import type { Ends } from './ends.ts'
import { endsBetween, type Fan } from './place-ends.ts'
import { roundedPath } from './step-path.ts'

/** The ends and the path of an edge. */
export interface Route {
  ends: Ends
  path: Path
  /** The corners of an orthogonal path, including its ends. Unset for curves, self loops and routes through passages. */
  corners?: readonly Point[]
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
  /** In the second routing, its first route with the ends moved to its ports. Unset if that route is a curve or a single straight segment. */
  movedRoute?: Route
}

/** An edge for which the layout keeps a passage free. */
export interface LayeredEdge extends UnroutedEdge {
  passage: EdgePassage
}

/** Cost of a bend, in px of length. */
export const BEND_COST = 30
/** Cost of sides that do not face the other card, in px of length. Readers do not expect them, so the gain must be clear. */
export const SIDE_COST = 120

/** The orthogonal route through these corners, from end to end. */
export function orthogonalRoute(line: LineKind, ends: Ends, corners: readonly Point[]): Route {
  return { ends, corners, path: roundedPath(corners, cornerRadius(line)) }
}

/** The ends of an edge on these sides: at its port, on a side that has one. */
export function endsOver(edge: UnroutedEdge, sides: Sides): Ends {
  const ends = endsBetween(edge.source, edge.target, sides, edge.fan)
  const { ports } = edge
  if (ports?.sourceSide === ends.sourceSide) ends.source = ports.source
  if (ports?.targetSide === ends.targetSide) ends.target = ports.target
  return ends
}
