import type { Box } from './box.ts'

/** Maximum width and height in px. Beyond it, gaps are shortened. */
const MAX_SPAN = 24_000
/** Maximum px from the origin. Canvases use 32-bit floats, which would lose fractions beyond it. */
const MAX_DISTANCE = 100_000
const LONGEST_GAP = 600

/**
 * Makes the positions of boxes drawable. Most maps stay unchanged. In a map that extends too far, the gaps between
 * adjacent coordinates are shortened, but stay visible. The order of coordinates is kept, even for ±1e308.
 */
export function shortenGaps(boxes: readonly Box[]): Box[] {
  const xs = shorten(boxes.flatMap((it) => it.at?.x ?? []))
  const ys = shorten(boxes.flatMap((it) => it.at?.y ?? []))
  return boxes.map((box) => {
    if (!box.at) return box
    return { ...box, at: { x: xs.get(box.at.x) ?? 0, y: ys.get(box.at.y) ?? 0 } }
  })
}

/** Maps each coordinate to the coordinate at which it is drawn. */
function shorten(values: readonly number[]): Map<number, number> {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const first = sorted[0] ?? 0
  const last = sorted.at(-1) ?? 0
  if (last - first <= MAX_SPAN && Math.max(-first, last) <= MAX_DISTANCE) return new Map(sorted.map((it) => [it, it]))
  const isTooLong = last - first > MAX_SPAN
  const drawn = new Map<number, number>()
  let at = 0
  let previous = first
  for (const value of sorted) {
    const gap = value - previous
    at += isTooLong ? Math.min(gap, LONGEST_GAP) : gap
    drawn.set(value, at)
    previous = value
  }
  return drawn
}
