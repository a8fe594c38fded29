import type { Rect } from '../geometry/rect.ts'
import {
  type Axis,
  facesHorizontally,
  isRightOrBottom,
  pointOnSide,
  type Side,
  sideLength,
  type Sides,
} from '../geometry/sides.ts'
import type { Ends } from './ends.ts'
import { loopSides } from './self-loop.ts'
import { STEP_OFFSET } from './step-path.ts'
import { CORNER_DISTANCE, FAN_GAP } from './tuning.ts'

/** Index of an edge among the edges between the same two cards, and their number. */
export interface Fan {
  index: number
  count: number
}

/**
 * The sides that face each other across the larger gap, or left and right for equal gaps. The `preferred` axis wins if its gap fits an edge.
 * For a card and itself, the sides of its self loops.
 */
export function facingSides(source: Rect, target: Rect, preferred?: Axis): Sides {
  if (source === target) return loopSides
  const horizontal = Math.max(target.x - source.x - source.width, source.x - target.x - target.width)
  const vertical = Math.max(target.y - source.y - source.height, source.y - target.y - target.height)
  const axis = chooseAxis(horizontal, vertical, preferred)
  if (axis === 'horizontal') {
    const isRightward = target.x + target.width / 2 >= source.x + source.width / 2
    return isRightward ? ['right', 'left'] : ['left', 'right']
  }
  const isDownward = target.y + target.height / 2 >= source.y + source.height / 2
  return isDownward ? ['bottom', 'top'] : ['top', 'bottom']
}

function chooseAxis(horizontal: number, vertical: number, preferred?: Axis): Axis {
  if (preferred === 'horizontal' && horizontal > STEP_OFFSET) return preferred
  if (preferred === 'vertical' && vertical > STEP_OFFSET) return preferred
  return horizontal >= vertical ? 'horizontal' : 'vertical'
}

/**
 * The ends of one of the edges between two cards. The edges fan out from the middles of the sides, so that they do not cross.
 */
export function endsBetween(source: Rect, target: Rect, sides: Sides, fan: Fan): Ends {
  const [sourceSide, targetSide] = sides
  const sourceLength = sideLength(source, sourceSide)
  const targetLength = sideLength(target, targetSide)
  const offset = fanOffset(Math.min(sourceLength, targetLength), fan)
  const isReversed = reversesOrder(sourceSide, targetSide)
  const sign = isReversed && !isBefore(source, target) ? -1 : 1
  return {
    source: pointOnSide(source, sourceSide, sign * offset),
    sourceSide,
    target: pointOnSide(target, targetSide, (isReversed ? -sign : 1) * offset),
    targetSide,
  }
}

/** Offset of an edge's end from the middle of a side with this length, in px to the right or down. */
function fanOffset(length: number, { index, count }: Fan): number {
  if (count < 2) return 0
  return (index - (count - 1) / 2) * Math.min(FAN_GAP, (length - 2 * CORNER_DISTANCE) / (count - 1))
}

/** Whether card `a` comes before `b`, by x and then by y. This order does not depend on the direction of edges. */
export function isBefore(a: Rect, b: Rect): boolean {
  return a.x === b.x ? a.y < b.y : a.x < b.x
}

/** Whether parallel edges must be in reverse order at the target, so that they do not cross at their bends. */
export function reversesOrder(sourceSide: Side, targetSide: Side): boolean {
  if (facesHorizontally(sourceSide) === facesHorizontally(targetSide)) return sourceSide === targetSide
  return isRightOrBottom(sourceSide) !== isRightOrBottom(targetSide)
}
