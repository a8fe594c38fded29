import { joined, type Path } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import {
  axesOf,
  type Coordinate,
  isRightOrBottom,
  opposite,
  pointOnSide,
  type Side,
  sideFacing,
} from '../geometry/sides.ts'
import { edgePath } from './edge-path.ts'
import { endsOn, type PortedEdge, type Route } from './edge.ts'
import type { Ends } from './ends.ts'
import { arcRise, MIN_ARC_SPAN } from './tuning.ts'

/**
 * Yields arcs over the obstacles between two cards, from the same side of both. Between such ends, a curve of React Flow would run along
 * the borders of the cards. An arc therefore consists of two of its curves, which meet at the top.
 */
export function* arcsFrom(side: Side, edge: PortedEdge): Generator<Route> {
  const ends = endsOn(edge, [side, side])
  const [, across] = axesOf(side)
  if (Math.abs(ends.target[across] - ends.source[across]) < MIN_ARC_SPAN) return
  const middle = pointOnSide(edge.source, side)
  for (const factor of arcRise.factors) yield { ends, path: arc(ends, factor, middle) }
}

function arc(ends: Ends, factor: number, middle: Point): Path {
  const { source, target, sourceSide: side } = ends
  const [along, across] = axesOf(side)
  const span = Math.abs(target[across] - source[across])
  const rise =
    Math.min(arcRise.most, arcRise.least + arcRise.perPx * span) * factor + outwardShift(ends, middle, across)
  const height = isRightOrBottom(side)
    ? Math.max(source[along], target[along]) + rise
    : Math.min(source[along], target[along]) - rise
  const centre = (source[across] + target[across]) / 2
  const top = across === 'x' ? { x: centre, y: height } : { x: height, y: centre }
  const onwards = sideFacing(across, target[across] > source[across])
  return joined(
    edgePath('bezier', { source, sourceSide: side, target: top, targetSide: opposite(onwards) }),
    edgePath('bezier', { source: top, sourceSide: onwards, target, targetSide: side }),
  )
}

/** Offset of the source's end from the middle of its side along an axis, in px; positive if it is away from the target. */
function outwardShift({ source, target }: Ends, middle: Point, axis: Coordinate): number {
  return (middle[axis] - source[axis]) * Math.sign(target[axis] - source[axis])
}
