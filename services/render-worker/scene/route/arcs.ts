import { joined, type Path } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import {
  axesOf,
  type Coordinate,
  facesHorizontally,
  isRightOrBottom,
  opposite,
  pointOnSide,
  type Side,
  sideFacing,
} from '../geometry/sides.ts'
import { edgePath } from './edge-path.ts'
import { endsOver, type Route, type UnroutedEdge } from './edge.ts'
import type { Ends } from './ends.ts'

/** Height of an arc above its nearer end, in px. It grows with the span, up to a maximum, so that nested arcs keep apart. */
const RISE = { least: 24, perPx: 0.1, most: 84, factors: [1, 0.6, 1.5, 2.2, 0.35] } as const
/** Minimum px between the ends of an arc. */
const MIN_SPAN = 80

/**
 * Yields arcs over the obstacles between two cards, from the same side of both. Between such ends, a curve of React Flow would run along
 * the borders of the cards. An arc therefore consists of two of its curves, which meet at the top.
 */
export function* arcsBetween(edge: UnroutedEdge): Generator<Route> {
  const [from, to] = edge.facing
  if (edge.hasFixedSides && from !== to) return
  const others: readonly Side[] = facesHorizontally(from) ? ['top', 'bottom'] : ['left', 'right']
  const sides = edge.hasFixedSides ? [from] : others
  for (const side of sides) {
    const ends = endsOver(edge, [side, side])
    const [, across] = axesOf(side)
    if (Math.abs(ends.target[across] - ends.source[across]) < MIN_SPAN) continue
    const middle = pointOnSide(edge.source, side)
    for (const factor of RISE.factors) yield { ends, path: arc(ends, factor, middle) }
  }
}

function arc(ends: Ends, factor: number, middle: Point): Path {
  const { source, target, sourceSide: side } = ends
  const [along, across] = axesOf(side)
  const span = Math.abs(target[across] - source[across])
  const rise = Math.min(RISE.most, RISE.least + RISE.perPx * span) * factor + outwardShift(ends, middle, across)
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
