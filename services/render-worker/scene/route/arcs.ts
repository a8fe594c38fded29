import type { Point } from '../draw/display-list.ts'
import { edgePath, isHorizontal, middleOf, opposite } from './edge-path.ts'
import type { Ends, Side } from './ends.ts'
import { join, type Path } from './path.ts'
import { axesOf, isFar, sideAt } from './axes.ts'
import { endsOver, type Link, outwards, type Way, wayBetween } from './way.ts'

/** How far an arc rises over the nearer of its ends: more where it spans more, so that those over one another keep apart, but not far into the void. */
const RISE = { least: 24, perPx: 0.1, most: 84, factors: [1, 0.6, 1.5, 2.2, 0.35] } as const
/** Ends nearer to each other leave no room for an arc. */
const MIN_SPAN = 80

/**
 * Ways around what stands between two cards, out of the same side of both: React Flow's curve between level ends of one side
 * would run along their borders, so there are two of its curves here, which meet at the arc's top.
 */
export function* arcs(link: Link): Generator<Way> {
  const sides: readonly Side[] = isHorizontal(link.facing[0]) ? ['top', 'bottom'] : ['left', 'right']
  for (const side of sides) {
    const ends = endsOver(link, [side, side])
    const [, axis] = axesOf(side)
    if (Math.abs(ends.target[axis] - ends.source[axis]) < MIN_SPAN) continue
    const middle = middleOf(link.source, side, 0)
    for (const factor of RISE.factors) yield wayBetween(link, ends, 0, () => arc(ends, factor, middle))
  }
}

function arc(ends: Ends, factor: number, middle: Point): Path {
  const { source, target, sourceSide: side } = ends
  const [, axis] = axesOf(side)
  const span = Math.abs(target[axis] - source[axis])
  const rise = Math.min(RISE.most, RISE.least + RISE.perPx * span) * factor + outwards(ends, middle, axis)
  const top = {
    x: axis === 'x' ? (source.x + target.x) / 2 : outermost(source.x, target.x, side, rise),
    y: axis === 'y' ? (source.y + target.y) / 2 : outermost(source.y, target.y, side, rise),
  }
  const onwards = sideAt(axis, target[axis] > source[axis])
  return join(
    edgePath('bezier', { source, sourceSide: side, target: top, targetSide: opposite(onwards) }),
    edgePath('bezier', { source: top, sourceSide: onwards, target, targetSide: side }),
  )
}

function outermost(a: number, b: number, side: Side, rise: number): number {
  return isFar(side) ? Math.max(a, b) + rise : Math.min(a, b) - rise
}
