import type { Rect, Size } from '../geometry/rect.ts'
import type { Axis } from '../geometry/sides.ts'
import type { Box, SelfLoops } from './box.ts'
import { columnHeight, gapsBetween } from './column-spacing.ts'
import { LANE_WIDTH, lengthForPorts } from './lanes.ts'
import { createLayerGraph, type LayerGraph, type Pair, SEPARATION, splitLayers } from './layer-graph.ts'
import type { Slide } from './slide.ts'

/** Px between the boxes of a layer and between layers. */
export const separations = {
  horizontal: { within: 22, between: 60 },
  vertical: { within: 36, between: 66 },
} as const satisfies Record<Axis, object>

/** Px between the bands of a folded drawing. */
export const BAND_GAP = 60
/** Maximum number of bands of a folded drawing. */
export const MAX_BANDS = 12
/** Factors by which the highest layers are split. */
const SPLITS = [1.5, 2, 3, 4, 6, 8]
/** Minimum gain in size for the use of an axis. A vertical flow must gain, since slides are read from left to right. */
const MIN_GAIN_OF_AXIS = { horizontal: 0, vertical: 0.15 } as const satisfies Record<Axis, number>
/** Minimum gain in size per further band: in every other band, the flow runs backwards or upwards. */
const MIN_GAIN_OF_BAND = { horizontal: 0.25, vertical: 0.5 } as const satisfies Record<Axis, number>
/** Minimum gain in size per further split of the highest layers, which makes edges longer. */
const MIN_GAIN_OF_SPLIT = 0.1
/** Maximum length in px to which a side of a card grows for its ports. More than 44 ports are too close to be legible. */
const MAX_GROWN_SIDE = 360

const noLoops: SelfLoops = { count: 0, extent: 0 }

/** A possible drawing of a map: its layers along an axis. */
export interface LayoutPlan {
  axis: Axis
  graph: LayerGraph
  /** Factor by which a plan's faults increase its cost. */
  loss: number
  /** Estimated cost: see `costOf`. */
  cost: number
}

type UnratedPlan = Omit<LayoutPlan, 'cost'>

/** The size of a box, its self loops, and the px below its card. */
type BoxSize = Pick<Box, 'width' | 'height' | 'below' | 'loops'>

/**
 * Creates the plans of a map, along each axis and with its highest layers split, in the order of their estimated cost.
 *
 * @param layerings possible layers, with the layer of each box
 * @param maxBoxes maximum number of boxes, including virtual ones, of a graph with split layers
 */
export function plansFor(
  boxes: readonly BoxSize[],
  pairs: readonly Pair[],
  layerings: readonly (readonly number[])[],
  axes: readonly Axis[],
  maxBoxes: number,
  slide: Slide,
): LayoutPlan[] {
  const drafts = layerings.flatMap((layers) =>
    axes.flatMap((axis) => [...draftsAlong(axis, boxes, pairs, layers, maxBoxes)]),
  )
  return drafts.map((it) => ({ ...it, cost: estimate(it, slide) })).sort((a, b) => a.cost - b.cost)
}

/** Cost of a plan's drawing with these contents: the width of the slide that shows it at full size, times a factor for its faults and bands. */
export function costOf({ axis, loss }: UnratedPlan, bands: number, contents: readonly Rect[], slide: Slide): number {
  return (loss + MIN_GAIN_OF_BAND[axis] * (bands - 1)) * slide.cost(contents)
}

/** Estimates the minimum cost of a plan over all numbers of bands. */
function estimate(plan: UnratedPlan, slide: Slide): number {
  const { axis, graph } = plan
  const { width, height } = sizeOf(graph, separations[axis].between)
  const turnBack = turnBackWidth(graph)
  let least = Infinity
  for (let bands = 1; bands <= MAX_BANDS; bands++) {
    const length = (width + turnBack * (bands - 1)) / bands
    const size = alongAxis(axis, { width: length, height: bands * (height + BAND_GAP) - BAND_GAP })
    least = Math.min(least, costOf(plan, bands, [{ x: 0, y: 0, ...size }], slide))
  }
  return least
}

