import type { Rect, Size } from '../draw/display-list.ts'
import { boundingBox } from '../geometry/rect.ts'
import { createRectIndex } from '../geometry/rect-index.ts'
import type { Box } from './box.ts'

/** Least px between a box and anything else. */
const CLEARANCE = 28
/** Steps between the places that are looked at, across and down. */
const STEPS = 24
/** Most boxes that are placed in corners. */
const MAX_BOXES = 60

/**
 * Places boxes without links where a drawing is empty, as near to its corners as they fit.
 *
 * @param taken by boxes and lines
 * @returns the place of each box; undefined where there is no room
 */
export function placeInCorners(boxes: readonly Box[], taken: readonly Rect[]): (Rect | undefined)[] {
  if (taken.length === 0 || boxes.length > MAX_BOXES) return boxes.map(() => undefined)
  const bounds = boundingBox(taken)
  const index = createRectIndex()
  for (const it of taken) index.add(it)
  return boxes.map((box) => {
    const rect = placesFor(box, bounds).find((it) => index.overlap(it, CLEARANCE) === 0)
    if (rect) index.add(rect)
    return rect
  })
}

/** Places for a box within the bounds, those nearest to a corner first. */
function placesFor({ width, height }: Size, bounds: Rect): Rect[] {
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
