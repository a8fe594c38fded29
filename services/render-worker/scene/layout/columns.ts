import { middleOf, type Rect } from '../geometry/rect.ts'
import type { Coordinate } from '../geometry/sides.ts'

/** Maximum difference in px between the centres of a column's boxes, since positions are whole px. */
const ROUNDING = 2

/** The indexes of the boxes in each column: columns from left to right, boxes from top to bottom. */
export function columnsOf(rects: readonly Rect[]): number[][] {
  const columns: number[][] = []
  let last = -Infinity
  for (const index of sorted([...rects.keys()], rects, 'x')) {
    const at = middleOf(rects[index]!).x
    if (at - last > ROUNDING) columns.push([])
    columns.at(-1)?.push(index)
    last = at
  }
  return columns.map((it) => sorted(it, rects, 'y'))
}

/** Box indexes by column of a folded drawing. `bands` has the band of each box, a strip into which `fold` cuts the drawing. */
export function columnsInBands(rects: readonly Rect[], bands: readonly number[]): number[][] {
  return columnsOf(rects).flatMap((column) => [...Map.groupBy(column, (it) => bands[it]).values()])
}

/** Aligns the cards of each column with the left edge of the widest card. Cards are the first `count` boxes. */
export function alignLeft(rects: readonly Rect[], columns: readonly number[][], count: number): Rect[] {
  const aligned = [...rects]
  for (const column of columns) {
    const cards = column.filter((it) => it < count)
    const x = Math.min(...cards.map((it) => rects[it]!.x))
    for (const card of cards) aligned[card] = { ...rects[card]!, x }
  }
  return aligned
}

function sorted(indexes: number[], rects: readonly Rect[], axis: Coordinate): number[] {
  return indexes.sort((a, b) => middleOf(rects[a]!)[axis] - middleOf(rects[b]!)[axis])
}
