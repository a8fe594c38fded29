import type { Point, Rect } from '../draw/display-list.ts'
import type { Axis } from '../route/edge-path.ts'

/** A card that needs a place; `at` is where the map's author put its top left corner. */
export interface Box {
  id: string
  width: number
  height: number
  at: Point | undefined
}

/** An edge between two boxes, by their ids. */
export interface Link {
  source: string
  target: string
  /** What its text takes up. */
  label: Room
}

/** Width and height in px. */
export interface Room {
  width: number
  height: number
}

export interface Layout {
  /** In the order of the boxes. */
  rects: Rect[]
  /** The direction of flow, where it was ours to choose. */
  axis: Axis | undefined
}
