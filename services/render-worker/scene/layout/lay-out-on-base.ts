import { createBudget } from '../geometry/budget.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import type { Rect } from '../geometry/rect.ts'
import { type Box, boxAround, cardWithin, type Layout, type Link } from './box.ts'
import { layOut } from './layout.ts'
import type { CornerTexts } from './overhang.ts'
import type { Lines } from './pinned-lines.ts'
import { shortenGaps } from './shorten-gaps.ts'
import { placeUnpositioned } from './place-unpositioned.ts'

/** The map whose layout the boxes of another map share. */
export interface BaseMap {
  /** Its boxes, in the sizes that they have in its own picture. */
  boxes: readonly Box[]
  links: readonly Link[]
  corners: CornerTexts
  /** Its pinned passages, if its boxes are pinned. */
  lines?: Lines | undefined
}

/** Maximum number of comparisons of removed boxes with others. Further ones are placed anew. */
const MAX_COMPARED = 20_000_000

/**
 * Places boxes on the layout of a base map, as if it were drawn alone, and further boxes among its own: after a source, before a target.
 * If any box has a position, positions are kept instead; but a removed box yields to others.
 *
 * @param isRemoved whether a box is no longer part of the map
 */
export async function layOutOnBase(
  boxes: readonly Box[],
  links: readonly Link[],
  base: BaseMap,
  isRemoved: (box: Box) => boolean,
): Promise<Layout> {
  if (boxes.some((it) => it.at)) return layOut(withoutCovering(shortenGaps(boxes), isRemoved), links, base.corners)
  const boxById = new Map(boxes.map((it) => [it.id, it]))
  const own = base.boxes.flatMap((it) => boxById.get(it.id) ?? [])
  const isPinned = own.some((it) => it.pin)
  const alone = isPinned ? undefined : await layOut(base.boxes, base.links, base.corners)
  const { rects, ...layout } = await layOut(
    alone ? pinnedTo(own, base.boxes, alone.rects) : own,
    base.links,
    base.corners,
    [],
    alone ?? base.lines,
  )
  const rectById = new Map(own.map((it, index) => [it.id, rects[index]!]))
  const placed = boxes.map((it): Box => {
    const rect = rectById.get(it.id)
    return rect ? { ...it, ...rect, at: rect } : it
  })
  return { rects: placeUnpositioned(placed, links), ...layout }
}

/** The boxes, pinned to where those of the base map are. A card that has grown keeps its centre, so that its lines stay. */
function pinnedTo(boxes: readonly Box[], base: readonly Box[], rects: readonly Rect[]): Box[] {
  const places = new Map(base.map((it, index) => [it.id, cardWithin(rects[index]!, it)]))
  return boxes.map((box) => {
    const card = places.get(box.id)!
    const { width, height } = cardWithin({ ...box, x: 0, y: 0 }, box)
    const x = card.x - Math.max(0, width - card.width) / 2
    const y = card.y - Math.max(0, height - card.height) / 2
    return { ...box, pin: boxAround({ ...card, x, y }, box) }
  })
}

/** The boxes, but those removed without their positions where they would cover others. */
function withoutCovering(boxes: readonly Box[], isRemoved: (box: Box) => boolean): Box[] {
  const taken = createRectIndex(createBudget(MAX_COMPARED))
  for (const it of boxes) if (it.at && !isRemoved(it)) taken.add({ ...it, ...it.at })
  return boxes.map((box) => {
    const isFree = !box.at || !isRemoved(box) || taken.overlap({ ...box, ...box.at }, 0) === 0
    return isFree ? box : { ...box, at: undefined }
  })
}
