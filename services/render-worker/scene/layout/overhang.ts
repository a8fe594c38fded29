import type { Rect, Size } from '../geometry/rect.ts'

/** Px between the text in a corner and the drawing beside it. */
const BESIDE = 32

/** Sizes of the texts in the left corners of a picture, above and below its drawing. */
export interface CornerTexts {
  title: Size
  legend: Size
}

/**
 * Computes how far title and legend extend above and below a drawing, in px. They use the empty left corners of the drawing.
 *
 * @param contents rectangles of the drawing's elements
 * @param bounds bounding box of the contents
 */
export function overhang(
  contents: Iterable<Rect>,
  bounds: Rect,
  { title, legend }: CornerTexts,
): { above: number; below: number } {
  let above = 0
  let below = 0
  const bottom = bounds.y + bounds.height
  for (const { x, y, height } of contents) {
    const left = x - bounds.x
    if (left < title.width + BESIDE) above = Math.max(above, title.height - (y - bounds.y))
    if (left < legend.width + BESIDE) below = Math.max(below, legend.height - (bottom - y - height))
  }
  return { above, below }
}
