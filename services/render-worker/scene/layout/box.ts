import type { Point, Rect } from '../draw/display-list.ts'
import type { Axis } from '../route/edge-path.ts'
import type { Side } from '../route/ends.ts'

/** A card to place. `at`: the top left corner that the map's author set. */
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

/** The room between a layer and the next, in px along the flow. All edges from one to the other share it. */
export interface LayerGap {
  /** Where the first layer ends. */
  from: number
  /** Where the next one begins; less than `from` where the flow runs back. */
  to: number
  /** Whether the flow turns back here, beyond (1) or before (-1) both layers. */
  turn?: 1 | -1
  /** How many edges pass it. */
  edges: number
}

/** Where a passage crosses a layer, in px across the flow, and how far it may move. */
export interface Level {
  at: number
  least: number
  most: number
}

/** The way that is kept free for the edges between two boxes. */
export interface Passage {
  axis: Axis
  /** Id of the box in which it begins. */
  first: string
  /** One more than the layers between the two boxes. */
  gaps: readonly LayerGap[]
  /** Where the way crosses each layer between the two. */
  levels: readonly Level[]
  /** Over which side it leaves its first box, and enters its last. */
  sides: readonly [Side, Side]
}

/** Positions of boxes and the passages between them. */
export interface Layout {
  /** In the order of the boxes. */
  rects: Rect[]
  /** Direction of flow, if the layout chose it. */
  axis: Axis | undefined
  /** By pair of boxes (see `pairOf`). */
  passages: ReadonlyMap<string, Passage>
}
