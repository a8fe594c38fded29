import type { Rect, Size } from '../draw/display-list.ts'

/** Px between the text in a corner and the drawing beside it. */
const BESIDE = 32

/** Sizes of the texts in the left corners of a picture, above and below its drawing. */
export interface Corners {
  title: Size
  legend: Size
}

/**
 * How far title and legend stand out of a drawing, in px above and below: where its left corners are empty, they use them.
 *
 * @param contents of the drawing
 * @param bounds around all of them
 */
export function overhang(
  contents: Iterable<Rect>,
  bounds: Rect,
  { title, legend }: Corners,
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
