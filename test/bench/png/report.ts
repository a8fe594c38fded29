import { type Cell, flights, type Group, middleRate } from './cells.ts'
import type { Holding } from './endurance.ts'
import { type FileSize, MOST_TIMES_CHROMIUM } from './file-size.ts'
import type { Likeness } from './likeness.ts'
import { memoryKind } from './memory.ts'
import { type Ratio, TARGET_NODES } from './ratios.ts'
import type { Picture } from './runner.ts'
import { median, percentile } from '../statistics.ts'
import type { Studio } from './studio.ts'
import { type VariantName, variants } from './variants.ts'

const MEGA = 1_000_000
const MEBI = 2 ** 20

/** What was measured of one kind of map: a line for each variant. */
export function tableOf(group: Group, cells: readonly Cell[], studio: Studio): string {
  const own = cells.filter((it) => it.family === group.family && it.nodes === group.nodes)
  const head = [
    '',
    'median ms',
    'p95 ms',
    ...flights.map((it) => `/s ×${it}`),
    'KB',
    'px',
    'MP',
    `${memoryKind} MiB`,
    'n',
  ]
  const rows = group.variants.map((variant) => rowOf(variant, own, studio))
  const failures = group.variants.flatMap((it) => failureOf(it, own))
  return [`${group.nodes} nodes, ${group.family}`, layOut([head, ...rows]), ...failures].join('\n')
}

function rowOf(variant: VariantName, cells: readonly Cell[], studio: Studio): string[] {
  const own = cells.filter((it) => it.variant === variant)
  const alone = own.find((it) => it.inFlight === 1)!
  const pictures = alone.runs.flatMap((it) => it?.pictures ?? [])
  const typical = pictures.toSorted((a, b) => areaOf(a) - areaOf(b))[pictures.length >> 1]
  const times = pictures.map((it) => it.ms)
  return [
    titleOf(variant),
    number(median(times)),
    number(percentile(times, 95)),
    ...own.map((it) => number(middleRate(it))),
    number(median(pictures.map((it) => it.bytes)) / 1_000),
    typical ? `${typical.width} × ${typical.height}` : '–',
    typical ? number(areaOf(typical) / MEGA) : '–',
    number(studio.memoryOf(alone) / MEBI),
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

function titleOf(variant: VariantName): string {
  return `${variant}  ${variants[variant].title}`
}

export function ratioLines(ratios: readonly Ratio[]): string {
  const rows = ratios.map(({ left, right, family, middle, least, most, atLeast }) => [
    `${left} ÷ ${right}, ${family}`,
    number(middle),
    `(${number(least)} to ${number(most)})`,
    atLeast === undefined ? '' : `target ≥ ${atLeast}: ${middle >= atLeast ? 'met' : 'MISSED'}`,
  ])
  return [
    `Exports a second against each other at ${TARGET_NODES} nodes, each with as many in flight as suits it best`,
    layOut(rows),
  ].join('\n')
}

export function sizeLines(sizes: readonly FileSize[]): string {
  const rows = sizes.map(({ family, nodes, ours, chromium, ratio }) => [
    `${nodes} nodes, ${family}`,
    `${number(ours / 1_000)} KB`,
    `${number(chromium / 1_000)} KB`,
    number(ratio),
    Number.isNaN(ratio) ? 'too large for a screenshot' : ratio <= MOST_TIMES_CHROMIUM ? 'met' : 'MISSED',
  ])
  const title = `Our file against Chromium's best screenshot of the same pixels, target ≤ ${MOST_TIMES_CHROMIUM}`
  return [title, layOut(rows)].join('\n')
}

export function likenessLines(found: readonly Likeness[]): string {
  const rows = found.map(({ variant, nodes, meanDifference, differingPixels }) => [
    titleOf(variant),
    `${nodes} nodes`,
    `mean difference ${meanDifference.toFixed(3)} of 255`,
    `${(100 * differingPixels).toFixed(3)} % of pixels`,
  ])
  return ['How far the pictures that should be ours are from ours', layOut(rows)].join('\n')
}

export function holdingLines(series: readonly Holding[]): string {
  const megabytes = series.map((it) => Math.round(it.bytes / MEBI))
  const exports = series.at(-1)?.exports ?? 0
  const title = `${memoryKind} in MiB of our renderer over ${exports} exports of ${TARGET_NODES} nodes, every hundred`
  const summary = `first ${megabytes[1]}, peak ${Math.max(...megabytes)}, last ${megabytes.at(-1)}`
  return [title, `  ${megabytes.join(' ')}`, `  ${summary}`].join('\n')
}

/** Three digits that matter. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 1 ? 2 : 3)
}

/** Columns as wide as they must be, all but the first to the right. */
function layOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((it) => it[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row.map((it, column) => (column === 0 ? it.padEnd(widths[0]!) : it.padStart(widths[column]!))).join('  ')
  return rows.map((it) => `  ${line(it)}`.trimEnd()).join('\n')
}
