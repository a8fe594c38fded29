import { boundingBox, middleOf, type Rect, type Size } from '../geometry/rect.ts'
import { columnsOf } from './columns.ts'

/** An edge between two boxes, by their index. */
export interface ColumnLink {
  from: number
  to: number
  /** Px for its label along the flow. */
  room: number
}

/** Px for a link besides its label: arrowheads and a part of the line. */
const MARKS = 36
/** Maximum gap for a label, in px. */
const MAX_BETWEEN = 440
/** Extra px of a gap for the bends of links: `perLink` for each link beyond `from`, at most `most`. */
const CROWDED_GAP = { from: 6, perLink: 4, most: 60 }

/**
 * Places the columns of a drawing from x = 0 to the right. The gaps have at least `between` px and space for labels, and are
 * multiplied by `widening`. A column consists of boxes with the same centre.
 */
export function spaceColumns(
  rects: readonly Rect[],
  links: readonly ColumnLink[],
  between: number,
  widening = 1,
): Rect[] {
  const columns = columnsOf(rects)
  const gaps = gapsBetween(columns, links, between)
  const spaced = [...rects]
  let left = 0
  for (const [number, column] of columns.entries()) {
    left += gaps[number]! * widening
    const width = Math.max(...column.map((it) => rects[it]!.width))
    for (const box of column) {
      const rect = spaced[box]!
      spaced[box] = { ...rect, x: Math.round(left + (width - rect.width) / 2) }
    }
    left += width
  }
  return spaced
}

/** Height of the highest column with its boxes `within` px apart, which is the minimum height of a drawing. */
export function fullestColumn(rects: readonly Rect[], within: number): number {
  return Math.max(...columnsOf(rects).map((it) => columnHeight(it, rects, within)))
}

/** Height of a column of boxes, by index, with `within` px between them. */
export function columnHeight(column: readonly number[], boxes: readonly Size[], within: number): number {
  return column.reduce((sum, it) => sum + boxes[it]!.height + within, -within)
}

/**
 * Scales the distances within each column so that the drawing has about the given height. Boxes keep their order and at least
 * `within` px between them.
 */
export function stretch(rects: readonly Rect[], height: number, within: number): Rect[] {
  const centres = rects.map((it) => ({ x: it.x, y: middleOf(it).y }))
  const own = boundingBox(centres).height
  const factor = Math.max(0, height - (boundingBox(rects).height - own)) / Math.max(1, own)
  const stretched = [...rects]
  for (const column of columnsOf(rects)) scaleColumn(stretched, column, factor, within)
  return stretched
}

/**
 * Computes the gap before each column in px, with space for the labels and bends of links from the column before it. Links
 * across several columns do not count.
 */
export function gapsBetween(columns: readonly number[][], links: readonly ColumnLink[], between: number): number[] {
  const columnOf = new Map(columns.flatMap((column, number) => column.map((it) => [it, number])))
  const counts = columns.map(() => 0)
  const gaps = columns.map((_, number) => (number === 0 ? 0 : between))
  for (const { from, to, room } of links) {
    const a = columnOf.get(from)!
    const b = columnOf.get(to)!
    if (Math.abs(a - b) !== 1) continue
    const right = Math.max(a, b)
    counts[right]!++
    if (room > 0) gaps[right] = Math.min(MAX_BETWEEN, Math.max(gaps[right]!, room + MARKS))
  }
  return gaps.map(
    (gap, number) =>
      gap + Math.min(CROWDED_GAP.most, CROWDED_GAP.perLink * Math.max(0, counts[number]! - CROWDED_GAP.from)),
  )
}

/** Scales the distances in a column, but keeps `within` px between boxes. */
function scaleColumn(rects: Rect[], column: readonly number[], factor: number, within: number): void {
  const preferred = column.map((it) => middleOf(rects[it]!).y * factor)
  const heights = column.map((it) => rects[it]!.height)
  const apart = heights.map((height, index) => (index === 0 ? 0 : (heights[index - 1]! + height) / 2 + within))
  for (const [index, centre] of spread(preferred, apart).entries()) {
    const rect = rects[column[index]!]!
    rects[column[index]!] = { ...rect, y: Math.round(centre - rect.height / 2) }
  }
}

/**
 * Finds coordinates near the preferred ones, in their order and with at least `apart` between neighbours:
 * least squares by pooling adjacent violators (Barlow et al., Statistical Inference under Order Restrictions, 1972).
 */
function spread(preferred: readonly number[], apart: readonly number[]): number[] {
  let offset = 0
  const offsets = apart.map((it) => (offset += it))
  const pools: { sum: number; count: number }[] = []
  for (const [index, coordinate] of preferred.entries()) {
    let pool = { sum: coordinate - offsets[index]!, count: 1 }
    for (let last = pools.at(-1); last && last.sum / last.count > pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count }
      pools.pop()
    }
    pools.push(pool)
  }
  const shared = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
  return shared.map((it, index) => it + offsets[index]!)
}
