import type { Rect } from '../geometry/rect.ts'
import type { Axis } from '../geometry/sides.ts'
import { type Box, cardWithin, type Layout, type Link } from './box.ts'
import { bothAxes } from './layered.ts'

/** Px between an owner and the boxes attached to it, besides the label of the line between them; and px between these boxes. */
const GAP = { below: 24, between: 14 }
/** Px that an attached box at least has in common with the side of its owner, for the line between them. */
const MIN_SHARED = 36
/** Maximum px between the middles of an owner and of its row, so that the line to a single box is straight. */
const MAX_OFFSET = 40

/** A row of boxes below their owner. */
interface Row {
  boxes: Box[]
  width: number
  /** Px between the owner and the boxes. */
  gap: number
}

/** Lays out boxes. Attached boxes are placed in a row below their owner; those that do not fit there are laid out like any other box. */
export async function withAttached(
  boxes: readonly Box[],
  links: readonly Link[],
  layOutOthers: (boxes: readonly Box[], axes: readonly Axis[]) => Promise<Layout>,
): Promise<Layout> {
  const rows = rowsBelow(boxes, links)
  const attached = new Set([...rows.values()].flatMap((it) => it.boxes))
  const others = boxes.filter((it) => !attached.has(it))
  // In a flow from top to bottom, other lines leave the owner where its row is.
  const axes = rows.size > 0 ? (['horizontal'] as const) : bothAxes
  const { rects, ...layout } = await layOutOthers(
    others.map((it) => withRoom(it, rows.get(it.id))),
    axes,
  )
  const placed = new Map<Box, Rect>()
  for (const [index, box] of others.entries()) {
    const row = rows.get(box.id)
    const { x, y, width, height } = rects[index]!
    placed.set(box, row ? { x, y, width: box.width, height: height - heightOf(row) } : { x, y, width, height })
    if (!row) continue
    const indent = Math.max(0, (cardWithin({ ...box, x, y }, box).width - row.width) / 2 - MAX_OFFSET)
    placeRow(row, { x: x + indent, y: y + height - heightOf(row) + row.gap }, placed)
  }
  return { rects: boxes.map((it) => placed.get(it)!), ...layout }
}

function rowsBelow(boxes: readonly Box[], links: readonly Link[]): Map<string, Row> {
  const byId = new Map(boxes.map((it) => [it.id, it]))
  const labels = new Map(links.flatMap(({ source, target, label }) => [source, target].map((it) => [it, label.height])))
  const rows = new Map<string, Row>()
  for (const box of boxes) {
    const owner = byId.get(box.owner ?? '')
    if (!owner) continue
    const { boxes: own, width, gap } = rows.get(owner.id) ?? { boxes: [], width: -GAP.between, gap: 0 }
    const x = width + GAP.between
    if (x + MIN_SHARED > cardWithin({ ...owner, x: 0, y: 0 }, owner).width) continue
    const needed = GAP.below + (labels.get(box.id) ?? 0)
    rows.set(owner.id, { boxes: [...own, box], width: x + box.width, gap: Math.max(gap, needed) })
  }
  return rows
}

function withRoom(box: Box, row: Row | undefined): Box {
  if (!row) return box
  const height = heightOf(row)
  const width = Math.max(box.width, row.width)
  return { ...box, width, height: box.height + height, below: (box.below ?? 0) + height }
}

function heightOf({ boxes, gap }: Row): number {
  return gap + Math.max(...boxes.map((it) => it.height))
}

function placeRow({ boxes }: Row, { x, y }: { x: number; y: number }, placed: Map<Box, Rect>): void {
  let left = x
  for (const box of boxes) {
    placed.set(box, { x: left, y, width: box.width, height: box.height })
    left += box.width + GAP.between
  }
}
