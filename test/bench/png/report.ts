import { type Cell, concurrencies, type Group, medianRate } from './cells.ts'
import { type Ratio, TARGET_NODES } from './ratios.ts'
import type { Picture } from './runner.ts'
import { median, percentile } from '../statistics.ts'
import { type VariantName, variants } from './variants.ts'

const MEGA = 1_000_000

/** The table of a group: a line for each variant. */
export function tableOf(group: Group, cells: readonly Cell[]): string {
  const own = cells.filter((it) => it.family === group.family && it.nodes === group.nodes)
  const head = ['', 'median ms', 'p95 ms', ...concurrencies.map((it) => `/s ×${it}`), 'KB', 'px', 'MP', 'n']
  const rows = group.variants.map((variant) => rowOf(variant, own))
  const failures = group.variants.flatMap((it) => failureOf(it, own))
  return [`${group.nodes} nodes, ${group.family}`, alignColumns([head, ...rows]), ...failures].join('\n')
}

function rowOf(variant: VariantName, cells: readonly Cell[]): string[] {
  const own = cells.filter((it) => it.variant === variant)
  const alone = own.find((it) => it.inFlight === 1)!
  const pictures = alone.runs.flatMap((it) => it?.pictures ?? [])
  const typical = pictures.toSorted((a, b) => areaOf(a) - areaOf(b))[pictures.length >> 1]
  const times = pictures.map((it) => it.ms)
  return [
    `${variant}  ${variants[variant].title}`,
    format(median(times)),
    format(percentile(times, 95)),
    ...own.map((it) => format(medianRate(it))),
    format(median(pictures.map((it) => it.bytes)) / 1_000),
    typical ? `${typical.width} × ${typical.height}` : '–',
    typical ? format(areaOf(typical) / MEGA) : '–',
    String(pictures.length),
  ]
}

function areaOf({ width, height }: Picture): number {
  return width * height
}

function failureOf(variant: VariantName, cells: readonly Cell[]): string[] {
  const failure = cells.find((it) => it.variant === variant && it.failure !== undefined)?.failure
  return failure === undefined ? [] : [`  ${variant}: ${failure.split('\n')[0]}`]
}

/** The list of ratios, with targets. */
export function ratioLines(ratios: readonly Ratio[]): string {
  const rows = ratios.map(({ left, right, family, middle, least, most, atLeast }) => [
    `${left} ÷ ${right}, ${family}`,
    format(middle),
    `(${format(least)} to ${format(most)})`,
    atLeast === undefined ? '' : `target ≥ ${atLeast}: ${middle >= atLeast ? 'met' : 'MISSED'}`,
  ])
  return [
    `Exports a second against each other at ${TARGET_NODES} nodes, each with as many in flight as suits it best`,
    alignColumns(rows),
  ].join('\n')
}

/** Formats a number with two or three significant digits. */
function format(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 1 ? 2 : 3)
}

/** Aligns columns: the first to the left, the others to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((it) => it[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row.map((it, column) => (column === 0 ? it.padEnd(widths[0]!) : it.padStart(widths[column]!))).join('  ')
  return rows.map((it) => `  ${line(it)}`.trimEnd()).join('\n')
}
