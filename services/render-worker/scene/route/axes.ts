import { isHorizontal } from './edge-path.ts'
import type { Bend, Side } from './ends.ts'

/** A coordinate of a point, and the axis that it grows along. */
export type Coordinate = 'x' | 'y'

/** The axis that a side looks along, and the one that it lies along. */
export function axesOf(side: Side): [Coordinate, Coordinate] {
  return isHorizontal(side) ? ['x', 'y'] : ['y', 'x']
}

/** The side that looks along an axis, to its far end or back. */
export function sideAt(axis: Coordinate, looksFar: boolean): Side {
  if (axis === 'x') return looksFar ? 'right' : 'left'
  return looksFar ? 'bottom' : 'top'
}

/** Whether a side looks to where its coordinate grows. */
export function isFar(side: Side): boolean {
  return side === 'right' || side === 'bottom'
}

/** The middle part of a line of steps at this coordinate. */
export function centerAt(axis: Coordinate, at: number): Bend {
  return axis === 'x' ? { centerX: at } : { centerY: at }
}
