import type { Rect } from '../draw/display-list.ts'
import { LANE } from '../route/way.ts'
import type { Axis } from '../route/edge-path.ts'
import { mostEnds } from '../route/ports.ts'
import type { Room } from './box.ts'
import { type LayerGraph, layerGraph, type Pair, SEPARATION, splitLayers } from './layer-graph.ts'
import type { Slide } from './slide.ts'
import { columnHeight, gapsBetween } from './tighten.ts'

/** In px, between the boxes of a layer and between layers. */
export const separations = {
  horizontal: { within: 28, between: 76 },
  vertical: { within: 36, between: 66 },
} as const satisfies Record<Axis, object>

/** Factor by which a drawing may be higher than its fullest layer. */
export const AIR = 1.1
/** Between the bands of a folded drawing. */
export const BAND_GAP = 90
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
/** The share of its size that a plan loses for each end of an edge that does not fit on its side of a card. */
const LOSS_PER_CROWDED = 0.08

/** How a map can be drawn: its layers along an axis, perhaps in bands. */
export interface Plan {
  axis: Axis
  graph: LayerGraph
  /** Factor by which a plan's faults increase its cost. */
  loss: number
  /** Estimated cost. */
  price: number
}

type Draft = Omit<Plan, 'price'>

/**
 * The plans for a map, that first which a slide shows largest by an estimate: along which axis, and with which layers split.
 *
 * @param layers of each box
 * @param maxBoxes virtual ones included; a drawing with more would take too long
 */
export function plansFor(
  boxes: readonly Room[],
  pairs: readonly Pair[],
  layers: readonly number[],
  axes: readonly Axis[],
  maxBoxes: number,
  slide: Slide,
): Plan[] {
  const plans = axes.flatMap((axis) => [...plansAlong(axis, boxes, pairs, layers, maxBoxes)])
  return plans.map((it) => ({ ...it, price: estimate(it, slide) })).sort((a, b) => a.price - b.price)
}

/** What a drawing of a plan in so many bands costs, where lines and boxes stand in these places. */
export function priceOf({ axis, loss }: Draft, bands: number, contents: readonly Rect[], slide: Slide): number {
  return (loss + MIN_GAIN_OF_BAND[axis] * (bands - 1)) * slide.price(contents)
}

/** The least price of a plan in any number of bands. */
function estimate(plan: Draft, slide: Slide): number {
  const { axis, graph } = plan
  const { width, height } = sizeOf(graph, separations[axis].between)
  const lanes = lanesOf(graph)
  let least = Infinity
  for (let bands = 1; bands <= MAX_BANDS; bands++) {
    const length = (width + lanes * (bands - 1)) / bands
    const size = alongAxis(axis, { width: length, height: bands * (height + BAND_GAP) - BAND_GAP })
    least = Math.min(least, priceOf(plan, bands, [{ x: 0, y: 0, ...size }], slide))
  }
  return least
}

/** About how many px lines take up that turn back between two bands. */
function lanesOf({ links, layers }: LayerGraph): number {
  return (LANE * links.length) / Math.max(...layers)
}

/** The map's graph, then with its highest layers split into more and more. */
function* plansAlong(
  axis: Axis,
  boxes: readonly Room[],
  pairs: readonly Pair[],
  layers: readonly number[],
  maxBoxes: number,
): Generator<Draft> {
  const { within, between } = separations[axis]
  const rooms = boxes.map((it) => alongAxis(axis, it))
  const own = pairs.map((it) => ({ ...it, label: alongAxis(axis, it.label) }))
  const lossOf = (graph: LayerGraph): number =>
    1 + MIN_GAIN_OF_AXIS[axis] + LOSS_PER_CROWDED * crowdedEnds(graph, rooms)
  const whole = layerGraph(rooms, own, layers, within)
  yield { axis, graph: whole, loss: lossOf(whole) }
  const { height } = sizeOf(whole, between)
  let before = layers
  for (const [index, split] of SPLITS.entries()) {
    const next = splitLayers(rooms, own, layers, within, height / split)
    if (next.every((it, box) => it === before[box])) continue
    before = next
    const graph = layerGraph(rooms, own, next, within)
    if (graph.boxes.length > maxBoxes) return
    yield { axis, graph, loss: lossOf(graph) + MIN_GAIN_OF_SPLIT * (index + 1) }
  }
}

/** Drawings have their layers from left to right: for a flow from top to bottom, width and height change places. */
export function alongAxis(axis: Axis, { width, height }: Room): Room {
  return axis === 'horizontal' ? { width, height } : { width: height, height: width }
}

/** The same for a box in its place. */
export function rectAlongAxis(axis: Axis, rect: Rect): Rect {
  if (axis === 'horizontal') return rect
  return { x: rect.y, y: rect.x, width: rect.height, height: rect.width }
}

/** How many ends of edges do not fit on the sides of their boxes. */
function crowdedEnds({ chains }: LayerGraph, boxes: readonly Room[]): number {
  const sides = boxes.map(() => ({ before: 0, after: 0 }))
  for (const { boxes: chain, count } of chains) {
    sides[chain[0]!]!.after += count
    sides[chain.at(-1)!]!.before += count
  }
  return sides.reduce((sum, { before, after }, index) => {
    const most = mostEnds(boxes[index]!.height)
    return sum + Math.max(0, before - most) + Math.max(0, after - most)
  }, 0)
}

/** About how large the drawing of a graph is. */
function sizeOf({ boxes, layers, links }: LayerGraph, between: number): Room {
  const columns: number[][] = []
  for (const [index, layer] of layers.entries()) (columns[layer] ??= []).push(index)
  const widths = columns.map((it) => Math.max(...it.map((index) => boxes[index]!.width)))
  const heights = columns.map((it) => columnHeight(it, boxes, SEPARATION))
  const gaps = gapsBetween(columns, links, between)
  return { width: [...widths, ...gaps].reduce((sum, it) => sum + it, 0), height: AIR * Math.max(...heights) }
}
