import type { Rect } from '../draw/display-list.ts'
import { pairOf } from '../draw/connector.ts'
import { dotLayout, separations } from './dot.ts'
import type { Axis } from '../route/edge-path.ts'
import type { Box, Layout, Link, Room } from './box.ts'
import { fillColumns } from './fill-columns.ts'
import { extent } from './columns.ts'
import { bandsFor, fold } from './fold.ts'
import { layerSteps } from './layer-steps.ts'
import { layeredGrid } from './layered-grid.ts'
import { placeBelow } from './place-missing.ts'
import { fullestColumn, spaceColumns, squeeze, type Way } from './tighten.ts'

/**
 * Beyond any of these, `dot` takes seconds, or minutes; the linear layout takes milliseconds. Within them it takes less than a second of
 * processor time, so the map alone decides between the two, and not a clock.
 */
const MAX_DOT_BOXES = 1_500
const MAX_DOT_LINKS = 2_000
const MAX_DOT_STEPS = 2_000
/** Below, both directions are tried and the one that suits a slide is taken. */
const MAX_BOTH_WAYS = 250
const SLIDE = 1.6
const TALL = 1.6
/** How much higher than its fullest layer needs a drawing may be. */
const AIR = 1.25

/** Layers along the links; boxes without any link stand in rows below. */
export async function layered(boxes: readonly Box[], links: readonly Link[]): Promise<Layout> {
  const between = uniqueLinks(boxes, links)
  const linked = new Set(between.flatMap((it) => [it.source, it.target]))
  const connected = boxes.filter((it) => linked.has(it.id))
  const { rects, axis } = await layOutConnected(connected, between)
  const placed = new Map(connected.map((it, index) => [it.id, rects[index]]))
  const alone = boxes.filter((it) => !linked.has(it.id))
  placeBelow(alone, rects, (id, rect) => placed.set(id, rect))
  return { rects: boxes.map((it) => placed.get(it.id) ?? { x: 0, y: 0, width: it.width, height: it.height }), axis }
}

async function layOutConnected(boxes: readonly Box[], links: readonly Link[]): Promise<Layout> {
  if (boxes.length === 0) return { rects: [], axis: 'horizontal' }
  if (!isForDot(boxes, links)) return { rects: layeredGrid(boxes, links), axis: 'horizontal' }
  const axes: Axis[] = boxes.length <= MAX_BOTH_WAYS ? ['horizontal', 'vertical'] : ['horizontal']
  const layouts = await dotLayout(boxes, links, axes)
  const candidates = layouts.map((rects, index): Layout => {
    const axis = axes[index] ?? 'horizontal'
    return { rects: axis === 'horizontal' ? inColumns(rects, boxes, links) : inRows(rects, boxes, links), axis }
  })
  return candidates.reduce((best, it) => (distanceFromSlide(it.rects) < distanceFromSlide(best.rects) ? it : best))
}

/** Whether `dot` is quick with all graphs of this size. */
function isForDot(boxes: readonly Box[], links: readonly Link[]): boolean {
  if (boxes.length > MAX_DOT_BOXES || links.length > MAX_DOT_LINKS) return false
  return layerSteps(boxes, links) <= MAX_DOT_STEPS
}

/** Layers from left to right. */
function inColumns(rects: readonly Rect[], boxes: readonly Box[], links: readonly Link[]): Rect[] {
  const { between, within } = separations.horizontal
  const spaced = spaceColumns(rects, waysOf(boxes, links, 'width'), between)
  const { width } = extent(spaced)
  const least = AIR * fullestColumn(spaced, within)
  const bands = bandsFor(width, least)
  const tight = squeeze(spaced, bands > 1 ? least : Math.max(least, width / SLIDE), within)
  return fillColumns(fold(tight, bands), between)
}

/** Layers from top to bottom. */
function inRows(rects: readonly Rect[], boxes: readonly Box[], links: readonly Link[]): Rect[] {
  const { between, within } = separations.vertical
  const spaced = spaceColumns(rects.map(transposed), waysOf(boxes, links, 'height'), between)
  const least = AIR * fullestColumn(spaced, within)
  return squeeze(spaced, Math.max(least, extent(spaced).width * SLIDE), within).map(transposed)
}

function transposed({ x, y, width, height }: Rect): Rect {
  return { x: y, y: x, width: height, height: width }
}

function waysOf(boxes: readonly Box[], links: readonly Link[], side: keyof Room): Way[] {
  const indexes = new Map(boxes.map((it, index) => [it.id, index]))
  return links.map(({ source, target, label }) => ({
    ...{ from: indexes.get(source) ?? 0, to: indexes.get(target) ?? 0, room: label[side] },
  }))
}

/** How far a drawing's shape is from a slide's; too flat is better than too tall. */
function distanceFromSlide(rects: readonly Rect[]): number {
  const { width, height } = extent(rects)
  const distance = Math.log(width / height / SLIDE)
  return distance < 0 ? -TALL * distance : distance
}

/** Each pair once, whichever way, with room for all its labels; no box with itself, none with a box that is not there. */
function uniqueLinks(boxes: readonly Box[], links: readonly Link[]): Link[] {
  const ids = new Set(boxes.map((it) => it.id))
  const unique = new Map<string, Link>()
  for (const { source, target, label } of links) {
    if (source === target || !ids.has(source) || !ids.has(target)) continue
    const pair = pairOf({ source, target })
    const first = unique.get(pair)
    const { width = 0, height = 0 } = first?.label ?? {}
    unique.set(pair, {
      ...(first ?? { source, target }),
      label: { width: width + label.width, height: height + label.height },
    })
  }
  return [...unique.values()]
}
