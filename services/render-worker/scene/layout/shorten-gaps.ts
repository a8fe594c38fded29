import type { Box } from './box.ts'

/** A drawing wider or higher than this loses its emptiness. */
const MAX_SPAN = 24_000
/** Canvases count in 32-bit floats: further from the origin, positions would lose their fractions. */
const MAX_DISTANCE = 100_000
const LONGEST_GAP = 600

/**
 * Places as they can be drawn. Most maps stay exactly as they are; where one reaches too far, the empty stretches between
 * neighbouring coordinates are cut to a length that still shows them. Order is kept for all numbers: ±1e308 is just far away.
 */
export function shortenGaps(boxes: readonly Box[]): Box[] {
  const xs = shorten(boxes.flatMap((it) => it.at?.x ?? []))
  const ys = shorten(boxes.flatMap((it) => it.at?.y ?? []))
  return boxes.map((box) => {
    if (!box.at) return box
    return { ...box, at: { x: xs.get(box.at.x) ?? 0, y: ys.get(box.at.y) ?? 0 } }
  })
}

/** From each coordinate to where it is drawn. */
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
