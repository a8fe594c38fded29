import type { Point } from '../draw/display-list.ts'

/** A side of a card. */
export type Side = 'left' | 'right' | 'top' | 'bottom'

/** Where an edge leaves one card and meets the other. */
export interface Ends {
  source: Point
  sourceSide: Side
  target: Point
  targetSide: Side
}

/** React Flow's options for lines of steps, where its own choice would not do. */
export interface Bend {
  /** How far it goes straight out of a side before it turns, in px. */
  offset?: number
  /** Where its middle part runs. */
  centerX?: number
  centerY?: number
}
