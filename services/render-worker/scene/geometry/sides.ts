import type { Point, Rect } from './rect.ts'

/** A side of a card. */
export type Side = 'left' | 'right' | 'top' | 'bottom'
/** The side at which an edge leaves its source, and the side at which it enters its target. */
export type Sides = readonly [Side, Side]
/** All sides of a card. */
export const allSides: readonly Side[] = ['right', 'left', 'top', 'bottom']
/** The direction in which a drawing flows. */
export type Axis = 'horizontal' | 'vertical'
/** A coordinate of a point, and the axis that it grows along. */
export type Coordinate = 'x' | 'y'

const opposites: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

/** The opposite side. */
export function opposite(side: Side): Side {
  return opposites[side]
}

/** Whether a side faces left or right. */
export function facesHorizontally(side: Side): boolean {
  return side === 'left' || side === 'right'
}

/** Whether the coordinate grows outwards from a side. */
export function isRightOrBottom(side: Side): boolean {
  return side === 'right' || side === 'bottom'
}

/** The coordinate that changes outwards from a side, and the coordinate that changes along the side. */
export function axesOf(side: Side): [outwards: Coordinate, sideways: Coordinate] {
  return facesHorizontally(side) ? ['x', 'y'] : ['y', 'x']
}

/** The other coordinate. */
export function crossAxis(axis: Coordinate): Coordinate {
  return axis === 'x' ? 'y' : 'x'
}

/** The side that faces along an axis: right or bottom if `isForward`, else left or top. */
export function sideFacing(axis: Axis, isForward: boolean): Side {
  if (axis === 'horizontal') return isForward ? 'right' : 'left'
  return isForward ? 'bottom' : 'top'
}

/** Length of a side of a rectangle, in px. */
export function sideLength({ width, height }: Rect, side: Side): number {
  return facesHorizontally(side) ? height : width
}

/** The point of a side at `offset` px from its middle, to the right or down. */
export function pointOnSide({ x, y, width, height }: Rect, side: Side, offset = 0): Point {
  switch (side) {
    case 'left':
      return { x, y: y + height / 2 + offset }
    case 'right':
      return { x: x + width, y: y + height / 2 + offset }
    case 'top':
      return { x: x + width / 2 + offset, y }
    case 'bottom':
      return { x: x + width / 2 + offset, y: y + height }
  }
}

/** Distance of `point` outwards from the side at `from`, in px; negative towards the card. */
export function distanceOut(from: Point, side: Side, point: Point): number {
  const [along] = axesOf(side)
  return isRightOrBottom(side) ? point[along] - from[along] : from[along] - point[along]
}

/** Moves a point on a side outwards by `distance` px. */
export function movedOut({ x, y }: Point, side: Side, distance: number): Point {
  const signed = isRightOrBottom(side) ? distance : -distance
  return facesHorizontally(side) ? { x: x + signed, y } : { x, y: y + signed }
}
