import type { Mark } from '@maps/shared/documents/mermaid'
import { middleOf, type Rect, type Size } from '../geometry/rect.ts'
import type { ColoredRole } from '../technology/technologies.ts'
import type { Font } from '../text/font.ts'
import type { Measure } from '../text/text.ts'
import type { Primitive } from './display-list.ts'
import { callPlate } from './card-footer.ts'
import { drawBadge } from './marks.ts'
import { baseline, scaledFont, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

/** What an entry explains: the colour of a role, the marks of calls, the bars of costs, or the badge of a change. */
type LegendMark = ColoredRole | 'call' | 'bar' | Mark

/** The entries of a legend. */
export type Legend = LegendEntry[]

interface LegendEntry {
  mark: LegendMark
  text: string
  /** The costs of its services; empty in a legend without sums. */
  sum: string
  /** Px from the entry's left edge to its sum. */
  sumAt: number
  /** Width in px. */
  width: number
}

const SWATCH = { size: 10, radius: 3, gap: 7, wider: 6 }
/** Radius of a badge. */
const BADGE = 6.5
/** A bar, as shares of a swatch. */
const BAR = { thickness: 0.5, share: 0.6 }
const GAP = 20
const LINE = 20
/** Px between a text and its sum. */
const SUM_GAP = 6
const sumFont: Font = { face: 'sans', size: 12, weight: 600 }
const ABOVE = 28

const plainText = { kind: 'text', align: 'left', isRightToLeft: false } as const

/** The names of roles for readers. */
export const roleTexts = {
  client: 'Clients',
  edge: 'Edge',
  service: 'Services',
  store: 'Data stores',
  queue: 'Queues and streams',
  external: 'Bought or external',
  operations: 'Operations',
  other: 'Other',
} as const satisfies Record<ColoredRole, string>

/** The names of changes for readers. */
const markTexts = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const satisfies Record<Mark, string>

/** What a legend explains besides roles. */
interface LegendContent {
  /** Costs by role. */
  sums?: ReadonlyMap<ColoredRole, string> | undefined
  /** Minimum number of callers of a shared service, if there are any. */
  leastCallers?: number | undefined
  /** The changes in a picture of two maps. */
  changes?: readonly Mark[] | undefined
  /** Whether bars show costs in several currencies: two of equal length are then no equal costs. */
  hasBarsOfCurrencies?: boolean
}

/** Measures the legend of these roles; without colours for a single role. */
export function legendOf(
  roles: readonly ColoredRole[],
  measure: Measure,
  { sums = new Map(), leastCallers, changes = [], hasBarsOfCurrencies = false }: LegendContent = {},
): Legend {
  const marks: LegendMark[] = [...changes, ...(roles.length < 2 ? [] : roles)]
  if (hasBarsOfCurrencies) marks.push('bar')
  if (leastCallers !== undefined) marks.push('call')
  return marks.map((mark) => {
    const text = mark === 'call' ? `Calls of services with ${leastCallers} callers or more` : texts[mark]
    const sum = (isRole(mark) && sums.get(mark)) || ''
    const end = SWATCH.size + SWATCH.gap + measure({ text, font: smallFont })
    const sumAt = end + SUM_GAP
    return { mark, text, sum, sumAt, width: sum ? sumAt + measure({ text: sum, font: sumFont }) : end }
  })
}

const texts = { ...roleTexts, ...markTexts, bar: 'Share of the largest cost in its currency' }

function isRole(mark: LegendMark): mark is ColoredRole {
  return mark in roleTexts
}

/** Distributes the entries of a legend to rows of at most `maxWidth` px. */
function rowsOf(legend: Legend, maxWidth: number): Legend[] {
  const rows: Legend[] = []
  let right = Infinity
  for (const entry of legend) {
    if (right + entry.width > maxWidth) {
      rows.push([])
      right = 0
    }
    rows.at(-1)!.push(entry)
    right += entry.width + GAP
  }
  return rows
}

/** A bar on its track, as on cards, in the place of a swatch. */
function barOf({ x, y, width, height }: Rect, theme: Theme): Primitive[] {
  const thickness = height * BAR.thickness
  const track = { kind: 'rect', x, y: y + (height - thickness) / 2, height: thickness, radius: thickness / 2 } as const
  return [
    { ...track, width, fill: theme.chip },
    { ...track, width: width * BAR.share, fill: theme.canvasMutedText },
  ]
}

/** Size of a legend with the gap above it, in px. @param zoom its size, as a factor of the usual one */
export function legendSize(legend: Legend, maxWidth: number, zoom = 1): Size {
  const rows = rowsOf(legend, maxWidth / zoom)
  const widths = rows.map((row) => row.reduce((sum, it) => sum + it.width + GAP, -GAP))
  const height = legend.length === 0 ? 0 : ABOVE + rows.length * LINE
  return { width: Math.max(0, ...widths) * zoom, height: height * zoom }
}

/** Draws a legend whose lower edge is at `bottom`. @param zoom its size, as a factor of the usual one */
export function drawLegend(
  legend: Legend,
  x: number,
  bottom: number,
  maxWidth: number,
  theme: Theme,
  zoom: number,
): Primitive[] {
  const rows = rowsOf(legend, maxWidth / zoom)
  const line = LINE * zoom
  const size = SWATCH.size * zoom
  const font = scaledFont(smallFont, zoom)
  return rows.flatMap((row, index) => {
    const top = bottom - (rows.length - index) * line
    const y = baseline(top, line, font)
    let left = x
    return row.flatMap(({ mark, text, sum, sumAt, width }): Primitive[] => {
      const at = left
      left += (width + GAP) * zoom
      const swatch = { x: at, y: top + (line - size) / 2, width: size, height: size }
      const textAt = at + size + SWATCH.gap * zoom
      const words: Primitive[] = [{ ...plainText, x: textAt, y, text, font, color: theme.canvasMutedText }]
      if (sum) {
        const sumStyle = { font: scaledFont(sumFont, zoom), color: theme.canvasText }
        words.push({ ...plainText, x: at + sumAt * zoom, y, text: sum, ...sumStyle })
      }
      const wider = SWATCH.wider * zoom
      if (mark === 'call') return [callPlate({ ...swatch, x: at - wider, width: size + wider }, theme), ...words]
      if (mark === 'bar') return [...barOf(swatch, theme), ...words]
      if (isRole(mark))
        return [{ kind: 'rect', ...swatch, radius: SWATCH.radius * zoom, fill: theme.roles[mark] }, ...words]
      return [...drawBadge(mark, middleOf(swatch), theme, BADGE * zoom), ...words]
    })
  })
}