/** Estimates the px of the lanes in which lines make a U-turn between two bands. */
function turnBackWidth({ links, layers }: LayerGraph): number {
  return (LANE_WIDTH * links.length) / Math.max(...layers)
}

/** Yields the graph of a map, then graphs with its highest layers split more and more. */
function* draftsAlong(
  axis: Axis,
  boxes: readonly BoxSize[],
  pairs: readonly Pair[],
  layers: readonly number[],
  maxBoxes: number,
): Generator<UnratedPlan> {
  const { within, between } = separations[axis]
  const ports = portsOfSides(boxes.length, pairs, layers)
  const sizes = boxes.map((it, index) =>
    withRoomFor(ports[index]!, alongAxis(axis, it), it.loops, axis === 'horizontal' ? it.below : 0),
  )
  const own = pairs.map((it) => ({ ...it, label: alongAxis(axis, it.label) }))
  const loss = 1 + MIN_GAIN_OF_AXIS[axis]
  const whole = createLayerGraph(sizes, own, layers, within)
  yield { axis, graph: whole, loss }
  const { height } = sizeOf(whole, between)
  let before = layers
  for (const [index, split] of SPLITS.entries()) {
    const next = splitLayers(sizes, own, layers, within, height / split)
    if (next.every((it, box) => it === before[box])) continue
    before = next
    const graph = createLayerGraph(sizes, own, next, within)
    if (graph.boxes.length > maxBoxes) return
    yield { axis, graph, loss: loss + MIN_GAIN_OF_SPLIT * (index + 1) }
  }
}

/** Converts a size to a drawing with layers from left to right, or back: a vertical flow swaps width and height. */
export function alongAxis(axis: Axis, { width, height }: Size): Size {
  return axis === 'horizontal' ? { width, height } : { width: height, height: width }
}

/** Converts a rectangle to a drawing with layers from left to right, or back: a vertical flow swaps x and y. */
export function rectAlongAxis(axis: Axis, rect: Rect): Rect {
  if (axis === 'horizontal') return rect
  return { x: rect.y, y: rect.x, width: rect.height, height: rect.width }
}

/** By box, the number of ports on the side with more ports, before or after it along the flow. */
function portsOfSides(boxes: number, pairs: readonly Pair[], layers: readonly number[]): number[] {
  const before = Array.from({ length: boxes }, () => 0)
  const after = Array.from({ length: boxes }, () => 0)
  for (const { from, to, count } of pairs) {
    const isOnward = layers[from]! <= layers[to]!
    after[isOnward ? from : to]! += count
    before[isOnward ? to : from]! += count
  }
  return before.map((it, index) => Math.max(it, after[index]!))
}

/**
 * Enlarges a box so that the sides of its card are long enough for the ports and for self loops, up to `MAX_GROWN_SIDE`. The box has the space
 * for self loops at both ends, so that the card is in its middle, and lines to other cards are straight.
 * @param below px of the box below its card, for other things
 */
function withRoomFor(ports: number, { width, height }: Size, { count, extent }: SelfLoops = noLoops, below = 0): Size {
  const side = Math.min(MAX_GROWN_SIDE, lengthForPorts(ports + count))
  return { width, height: extent + Math.max(height, extent + side + below) }
}

/** Estimates the size of the drawing of a graph. */
function sizeOf({ boxes, layers, links }: LayerGraph, between: number): Size {
  const columns: number[][] = []
  for (const [index, layer] of layers.entries()) (columns[layer] ??= []).push(index)
  const widths = columns.map((it) => Math.max(...it.map((index) => boxes[index]!.width)))
  const heights = columns.map((it) => columnHeight(it, boxes, SEPARATION))
  const gaps = gapsBetween(columns, links, between)
  return { width: [...widths, ...gaps].reduce((sum, it) => sum + it, 0), height: Math.max(...heights) }
}
