import { boundingBox, doOverlap, inflate, type Point, type Rect, type Size } from '../geometry/rect.ts'
import { createSpatialHash } from '../geometry/spatial-hash.ts'
import { type Box, cardWithin } from './box.ts'
import { GAP } from './free-place.ts'

/** Px at the borders of a card that a later card may cover: further inside are its texts, and the card counts as hidden. */
const MAX_COVERED = 14
/** Share of the cards that may hide others by a slip, and lose their positions. More of them were placed for smaller cards, and all are scaled. */
const MAX_SLIPS = 0.2
/** Width or height in px up to which the positions of any map may be scaled. */
const MAX_SPAN = 2_400
/** Maximum scale in maps that need more, relative to the scale at which the cards fill the area around their positions. */
const MAX_SPREAD = 6
/** Maximum scale of all. Positions that it does not separate count as equal. */
const MAX_SCALE = 1e6

/**
 * Makes placed cards visible. If none is hidden, all positions stay. If the positions span less than the cards need, as
 * between 0 and 1 or in columns and rows, or if more than a fifth of the cards hide others, all are scaled apart by one
 * factor, until there are gaps between them. A card loses its position if it hides an earlier one though there is space,
 * or if no factor separates the two that suits a picture. The work is linear.
 */
export function uncover(boxes: readonly Box[]): readonly Box[] {
  const cards = boxes.map((it) => it.at && cardWithin({ ...it, ...it.at }, it))
  const placed = cards.filter((it) => it !== undefined)
  const origin = boundingBox(placed.map(({ x, y }) => ({ x, y })))
  const harmless = chooseCards(placed, origin, 1, (card, near) => !near.some((it) => isHidden(it, card)))
  if (harmless.size === placed.length) return boxes
  const least = fillingScale(placed, origin)
  const placeOf = ({ x, y }: Rect): string => `${x} ${y}`
  const places = new Set(placed.map(placeOf))
  // Cards in one place tell nothing of sizes: no scale separates them.
  const hiding = places.size - new Set([...harmless].map(placeOf)).size
  const isSlip = least <= 1 && hiding <= MAX_SLIPS * places.size
  const { scale, chosen } = isSlip ? { scale: 1, chosen: harmless } : scaleApart(placed, origin, Math.max(1, least))
  return boxes.map((box, index) => {
    const card = cards[index]
    if (!card || !chosen.has(card)) return { ...box, at: undefined }
    return scale === 1 ? box : { ...box, at: scaledAt(card, box, origin, scale) }
  })
}

/** Chooses cards that fit with the cards chosen before them. @param fits gets a card, and chosen cards that include all that overlap it at this scale */
function chooseCards(
  cards: readonly Rect[],
  origin: Point,
  scale: number,
  fits: (card: Rect, near: readonly Rect[]) => boolean,
): Set<Rect> {
  const cell = Math.max(...cards.map((it) => Math.max(it.width + GAP.x, it.height + GAP.y)))
  const { cellOf, put, at } = createSpatialHash<Rect>(cell)
  const chosen = new Set<Rect>()
  for (const card of cards) {
    const column = cellOf((card.x - origin.x) * scale)
    const row = cellOf((card.y - origin.y) * scale)
    const near = [-1, 0, 1].flatMap((right) => [-1, 0, 1].flatMap((down) => at(column + right, row + down)))
    if (!fits(card, near)) continue
    chosen.add(card)
    put(column, row, card)
  }
  return chosen
}

/** Whether a later card covers too much of a card. */
function isHidden(card: Rect, later: Rect): boolean {
  return doOverlap(inflate(card, -MAX_COVERED), later)
}

/** The scale at which the area around the positions is as large as all cards together. @param span of the positions */
function fillingScale(cards: readonly Rect[], span: Size): number {
  const area = cards.reduce((sum, it) => sum + it.width * it.height, 0)
  const width = Math.min(...cards.map((it) => it.width))
  const height = Math.min(...cards.map((it) => it.height))
  // Solves (span.width * scale + width) * (span.height * scale + height) = area.
  const missing = area - width * height
  const linear = span.width * height + span.height * width
  const root = Math.sqrt(linear ** 2 + 4 * span.width * span.height * missing)
  return Math.min(MAX_SCALE, (2 * missing) / (linear + root))
}

/** Finds the smallest scale, from `least` on, with gaps between all cards that a scale for pictures can separate: the chosen ones. */
function scaleApart(cards: readonly Rect[], origin: Rect, least: number): { scale: number; chosen: ReadonlySet<Rect> } {
  const most = Math.min(MAX_SCALE, Math.max(MAX_SPREAD * least, MAX_SPAN / Math.max(origin.width, origin.height)))
  let scale = least
  const chosen = chooseCards(cards, origin, least, (card, near) => {
    const needed = near.reduce((greatest, it) => Math.max(greatest, scaleBetween(card, it)), least)
    if (needed > most) return false
    scale = Math.max(scale, needed)
    return true
  })
  return { scale, chosen }
}

/** The smallest scale with a gap between two cards. */
function scaleBetween(a: Rect, b: Rect): number {
  const horizontal = ((a.x < b.x ? a : b).width + GAP.x) / Math.abs(a.x - b.x)
  const vertical = ((a.y < b.y ? a : b).height + GAP.y) / Math.abs(a.y - b.y)
  return Math.min(horizontal, vertical)
}

/** The position of a card's box at a scale. */
function scaledAt(card: Rect, { loops }: Box, origin: Point, scale: number): Point {
  const x = Math.round((card.x - origin.x) * scale)
  const y = Math.round((card.y - origin.y) * scale)
  return { x, y: y - (loops?.extent ?? 0) }
}
