import { costOf, costsOf } from '@maps/shared/costs'
import type { MapNode } from '@maps/shared/map'
import type { LeavingEdges } from '@maps/shared/view/view'
import type { MoneyFormat } from '@maps/shared/money'
import { oneLine } from '@maps/shared/text'
import { inflate, type Rect } from '../geometry/rect.ts'
import type { Font } from '../text/font.ts'
import { withDrawnAccents } from '../text/accents.ts'
import { isRightToLeft, type TextLine, type Measure, wrap } from '../text/text.ts'
import type { Icon, Primitive } from './display-list.ts'
import type { Call } from './shared-services.ts'
import { baseline, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

/** An item at the bottom of a card: the cost of its service, a kind of billing or number of callers (`chip`), a call of a shared service, or what a field was (`was`). */
export interface FooterItem extends TextLine {
  kind: 'cost' | 'chip' | 'call' | 'was'
  icon?: Icon | undefined
  /** The lines of what a field was. */
  lines?: readonly TextLine[]
  /** Px from the left edge of the card's texts. */
  x: number
  /** Width including padding and unit, in px. */
  outerWidth: number
}

/** What a card shows besides the fields of its node. */
export interface CardMarks {
  /** Length of its cost bar, as a share of the longest. */
  costShare?: number | undefined
  /** Number of callers, whose lines are not drawn. */
  callers?: number | undefined
  /** Calls of shared services. */
  calls?: readonly Call[] | undefined
  /** The service as it was in an older map. */
  earlier?: MapNode | undefined
  /** Numbers of its connections that leave a view. */
  leaving?: LeavingEdges | undefined
}

type UnplacedItem = Omit<FooterItem, 'x'>

const costFont: Font = { face: 'sans', size: 12, weight: 600 }
const chipFont: Font = { face: 'sans', size: 10.5, weight: 500 }
const PER_MONTH = '/mo'
/** Px between the texts of a card and its footer. */
const FOOTER_GAP = 10
const CHIP = { height: 18, padding: 7 }
const ROW_GAP = 5
/** What a field was may be as long as a technology, which has as many lines. */
const WAS = { lineHeight: 14, maxLines: 2 }
/** Px after an item of this kind. */
const itemGaps = { cost: 9, chip: 5, call: 5, was: 0 } as const
/** Icon in a chip. */
const CHIP_ICON = { size: 11, gap: 4 }
/** Maximum number of calls on a card. */
const MAX_CALLS = 12

const chipTexts = {
  seat: 'per seat',
  team: 'per team',
  usage: 'usage',
  flat: 'flat',
} as const satisfies Record<NonNullable<MapNode['billing']>[number], string>

/** Lays out the cost and billing of a service, and its marks, in rows of at most `maxWidth` px. */
export function footerOf(
  node: MapNode,
  maxWidth: number,
  measure: Measure,
  money: MoneyFormat,
  { callers, calls = [], earlier }: CardMarks,
): FooterItem[][] {
  const { billing = [] } = node
  const cost = (text: string): UnplacedItem => {
    const width = measure({ text, font: costFont })
    return { kind: 'cost', text, width, outerWidth: width + measure({ text: PER_MONTH, font: smallFont }) }
  }
  const items = costTexts(node, earlier, money).map(cost)
  const [only] = items
  // Two long amounts are one below the other.
  if (only && only.outerWidth > maxWidth) items.splice(0, 1, ...only.text.split(/ (?=→)/).map(cost))
  const chip = (text: string): UnplacedItem => {
    const width = measure({ text, font: chipFont })
    return { kind: 'chip', text, width, outerWidth: width + 2 * CHIP.padding }
  }
  for (const kind of new Set(billing)) items.push(chip(chipTexts[kind]))
  if (callers) items.push(chip(`${callers} callers`))
  const marks = calls.slice(0, MAX_CALLS).map(({ name, icon }): UnplacedItem => {
    const indent = icon ? CHIP_ICON.size + CHIP_ICON.gap : 0
    const most = maxWidth - indent - 2 * CHIP.padding
    const [{ text, width } = { text: '', width: 0 }] = wrap(withDrawnAccents(name), chipFont, most, 1, measure)
    return { kind: 'call', text, icon, width, outerWidth: indent + width + 2 * CHIP.padding }
  })
  if (calls.length > MAX_CALLS) marks.push({ ...chip(`${calls.length - MAX_CALLS} more`), kind: 'call' })
  const were = earlierTexts(node, earlier).map((text): FooterItem[] => {
    const lines = wrap(withDrawnAccents(text), chipFont, maxWidth, WAS.maxLines, measure)
    const width = Math.max(...lines.map((it) => it.width))
    return [{ kind: 'was', text, lines, x: 0, width, outerWidth: width }]
  })
  return [...inRows(items, maxWidth), ...inRows(marks, maxWidth), ...were]
}

/** The costs of a service; the cost after the one that it had, if that was another. */
function costTexts(node: MapNode, earlier: MapNode | undefined, money: MoneyFormat): string[] {
  const costs = costsOf([node]).map(({ amount, currency }) => money(amount, currency))
  const cost = earlier && costOf(earlier)
  const before = cost && money(cost.amount, cost.currency)
  return earlier && before !== costs[0] ? [`${before ?? 'none'} → ${costs[0] ?? 'none'}`] : costs
}

/** What the fields of a service were that changed, besides its cost, as in "tech was Go". */
function earlierTexts(node: MapNode, earlier: MapNode = node): string[] {
  const fields: Record<string, (node: MapNode) => string> = {
    name: (it) => oneLine(it.label ?? ''),
    tech: (it) => oneLine(it.tech ?? ''),
    billing: ({ billing = [] }) => billing.map((it) => chipTexts[it]).join(', '),
    id: (it) => oneLine(it.id),
  }
  return Object.entries(fields).flatMap(([field, read]) => {
    const was = read(earlier)
    if (was === read(node)) return []
    return [was === '' ? `had no ${field}` : `${field} was ${was}`]
  })
}

/** Distributes items to rows. Each row takes as many items as fit. */
function inRows(items: readonly UnplacedItem[], maxWidth: number): FooterItem[][] {
  const rows: FooterItem[][] = []
  let row: FooterItem[] = []
  let x = 0
  for (const item of items) {
    if (row.length > 0 && x + item.outerWidth > maxWidth) {
      row = []
      x = 0
    }
    if (row.length === 0) rows.push(row)
    row.push({ ...item, x })
    x += item.outerWidth + itemGaps[item.kind]
  }
  return rows
}

/** Width of a footer's widest row, in px. */
export function footerWidth(rows: readonly (readonly FooterItem[])[]): number {
  return rows.flat().reduce((widest, it) => Math.max(widest, it.x + it.outerWidth), 0)
}

/** Height of a footer with the gap above it, in px. */
export function footerHeight(rows: readonly (readonly FooterItem[])[]): number {
  return rows.length === 0 ? 0 : FOOTER_GAP + heightOf(rows)
}

function heightOf(rows: readonly (readonly FooterItem[])[]): number {
  return rows.reduce((sum, row) => sum + rowHeight(row) + ROW_GAP, -ROW_GAP)
}

function rowHeight(row: readonly FooterItem[]): number {
  const [{ lines = [] } = {}] = row
  return CHIP.height + Math.max(0, lines.length - 1) * WAS.lineHeight
}

/** The texts of a footer, joined. */
export function footerText(rows: readonly (readonly FooterItem[])[]): string {
  const texts = rows.flat().map((it) => (it.kind === 'cost' ? it.text + PER_MONTH : it.text))
  return texts.join(' · ')
}

/** Draws a footer whose lower edge is at `bottom`. */
export function drawFooter(
  rows: readonly (readonly FooterItem[])[],
  left: number,
  bottom: number,
  theme: Theme,
): Primitive[] {
  const items: Primitive[] = []
  let y = bottom - heightOf(rows)
  for (const row of rows) {
    for (const item of row) {
      items.push(...draw[item.kind](item, left + item.x, y, theme))
    }
    y += rowHeight(row) + ROW_GAP
  }
  return items
}

const plainText = { kind: 'text', align: 'left', isRightToLeft: false } as const

function drawCost({ text, width }: FooterItem, x: number, top: number, theme: Theme): Primitive[] {
  const y = baseline(top, CHIP.height, costFont)
  return [
    { ...plainText, x, y, text, font: costFont, color: theme.text },
    { ...plainText, x: x + width, y, text: PER_MONTH, font: smallFont, color: theme.mutedText, isContinuation: true },
  ]
}

function drawChip({ text, outerWidth }: FooterItem, x: number, top: number, theme: Theme): Primitive[] {
  const plate = { x, y: top, width: outerWidth, height: CHIP.height, radius: CHIP.height / 2 }
  const y = baseline(top, CHIP.height, chipFont)
  return [
    { kind: 'rect', ...plate, fill: theme.chip },
    { ...plainText, x: x + CHIP.padding, y, text, font: chipFont, color: theme.chipText },
  ]
}

function drawCall({ text, icon, outerWidth }: FooterItem, x: number, top: number, theme: Theme): Primitive[] {
  const { size, gap } = CHIP_ICON
  const left = x + CHIP.padding
  const color = theme.chipText
  const items = [callPlate({ x, y: top, width: outerWidth, height: CHIP.height }, theme)]
  if (icon) items.push({ kind: 'icon', x: left, y: top + (CHIP.height - size) / 2, size, shape: icon, color })
  const at = { x: left + (icon ? size + gap : 0), y: baseline(top, CHIP.height, chipFont) }
  items.push({ ...plainText, ...at, text, font: chipFont, color, isRightToLeft: isRightToLeft(text) })
  return items
}

/** The outline of a call's mark. */
export function callPlate(rect: Rect, theme: Theme): Primitive {
  return {
    kind: 'rect',
    ...inflate(rect, -0.5),
    radius: rect.height / 2 - 0.5,
    stroke: theme.placeholderBorder,
    lineWidth: 1,
  }
}

function drawWas({ lines = [] }: FooterItem, x: number, top: number, theme: Theme): Primitive[] {
  return lines.map(({ text }, index): Primitive => {
    const y = baseline(top + index * WAS.lineHeight, CHIP.height, chipFont)
    return { ...plainText, x, y, text, font: chipFont, color: theme.mutedText, isRightToLeft: isRightToLeft(text) }
  })
}

const draw = { cost: drawCost, chip: drawChip, call: drawCall, was: drawWas } as const
