import { type PlacedShape, reachOf } from './placed-shape.ts'

/** Maximum number of pixels of a strip, so that it fits into the processor's cache. */
const STRIP_PIXELS = 1 << 20
/** The rows of a strip are a multiple of 8: gradients are dithered in squares of 8 × 8, which must not be split. */
const STRIP_STEP = 8

/** Returns the number of rows of a picture's strips. The last strip may have fewer. */
export function stripRowsOf(width: number, height: number): number {
  return Math.min(height, Math.max(1, Math.floor(STRIP_PIXELS / width / STRIP_STEP)) * STRIP_STEP)
}

/** Finds the shapes of each strip, in the order of painting. @param height rows of the picture */
export function sortIntoStrips(
  placed: readonly PlacedShape[],
  height: number,
  stripRows: number,
  scale: number,
): PlacedShape[][] {
  const strips = Array.from({ length: Math.ceil(height / stripRows) }, (): PlacedShape[] => [])
  for (const shape of placed) {
    const [top, bottom] = reachOf(shape.item)
    const first = Math.max(0, Math.floor(((top + shape.offset.y) * scale) / stripRows))
    const last = Math.min(strips.length - 1, Math.floor(((bottom + shape.offset.y) * scale) / stripRows))
    for (let index = first; index <= last; index++) strips[index]!.push(shape)
  }
  return strips
}
