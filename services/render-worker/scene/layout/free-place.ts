import type { RectIndex } from '../geometry/rect-index.ts'
import type { Point, Rect } from '../geometry/rect.ts'

/** Px between a box that is placed beside others and its neighbours. */
export const GAP = { x: 72, y: 40 }
/** Minimum px between a box that is placed in a map and any other. */
export const CLEARANCE = 20
const MAX_RINGS = 60

/**
 * Finds the nearest free position, ring by ring: below, then above, then to the sides.
 * @param rings cached rings, by distance
 * @param step px between two positions, by default so many that two boxes are side by side
 */
export function freePlace(
  preferred: Rect,
  index: RectIndex,
  rings: Point[][],
  step: Point = { x: preferred.width + GAP.x, y: preferred.height + GAP.y },
): Rect | undefined {
  for (let ring = 0; ring <= MAX_RINGS; ring++) {
    for (const { x, y } of (rings[ring] ??= ringOf(ring))) {
      const rect = { ...preferred, x: preferred.x + x * step.x, y: preferred.y + y * step.y }
      if (index.overlap(rect, CLEARANCE) === 0) return rect
    }
  }
  return undefined
}

/** The cells of a grid at a distance from its centre, the cells straight below and above first. */
export function ringOf(distance: number): Point[] {
  if (distance === 0) return [{ x: 0, y: 0 }]
  const points: Point[] = []
  for (let x = -distance; x <= distance; x++) points.push({ x, y: distance }, { x, y: -distance })
  for (let y = 1 - distance; y < distance; y++) points.push({ x: distance, y }, { x: -distance, y })
  return points.sort((a, b) => Math.abs(a.x) - Math.abs(b.x) || b.y - a.y || b.x - a.x)
}
