import type { Mark } from '@maps/shared/documents/mermaid'
import type { MapEdge } from '@maps/shared/map'
import { edgeDefaults } from '@maps/shared/map-values'
import { oneLine, truncate } from '@maps/shared/text'
import { round } from '../geometry/path.ts'
import type { Point, Size } from '../geometry/rect.ts'
import { withDrawnAccents } from '../text/accents.ts'
import type { Font } from '../text/font.ts'
import { isRightToLeft, type TextLine, type Measure, widestPart, wrapEvenly } from '../text/text.ts'
import type { Primitive } from './display-list.ts'
import { BADGE_RADIUS, drawBadge } from './marks.ts'
import { baseline, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

/** The wrapped text of a label, and the size of its halo. */
export interface LabelForm extends Size {
  lines: TextLine[]
}

/** The label of an edge, in its usual form. */
export interface EdgeLabel extends LabelForm {
  /** Forms for a place with little room: with its halo close to the text, then also in narrower lines if it can break. */
  smaller: readonly LabelForm[]
  font: Font
  /** The change of its edge, as a badge before the text. */
  mark: Mark | undefined
}

/** An edge with its label. */
export interface LabelledEdge {
  edge: MapEdge
  label: EdgeLabel | undefined
}

/** Fonts of edge labels: the font of each edge (`own`), or the font of the cards' small text (`sans`). */
export type LabelFonts = 'own' | 'sans'

/** The form of a label at its place. */
export interface PlacedLabel extends LabelForm, Point {}

/** Paddings and corner radius of a label's halo, in px. */
const HALO = { usual: { x: 4, y: 2 }, close: { x: 2, y: 1 }, radius: 5 }
/** Width of a badge with the ring around it. */
const BADGE_WIDTH = 2 * BADGE_RADIUS + 2
/** Height of a line in em. */
const LINE_HEIGHT = 1.3
/** Maximum width of a label. */
const MAX_WIDTH_IN_EM = 12
/** Maximum width of a word for which a label becomes wider. A longer one is broken. */
const MAX_WORD_IN_EM = 24
/** Maximum width of narrower lines, as a share of a label's usual width. A word or a part of a name may be wider. */
const NARROW = 0.6
const WEIGHT = 450
const defaultFont: Font = { face: edgeDefaults.labelFont, size: edgeDefaults.labelSize, weight: WEIGHT }
/** Maximum length of a label in a crowded drawing, in characters. With 10,000 full labels, Chromium may take half a minute. */
const CROWD_LABEL_LENGTH = 40

/** Wraps the label of an edge. Only labels in a crowded drawing are truncated, and have no smaller forms. An edge that changed has a label with its badge. */
export function labelOf(
  edge: MapEdge,
  fonts: LabelFonts,
  isCrowded: boolean,
  measure: Measure,
  mark?: Mark,
): EdgeLabel | undefined {
  const whole = withDrawnAccents(oneLine(edge.label ?? ''))
  const text = isCrowded ? truncate(whole, CROWD_LABEL_LENGTH) : whole
  if (text === '' && !mark) return undefined
  const font = fonts === 'sans' ? smallFont : ownFont(edge)
  const widest = widestPart(text, font, measure)
  const least = widest <= MAX_WORD_IN_EM * font.size ? widest : 0
  const lines = wrapEvenly(text, font, Math.max(MAX_WIDTH_IN_EM * font.size, least), measure)
  const usual = formOf(lines, font, HALO.usual, mark)
  if (isCrowded) return { ...usual, smaller: [], font, mark }
  const narrow = wrapEvenly(text, font, Math.max(NARROW * widthOf(lines), widest), measure)
  const smaller = narrow.length > lines.length ? [lines, narrow] : [lines]
  return { ...usual, smaller: smaller.map((it) => formOf(it, font, HALO.close, mark)), font, mark }
}

/** The form of a label with these lines, and a badge before its text if it has a mark. */
function formOf(lines: TextLine[], { size }: Font, padding: Point, mark: Mark | undefined): LabelForm {
  // Rounded, so that the last digits of measured widths cannot change the layout.
  const width = Math.round(widthOf(lines)) + 2 * padding.x
  const height = lines.length * size * LINE_HEIGHT + 2 * padding.y
  if (!mark) return { lines, width, height }
  const withBadge = lines.length > 0 ? BADGE_WIDTH + width : BADGE_WIDTH
  return { lines, width: withBadge, height: Math.max(height, BADGE_WIDTH) }
}

function widthOf(lines: readonly TextLine[]): number {
  return lines.reduce((widest, it) => Math.max(widest, it.width), 0)
}

/** The font that an edge names. Most name none, and share one: caches of widths know a font by its object. */
function ownFont({ labelFont: face = defaultFont.face, labelSize: size = defaultFont.size }: MapEdge): Font {
  return face === defaultFont.face && size === defaultFont.size ? defaultFont : { face, size, weight: WEIGHT }
}

/**
 * Draws a label on its halo.
 *
 * @param halo colour of the halo: that behind the label
 * @param legible shifts a colour to be legible on the canvas
 */
export function drawLabel(
  { edge, label }: LabelledEdge,
  placed: PlacedLabel,
  theme: Theme,
  halo: string,
  legible: (color: string) => string,
): Primitive[] {
  if (!label) return []
  const { font, mark } = label
  const { lines, ...rect } = placed
  const usual = mark ? theme.canvasText : theme.canvasMutedText
  const color = edge.labelColor === undefined ? usual : legible(edge.labelColor)
  const lineHeight = font.size * LINE_HEIGHT
  const x = round(rect.x + (rect.width + (mark ? BADGE_WIDTH : 0)) / 2)
  const top = rect.y + (rect.height - lines.length * lineHeight) / 2
  const texts = lines.map(({ text }, index): Primitive => {
    const y = round(baseline(top + index * lineHeight, lineHeight, font))
    return { kind: 'text', x, y, text, font, color, align: 'center', isRightToLeft: isRightToLeft(text) }
  })
  const plate: Primitive[] = lines.length > 0 ? [{ kind: 'rect', ...rect, radius: HALO.radius, fill: halo }] : []
  const badgeAt = { x: round(rect.x + BADGE_WIDTH / 2), y: round(rect.y + rect.height / 2) }
  return [...plate, ...texts, ...(mark ? drawBadge(mark, badgeAt, theme) : [])]
}
