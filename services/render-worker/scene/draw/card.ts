import { type MapNode, positionOf } from '@maps/shared/map'
import type { MoneyFormat } from '@maps/shared/money'
import { oneLine, serviceName } from '@maps/shared/text'
import { inflate, type Rect, type Size } from '../geometry/rect.ts'
import { withDrawnAccents } from '../text/accents.ts'
import type { ColoredRole } from '../technology/technologies.ts'
import type { Font } from '../text/font.ts'
import { isRightToLeft, type TextLine, type Measure, wrap } from '../text/text.ts'
import {
  type CardMarks,
  drawFooter,
  footerHeight,
  type FooterItem,
  footerOf,
  footerText,
  footerWidth,
} from './card-footer.ts'
import { COST_BAR_HEIGHT, drawCostBar } from './cost-bar.ts'
import type { Icon, Primitive } from './display-list.ts'
import { type Stub, stubHeight, stubsOf } from './stubs.ts'
import { baseline, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

interface Padding {
  left: number
  right: number
  top: number
  bottom: number
}

/** Icon and wrapped texts of a card, and the size of the card. */
export interface CardContent extends Size {
  icon: Icon | undefined
  label: TextLine[]
  tech: TextLine[]
  /** Cost and billing, in rows from left to right. */
  footer: FooterItem[][]
  /** Length of its cost bar, as a share of the longest; undefined without a bar. */
  costShare: number | undefined
  /** The ends of connections that leave a view, below the card. */
  stubs: Stub[]
  /** Px of the height of card and stubs that show marks. */
  marksHeight: number
  padding: Padding
}

/** A node in the picture, or the placeholder of a node that an edge refers to, but the map lacks. */
export interface Card extends MeasuredCard {
  rect: Rect
  accent: string
}

/** A card without a position. */
export interface MeasuredCard {
  id: string
  /** The node; undefined for a placeholder, as is the role that its colour stands for. */
  node: MapNode | undefined
  role: ColoredRole | undefined
  content: CardContent
}

const labelFont: Font = { face: 'sans', size: 14.5, weight: 600 }

/** Radius of the corners of a card, in px. */
export const CARD_RADIUS = 10
const STRIPE = 4
const PADDING: Padding = { left: 18, right: 16, top: 14, bottom: 14 }
const MIN_WIDTH = 144
/** A small card has less space around its texts. */
const SMALL = { padding: { left: 14, right: 12, top: 7, bottom: 7 }, minWidth: 96 }
const MAX_WIDTH = 240
/** Widths are multiples of this, so that the cards of a column align. */
const WIDTH_STEP = 8
/** Icon left of label and tech. */
const ICON = { size: 20, gap: 10 }
const LABEL_LINE = 19
const TECH_LINE = 16
const TECH_GAP = 3
const MAX_LABEL_LINES = 2
const MAX_TECH_LINES = 2

/** Wraps the texts of a node, and computes the size of its card. */
export function cardContentOf(
  node: MapNode,
  icon: Icon | undefined,
  measure: Measure,
  money: MoneyFormat,
  marks: CardMarks = {},
  isSmall = false,
): CardContent {
  const { padding, minWidth } = isSmall ? SMALL : { padding: PADDING, minWidth: MIN_WIDTH }
  const maxWidth = MAX_WIDTH - padding.left - padding.right
  const indent = indentOf(icon)
  const label = wrap(withDrawnAccents(serviceName(node)), labelFont, maxWidth - indent, MAX_LABEL_LINES, measure)
  const tech = wrap(withDrawnAccents(oneLine(node.tech ?? '')), smallFont, maxWidth - indent, MAX_TECH_LINES, measure)
  const { costShare, leaving, ...footerMarks } = marks
  const hasFooterMarks = Object.values(footerMarks).some((it) => it !== undefined)
  const unmarked = footerOf(node, maxWidth, measure, money, {})
  // A bar is as long on any card.
  const least = (costShare === undefined ? minWidth : MIN_WIDTH) - padding.left - padding.right
  const textWidth = Math.max(least, ...[...label, ...tech].map((it) => indent + it.width))
  // Where a map places its services, marks make cards higher, not wider: their neighbours stand where they are.
  const room = positionOf(node) ? Math.max(textWidth, footerWidth(unmarked)) : maxWidth
  const footer = hasFooterMarks ? footerOf(node, room, measure, money, marks) : unmarked
  const width = padding.left + Math.max(textWidth, footerWidth(footer)) + padding.right
  const bar = costShare === undefined ? 0 : COST_BAR_HEIGHT
  const height = padding.top + textHeight(label, tech) + footerHeight(footer) + bar + padding.bottom
  const stubs = stubsOf(leaving, measure)
  const marksHeight = footerHeight(footer) - footerHeight(unmarked) + bar + stubHeight(stubs)
  return {
    icon,
    label,
    tech,
    footer,
    costShare,
    stubs,
    marksHeight,
    padding,
    width: Math.min(Math.ceil(width / WIDTH_STEP) * WIDTH_STEP, MAX_WIDTH),
    height,
  }
}

function indentOf(icon: Icon | undefined): number {
  return icon ? ICON.size + ICON.gap : 0
}

/** Height of label and tech. */
function textHeight(label: readonly TextLine[], tech: readonly TextLine[]): number {
  const techHeight = tech.length === 0 ? 0 : TECH_GAP + tech.length * TECH_LINE
  return Math.max(1, label.length) * LABEL_LINE + techHeight
}

/** The full texts of a card, one per line. */
export function captionOf(node: MapNode, { footer, stubs }: CardContent): string {
  const further = stubs.map(({ text, way }) => `${text} ${way}`).join(' · ')
  const lines = [serviceName(node), oneLine(node.tech ?? ''), footerText(footer), further]
  return lines.filter((it) => it !== '').join('\n')
}

/** The texts of a card as they are drawn, one per line. */
export function captionLinesOf({ label, tech, footer }: CardContent): string[] {
  const lines = [...label, ...tech].map((it) => it.text)
  return [...lines, ...footer.map((row) => footerText([row]))].filter((it) => it !== '')
}

/** Draws the card of a node. If the card is higher than its content, the content is centred vertically. */
export function drawCard(content: CardContent, rect: Rect, accent: string, theme: Theme): Primitive[] {
  const middle = middleOf(rect, content)
  return [
    ...drawPlate(rect, theme),
    outline(rect, theme),
    { kind: 'stripe', card: rect, radius: CARD_RADIUS, width: STRIPE, color: accent },
    ...drawIcon(content, middle, accent),
    ...drawTexts(content, middle, theme),
    ...drawBar(content, middle, accent, theme),
  ]
}

/** The part of a card for its content. */
function middleOf(rect: Rect, { height }: CardContent): Rect {
  return { ...rect, y: rect.y + (rect.height - height) / 2, height }
}

/** Draws the placeholder of a node that an edge refers to, but the map lacks. */
export function drawPlaceholder(content: CardContent, rect: Rect, theme: Theme): Primitive[] {
  const plate: Primitive = { kind: 'rect', ...rect, radius: CARD_RADIUS, fill: theme.canvas }
  return [
    plate,
    dashedBorder(rect, theme),
    ...drawTexts(content, middleOf(rect, content), { ...theme, text: theme.canvasMutedText }),
  ]
}

/** Draws a dashed frame with a text, in place of the cards of an empty map. */
export function drawNote(text: string, rect: Rect, theme: Theme): Primitive[] {
  const { x, y, width, height } = rect
  const at = { x: x + width / 2, y: baseline(y, height, smallFont) }
  const note = { kind: 'text', ...at, text, font: smallFont, color: theme.canvasMutedText } as const
  return [dashedBorder(rect, theme), { ...note, align: 'center', isRightToLeft: false }]
}

function dashedBorder(rect: Rect, theme: Theme): Primitive {
  const border = { stroke: theme.placeholderBorder, lineWidth: 1.25, dash: [5, 5] }
  return { kind: 'rect', ...rect, radius: CARD_RADIUS, ...border }
}

function drawPlate(rect: Rect, theme: Theme): Primitive[] {
  const { x, y, width, height } = rect
  const [wide, near] = theme.shadows
  const soft = { x: x - 1, y: y + 1, width: width + 2, height: height + 3 }
  return [
    { kind: 'rect', ...soft, radius: CARD_RADIUS + 1, fill: wide },
    { kind: 'rect', ...rect, y: y + 1, radius: CARD_RADIUS, fill: near },
    { kind: 'rect', ...rect, radius: CARD_RADIUS, fill: theme.card },
  ]
}

/** The border of a card, half a pixel inside: the line covers the card's outermost pixels, and edges of the graph touch it. */
function outline(rect: Rect, theme: Theme): Primitive {
  return { kind: 'rect', ...inflate(rect, -0.5), radius: CARD_RADIUS - 0.5, stroke: theme.cardBorder, lineWidth: 1 }
}

function drawIcon({ icon, label, tech, padding }: CardContent, { x, y }: Rect, color: string): Primitive[] {
  if (!icon) return []
  const top = y + padding.top + (textHeight(label, tech) - ICON.size) / 2
  return [{ kind: 'icon', x: x + padding.left, y: top, size: ICON.size, shape: icon, color }]
}

function drawBar(
  { costShare, padding }: CardContent,
  { x, y, height }: Rect,
  accent: string,
  theme: Theme,
): Primitive[] {
  if (costShare === undefined) return []
  const width = MIN_WIDTH - PADDING.left - PADDING.right
  return drawCostBar(costShare, x + padding.left, y + height - padding.bottom, width, accent, theme)
}

function drawTexts(
  { icon, label, tech, footer, costShare, padding }: CardContent,
  rect: Rect,
  theme: Theme,
): Primitive[] {
  const items: Primitive[] = []
  const left = rect.x + (padding.left + indentOf(icon))
  const right = rect.x + rect.width - padding.right
  let y = rect.y + padding.top
  const put = (lines: readonly TextLine[], lineHeight: number, font: Font, color: string): void => {
    for (const { text } of lines) {
      items.push(textLine(text, left, right, baseline(y, lineHeight, font), font, color))
      y += lineHeight
    }
  }
  put(label, LABEL_LINE, labelFont, theme.text)
  if (tech.length > 0) y += TECH_GAP
  put(tech, TECH_LINE, smallFont, theme.mutedText)
  const bottom = rect.y + rect.height - padding.bottom - (costShare === undefined ? 0 : COST_BAR_HEIGHT)
  return [...items, ...drawFooter(footer, rect.x + padding.left, bottom, theme)]
}

/** Draws a line of text, aligned to the side where its script starts. */
function textLine(text: string, left: number, right: number, y: number, font: Font, color: string): Primitive {
  const isRtl = isRightToLeft(text)
  const x = isRtl ? right : left
  return { kind: 'text', x, y, text, font, color, align: isRtl ? 'right' : 'left', isRightToLeft: isRtl }
}
