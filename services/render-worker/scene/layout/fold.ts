import { boundingBox, type Rect } from '../geometry/rect.ts'
import { columnsOf } from './columns.ts'
import { BAND_GAP } from './plan.ts'

/** Assigns each box to one of `count` bands of a drawing. All boxes of a column share a band. */
export function bandOfEach(rects: readonly Rect[], count: number): number[] {
  const { x: left, width } = boundingBox(rects)
  const bands = rects.map(() => 0)
  for (const column of columnsOf(rects)) {
    const own = boundingBox(column.map((it) => rects[it]!))
    const band = Math.min(count - 1, Math.floor((own.x - left) / (width / count)))
    for (const box of column) bands[box] = band
  }
  return bands
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
