import type { Rect, Size } from '../draw/display-list.ts'
import { type Axis, type Side, sideFacing } from '../route/ends.ts'
import { type Box, type LayerGap, type Layout, type Link, type Passage, pairKey } from './box.ts'
import { columnsOf } from './columns.ts'
import { dotLayout } from './dot.ts'
import { bestDrawing, takenBy } from './layer-drawing.ts'
import type { Pair } from './layer-graph.ts'
import { layerSteps } from './layer-steps.ts'
import { layeredGrid } from './layered-grid.ts'
import { placeBelow } from './place-missing.ts'
import { alongAxis, type Plan, plansFor, separations } from './plan.ts'
import type { Slide } from './slide.ts'
import { placeInCorners } from './unlinked.ts'

/**
 * Beyond any of these, `dot` takes seconds, or minutes; the linear layout takes milliseconds. Within them it takes less than a second of
 * processor time, so the map alone decides between the two, and not a clock.
 */
const MAX_DOT_BOXES = 1_500
const MAX_DOT_LINKS = 2_000
const MAX_DOT_STEPS = 2_000
/** Boxes, virtual ones included, of a graph whose high layers are split: `dot` is far slower with these. */
const MAX_SPLIT_BOXES = 600
/** Below, both directions are tried and the one that suits a slide is taken. */
const MAX_BOTH_WAYS = 250
/** Plans that are drawn, so that the best drawing is taken and not the best estimate; and boxes of all of them, but for the first. */
const MAX_DRAWN = { plans: 3, boxes: 400 }

/** Layers along the links; boxes without any link stand in empty corners, or in rows below. */
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

/** A layout, and what its boxes and lines take up, where that is known. */
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
  const axes: Axis[] = boxes.length <= MAX_BOTH_WAYS ? ['horizontal', 'vertical'] : ['horizontal']
  const plans = plansFor(boxes, pairs, await layersOf(boxes, pairs), axes, MAX_SPLIT_BOXES, slide)
  const drawing = await bestDrawing(drawable(plans), slide)
  const { axis, graph } = drawing.plan
  const passages = drawing.passages.map(({ gaps, waypoints }, index): [string, Passage] => {
    const first = boxes[graph.chains[index]!.boxes[0]!]!.id
    return [pairKey(links[index]!), { axis, first, gaps, waypoints, sides: sidesOf(axis, gaps) }]
  })
  const rects = withoutSeparation(drawing.rects, boxes, axis)
  return { rects, axis, passages: new Map(passages), taken: takenBy(drawing) }
}

/** The first plans, as many as are drawn quickly. */
function drawable(plans: readonly Plan[]): Plan[] {
  let boxes = 0
  return plans.slice(0, MAX_DRAWN.plans).filter(({ graph }, index) => {
    boxes += graph.boxes.length
    return index === 0 || boxes <= MAX_DRAWN.boxes
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

/** The boxes themselves, without the separation and with the flow along its axis. */
function withoutSeparation(rects: readonly Rect[], boxes: readonly Size[], axis: Axis): Rect[] {
  return boxes.map((box, index) => {
    const { x, y, height } = rects[index]!
    const own = alongAxis(axis, box)
    const across = Math.round(y + (height - own.height) / 2)
    const { width, height: ownHeight } = box
    return axis === 'horizontal'
      ? { x, y: across, width, height: ownHeight }
      : { x: across, y: x, width, height: ownHeight }
  })
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

type UniqueLink = Link & { count: number }

/** Each pair once, whichever way, with room for all its labels; no box with itself, none with a box that is not there. */
function uniqueLinks(boxes: readonly Box[], links: readonly Link[]): UniqueLink[] {
  const ids = new Set(boxes.map((it) => it.id))
  const unique = new Map<string, UniqueLink>()
  for (const { source, target, label } of links) {
    if (source === target || !ids.has(source) || !ids.has(target)) continue
    const pair = pairKey({ source, target })
    const first = unique.get(pair)
    const { width = 0, height = 0 } = first?.label ?? {}
    unique.set(pair, {
      ...(first ?? { source, target }),
      label: { width: width + label.width, height: height + label.height },
      count: (first?.count ?? 0) + 1,
    })
  }
  return [...unique.values()]
}
