import type { Budget } from '../geometry/budget.ts'
import type { Path } from '../geometry/path.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import { inflate, type Point, type Rect } from '../geometry/rect.ts'
import { pointOn, type Segment } from '../geometry/segment.ts'
import { HIDDEN_STEP, MAX_HIDDEN_POINTS, TOUCHING } from './tuning.ts'

/** Cards that edges should not run behind. */
export interface Obstacles {
  /** Px of a path behind cards, including its own, or along their borders. Counting stops above `enough`. */
  hiddenLength(path: Path, enough: number): number
}

/** Px at each end of a path that do not count, since the path touches its own cards there. */
const END = TOUCHING + 1
/** The same for a slanted line, which leaves them at an angle. */
const SLANTED_END = 24
/** Half the width of a line in px, since the index measures areas. */
const HALF_WIDTH = 0.5

/** Creates obstacles from cards, with a margin around them. @param budget of visited cells and cards */
export function createObstacles(cards: Iterable<Rect>, budget: Budget): Obstacles {
  const index = createRectIndex(budget)
  for (const card of cards) index.add(inflate(card, TOUCHING - HALF_WIDTH))

  function hiddenCurve(segment: Segment, length: number, start: number, end: number, enough: number): number {
    const count = Math.min(MAX_HIDDEN_POINTS, Math.ceil((length - start - end) / HIDDEN_STEP))
    const step = (length - start - end) / count
    let hidden = 0
    for (let sample = 0; sample < count && hidden <= enough; sample++) {
      if (index.isNear(pointOn(segment, (start + (sample + 0.5) * step) / length), HALF_WIDTH)) hidden += step
    }
    return hidden
  }

  return {
    hiddenLength({ segments, lengths }, enough) {
      let hidden = 0
      const last = segments.length - 1
      for (let at = 0; at <= last && hidden <= enough; at++) {
        const segment = segments[at]!
        const [from, to] = segment
        if (segment.length === 2 && (from.x === to.x || from.y === to.y)) {
          const run = runWithout(from, to, at === 0 ? END : 0, at === last ? END : 0)
          if (run) hidden += index.overlap(run, HALF_WIDTH) / (2 * HALF_WIDTH)
        } else {
          const own = segment.length === 2 ? SLANTED_END : 0
          const [start, end] = [at === 0 ? own : 0, at === last ? own : 0]
          hidden += hiddenCurve(segment, lengths[at] ?? 0, start, end, enough - hidden)
        }
      }
      return hidden
    },
  }
}

/** A horizontal or vertical segment without the given px at its ends, as a rectangle. */
function runWithout(from: Point, to: Point, start: number, end: number): Rect | undefined {
  const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
  if (length <= start + end) return undefined
  const step = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const x = from.x + step.x * start
  const y = from.y + step.y * start
  const toX = to.x - step.x * end
  const toY = to.y - step.y * end
  return { x: Math.min(x, toX), y: Math.min(y, toY), width: Math.abs(toX - x), height: Math.abs(toY - y) }
}
