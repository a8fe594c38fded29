import type { Rect, Size } from '../draw/display-list.ts'
import { type Axis, type Side, sideFacing } from '../route/ends.ts'
import { type Box, type LayerGap, type Layout, type Link, type Passage, pairKey } from './box.ts'
import { columnsOf } from './columns.ts'
import { dotLayout } from './dot.ts'
import { bestDrawing, takenBy } from './layer-drawing.ts'
import { type Pair, SEPARATION } from './layer-graph.ts'
import { layerSteps } from './layer-steps.ts'
import { layeredGrid } from './layered-grid.ts'
import { placeBelow } from './place-missing.ts'
import { type Plan, plansFor, rectAlongAxis, separations } from './plan.ts'
import type { Slide } from './slide.ts'
import { placeInCorners } from './unlinked.ts'

/**
 * Beyond any of these, `dot` takes seconds, or minutes; the linear layout takes milliseconds. Within them it takes less than a second of
 * processor time, so the map alone decides between the two, and not a clock.
 */
const MAX_DOT_BOXES = 1_500
const MAX_DOT_LINKS = 2_000
const MAX_DOT_STEPS = 2_000
/** Most boxes of a graph whose high layers are split, virtual ones included: `dot` is far slower with such a graph. */
const MAX_SPLIT_BOXES = 600
/** Most boxes of a map for which both axes are tried. */
const MAX_BOTH_AXES = 250
/** Most plans that are drawn, so that the best drawing is taken and not the best estimate. */
const MAX_DRAWN_PLANS = 3
/** Most boxes of all drawn plans, but for the first. */
const MAX_DRAWN_BOXES = 400

/** Lays boxes out in layers along the links; boxes without any link stand in empty corners, or in rows below. */
export async function layered(boxes: readonly Box[], links: readonly Link[], slide: Slide): Promise<Layout> {
  const between = uniqueLinks(boxes, links)
  const linked = new Set(between.flatMap((it) => [it.source, it.target]))
  const connected = boxes.filter((it) => linked.has(it.id))
  const { rects, taken, ...layout } = await layOutConnected(connected, between, slide)
  const placed = new Map(connected.map((it, index) => [it.id, rects[index]!]))
  const unlinked = boxes.filter((it) => !linked.has(it.id))
  const corners = placeInCorners(unlinked, taken)
  for (const [index, rect] of corners.entries()) if (rect) placed.set(unlinked[index]!.id, rect)
  const below = unlinked.filter((_, index) => !corners[index])
  placeBelow(below, [...placed.values(), ...taken], (id, rect) => placed.set(id, rect))
  return { rects: boxes.map((it) => placed.get(it.id)!), ...layout }
}

/** A layout, and rectangles around its boxes and lines where these are known. */
type LayeredBoxes = Layout & { taken: readonly Rect[] }

async function layOutConnected(
  boxes: readonly Box[],
  links: readonly UniqueLink[],
  slide: Slide,
): Promise<LayeredBoxes> {
  const plain = { axis: 'horizontal', passages: new Map(), taken: [] } as const
  if (boxes.length === 0) return { rects: [], ...plain }
  if (!isForDot(boxes, links)) return { rects: layeredGrid(boxes, links), ...plain }
  const numbers = new Map(boxes.map((it, index) => [it.id, index]))
  const pairs = links.map(({ source, target, label, count }): Pair => {
    return { from: numbers.get(source)!, to: numbers.get(target)!, label, count }
  })
  const axes: Axis[] = boxes.length <= MAX_BOTH_AXES ? ['horizontal', 'vertical'] : ['horizontal']
  const plans = plansFor(boxes, pairs, await layersOf(boxes, pairs), axes, MAX_SPLIT_BOXES, slide)
  const drawing = await bestDrawing(drawable(plans), slide)
  const { axis, graph } = drawing.plan
  const passages = drawing.passages.map(({ gaps, waypoints }, index): [string, Passage] => {
    const first = boxes[graph.chains[index]!.boxes[0]!]!.id
    return [pairKey(links[index]!), { axis, first, gaps, waypoints, sides: sidesOf(axis, gaps) }]
  })
  const rects = withoutSeparation(drawing.rects.slice(0, boxes.length), axis)
  return { rects, axis, passages: new Map(passages), taken: takenBy(drawing) }
}

/** The first plans, as many as are drawn quickly. */
function drawable(plans: readonly Plan[]): Plan[] {
  let boxes = 0
  return plans.slice(0, MAX_DRAWN_PLANS).filter(({ graph }, index) => {
    boxes += graph.boxes.length
    return index === 0 || boxes <= MAX_DRAWN_BOXES
  })
}

/** Whether `dot` is quick with all graphs of this size. */
function isForDot(boxes: readonly Box[], links: readonly Link[]): boolean {
  if (boxes.length > MAX_DOT_BOXES || links.length > MAX_DOT_LINKS) return false
  return layerSteps(boxes, links) <= MAX_DOT_STEPS
}

/** The layer of each box, in which all links together are shortest. */
async function layersOf(boxes: readonly Size[], pairs: readonly Pair[]): Promise<number[]> {
  const rects = await dotLayout({ boxes, links: pairs, ...separations.horizontal })
  const layers = boxes.map(() => 0)
  for (const [layer, column] of columnsOf(rects).entries()) for (const it of column) layers[it] = layer
  return layers
}

/** The boxes of a drawing without the separation that is part of their heights, with the flow along its axis. */
function withoutSeparation(rects: readonly Rect[], axis: Axis): Rect[] {
  const separation = separations[axis].within - SEPARATION
  return rects.map(({ x, y, width, height }) =>
    rectAlongAxis(axis, { x, y: Math.round(y + separation / 2), width, height: height - separation }),
  )
}

/** The sides over which a passage leaves its first box and enters its last. */
function sidesOf(axis: Axis, gaps: readonly LayerGap[]): [Side, Side] {
  const first = gaps[0]!
  const last = gaps.at(-1)!
  const leaving = first.turnBack ?? first.to - first.from
  const entering = last.turnBack ?? last.from - last.to
  const coordinate = axis === 'horizontal' ? 'x' : 'y'
  return [sideFacing(coordinate, leaving > 0), sideFacing(coordinate, entering > 0)]
}

/** All links between two boxes. */
type UniqueLink = Link & { count: number }

/** The links with those of each pair merged, whichever way they point, and with room for all their labels; without self loops and missing boxes. */
function uniqueLinks(boxes: readonly Box[], links: readonly Link[]): UniqueLink[] {
  const ids = new Set(boxes.map((it) => it.id))
  const unique = new Map<string, UniqueLink>()
  for (const { source, target, label } of links) {
    if (source === target || !ids.has(source) || !ids.has(target)) continue
    const pair = pairKey({ source, target })
    const first = unique.get(pair)
    if (first) {
      first.label = { width: first.label.width + label.width, height: first.label.height + label.height }
      first.count++
    } else unique.set(pair, { source, target, label, count: 1 })
  }
  return [...unique.values()]
}
