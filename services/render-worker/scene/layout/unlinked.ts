import { createBudget } from '../geometry/budget.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import { boundingBox, type Rect, type Size } from '../geometry/rect.ts'
import type { Box } from './box.ts'

/** Minimum px between a box and any other element. */
const CLEARANCE = 28
/** Number of steps between candidate positions, horizontally and vertically. */
const STEPS = 24
/** Maximum number of boxes that are placed in corners. It bounds their work. */
const MAX_BOXES = 60

/**
 * Places boxes without links in empty areas of a drawing, as near to its corners as they fit.
 *
 * @param taken rectangles of boxes and lines
 * @returns the rectangle of each box; undefined if there is no space
 */
export function placeInCorners(boxes: readonly Box[], taken: readonly Rect[]): (Rect | undefined)[] {
  if (taken.length === 0 || boxes.length > MAX_BOXES) return boxes.map(() => undefined)
  const bounds = boundingBox(taken)
  const index = createRectIndex(createBudget(Infinity))
  for (const rect of taken) index.add(rect)
  return boxes.map((box) => {
    const rect = candidatesFor(box, bounds).find((it) => index.overlap(it, CLEARANCE) === 0)
    if (rect) index.add(rect)
    return rect
  })
}

/** Candidate rectangles of a box within the bounds, nearest to a corner first. */
function candidatesFor({ width, height }: Size, bounds: Rect): Rect[] {
  const room = { x: bounds.width - width, y: bounds.height - height }
  if (room.x < 0 || room.y < 0) return []
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)
  const away = ({ x, y }: Rect): number =>
    Math.hypot(Math.min(x - bounds.x, bounds.x + room.x - x), Math.min(y - bounds.y, bounds.y + room.y - y))
  return steps
    .flatMap((right) =>
      steps.map((down) => ({
        x: Math.round(bounds.x + right * room.x),
        y: Math.round(bounds.y + down * room.y),
        width,
        height,
      })),
    )
    .sort((a, b) => away(a) - away(b) || b.y - a.y || a.x - b.x)
}
