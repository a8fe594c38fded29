import { type MapNode, nodeDefaults } from '@maps/shared/map'
import type { MoneyFormat } from '@maps/shared/money'
import { oneLine } from '@maps/shared/one-line'
import type { Font, Icon, Primitive, Rect } from './display-list.ts'
import { isRightToLeft, type Line, type Measure, wrap } from '../text/text.ts'
import type { Theme } from './theme.ts'

/** Text lines and size of a card. */
export interface CardFace {
  icon: Icon | undefined
  label: Line[]
  tech: Line[]
  /** Cost and billing, in rows from left to right. */
  footer: FooterItem[][]
  width: number
  height: number
}

interface FooterItem extends Line {
  kind: 'cost' | 'chip'
  /** From the left edge of the texts, in px. */
  x: number
  room: number
}

const labelFont: Font = { face: 'sans', size: 14.5, weight: 600 }
/** Of `tech`, and of what else is to look like it. */
export const smallFont: Font = { face: 'sans', size: 12, weight: 400 }
const costFont: Font = { face: 'sans', size: 12, weight: 600 }
const unitFont: Font = { face: 'sans', size: 12, weight: 400 }
const chipFont: Font = { face: 'sans', size: 10.5, weight: 500 }

const CARD_RADIUS = 10
const STRIPE = 4
const PADDING = { left: 18, right: 16, top: 14, bottom: 14 }
const MIN_WIDTH = 144
const MAX_WIDTH = 240
/** Widths come in steps, so that columns of cards line up. */
const WIDTH_STEP = 8
/** Icon left of label and tech. */
const ICON = { size: 20, gap: 10 }
const LABEL_LINE = 19
const TECH_LINE = 16
const TECH_GAP = 3
const FOOTER_GAP = 10
const CHIP_HEIGHT = 18
const CHIP_PADDING = 7
const CHIP_GAP = 5
const COST_GAP = 9
const ROW_GAP = 5
const MAX_LABEL_LINES = 2
const MAX_TECH_LINES = 2
const PER_MONTH = '/mo'

const chipTexts = {
  seat: 'per seat',
  team: 'per team',
  usage: 'usage',
  flat: 'flat',
} as const satisfies Record<NonNullable<MapNode['billing']>[number], string>

/** Breaks a node's texts into lines and finds the size of its card. */
export function faceOf(node: MapNode, icon: Icon | undefined, measure: Measure, money: MoneyFormat): CardFace {
  const room = MAX_WIDTH - PADDING.left - PADDING.right
  const indent = indentBy(icon)
  const label = wrap(oneLine(node.label ?? '') || oneLine(node.id), labelFont, room - indent, MAX_LABEL_LINES, measure)
  const tech = wrap(oneLine(node.tech ?? ''), smallFont, room - indent, MAX_TECH_LINES, measure)
  const footer = footerOf(node, room, measure, money)
  const widths = [...label, ...tech].map((it) => indent + it.width)
  const rows = footer.map((row) => row.reduce((right, it) => Math.max(right, it.x + it.room), 0))
  const width = PADDING.left + Math.max(0, ...widths, ...rows) + PADDING.right
  const stepped = Math.ceil(Math.max(width, MIN_WIDTH) / WIDTH_STEP) * WIDTH_STEP
  return { icon, label, tech, footer, width: Math.min(stepped, MAX_WIDTH), height: heightOf(label, tech, footer) }
}

function indentBy(icon: Icon | undefined): number {
  return icon ? ICON.size + ICON.gap : 0
}

function heightOf(label: Line[], tech: Line[], footer: FooterItem[][]): number {
  const footerHeight = footer.length === 0 ? 0 : FOOTER_GAP + footer.length * (CHIP_HEIGHT + ROW_GAP) - ROW_GAP
  return PADDING.top + textHeight(label, tech) + footerHeight + PADDING.bottom
}

/** Height of label and tech. */
function textHeight(label: readonly Line[], tech: readonly Line[]): number {
  const techHeight = tech.length === 0 ? 0 : TECH_GAP + tech.length * TECH_LINE
  return Math.max(1, label.length) * LABEL_LINE + techHeight
}

function footerOf(
  { spend, currency = nodeDefaults.currency, billing = [] }: MapNode,
  room: number,
  measure: Measure,
  money: MoneyFormat,
) {
  const items: Omit<FooterItem, 'x'>[] = []
  if (spend !== undefined) {
    const text = money(spend, currency)
    const width = measure({ text, font: costFont })
    items.push({ kind: 'cost', text, width, room: width + measure({ text: PER_MONTH, font: unitFont }) })
  }
  for (const kind of new Set(billing)) {
    const text = chipTexts[kind]
    const width = measure({ text, font: chipFont })
    items.push({ kind: 'chip', text, width, room: width + 2 * CHIP_PADDING })
  }
  return flow(items, room)
}

/** Puts items into rows, as many in each as there is room for. */
function flow(items: readonly Omit<FooterItem, 'x'>[], room: number): FooterItem[][] {
  const rows: FooterItem[][] = []
  let row: FooterItem[] = []
  let x = 0
  for (const item of items) {
    if (row.length > 0 && x + item.room > room) {
      row = []
      x = 0
    }
    if (row.length === 0) rows.push(row)
    row.push({ ...item, x })
    x += item.room + (item.kind === 'cost' ? COST_GAP : CHIP_GAP)
  }
  return rows
}

