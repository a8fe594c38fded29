import type { Rect } from './display-list.ts'
import { dotLayout } from './dot.ts'
import type { Axis } from './edge-path.ts'
import type { Box, Layout, Link, Room } from './layout.ts'
import { fillColumns } from './fill-columns.ts'
import { extent, fold } from './fold.ts'
import { layeredGrid } from './layered-grid.ts'
import { placeBelow } from './place-missing.ts'

/** Beyond, `dot` takes seconds; the linear layout takes milliseconds. */
const MAX_DOT_BOXES = 1_500
const MAX_DOT_LINKS = 2_000
/** Below, both directions are tried and the one that suits a slide is taken. */
const MAX_BOTH_WAYS = 250
const SLIDE = 1.6
const TALL = 1.6

/** Layers along the links; boxes without any link stand in rows below. */
export async function layered(
  boxes: readonly Box[],
  links: readonly Link[],
  linkRoom: Room,
  signal: AbortSignal,
): Promise<Layout> {
  const between = uniqueLinks(boxes, links)
  const linked = new Set(between.flatMap((it) => [it.source, it.target]))
  const connected = boxes.filter((it) => linked.has(it.id))
  const { rects, axis } = await layOutConnected(connected, between, linkRoom, signal)
  const placed = new Map(connected.map((it, index) => [it.id, rects[index]]))
  const alone = boxes.filter((it) => !linked.has(it.id))
  placeBelow(alone, rects, (id, rect) => placed.set(id, rect))
  return { rects: boxes.map((it) => placed.get(it.id) ?? { x: 0, y: 0, width: it.width, height: it.height }), axis }
}

async function layOutConnected(
  boxes: readonly Box[],
  links: readonly Link[],
  linkRoom: Room,
  signal: AbortSignal,
): Promise<Layout> {
  if (boxes.length === 0) return { rects: [], axis: 'horizontal' }
  const isSmall = boxes.length <= MAX_DOT_BOXES && links.length <= MAX_DOT_LINKS
  const axes: Axis[] = boxes.length <= MAX_BOTH_WAYS ? ['horizontal', 'vertical'] : ['horizontal']
  const layouts = isSmall ? await dotLayout(boxes, links, linkRoom, axes, signal) : undefined
  if (!layouts) return { rects: layeredGrid(boxes, links, linkRoom.width), axis: 'horizontal' }
  const candidates = layouts.map((rects, index) => {
    const axis = axes[index] ?? 'horizontal'
    return { rects: axis === 'horizontal' ? fillColumns(fold(rects), linkRoom.width) : rects, axis }
  })
  return candidates.reduce((best, it) => (distanceFromSlide(it.rects) < distanceFromSlide(best.rects) ? it : best))
}

/** How far a drawing's shape is from a slide's; too flat is better than too tall. */
function distanceFromSlide(rects: readonly Rect[]): number {
  const { width, height } = extent(rects)
  const distance = Math.log(width / height / SLIDE)
  return distance < 0 ? -TALL * distance : distance
}

/** Each pair once, no box with itself, none with a box that is not there. */
function uniqueLinks(boxes: readonly Box[], links: readonly Link[]): Link[] {
  const ids = new Set(boxes.map((it) => it.id))
  const unique = new Map<string, Link>()
  for (const link of links) {
    if (link.source === link.target || !ids.has(link.source) || !ids.has(link.target)) continue
    unique.set(JSON.stringify([link.source, link.target]), link)
  }
  return [...unique.values()]
}
