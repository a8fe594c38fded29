import { cpus, loadavg, release, totalmem } from 'node:os'
import { median } from '../statistics.ts'
import { SLOWNESS, targetOf } from './cells.ts'
import type { Bearing } from './load.ts'
import { lengths, type LongList } from './long-list.ts'
import type { Measured } from './measure.ts'

const MEBI = 2 ** 20
const LEAST_LONG_LIST = 0.65
/** Most times what a list of a tenth of the length takes. */
const MOST_GROWTH = 1.25
/** From there on the figures tell more of the load's maker than of the server. */
const BUSY = 0.9

/** What figures depend on. */
export function machineLine(): string {
  const [cpu] = cpus()
  const system = `${process.platform} ${release()}, Node ${process.versions.node}`
  return `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${system}, load ${loadText()}`
}

export function loadText(): string {
  return loadavg()
    .map((it) => it.toFixed(1))
    .join(' ')
}

/** A line for each cell. */
export function cellLines(cells: readonly Measured[]): string {
  const head = [
    '',
    'ours/s',
    'bare/s',
    'ratio',
    'range',
    'p50 ms',
    'p99 ms',
    'p99 ratio',
    'CPU µs',
    'bare ÷ ours',
    'load',
    'verdict',
  ]
  return layOut([head, ...cells.map(rowOf)])
}

function rowOf(cell: Measured): string[] {
  const { ours, bare } = cell.bearings
  const rates = ratiosOf(ours, bare, 'rate')
  const share = median([...ours, ...bare].map((it) => it.loadMakerShare))
  return [
    `${cell.operation.padEnd(5)} ${String(cell.nodes).padStart(3)} nodes ×${cell.connections}`,
    number(middle(ours, 'rate')),
    number(middle(bare, 'rate')),
    ...[median(rates).toFixed(2), rangeOf(rates)],
    pairOf(ours, bare, 'p50'),
    pairOf(ours, bare, 'p99'),
    median(ratiosOf(ours, bare, 'p99')).toFixed(2),
    pairOf(ours, bare, 'cpuMicros'),
    (middle(bare, 'cpuMicros') / middle(ours, 'cpuMicros')).toFixed(2),
    `${Math.round(100 * share)} %${share > BUSY ? '!' : ''}`,
    verdictOf(cell),
  ]
}

function verdictOf(cell: Measured): string {
  const refused = cell.bearings.ours.reduce((sum, it) => sum + it.refused, 0)
  const verdicts = [verdictOnTargets(cell), refused > 0 ? `${refused} answers 503` : '']
  return verdicts.filter((it) => it !== '').join('; ')
}

function verdictOnTargets(cell: Measured): string {
  const { ours, bare } = cell.bearings
  const target = targetOf(cell)
  if (target === undefined) return ''
  const rate = judge('target ≥', target, median(ratiosOf(ours, bare, 'rate')) >= target)
  if (cell.connections !== SLOWNESS.connections) return rate
  const isQuick = median(ratiosOf(ours, bare, 'p99')) <= SLOWNESS.most
  return `${rate}; ${judge('p99 ≤', SLOWNESS.most, isQuick)}`
}

/** How quickly long lists go, and what they take. */
export function longListLines(lists: readonly LongList[]): string {
  const afterGc = lengths.map((it) => `after GC, ${it.toLocaleString('en')}`)
  const head = ['', 'lists/s', 'CPU ms', 'MiB before', 'peak', ...afterGc, 'growth', 'verdict']
  return layOut([head, ...lists.map((it) => longListRow(it, lists))])
}

function longListRow({ reading, bearings, before, peak, tidyPeaks }: LongList, lists: readonly LongList[]): string[] {
  const growth = tidyPeaks.at(-1)! / tidyPeaks[0]!
  const flatness = `growth ≤ ${MOST_GROWTH}: ${growth <= MOST_GROWTH ? 'flat' : 'NOT FLAT'}`
  const rates = ratiosOf(bearings, lists.find((it) => it.reading === 'bare')!.bearings, 'rate')
  const rate = judge('target ≥', LEAST_LONG_LIST, median(rates) >= LEAST_LONG_LIST)
  return [
    reading,
    number(middle(bearings, 'rate')),
    number(middle(bearings, 'cpuMicros') / 1_000),
    ...[before, peak, ...tidyPeaks].map((it) => number(it / MEBI)),
    growth.toFixed(2),
    reading === 'ours' ? `ratio ${median(rates).toFixed(2)} ${rangeOf(rates)}, ${rate}; ${flatness}` : flatness,
  ]
}

function judge(what: string, figure: number, isMet: boolean): string {
  return `${what} ${figure}: ${isMet ? 'met' : 'MISSED'}`
}

/** Ours by the bare one's of the same round. */
function ratiosOf(ours: readonly Bearing[], bare: readonly Bearing[], figure: 'rate' | 'p99'): number[] {
  return ours.map((it, round) => it[figure] / bare[round]![figure])
}

function rangeOf(values: readonly number[]): string {
  return `(${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
}

function middle(bearings: readonly Bearing[], figure: keyof Bearing): number {
  return median(bearings.map((it) => it[figure]))
}

function pairOf(ours: readonly Bearing[], bare: readonly Bearing[], figure: keyof Bearing): string {
  return `${number(middle(ours, figure))} / ${number(middle(bare, figure))}`
}

/** Three digits that matter. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 1 ? 2 : 3)
}

/** Columns as wide as they must be; the first and the last to the left. */
export function layOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((it) => it[column]?.length ?? 0)))
  const isLeft = (column: number): boolean => column === 0 || column === widths.length - 1
  const line = (row: readonly string[]): string =>
    row.map((it, at) => (isLeft(at) ? it.padEnd(widths[at]!) : it.padStart(widths[at]!))).join('  ')
  return rows.map((it) => `  ${line(it)}`.trimEnd()).join('\n')
}
