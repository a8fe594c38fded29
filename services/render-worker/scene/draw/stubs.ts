import type { LeavingEdges } from '@maps/shared/view/view'
import type { Rect } from '../geometry/rect.ts'
import type { Font } from '../text/font.ts'
import type { Measure, TextLine } from '../text/text.ts'
import type { Primitive } from './display-list.ts'
import { baseline } from './text-style.ts'
import type { Theme } from './theme.ts'

/** The end of a service's connections that leave a view in one direction: a short line below its card, and their number. */
export interface Stub extends TextLine {
  way: keyof LeavingEdges
}

const font: Font = { face: 'sans', size: 10.5, weight: 600 }
const LINE = { length: 14, width: 1.5 }
const ARROW = { length: 6, halfWidth: 3.5 }
const PILL = { height: 18, padding: 7 }
/** Px between a corner of the card and a pill. */
const INSET = 16
/** Height of the stubs of a card, in px. */
const STUB_HEIGHT = LINE.length + PILL.height

/** Creates the stubs of a card, for the connections to its service and for those from it. */
export function stubsOf(counts: LeavingEdges | undefined, measure: Measure): Stub[] {
  if (!counts) return []
  const ways = (['in', 'out'] as const).filter((it) => counts[it] > 0)
  return ways.map((way) => ({ way, text: `+${counts[way]}`, width: measure({ text: `+${counts[way]}`, font }) }))
}

/** Height of the stubs below a card, in px. */
export function stubHeight(stubs: readonly Stub[]): number {
  return stubs.length > 0 ? STUB_HEIGHT : 0
}

/** The rectangle of a card with its stubs. */
export function withStubs(card: Rect, stubs: readonly Stub[]): Rect {
  return { ...card, height: card.height + stubHeight(stubs) }
}

/** Draws the stubs of a card: at its lower left the one of connections to it, at its lower right the one of connections from it. */
export function drawStubs(stubs: readonly Stub[], card: Rect, color: string, theme: Theme): Primitive[] {
  const top = card.y + card.height
  return stubs.flatMap(({ way, text, width }) => {
    const pill = { width: Math.ceil(width) + 2 * PILL.padding, height: PILL.height, y: top + LINE.length }
    const left = way === 'in' ? card.x + INSET : card.x + card.width - INSET - pill.width
    const x = left + pill.width / 2
    return [
      ...drawArrow(x, top, way, color),
      { kind: 'rect', ...pill, x: left, radius: PILL.height / 2, fill: theme.chip },
      {
        kind: 'text',
        x,
        y: baseline(pill.y, pill.height, font),
        text,
        font,
        color: theme.chipText,
        align: 'center',
        isRightToLeft: false,
      },
    ]
  })
}

/** Draws the line between a card and a pill, with an arrowhead at the card for connections to it, else at the pill. */
function drawArrow(x: number, top: number, way: Stub['way'], color: string): Primitive[] {
  const bottom = top + LINE.length
  const [tip, base] = way === 'in' ? [top, top + ARROW.length] : [bottom, bottom - ARROW.length]
  const head = `M${x},${tip}L${x - ARROW.halfWidth},${base}L${x + ARROW.halfWidth},${base}Z`
  const line = way === 'in' ? `M${x},${base}L${x},${bottom}` : `M${x},${top}L${x},${base}`
  return [
    { kind: 'path', d: line, top, bottom, stroke: color, lineWidth: LINE.width },
    { kind: 'path', d: head, top, bottom, fill: color },
  ]
}
