import type { Point, Rect, Size } from '../draw/display-list.ts'
import type { Axis, Side } from '../route/ends.ts'

/** A card to place, with the room for its self loops. */
export interface Box extends Size {
  id: string
  /** The top left corner that the map's author set. */
  at: Point | undefined
}

/** An edge between two boxes, by their ids. */
export interface Link {
  source: string
  target: string
  /** Size of its label. */
  label: Size
}

/** The space between a layer and the next, in px along the flow. All edges from one to the other share it. */
export interface LayerGap {
  /** Where the first layer ends. */
  from: number
  /** Where the next one begins; less than `from` where the flow runs back. */
  to: number
  /** Set if the flow turns back here: 1 beyond both layers, -1 before them. */
  turnBack?: 1 | -1
  /** How many edges pass it. */
  edges: number
}

/** Where a passage crosses a layer, in px across the flow, and how far it may move. */
export interface Waypoint {
  at: number
  least: number
  most: number
}

/** A way through the layers that is kept free. */
export interface LayerPassage {
  /** The gaps before, between and behind the layers that it crosses. */
  gaps: readonly LayerGap[]
  /** Where it crosses each layer. */
  waypoints: readonly Waypoint[]
}

/** The way that is kept free for the edges between two boxes. */
export interface Passage extends LayerPassage {
  axis: Axis
  /** Id of the box in which it begins. */
  first: string
  /** The side over which it leaves its first box, and the one over which it enters its last. */
  sides: readonly [Side, Side]
}

/** Positions of boxes and the passages between them. */
export interface Layout {
  /** In the order of the boxes. */
  rects: Rect[]
  /** Direction of flow, if the layout chose it. */
  axis: Axis | undefined
  /** By the `pairKey` of two boxes. */
  passages: ReadonlyMap<string, Passage>
}

/** A key for the two boxes of an edge, the same for edges in both directions. */
export function pairKey({ source, target }: Pick<Link, 'source' | 'target'>): string {
  return JSON.stringify(source < target ? [source, target] : [target, source])
}
