import type { Rect } from '../draw/display-list.ts'
import type { Room } from './box.ts'
import { columnsOf, extent, middle } from './columns.ts'

/** Between two boxes, by their index; `room` is what its label needs along the way. */
export interface ColumnLink {
  from: number
  to: number
  room: number
}

/** Px besides the label: arrowheads and some of the line. */
const MARKS = 48
/** Widest gap for a label. */
const MAX_BETWEEN = 440
/** Many ways between two columns are told apart only where they have room to turn: so much for each beyond a few. */
const [FEW, PER_WAY, MAX_FOR_CROWD] = [6, 8, 120]
/**
 * Sets the columns of a drawing as near to each other as `between` px and the labels between them allow, from 0 to the right,
 * or `widening` times as far. Columns are boxes with the same middle.
 */
export function spaceColumns(
  rects: readonly Rect[],
  ways: readonly ColumnLink[],
  between: number,
  widening = 1,
): Rect[] {
  const columns = columnsOf(rects)
  const gaps = gapsBetween(columns, ways, between)
  const spaced = [...rects]
  let left = 0
  for (const [number, column] of columns.entries()) {
    left += (gaps[number] ?? 0) * widening
    const width = Math.max(...column.map((it) => rects[it]?.width ?? 0))
    for (const it of column) move(spaced, it, (rect) => ({ ...rect, x: Math.round(left + (width - rect.width) / 2) }))
    left += width
  }
  return spaced
}

/** The height of the fullest column with its boxes `within` px apart: no drawing of these columns can be less high. */
export function fullestColumn(rects: readonly Rect[], within: number): number {
  return Math.max(...columnsOf(rects).map((it) => columnHeight(it, rects, within)))
}

/** The height of a column of boxes, by index, that stand `within` px apart. */
export function columnHeight(column: readonly number[], boxes: readonly Room[], within: number): number {
  return column.reduce((sum, it) => sum + boxes[it]!.height + within, -within)
}

/**
 * Moves the boxes of every column towards each other or apart, in their order and `within` px apart at least, until the drawing has about
 * the given height.
 */
export function stretch(rects: readonly Rect[], height: number, within: number): Rect[] {
  const middles = rects.map((it) => ({ ...it, y: middle(it, 'y'), height: 0 }))
  const own = extent(middles).height
  const factor = Math.max(0, height - (extent(rects).height - own)) / Math.max(1, own)
  const stretched = [...rects]
  for (const column of columnsOf(rects)) drawTogether(stretched, column, factor, within)
  return stretched
}

/** The room before each column: what the labels on ways from the one before need, and the more the more ways there are. Longer ways find room elsewhere. */
export function gapsBetween(columns: readonly number[][], ways: readonly ColumnLink[], between: number): number[] {
  const columnOf = new Map(columns.flatMap((column, number) => column.map((it) => [it, number])))
  const crowds = columns.map(() => 0)
  const gaps = columns.map((_, number) => (number === 0 ? 0 : between))
  for (const { from, to, room } of ways) {
    const [a = 0, b = 0] = [columnOf.get(from), columnOf.get(to)]
    const right = Math.max(a, b)
    if (Math.abs(a - b) !== 1) continue
    crowds[right] = (crowds[right] ?? 0) + 1
    if (room > 0) gaps[right] = Math.min(MAX_BETWEEN, Math.max(gaps[right] ?? 0, room + MARKS))
  }
  return gaps.map((gap, number) => gap + Math.min(MAX_FOR_CROWD, PER_WAY * Math.max(0, (crowds[number] ?? 0) - FEW)))
}

/** Scales the distances in a column, but keeps `within` px between boxes. */
function drawTogether(rects: Rect[], column: readonly number[], factor: number, within: number): void {
  const wishes = column.map((it) => middle(rects[it], 'y') * factor)
  const apart = column.map((it, index) => {
    const before = rects[column[index - 1] ?? it]
    return index === 0 ? 0 : ((before?.height ?? 0) + (rects[it]?.height ?? 0)) / 2 + within
  })
  for (const [index, place] of spread(wishes, apart).entries()) {
    move(rects, column[index] ?? 0, (rect) => ({ ...rect, y: Math.round(place - rect.height / 2) }))
  }
}

/**
 * Places in order, each `apart` from the one before at least, and as near to their wishes as that allows:
 * least squares by pooling adjacent violators (Barlow et al., Statistical Inference under Order Restrictions, 1972).
 */
function spread(wishes: readonly number[], apart: readonly number[]): number[] {
  let offset = 0
  const offsets = apart.map((it) => (offset += it))
  const pools: { sum: number; count: number }[] = []
  for (const [index, wish] of wishes.entries()) {
    let pool = { sum: wish - (offsets[index] ?? 0), count: 1 }
    for (let last = pools.at(-1); last && last.sum / last.count > pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count }
      pools.pop()
    }
    pools.push(pool)
  }
  const shared = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
  return shared.map((it, index) => it + (offsets[index] ?? 0))
}

function move(rects: Rect[], index: number, to: (rect: Rect) => Rect): void {
  const rect = rects[index]
  if (rect) rects[index] = to(rect)
}