/** Everything that a card has to say, in full, as lines of text. */
export function captionOf(id: string, node: MapNode | undefined, { footer }: CardFace): string {
  const facts = footer.flat().map((it) => (it.kind === 'cost' ? it.text + PER_MONTH : it.text))
  const lines = [oneLine(node?.label ?? '') || oneLine(id), oneLine(node?.tech ?? ''), facts.join(' · ')]
  return lines.filter((it) => it !== '').join('\n')
}

/** Draws a node's card at its place. */
export function drawCard(face: CardFace, rect: Rect, accent: string, theme: Theme): Primitive[] {
  return [
    ...drawPlate(rect, theme),
    outline(rect, theme),
    stripe(rect, accent),
    ...drawIcon(face, rect, accent),
    ...drawTexts(face, rect, theme),
  ]
}

/** Draws the stand-in for a node that an edge names but the map does not have. */
export function drawGhost(face: CardFace, rect: Rect, theme: Theme): Primitive[] {
  const plate: Primitive = { kind: 'rect', ...rect, radius: CARD_RADIUS, fill: theme.canvas }
  const border: Primitive = {
    ...{ kind: 'rect', ...rect, radius: CARD_RADIUS },
    ...{ stroke: theme.ghostBorder, lineWidth: 1.25, dash: [5, 5] },
  }
  return [plate, border, ...drawTexts(face, rect, { ...theme, text: theme.canvasMutedText })]
}

/** Draws what stands in for the cards of a map that has none. */
export function drawNote(text: string, rect: Rect, theme: Theme): Primitive[] {
  const { x, y, width, height } = rect
  const border: Primitive = {
    ...{ kind: 'rect', ...rect, radius: CARD_RADIUS },
    ...{ stroke: theme.ghostBorder, lineWidth: 1.25, dash: [5, 5] },
  }
  const at = { x: x + width / 2, y: baseline(y, height, smallFont) }
  const note = { kind: 'text', ...at, text, font: smallFont, color: theme.canvasMutedText } as const
  return [border, { ...note, align: 'center', isRightToLeft: false }]
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

function stripe(card: Rect, color: string): Primitive {
  return { kind: 'stripe', card, radius: CARD_RADIUS, width: STRIPE, color }
}

/** Half a pixel inside, so that the line covers the card's very edge and edges of the graph touch it. */
function outline({ x, y, width, height }: Rect, theme: Theme): Primitive {
  const inner = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 }
  return { kind: 'rect', ...inner, radius: CARD_RADIUS - 0.5, stroke: theme.cardBorder, lineWidth: 1 }
}

function drawIcon({ icon, label, tech }: CardFace, { x, y }: Rect, color: string): Primitive[] {
  if (!icon) return []
  const top = y + PADDING.top + (textHeight(label, tech) - ICON.size) / 2
  return [{ kind: 'icon', x: x + PADDING.left, y: top, size: ICON.size, shape: icon, color }]
}

function drawTexts(face: CardFace, rect: Rect, theme: Theme): Primitive[] {
  const items: Primitive[] = []
  const left = PADDING.left + indentBy(face.icon)
  let y = rect.y + PADDING.top
  for (const line of face.label) {
    items.push(textLine(line, rect, left, y, LABEL_LINE, labelFont, theme.text))
    y += LABEL_LINE
  }
  if (face.tech.length > 0) y += TECH_GAP
  for (const line of face.tech) {
    items.push(textLine(line, rect, left, y, TECH_LINE, smallFont, theme.mutedText))
    y += TECH_LINE
  }
  y = rect.y + rect.height - PADDING.bottom - face.footer.length * (CHIP_HEIGHT + ROW_GAP) + ROW_GAP
  for (const row of face.footer) {
    for (const item of row) items.push(...footerItem(item, rect.x + PADDING.left + item.x, y, theme))
    y += CHIP_HEIGHT + ROW_GAP
  }
  return items
}

function textLine(
  line: Line,
  rect: Rect,
  left: number,
  top: number,
  height: number,
  font: Font,
  color: string,
): Primitive {
  const isRtl = isRightToLeft(line.text)
  const x = isRtl ? rect.x + rect.width - PADDING.right : rect.x + left
  const align = isRtl ? 'right' : 'left'
  const y = baseline(top, height, font)
  return { kind: 'text', x, y, text: line.text, font, color, align, isRightToLeft: isRtl }
}

function footerItem(item: FooterItem, x: number, y: number, theme: Theme): Primitive[] {
  const text = { kind: 'text', align: 'left', isRightToLeft: false } as const
  if (item.kind === 'cost') {
    const at = baseline(y, CHIP_HEIGHT, costFont)
    const amount: Primitive = { ...text, x, y: at, text: item.text, font: costFont, color: theme.text }
    const unit: Primitive = {
      ...text,
      x: x + item.width,
      y: at,
      text: PER_MONTH,
      font: unitFont,
      color: theme.mutedText,
    }
    return [amount, unit]
  }
  const plate = { x, y, width: item.room, height: CHIP_HEIGHT, radius: CHIP_HEIGHT / 2 }
  const at = baseline(y, CHIP_HEIGHT, chipFont)
  return [
    { kind: 'rect', ...plate, fill: theme.chip },
    { ...text, x: x + CHIP_PADDING, y: at, text: item.text, font: chipFont, color: theme.chipText },
  ]
}

/** Where a line's letters stand so that its capitals are in the middle of the line. */
export function baseline(top: number, lineHeight: number, font: Font): number {
  return top + lineHeight / 2 + font.size * 0.36
}
