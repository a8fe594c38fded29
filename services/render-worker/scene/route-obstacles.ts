import type { Point } from './display-list.ts'
import { type Path, samplesOf, type Segment } from './path.ts'
import type { RectIndex } from './rect-index.ts'

/** A line this near to a card looks as if it touched it. */
const MARGIN = 5
const SAMPLE = 16

/** Px of a path behind cards, its own among them, or half of that where it runs along a border. Beyond `enough` it is not counted on. */
export function hiddenLength(path: Path, cards: RectIndex, enough = Infinity): number {
  let hidden = 0
  const last = path.segments.length - 1
  for (const [index, segment] of path.segments.entries()) {
    if (hidden > enough) break
    const [from, to] = segment
    if (segment.length === 2 && (from.x === to.x || from.y === to.y)) {
      hidden += hiddenRun(from, to, index === 0 ? MARGIN : 0, index === last ? MARGIN : 0, cards)
    } else hidden += hiddenCurve(segment, path.lengths[index] ?? 0, cards, enough - hidden)
  }
  return hidden
}

/** A level or upright line is a band; where the path starts and ends, it touches its own card without being behind it. */
function hiddenRun(from: Point, to: Point, fromStart: number, toEnd: number, cards: RectIndex): number {
  const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  if (length <= fromStart + toEnd) return 0
  const step = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const start = { x: from.x + step.x * fromStart, y: from.y + step.y * fromStart }
  const end = { x: to.x - step.x * toEnd, y: to.y - step.y * toEnd }
  const band = {
    x: Math.min(start.x, end.x),
    y: Math.min(start.y, end.y),
    width: Math.abs(end.x - start.x),
    height: Math.abs(end.y - start.y),
  }
  return cards.overlap(band, MARGIN) / (2 * MARGIN)
}

function hiddenCurve(segment: Segment, length: number, cards: RectIndex, enough: number): number {
  let hidden = 0
  const step = Math.min(length, SAMPLE)
  for (const { x, y } of samplesOf({ segments: [segment], lengths: [length], length }, SAMPLE)) {
    hidden += (cards.overlap({ x, y, width: 0, height: 0 }, MARGIN) / (2 * MARGIN) ** 2) * step
    if (hidden > enough) break
  }
  return hidden
}
