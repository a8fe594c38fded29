import type { Point, Rect, Size } from '../geometry/rect.ts'
import type { Axis, Side } from '../geometry/sides.ts'

/** A card to place, with the space for its self loops above and to the right of it, and for what is below it. */
export interface Box extends Size {
  id: string
  /** The top left corner that the map sets. */
  at: Point | undefined
  /** The pinned top left corner and least size, for a box without a position of the map. */
  pin?: Rect | undefined
  /** Id of the box that it stands below, if the boxes are laid out in layers. */
  owner?: string | undefined
  /** The self loops of its card, if it has any. */
  loops?: SelfLoops | undefined
  /** Px below the card. Default: 0. */
  below?: number
  /** Px of its height, and below the card, that show more than the fields of its node. Default: 0. */
  marks?: number
}

/** The self loops of a card. */
export interface SelfLoops {
  count: number
  /** Px that they extend beyond the card, to the right and above. */
  extent: number
}

/** An edge between two boxes, by their ids. */
export interface Link {
  source: string
  target: string
  /** Size of its label. */
  label: Size
}

/** The space between two adjacent layers, in px along the flow. All edges between the two layers share it. */
export interface LayerGap {
  /** End of the first layer. */
  from: number
  /** Start of the next layer; less than `from` if the flow runs backwards. */
  to: number
  /** Set if edges make a U-turn here: 1 beyond both layers, -1 before them. */
  turnBack?: 1 | -1
  /** Number of edges through the gap. */
  edges: number
}

/** Position at which a passage crosses a layer, in px across the flow, and the range in which it may move. */
export interface Waypoint {
  at: number
  least: number
  most: number
}

/** A route through the layers that the layout keeps free. */
export interface LayerPassage {
  /** The gaps before, between and after the layers that it crosses. */
  gaps: readonly LayerGap[]
  /** Position at which it crosses each layer. */
  waypoints: readonly Waypoint[]
}

/** The route that the layout keeps free for the edges between two boxes. */
export interface Passage extends LayerPassage {
  axis: Axis
  /** Id of the box at which it begins. */
  first: string
  /** The side at which it leaves its first box, and the side at which it enters its last box. */
  sides: readonly [Side, Side]
}

/** Positions of boxes and the passages between them. */
export interface Layout {
  /** Rectangles in the order of the boxes. */
  rects: Rect[]
  /** Direction of flow, if the layout chose it. */
  axis: Axis | undefined
  /** Passages by the `pairKey` of two boxes. */
  passages: ReadonlyMap<string, Passage>
}

/** The rectangle of a card, at the lower left of its box. @param box rectangle of the box */
export function cardWithin({ x, y, width, height }: Rect, { loops, below = 0 }: Pick<Box, 'loops' | 'below'>): Rect {
  const extent = loops?.extent ?? 0
  return { x, y: y + extent, width: width - extent, height: height - extent - below }
}

/** The rectangle of the box around a card: the inverse of `cardWithin`. */
export function boxAround({ x, y, width, height }: Rect, { loops, below = 0 }: Pick<Box, 'loops' | 'below'>): Rect {
  const extent = loops?.extent ?? 0
  return { x, y: y - extent, width: width + extent, height: extent + height + below }
}

/** A key for the two boxes of an edge, the same for edges in both directions. */
export function pairKey({ source, target }: Pick<Link, 'source' | 'target'>): string {
  return JSON.stringify(source < target ? [source, target] : [target, source])
}
