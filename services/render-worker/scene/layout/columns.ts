import type { Rect } from '../draw/display-list.ts'

/** Places are whole px, so the middles of a column differ a little. */
const ROUNDING = 2

/** The indexes of the boxes in each column: columns from left to right, boxes from top to bottom. */
export function columnsOf(rects: readonly Rect[]): number[][] {
  const columns: number[][] = []
  let last = -Infinity
  for (const it of sorted([...rects.keys()], rects, 'x')) {
    const at = middle(rects[it], 'x')
    if (at - last > ROUNDING) columns.push([])
    columns.at(-1)?.push(it)
    last = at
  }
  return columns.map((it) => sorted(it, rects, 'y'))
}

/** The columns of a folded drawing: boxes of different bands are in different columns. */
export function columnsInBands(rects: readonly Rect[], bands: readonly number[]): number[][] {
  return columnsOf(rects).flatMap((column) => [...Map.groupBy(column, (it) => bands[it]).values()])
}

/** Moves the cards of each column, the first `count` of the boxes, to the left edge of the widest of them. */
export function alignLeft(rects: readonly Rect[], columns: readonly number[][], count: number): Rect[] {
  const aligned = [...rects]
  for (const column of columns) {
    const cards = column.filter((it) => it < count)
    const x = Math.min(...cards.map((it) => rects[it]!.x))
    for (const it of cards) aligned[it] = { ...rects[it]!, x }
  }
  return aligned
}

function sorted(indexes: number[], rects: readonly Rect[], side: 'x' | 'y'): number[] {
  return indexes.sort((a, b) => middle(rects[a], side) - middle(rects[b], side))
}

/** The coordinate of a box's middle. */
export function middle(rect: Rect | undefined, side: 'x' | 'y'): number {
  if (!rect) return 0
  return side === 'x' ? rect.x + rect.width / 2 : rect.y + rect.height / 2
}

/** What boxes take up together. */
export function extent(rects: Iterable<Rect>): { left: number; top: number; width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { left, top, width: right - left, height: bottom - top }
}
