import { createBudget } from '../geometry/budget.ts'
import { createRectIndex, type RectIndex } from '../geometry/rect-index.ts'
import type { Rect } from '../geometry/rect.ts'
import { type Box, cardWithin } from './box.ts'
import { freePlace } from './free-place.ts'

/** Maximum number of comparisons per map. Further pinned boxes lose their positions. */
const MAX_COMPARED = 2_000_000
/** Px that a card which has grown keeps to its neighbours, for the lines between them, if it had them before. */
const MIN_GAP = 14
/** Px between the places to which a card may move. */
const STEP = { x: 24, y: 24 }

/**
 * Gives each box without a position of its own the pinned one, and at least the pinned size. A pinned card that would be on another moves to the
 * nearest free place: one that has grown since, so that its neighbours stay, and one below a card whose own position is new.
 */
export function keepPinned(boxes: readonly Box[]): Box[] {
  const budget = createBudget(MAX_COMPARED)
  const index = createRectIndex(budget)
  const drawn = boxes.map(atPin)
  const placed = drawn.filter((it) => it.at)
  const [own, pinned] = [placed.filter((it) => !it.isPinned), placed.filter((it) => it.isPinned)]
  for (const box of own) index.add(cardOf(box))
  const covered = pinned.sort((a, b) => Number(a.hasGrown) - Number(b.hasGrown)).filter((it) => !addIfFree(it, index))
  for (const box of covered) {
    box.at = budget.isSpent ? undefined : freePlace({ ...box, ...box.at! }, index, [], STEP)
    if (box.at) index.add(cardOf(box))
  }
  return drawn
}

interface PinnedBox extends Box {
  isPinned: boolean
  hasGrown: boolean
}

function atPin(box: Box): PinnedBox {
  const { at, pin } = box
  if (at || !pin) return { ...box, isPinned: false, hasGrown: false }
  const { x, y, width, height } = pin
  const size = { width: Math.max(box.width, width), height: Math.max(box.height, height) }
  const hasGrown = size.width > width || size.height > height
  return { ...box, ...size, at: { x, y }, isPinned: true, hasGrown }
}

function addIfFree(box: PinnedBox, index: RectIndex): boolean {
  const card = cardOf(box)
  const hadGap = box.hasGrown && index.overlap(cardWithin(box.pin!, box), MIN_GAP, 0) === 0
  if (index.overlap(card, hadGap ? MIN_GAP : 0, 0) > 0) return false
  index.add(card)
  return true
}

function cardOf(box: Box): Rect {
  return cardWithin({ ...box, ...box.at! }, box)
}
