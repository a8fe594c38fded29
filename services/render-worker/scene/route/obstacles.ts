import type { Point, Rect } from '../draw/display-list.ts'
import { type Path, pointOn, type Segment } from './path.ts'
import { createRectIndex } from './rect-index.ts'

/** Cards that lines should not run behind. */
export interface Obstacles {
  /** Px of a path behind cards, its own among them, or along their borders. Beyond `enough` it is not counted on. */
  hiddenLength(path: Path, enough: number): number
  /** What `hiddenLength` has looked at so far, for callers with a budget. */
  readonly compared: number
}

/** A line this near to a card looks as if it touched it. */
const MARGIN = 5
/** Of each end of a path, which is where it touches its own cards. */
const END = MARGIN + 1
const SAMPLE = 16
/** What is measured is an area, so that lines have a width. */
const HALF_WIDTH = 0.5

/** The obstacles that these cards are to edges, with the margin around them. */
export function createObstacles(cards: Iterable<Rect>): Obstacles {
  const index = createRectIndex()
  for (const { x, y, width, height } of cards) {
    index.add({ x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN })
  }
  const hiddenWithin = (rect: Rect): number => index.overlap(rect, HALF_WIDTH) / (2 * HALF_WIDTH)

  function hiddenCurve(segment: Segment, length: number, enough: number): number {
    const count = Math.ceil(length / SAMPLE)
    let hidden = 0
    for (let it = 0; it < count && hidden <= enough; it++) {
      if (index.isNear(pointOn(segment, (it + 0.5) / count), HALF_WIDTH)) hidden += length / count
    }
    return hidden
  }

  return {
    get compared() {
      return index.compared
    },
    hiddenLength({ segments, lengths }, enough) {
      let hidden = 0
      const last = segments.length - 1
      for (let at = 0; at <= last && hidden <= enough; at++) {
        const segment = segments[at]!
        const [from, to] = segment
        if (segment.length === 2 && (from.x === to.x || from.y === to.y)) {
          const run = runWithout(from, to, at === 0 ? END : 0, at === last ? END : 0)
          if (run) hidden += hiddenWithin(run)
        } else hidden += hiddenCurve(segment, lengths[at] ?? 0, enough - hidden)
      }
      return hidden
    },
  }
}

/** A level or upright line without so many px of its ends. */
function runWithout(from: Point, to: Point, start: number, end: number): Rect | undefined {
  const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  if (length <= start + end) return undefined
  const step = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const [x, y] = [from.x + step.x * start, from.y + step.y * start]
  const [right, bottom] = [to.x - step.x * end, to.y - step.y * end]
  return { x: Math.min(x, right), y: Math.min(y, bottom), width: Math.abs(right - x), height: Math.abs(bottom - y) }
}
