import type { Mark } from '@maps/shared/documents/mermaid'
import { inflate, type Point, type Rect, squareAround } from '../geometry/rect.ts'
import { type Card, CARD_RADIUS, drawCard, drawPlaceholder } from './card.ts'
import { mix } from './color.ts'
import type { Primitive } from './display-list.ts'
import { BADGE_RADIUS, drawBadge, markLines } from './marks.ts'
import { quietTheme, type Theme } from './theme.ts'

/** Share by which the colour of a role fades into a card that recedes. */
const FADING = 0.6
/** Px from the corner of a card to the centre of its badge, to the right and down. */
const BADGE_INSET = 3

/** Draws a card in a picture of two maps: with border and badge if it changed; else it recedes, as does a removed one. */
export function drawComparedCard(card: Card, mark: Mark | undefined, theme: Theme): Primitive[] {
  const { node, content, rect, accent } = card
  const isQuiet = mark === undefined || mark === 'removed'
  const shown = isQuiet ? quietTheme(theme) : theme
  const own = node
    ? drawCard(content, rect, isQuiet ? mix(accent, theme.card, FADING) : accent, shown)
    : drawPlaceholder(content, rect, shown)
  if (!mark) return own
  return [...own, borderOf(rect, mark, theme), ...drawBadge(mark, badgeCentre(rect), theme)]
}

/** The rectangle of the badge of a changed card. */
export function badgeRect(card: Rect): Rect {
  return squareAround(badgeCentre(card), BADGE_RADIUS)
}

function badgeCentre({ x, y }: Rect): Point {
  return { x: x + BADGE_INSET, y: y + BADGE_INSET }
}

/** The border around a changed card, outside of its own one. */
function borderOf(rect: Rect, mark: Mark, theme: Theme): Primitive {
  return {
    kind: 'rect',
    ...inflate(rect, 0.5),
    radius: CARD_RADIUS + 0.5,
    stroke: theme.marks[mark],
    ...markLines[mark],
  }
}
