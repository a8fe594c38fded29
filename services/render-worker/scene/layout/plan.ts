import { LANE } from '../route/way.ts'
import type { Axis } from '../route/edge-path.ts'
import { mostEnds } from '../route/ports.ts'
import type { Room } from './box.ts'
import { type LayerGraph, layerGraph, type Pair, SEPARATION, splitLayers } from './layer-graph.ts'
import { columnHeight, gapsBetween } from './tighten.ts'

/** In px, between the boxes of a layer and between layers. */
export const separations = {
  horizontal: { within: 34, between: 84 },
  vertical: { within: 44, between: 74 },
} as const satisfies Record<Axis, object>

/** Width by height of the slides that pictures are made for. */
export const SLIDE = 1.6
/** What the title takes up above, in px. */
const TITLE = 130
/** Px of a slide's width: a drawing that fits into it is large enough. */
const SLIDE_WIDTH = 1_200
/** How much higher than its fullest layer needs a drawing may be. */
export const AIR = 1.25
/** Between the bands of a folded drawing. */
export const BAND_GAP = 90
const MAX_BANDS = 12
/** Into how many layers the highest ones are split, where they are. */
const SPLITS = [2, 3, 4, 6, 8]
/** What a flow from top to bottom must gain in size at least: slides are read from left to right. */
const LEAST_GAIN_OF_AXIS = { horizontal: 0, vertical: 0.15 } as const satisfies Record<Axis, number>
/** What a further band must gain in size at least: in every other one the flow runs back, or even up. */
const LEAST_GAIN_OF_BAND = { horizontal: 0.25, vertical: 0.5 } as const satisfies Record<Axis, number>
/** What a further split of the highest layers must gain in size at least: it leads edges further. */
const LEAST_GAIN_OF_SPLIT = 0.1
/** The share of its size that a plan loses for each end of an edge that does not fit on its side of a card. */
const LOSS_PER_CROWDED = 0.08

/** How a map is drawn: its layers along an axis, in bands. */
export interface Plan {
  axis: Axis
  graph: LayerGraph
  bands: number
}

/**
 * The plan that a slide shows largest: along which axis, whether in bands, one beside the other, and with which layers split.
 *
 * @param layers of each box
 * @param maxBoxes virtual ones included; a drawing with more would take too long
 */
export function planOf(
  boxes: readonly Room[],
  pairs: readonly Pair[],
  layers: readonly number[],
  axes: readonly Axis[],
  maxBoxes: number,
): Plan {
  let best: Plan | undefined
  let least = Infinity
  for (const axis of axes) {
    for (const { graph, loss } of graphsAlong(axis, boxes, pairs, layers, maxBoxes)) {
      const size = sizeOf(graph, separations[axis].between)
      for (let bands = 1; bands <= MAX_BANDS; bands++) {
        const price = (loss + LEAST_GAIN_OF_BAND[axis] * (bands - 1)) * slideWidth(axis, size, bands, graph)
        if (price >= least) continue
        least = price
        best = { axis, graph, bands }
      }
    }
  }
  return best!
}

/** The map's graph, then with its highest layers split into more and more; and how much larger than another one it must be shown. */
function* graphsAlong(
  axis: Axis,
  boxes: readonly Room[],
  pairs: readonly Pair[],
  layers: readonly number[],
  maxBoxes: number,
): Generator<{ graph: LayerGraph; loss: number }> {
  const { within, between } = separations[axis]
  const rooms = boxes.map((it) => alongAxis(axis, it))
  const own = pairs.map((it) => ({ ...it, label: alongAxis(axis, it.label) }))
  const lossOf = (graph: LayerGraph): number =>
    1 + LEAST_GAIN_OF_AXIS[axis] + LOSS_PER_CROWDED * crowdedEnds(graph, rooms)
  const whole = layerGraph(rooms, own, layers, within)
  yield { graph: whole, loss: lossOf(whole) }
  const { height } = sizeOf(whole, between)
  for (const [index, split] of SPLITS.entries()) {
    const graph = layerGraph(rooms, own, splitLayers(rooms, own, layers, within, height / split), within)
    if (graph.boxes.length > maxBoxes) return
    yield { graph, loss: lossOf(graph) + LEAST_GAIN_OF_SPLIT * (index + 1) }
  }
}

/** Drawings have their layers from left to right: for a flow from top to bottom, width and height change places. */
export function alongAxis(axis: Axis, { width, height }: Room): Room {
  return axis === 'horizontal' ? { width, height } : { width: height, height: width }
}

/** How wide a slide must be that shows a graph's drawing of this size in its own, folded into bands: lines that turn there need lanes. */
function slideWidth(axis: Axis, { width, height }: Room, bands: number, { links, layers }: LayerGraph): number {
  const lanes = (LANE * links.length) / Math.max(...layers)
  const length = (width + lanes * (bands - 1)) / bands
  const breadth = bands * (height + BAND_GAP) - BAND_GAP
  const [across, down] = axis === 'horizontal' ? [length, breadth] : [breadth, length]
  return Math.max(SLIDE_WIDTH, across, SLIDE * (TITLE + down))
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
