import { createBudget } from '../geometry/budget.ts'
import { boundingBox, middleOf, type Rect, type Size } from '../geometry/rect.ts'
import { distanceBetween } from '../geometry/segment.ts'
import type { Slide } from './slide.ts'

/** A link between two boxes, by their indexes. */
export interface IndexedLink {
  from: number
  to: number
}

const MAX_ROWS = 16
/** Maximum number of boxes and links that are placed and measured in search of an order. */
const MAX_MEASURED = 4_000_000
/** Share by which the cost of a drawing grows if its links are as long as its diagonal in the mean. */
const LOSS_BY_LENGTH = 1
/** Factor of the length of a link to a box that is read before its source. */
const BACKWARDS = 1.3

/**
 * Places boxes in rows, as words in lines of a text: in the number of rows that fits a slide best, and in an order for which links are short.
 * Swaps of two boxes find the order (2-opt), so it is not always the best.
 */
export function placeInRows(boxes: readonly Size[], links: readonly IndexedLink[], slide: Slide): Rect[] {
  const budget = createBudget(MAX_MEASURED)
  let order = [...boxes.keys()]
  const counts = Array.from({ length: Math.min(boxes.length, MAX_ROWS) }, (_, index) => index + 1)
  const costs = counts.map((rows) => slide.cost(inRows(boxes, order, rows)))
  const rows = counts[costs.indexOf(Math.min(...costs))]!
  let best = inRows(boxes, order, rows)
  let least = costOf(best, links, slide)
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    for (const [first, second] of pairsOf(boxes.length)) {
      budget.spend(boxes.length + links.length)
      if (budget.isSpent) return best
      const swapped = order.with(first, order[second]!).with(second, order[first]!)
      const rects = inRows(boxes, swapped, rows)
      const cost = costOf(rects, links, slide)
      if (cost >= least) continue
      order = swapped
      best = rects
      least = cost
      hasChanged = true
    }
  }
  return best
}

function* pairsOf(count: number): Generator<[number, number]> {
  for (let first = 0; first < count; first++)
    for (let second = first + 1; second < count; second++) yield [first, second]
}

/** Places boxes from left to right in so many rows of about the same width. */
function inRows(boxes: readonly Size[], order: readonly number[], rows: number): Rect[] {
  const width = boxes.reduce((sum, it) => sum + it.width, 0) / rows
  const rects: Rect[] = []
  let x = 0
  let y = 0
  let height = 0
  for (const index of order) {
    const box = boxes[index]!
    if (x > 0 && x + box.width / 2 > width) {
      x = 0
      y += height
      height = 0
    }
    rects[index] = { x, y, width: box.width, height: box.height }
    x += box.width
    height = Math.max(height, box.height)
  }
  return rects
}

function costOf(rects: readonly Rect[], links: readonly IndexedLink[], slide: Slide): number {
  const { width, height } = boundingBox(rects)
  const length = links.reduce((sum, link) => {
    const source = rects[link.from]!
    const target = rects[link.to]!
    const isBackwards = target.y === source.y ? target.x < source.x : target.y < source.y
    return sum + distanceBetween(middleOf(source), middleOf(target)) * (isBackwards ? BACKWARDS : 1)
  }, 0)
  const mean = length / (Math.hypot(width, height) * Math.max(1, links.length))
  return slide.cost(rects) * (1 + LOSS_BY_LENGTH * mean)
}
