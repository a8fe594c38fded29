import type { Rect } from './display-list.ts'

/** Width by height: beyond the first a drawing is folded, into bands that come near to the second. */
const TOO_WIDE = 5
/** In px: what is narrower may be as flat as it likes. */
const MIN_WIDTH = 2_600
const WIDTH_TO_HEIGHT = 2
const BAND_GAP = 90

/**
 * Folds a drawing in columns that is far too wide, as a long text is broken into lines: every other band runs back,
 * so that what follows stays near. Columns are boxes with the same middle.
 */
export function fold(rects: readonly Rect[]): Rect[] {
  const { left, width, height } = extent(rects)
  if (width < MIN_WIDTH || width / height < TOO_WIDE) return [...rects]
  const count = Math.ceil(Math.sqrt(width / height / WIDTH_TO_HEIGHT))
  const bandOf = (rect: Rect): number => Math.min(count - 1, Math.floor((middle(rect) - left) / (width / count)))
  const bands = Map.groupBy(rects, bandOf)
  const folded = new Map<Rect, Rect>()
  let top = 0
  for (let band = 0; band < count; band++) {
    const members = bands.get(band) ?? []
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

function middle({ x, width }: Rect): number {
  return x + width / 2
}

export function extent(rects: readonly Rect[]): { left: number; top: number; width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { left, top, width: right - left, height: bottom - top }
}
