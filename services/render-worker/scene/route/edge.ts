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

/** An edge to route. The index of a self loop in its fan is the number of loops inside it. */
export interface UnroutedEdge {
  line: LineKind
  source: Rect
  target: Rect
  /** The sides between which its line is expected: those that face each other, those of its passage, or those of self loops. */
  facing: Sides
  fan: Fan
  /** Set if the layout keeps a passage free for it. */
  passage?: EdgePassage
}

/** An edge that the layout keeps a passage free for. */
export interface LayeredEdge extends UnroutedEdge {
  passage: EdgePassage
}

/** An edge between two cards with its ports: its ends if it has a route between their sides. */
export interface PortedEdge extends UnroutedEdge {
  ports: Ends
}

/** Whether an edge has a passage. */
export function hasPassage<Edge extends UnroutedEdge>(edge: Edge): edge is Edge & LayeredEdge {
  return edge.passage !== undefined
}

/** The orthogonal route through these corners, from end to end. */
export function orthogonalRoute(line: LineKind, ends: Ends, corners: readonly Point[]): Route {
  return { ends, corners, path: roundedPath(corners, cornerRadius(line)) }
}

/** The ends of an edge on these sides: at its port, on a side that has one. On other sides, its fan determines its ends. */
export function endsOn({ source, target, fan, ports }: PortedEdge, sides: Sides): Ends {
  const ends = endsBetween(source, target, sides, fan)
  if (ports.sourceSide === ends.sourceSide) ends.source = ports.source
  if (ports.targetSide === ends.targetSide) ends.target = ports.target
  return ends
}
