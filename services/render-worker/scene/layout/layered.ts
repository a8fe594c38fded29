import type { Rect } from '../draw/display-list.ts'
import { pairOf } from '../draw/connector.ts'
import type { Axis } from '../route/edge-path.ts'
import type { Side } from '../route/ends.ts'
import type { Box, LayerGap, Layout, Link, Passage, Room } from './box.ts'
import { columnsOf, extent } from './columns.ts'
import { dotLayout } from './dot.ts'
import { farthestTurn } from '../route/layered-route.ts'
import { bandOfEach, fold } from './fold.ts'
import { type Pair, SEPARATION } from './layer-graph.ts'
import { layerSteps } from './layer-steps.ts'
import { layeredGrid } from './layered-grid.ts'
import { coursesThrough } from './passages.ts'
import { placeBelow } from './place-missing.ts'
import { AIR, alongAxis, type Plan, planOf, separations, SLIDE } from './plan.ts'
import { fullestColumn, spaceColumns, stretch } from './tighten.ts'

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

/** Layers along the links; boxes without any link stand in rows below. */
export async function layered(boxes: readonly Box[], links: readonly Link[]): Promise<Layout> {
  const between = uniqueLinks(boxes, links)
  const linked = new Set(between.flatMap((it) => [it.source, it.target]))
  const connected = boxes.filter((it) => linked.has(it.id))
  const { rects, axis, passages } = await layOutConnected(connected, between)
  const placed = new Map(connected.map((it, index) => [it.id, rects[index]]))
  const alone = boxes.filter((it) => !linked.has(it.id))
  placeBelow(alone, [...rects, ...turnRooms(passages)], (id, rect) => placed.set(id, rect))
  const all = boxes.map((it) => placed.get(it.id) ?? { x: 0, y: 0, width: it.width, height: it.height })
  return { rects: all, axis, passages }
}

async function layOutConnected(boxes: readonly Box[], links: readonly UniqueLink[]): Promise<Layout> {
  if (boxes.length === 0) return { rects: [], axis: 'horizontal', passages: new Map() }
  if (!isForDot(boxes, links)) return { rects: layeredGrid(boxes, links), axis: 'horizontal', passages: new Map() }
  const numbers = new Map(boxes.map((it, index) => [it.id, index]))
  const pairs = links.map(({ source, target, label, count }): Pair => {
    return { from: numbers.get(source)!, to: numbers.get(target)!, label, count }
  })
  const axes: Axis[] = boxes.length <= MAX_BOTH_WAYS ? ['horizontal', 'vertical'] : ['horizontal']
  const plan = planOf(boxes, pairs, await layersOf(boxes, pairs), axes, MAX_SPLIT_BOXES)
  const { rects, bands } = await draw(plan)
  const courses = coursesThrough(rects, plan.graph.chains, bands)
  const passages = courses.map(({ gaps, levels }, index): [string, Passage] => {
    const first = boxes[plan.graph.chains[index]!.boxes[0]!]!.id
    return [pairOf(links[index]!), { axis: plan.axis, first, gaps, levels, sides: sidesOf(plan.axis, gaps) }]
  })
  return { rects: withoutSeparation(rects, boxes, plan.axis), axis: plan.axis, passages: new Map(passages) }
}

/** Whether `dot` is quick with all graphs of this size. */
function isForDot(boxes: readonly Box[], links: readonly Link[]): boolean {
  if (boxes.length > MAX_DOT_BOXES || links.length > MAX_DOT_LINKS) return false
  return layerSteps(boxes, links) <= MAX_DOT_STEPS
}

/** The layer of each box, in which all links together are shortest. */
async function layersOf(boxes: readonly Room[], pairs: readonly Pair[]): Promise<number[]> {
  const rects = await dotLayout({ boxes, links: pairs, ...separations.horizontal })
  const layers = boxes.map(() => 0)
  for (const [layer, column] of columnsOf(rects).entries()) for (const it of column) layers[it] = layer
  return layers
}

/** All boxes of the plan's graph in columns, and the band of each. */
async function draw({ axis, graph, bands: count }: Plan): Promise<{ rects: Rect[]; bands: number[] }> {
  const { between } = separations[axis]
  const rects = await dotLayout({ ...graph, within: SEPARATION, between })
  const spaced = spaceColumns(rects, graph.links, between)
  const { width } = extent(spaced)
  const least = AIR * fullestColumn(spaced, SEPARATION)
  const height = axis === 'horizontal' ? width / SLIDE : width * SLIDE
  const tight = stretch(spaced, count > 1 ? least : Math.max(least, height), SEPARATION)
  const bands = bandOfEach(tight, count)
  return { rects: fold(tight, bands), bands }
}

/** The boxes themselves, without the separation and with the flow along its axis. */
function withoutSeparation(rects: readonly Rect[], boxes: readonly Room[], axis: Axis): Rect[] {
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

function sidesOf(axis: Axis, gaps: readonly LayerGap[]): [Side, Side] {
  const [far, near]: [Side, Side] = axis === 'horizontal' ? ['right', 'left'] : ['bottom', 'top']
  const leaves = ({ from, to, turn }: LayerGap): boolean => (turn === undefined ? to > from : turn === 1)
  const enters = ({ from, to, turn }: LayerGap): boolean => (turn === undefined ? to < from : turn === 1)
  return [leaves(gaps[0]!) ? far : near, enters(gaps.at(-1)!) ? far : near]
}

/** What lines take up that turn back beside their layers. */
function turnRooms(passages: Layout['passages']): Rect[] {
  return [...passages.values()].flatMap(({ axis, gaps }) =>
    gaps.flatMap((gap): Rect | [] => {
      if (gap.turn === undefined) return []
      const at = farthestTurn(gap)
      return axis === 'horizontal' ? { x: at, y: 0, width: 0, height: 0 } : { x: 0, y: at, width: 0, height: 0 }
    }),
  )
}

type UniqueLink = Link & { count: number }

/** Each pair once, whichever way, with room for all its labels; no box with itself, none with a box that is not there. */
function uniqueLinks(boxes: readonly Box[], links: readonly Link[]): UniqueLink[] {
  const ids = new Set(boxes.map((it) => it.id))
  const unique = new Map<string, UniqueLink>()
  for (const { source, target, label } of links) {
    if (source === target || !ids.has(source) || !ids.has(target)) continue
    const pair = pairOf({ source, target })
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
