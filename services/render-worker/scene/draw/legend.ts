import type { Size } from '../geometry/rect.ts'
import type { ColoredRole } from '../technology/technologies.ts'
import type { Measure } from '../text/text.ts'
import type { Primitive } from './display-list.ts'
import { baseline, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

/** The roles in a legend, with the widths of their entries in px. */
export type Legend = { role: ColoredRole; width: number }[]

const SWATCH = { size: 10, radius: 3, gap: 7 }
const GAP = 20
const LINE = 20
const ABOVE = 28

const roleTexts = {
  client: 'Clients',
  edge: 'Edge',
  service: 'Services',
  store: 'Data stores',
  queue: 'Queues and streams',
  external: 'Bought or external',
  operations: 'Operations',
  other: 'Other',
} as const satisfies Record<ColoredRole, string>

/** Measures the legend of these roles; empty for a single role. */
export function legendOf(roles: readonly ColoredRole[], measure: Measure): Legend {
  if (roles.length < 2) return []
  return roles.map((role) => ({
    role,
    width: SWATCH.size + SWATCH.gap + measure({ text: roleTexts[role], font: smallFont }),
  }))
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

/** Size of a legend with the gap above it, in px. */
export function legendSize(legend: Legend, maxWidth: number): Size {
  const rows = rowsOf(legend, maxWidth)
  const widths = rows.map((row) => row.reduce((sum, it) => sum + it.width + GAP, -GAP))
  return { width: Math.max(0, ...widths), height: legend.length === 0 ? 0 : ABOVE + rows.length * LINE }
}

/** Draws a legend whose lower edge is at `bottom`. */
export function drawLegend(legend: Legend, x: number, bottom: number, maxWidth: number, theme: Theme): Primitive[] {
  const rows = rowsOf(legend, maxWidth)
  const style = { font: smallFont, color: theme.canvasMutedText, align: 'left', isRightToLeft: false } as const
  return rows.flatMap((row, index) => {
    const top = bottom - (rows.length - index) * LINE
    let left = x
    return row.flatMap(({ role, width }): Primitive[] => {
      const at = left
      left += width + GAP
      const swatch = { x: at, y: top + (LINE - SWATCH.size) / 2, width: SWATCH.size, height: SWATCH.size }
      const place = { x: at + SWATCH.size + SWATCH.gap, y: baseline(top, LINE, smallFont) }
      return [
        { kind: 'rect', ...swatch, radius: SWATCH.radius, fill: theme.roles[role] },
        { kind: 'text', ...place, text: roleTexts[role], ...style },
      ]
    })
  })
}
