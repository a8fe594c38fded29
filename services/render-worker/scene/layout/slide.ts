import { boundingBox, type Rect, type Size } from '../geometry/rect.ts'
import { type CornerTexts, overhang } from './overhang.ts'

/** Aspect ratios of pictures that fit a slide well: width divided by height. */
const SLIDE = { least: 1.6, best: 1.68, most: 1.72 } as const
/** Px around a picture, on every side. */
const PADDING = 48
/** Width of a slide in px. A picture that fits into it is large enough. */
export const SLIDE_WIDTH = 1_300

/** Rates how well drawings fit a slide. */
export interface Slide {
  /** Width of the slide that shows the drawing at full size; larger for other aspect ratios. */
  cost(contents: readonly Rect[]): number
  /** The size to which the drawing must grow for a good aspect ratio. Its width or its height stays. */
  fitting(contents: readonly Rect[]): Size
}

/** Creates the slide of a picture with these texts in its corners. */
export function slideWith(corners: CornerTexts): Slide {
  /** Size of the drawing, and height of the texts and the padding above and below it. */
  const measure = (contents: readonly Rect[]): Size & { texts: number } => {
    const bounds = boundingBox(contents)
    const { above, below } = overhang(contents, bounds, corners)
    return { width: bounds.width, height: bounds.height, texts: above + below + 2 * PADDING }
  }
  return {
    cost(contents) {
      const { width, height, texts } = measure(contents)
      const pictureWidth = width + 2 * PADDING
      const pictureHeight = height + texts
      const ratio = pictureWidth / pictureHeight
      const off = Math.max(1, SLIDE.least / ratio, ratio / SLIDE.most)
      return Math.max(SLIDE_WIDTH, pictureWidth, SLIDE.best * pictureHeight) * off
    },
    fitting(contents) {
      const { width, height, texts } = measure(contents)
      return {
        width: Math.max(width, SLIDE.least * (height + texts) - 2 * PADDING),
        height: Math.max(height, (width + 2 * PADDING) / SLIDE.most - texts),
      }
    },
  }
}
