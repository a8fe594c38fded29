import type { Rect } from '../draw/display-list.ts'
import { createRectIndex } from '../route/rect-index.ts'
import type { Box, Room } from './box.ts'
import { extent } from './columns.ts'

/** How near to anything else a box may come, in px. */
const CLEARANCE = 28
/** Places that are looked at, across and down. */
const STEPS = 24
/** Of more boxes, all stand below. */
const MOST = 60

/**
 * Places boxes without links where a drawing is empty, as near to its corners as they fit.
 *
 * @param taken by boxes and lines
 * @returns the place of each box; none where there is no room
 */
export function placeInCorners(boxes: readonly Box[], taken: readonly Rect[]): (Rect | undefined)[] {
  if (taken.length === 0 || boxes.length > MOST) return boxes.map(() => undefined)
  const { left, top, width, height } = extent(taken)
  const bounds = { x: left, y: top, width, height }
  const index = createRectIndex()
  for (const it of taken) index.add(it)
  return boxes.map((box) => {
    const rect = placesFor(box, bounds).find((it) => index.overlap(it, CLEARANCE) === 0)
    if (rect) index.add(rect)
    return rect
  })
}

/** Within the bounds, those nearest to a corner first. */
function placesFor({ width, height }: Room, bounds: Rect): Rect[] {
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
