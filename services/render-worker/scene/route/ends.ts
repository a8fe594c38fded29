import type { Point } from '../geometry/rect.ts'
import type { Side } from '../geometry/sides.ts'

/** The points and sides at which an edge leaves its source and enters its target. */
export interface Ends {
  source: Point
  sourceSide: Side
  target: Point
  targetSide: Side
}
