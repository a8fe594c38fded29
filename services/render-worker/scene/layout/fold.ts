import { columnsOf, extent } from './columns.ts'
import type { Rect } from '../draw/display-list.ts'

/** In px: what is narrower may be as flat as it likes. */
const MIN_WIDTH = 2_600
const WIDTH_TO_HEIGHT = 1.6
const BAND_GAP = 90
const BANDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
/** How much larger it must be shown: folding tears neighbours apart. */
const LEAST_GAIN = 1.4

/** Into how many bands a drawing is folded, one below the other, so that a slide shows it largest. */
export function bandsFor(width: number, height: number): number {
  if (width < MIN_WIDTH) return 1
  const slideWidth = (count: number): number =>
    Math.max(width / count, WIDTH_TO_HEIGHT * (count * (height + BAND_GAP) - BAND_GAP))
  const best = BANDS.reduce((least, it) => (slideWidth(it) < slideWidth(least) ? it : least))
  return slideWidth(1) / slideWidth(best) < LEAST_GAIN ? 1 : best
}

/**
 * Folds a drawing in columns that is far too wide, as a long text is broken into lines: every other band runs back,
 * so that what follows stays near. Columns are boxes with the same middle.
 */
export function fold(rects: readonly Rect[], count: number): Rect[] {
  if (count === 1) return [...rects]
  const { left, width } = extent(rects)
  const columns = columnsOf(rects).map((it) => it.flatMap((index) => rects[index] ?? []))
  const bands = Map.groupBy(columns, (it) =>
    Math.min(count - 1, Math.floor((extent(it).left - left) / (width / count))),
  )
  const folded = new Map<Rect, Rect>()
  let top = 0
  for (let band = 0; band < count; band++) {
    const members = (bands.get(band) ?? []).flat()
    const own = extent(members)
    for (const rect of members) {
      const x =
        band % 2 === 0 ? rect.x - own.left : own.left + own.width - rect.x - rect.width + (width / count - own.width)
      folded.set(rect, { ...rect, x: Math.round(x), y: rect.y - own.top + top })
    }
    if (members.length > 0) top += own.height + BAND_GAP
  }
  return rects.map((it) => folded.get(it) ?? it)
}
