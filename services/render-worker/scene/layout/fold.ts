import { boundingBox, type Rect } from '../geometry/rect.ts'
import { columnsOf } from './columns.ts'
import type { Cluster } from './dot.ts'
import { BAND_GAP } from './plan.ts'

/** Assigns each box to one of at most `count` bands of a drawing. All boxes of a column share a band, and so do all boxes of a cluster. */
export function bandOfEach(rects: readonly Rect[], count: number, clusters: readonly Cluster[]): number[] {
  const { x: left, width } = boundingBox(rects)
  const bands = rects.map(() => 0)
  let band = 0
  for (const part of partsOf(rects, clusters)) {
    const own = boundingBox(part.map((it) => rects[it]!))
    if (Math.floor((own.x - left) / (width / count)) > band) band++
    for (const box of part) bands[box] = band
  }
  return bands
}

/** The columns of a drawing, from left to right. All columns of a cluster, and those between them, are one part. */
function partsOf(rects: readonly Rect[], clusters: readonly Cluster[]): number[][] {
  const columns = columnsOf(rects)
  const columnOf = new Map(columns.flatMap((column, number) => column.map((box) => [box, number])))
  const spans = clusters.map(({ boxes }) => boxes.map((it) => columnOf.get(it)!))
  const ranges = spans.map((it) => ({ first: Math.min(...it), last: Math.max(...it) }))
  const parts: number[][] = []
  for (const [number, column] of columns.entries()) {
    if (ranges.some(({ first, last }) => first < number && number <= last)) parts.at(-1)!.push(...column)
    else parts.push(column)
  }
  return parts
}

/**
 * Folds a wide drawing into bands, as a text is wrapped into lines. Every other band is rotated by 180°, so that adjacent
 * columns stay near and lines between bands do not cross. A column consists of boxes with the same centre.
 */
export function fold(rects: readonly Rect[], bandOf: readonly number[]): Rect[] {
  const bands = Map.groupBy(rects.keys(), (it) => bandOf[it]!)
  const boundsOf = new Map([...bands].map(([band, own]) => [band, boundingBox(own.map((it) => rects[it]!))]))
  const width = Math.max(...[...boundsOf.values()].map((it) => it.width))
  const folded = [...rects]
  let top = 0
  for (const band of [...bands.keys()].sort((a, b) => a - b)) {
    const own = boundsOf.get(band)!
    for (const box of bands.get(band)!) {
      const rect = rects[box]!
      const right = rect.x - own.x
      const down = rect.y - own.y
      folded[box] =
        band % 2 === 0
          ? { ...rect, x: right, y: top + down }
          : { ...rect, x: width - right - rect.width, y: top + own.height - down - rect.height }
    }
    top += own.height + BAND_GAP
  }
  return folded
}
