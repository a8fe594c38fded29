import type { Mark } from '@maps/shared/documents/mermaid'
import type { Size } from '../geometry/rect.ts'
import type { ColoredRole } from '../technology/technologies.ts'
import type { Font } from '../text/font.ts'
import type { Measure } from '../text/text.ts'
import type { Primitive } from './display-list.ts'
import { callPlate } from './card-footer.ts'
import { drawBadge } from './marks.ts'
import { baseline, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

/** What an entry explains: the colour of a role, the marks of calls, or the badge of a change. */
type LegendMark = ColoredRole | 'call' | Mark

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
  /** Its size, as a factor of the usual one. Default: 1. */
  zoom?: number
}

const SWATCH = { size: 10, radius: 3, gap: 7, wider: 6 }
/** Radius of a badge. */
const BADGE = 6.5
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

/**
 * Measures the legend of these roles; without colours for a single role.
 * @param sums costs by role
 * @param leastCallers minimum number of callers of a shared service, if there are any
 * @param changes the changes in a picture of two maps
 */
export function legendOf(
  roles: readonly ColoredRole[],
  measure: Measure,
  sums: ReadonlyMap<ColoredRole, string> = new Map(),
  leastCallers?: number,
  changes: readonly Mark[] = [],
): Legend {
  const marks: LegendMark[] = [...changes, ...(roles.length < 2 ? [] : roles)]
  if (leastCallers !== undefined) marks.push('call')
  return marks.map((mark) => {
    const text = mark === 'call' ? `Calls of services with ${leastCallers} callers or more` : texts[mark]
    const sum = (isRole(mark) && sums.get(mark)) || ''
    const end = SWATCH.size + SWATCH.gap + measure({ text, font: smallFont })
    const sumAt = end + SUM_GAP
    return { mark, text, sum, sumAt, width: sum ? sumAt + measure({ text: sum, font: sumFont }) : end }
  })
}

const texts = { ...roleTexts, ...markTexts }

function isRole(mark: LegendMark): mark is ColoredRole {
  return mark in roleTexts
}

/** A legend of another size, for a drawing that a slide shows small. */
export function zoomedLegend(legend: Legend, zoom: number): Legend {
  return legend.map((it) => ({ ...it, zoom, sumAt: it.sumAt * zoom, width: it.width * zoom }))
}

const zoomOf = ([first]: Legend): number => first?.zoom ?? 1

/** Distributes the entries of a legend to rows of at most `maxWidth` px. */
function rowsOf(legend: Legend, maxWidth: number): Legend[] {
  const rows: Legend[] = []
  const gap = GAP * zoomOf(legend)
  let right = Infinity
  for (const entry of legend) {
    if (right + entry.width > maxWidth) {
      rows.push([])
      right = 0
    }
    rows.at(-1)!.push(entry)
    right += entry.width + gap
  }
  return rows
}

/** Size of a legend with the gap above it, in px. */
export function legendSize(legend: Legend, maxWidth: number): Size {
  const rows = rowsOf(legend, maxWidth)
  const zoom = zoomOf(legend)
  const gap = GAP * zoom
  const widths = rows.map((row) => row.reduce((sum, it) => sum + it.width + gap, -gap))
  return { width: Math.max(0, ...widths), height: legend.length === 0 ? 0 : (ABOVE + rows.length * LINE) * zoom }
}

/** Draws a legend whose lower edge is at `bottom`. */
export function drawLegend(legend: Legend, x: number, bottom: number, maxWidth: number, theme: Theme): Primitive[] {
  const rows = rowsOf(legend, maxWidth)
  const zoom = zoomOf(legend)
  const [size, gap, line, badge] = [SWATCH.size * zoom, SWATCH.gap * zoom, LINE * zoom, BADGE * zoom]
  const [font, costs] = [smallFont, sumFont].map((it) => ({ ...it, size: it.size * zoom })) as [Font, Font]
  return rows.flatMap((row, index) => {
    const top = bottom - (rows.length - index) * line
    let left = x
    return row.flatMap(({ mark, text, sum, sumAt, width }): Primitive[] => {
      const at = left
      left += width + GAP * zoom
      const swatch = { x: at, y: top + (line - size) / 2, width: size, height: size }
      const y = baseline(top, line, font)
      const words: Primitive[] = [{ ...plainText, x: at + size + gap, y, text, font, color: theme.canvasMutedText }]
      if (sum) words.push({ ...plainText, x: at + sumAt, y, text: sum, font: costs, color: theme.canvasText })
      const wider = SWATCH.wider * zoom
      if (mark === 'call') return [callPlate({ ...swatch, x: at - wider, width: size + wider }, theme), ...words]
      if (isRole(mark))
        return [{ kind: 'rect', ...swatch, radius: SWATCH.radius * zoom, fill: theme.roles[mark] }, ...words]
      return [...drawBadge(mark, { x: at + size / 2, y: top + line / 2 }, theme, badge), ...words]
    })
  })
}
