import type { Rect, Size } from '../draw/display-list.ts'
import { LANE_WIDTH } from '../route/candidate.ts'
import type { Axis } from '../route/ends.ts'
import { lengthForPorts } from '../route/ports.ts'
import { type LayerGraph, layerGraph, type Pair, SEPARATION, splitLayers } from './layer-graph.ts'
import type { Slide } from './slide.ts'
import { columnHeight, gapsBetween } from './column-spacing.ts'

/** Px between the boxes of a layer and between layers. */
export const separations = {
  horizontal: { within: 22, between: 60 },
  vertical: { within: 36, between: 66 },
} as const satisfies Record<Axis, object>

/** Px between the bands of a folded drawing. */
export const BAND_GAP = 60
/** Most bands of a folded drawing. */
export const MAX_BANDS = 12
/** Factors by which the highest layers are split. */
const SPLITS = [1.5, 2, 3, 4, 6, 8]
/** What a flow from top to bottom must gain in size at least: slides are read from left to right. */
const MIN_GAIN_OF_AXIS = { horizontal: 0, vertical: 0.15 } as const satisfies Record<Axis, number>
/** What a further band must gain in size at least: in every other one the flow runs back, or even up. */
const MIN_GAIN_OF_BAND = { horizontal: 0.25, vertical: 0.5 } as const satisfies Record<Axis, number>
/** What a further split of the highest layers must gain in size at least: it leads edges further. */
const MIN_GAIN_OF_SPLIT = 0.1
/** Px that a side of a card may grow to for its ports; more than 44 of them stand nearer to each other than is legible. */
const MAX_GROWN_SIDE = 360

/** How a map can be drawn: its layers along an axis, perhaps in bands. */
export interface Plan {
  axis: Axis
  graph: LayerGraph
  /** Factor by which a plan's faults increase its cost. */
  loss: number
  /** Estimated cost: see `costOf`. */
  cost: number
}

type Draft = Omit<Plan, 'cost'>

/**
 * The plans for a map along each axis and with the highest layers split, in the order of their estimated cost.
 *
 * @param layers of each box
 * @param maxBoxes most boxes of a graph with split layers, virtual ones included: a drawing with more would take too long
 */
export function plansFor(
  boxes: readonly Size[],
  pairs: readonly Pair[],
  layers: readonly number[],
  axes: readonly Axis[],
  maxBoxes: number,
  slide: Slide,
): Plan[] {
  const drafts = axes.flatMap((axis) => [...draftsAlong(axis, boxes, pairs, layers, maxBoxes)])
  return drafts.map((it) => ({ ...it, cost: estimate(it, slide) })).sort((a, b) => a.cost - b.cost)
}

/** Cost of a drawing of a plan in so many bands, with these boxes and lines: width of the slide that shows it at full size, times its faults. */
export function costOf({ axis, loss }: Draft, bands: number, contents: readonly Rect[], slide: Slide): number {
  return (loss + MIN_GAIN_OF_BAND[axis] * (bands - 1)) * slide.cost(contents)
}

/** The least cost of a plan in any number of bands. */
function estimate(plan: Draft, slide: Slide): number {
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

/** About how many px the lanes take up in which lines turn back between two bands. */
function turnBackWidth({ links, layers }: LayerGraph): number {
  return (LANE_WIDTH * links.length) / Math.max(...layers)
}

/** The map's graph, then the same with its highest layers split into more and more. */
function* draftsAlong(
  axis: Axis,
  boxes: readonly Size[],
  pairs: readonly Pair[],
  layers: readonly number[],
  maxBoxes: number,
): Generator<Draft> {
  const { within, between } = separations[axis]
  const ports = portsOfSides(boxes.length, pairs, layers)
  const sizes = boxes.map((it, index) => withRoomFor(ports[index]!, alongAxis(axis, it)))
  const own = pairs.map((it) => ({ ...it, label: alongAxis(axis, it.label) }))
  const loss = 1 + MIN_GAIN_OF_AXIS[axis]
  const whole = layerGraph(sizes, own, layers, within)
  yield { axis, graph: whole, loss }
  const { height } = sizeOf(whole, between)
  let before = layers
  for (const [index, split] of SPLITS.entries()) {
    const next = splitLayers(sizes, own, layers, within, height / split)
    if (next.every((it, box) => it === before[box])) continue
    before = next
    const graph = layerGraph(sizes, own, next, within)
    if (graph.boxes.length > maxBoxes) return
    yield { axis, graph, loss: loss + MIN_GAIN_OF_SPLIT * (index + 1) }
  }
}

/** A size in a drawing with layers from left to right: for a flow from top to bottom, width and height change places. */
export function alongAxis(axis: Axis, { width, height }: Size): Size {
  return axis === 'horizontal' ? { width, height } : { width: height, height: width }
}

/** A rectangle in a drawing with layers from left to right: for a flow from top to bottom, x and y change places. */
export function rectAlongAxis(axis: Axis, rect: Rect): Rect {
  if (axis === 'horizontal') return rect
  return { x: rect.y, y: rect.x, width: rect.height, height: rect.width }
}

/** By box, how many ports the fuller of its two sides along the flow has. */
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

/** A box whose sides along the flow are long enough for so many ports, within `MAX_GROWN_SIDE`. */
function withRoomFor(ports: number, { width, height }: Size): Size {
  return { width, height: Math.max(height, Math.min(MAX_GROWN_SIDE, lengthForPorts(ports))) }
}

/** About how large the drawing of a graph is. */
function sizeOf({ boxes, layers, links }: LayerGraph, between: number): Size {
  const columns: number[][] = []
  for (const [index, layer] of layers.entries()) (columns[layer] ??= []).push(index)
  const widths = columns.map((it) => Math.max(...it.map((index) => boxes[index]!.width)))
  const heights = columns.map((it) => columnHeight(it, boxes, SEPARATION))
  const gaps = gapsBetween(columns, links, between)
  return { width: [...widths, ...gaps].reduce((sum, it) => sum + it, 0), height: Math.max(...heights) }
}
