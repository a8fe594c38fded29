import type { Point, Rect } from '../draw/display-list.ts'

/** A side of a card. */
export type Side = 'left' | 'right' | 'top' | 'bottom'
/** The side on which an edge leaves its source, and the one on which it enters its target. */
export type Sides = readonly [Side, Side]
/** All sides of a card. */
export const allSides: readonly Side[] = ['right', 'left', 'top', 'bottom']
/** The direction in which a drawing flows. */
export type Axis = 'horizontal' | 'vertical'
/** A coordinate of a point, and the axis that it grows along. */
export type Coordinate = 'x' | 'y'

/** Where an edge leaves one card and meets the other. */
export interface Ends {
  source: Point
  sourceSide: Side
  target: Point
  targetSide: Side
}

const opposites: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

/** The side across from a side. */
export function opposite(side: Side): Side {
  return opposites[side]
}

/** Whether an edge leaves a side to the left or right. */
export function facesHorizontally(side: Side): boolean {
  return side === 'left' || side === 'right'
}

/** Whether the coordinate grows on the way out of a side. */
export function isRightOrBottom(side: Side): boolean {
  return side === 'right' || side === 'bottom'
}

/** The coordinate that changes on the way out of a side, and the one that changes along the side. */
export function axesOf(side: Side): [outwards: Coordinate, sideways: Coordinate] {
  return facesHorizontally(side) ? ['x', 'y'] : ['y', 'x']
}

/** The other coordinate. */
export function crossAxis(axis: Coordinate): Coordinate {
  return axis === 'x' ? 'y' : 'x'
}

/** The side that faces along an axis: right or bottom if `isForward`, else left or top. */
export function sideFacing(axis: Coordinate, isForward: boolean): Side {
  if (axis === 'x') return isForward ? 'right' : 'left'
  return isForward ? 'bottom' : 'top'
}

/** The length of a side of a rectangle. */
export function sideLength({ width, height }: Rect, side: Side): number {
  return facesHorizontally(side) ? height : width
}

/** The point of a side that is `offset` px to the right of its middle, or below. */
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

/** How far `point` lies out from a side that `from` is on, in px; negative towards the card. */
export function distanceOut(from: Point, side: Side, point: Point): number {
  const along = facesHorizontally(side) ? 'x' : 'y'
  return isRightOrBottom(side) ? point[along] - from[along] : from[along] - point[along]
}

/** A point moved `distance` px out from the side that it is on. */
export function movedOut({ x, y }: Point, side: Side, distance: number): Point {
  const signed = isRightOrBottom(side) ? distance : -distance
  return facesHorizontally(side) ? { x: x + signed, y } : { x, y: y + signed }
}
