import { createBudget } from '../geometry/budget.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import { boundingBox, type Rect, type Size } from '../geometry/rect.ts'
import type { Box } from './box.ts'

/** Minimum px between a box and any other element. */
const CLEARANCE = 28
/** Number of steps between candidate positions, horizontally and vertically. */
const STEPS = 24

/**
 * Places a box without links in an empty area of a drawing, as near to a corner as it fits.
 *
 * @param taken rectangles of boxes and lines
 * @returns undefined if there is no space
 */
export function placeInCorner(box: Box, taken: readonly Rect[]): Rect | undefined {
  if (taken.length === 0) return undefined
  const index = createRectIndex(createBudget(Infinity))
  for (const rect of taken) index.add(rect)
  return candidatesFor(box, boundingBox(taken)).find((it) => index.overlap(it, CLEARANCE) === 0)
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
