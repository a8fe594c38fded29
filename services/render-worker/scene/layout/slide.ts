import type { Rect } from '../draw/display-list.ts'
import type { Room } from './box.ts'
import { extent } from './columns.ts'
import { type Corners, overhang } from './overhang.ts'

/** Width by height of a slide, and of the pictures that fit one well. */
const SLIDE = { least: 1.6, best: 1.68, most: 1.72 } as const
/** Px around a picture, on every side. */
const PADDING = 48
/** Px of a slide's width: a picture that fits into it is large enough. */
export const SLIDE_WIDTH = 1_300

/** The slide that a drawing is made for. */
export interface Slide {
  /** Width of the slide that shows the drawing at full size; larger for other aspect ratios. */
  price(contents: readonly Rect[]): number
  /** The size to grow to for a good aspect ratio; one side stays. */
  fitting(contents: readonly Rect[]): Room
}

/** The slide of a picture with these texts in its corners: the title at the top, the legend at the bottom. */
export function slideWith(corners: Corners): Slide {
  /** Size of the drawing, and height of what the picture has above and below it. */
  const measure = (contents: readonly Rect[]): Room & { above: number } => {
    const { left: x, top: y, width, height } = extent(contents)
    const { above, below } = overhang(contents, { x, y, width, height }, corners)
    return { width, height, above: above + below + 2 * PADDING }
  }
  return {
    price(contents) {
      const { width, height, above } = measure(contents)
      const [whole, high] = [width + 2 * PADDING, height + above]
      const ratio = whole / high
      const off = Math.max(1, SLIDE.least / ratio, ratio / SLIDE.most)
      return Math.max(SLIDE_WIDTH, whole, SLIDE.best * high) * off
    },
    fitting(contents) {
      const { width, height, above } = measure(contents)
      return {
        width: Math.max(width, SLIDE.least * (height + above) - 2 * PADDING),
        height: Math.max(height, (width + 2 * PADDING) / SLIDE.most - above),
      }
    },
  }
}
