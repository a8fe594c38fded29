/** A canvas that is never shown, by its context. */
export type Canvas = OffscreenCanvasRenderingContext2D

/** Creates a canvas, in memory of the processor. @throws Error for a size that Chromium refuses */
export function createCanvas(width: number, height: number, isOpaque: boolean): Canvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: !isOpaque, willReadFrequently: true })
  if (!context) throw new Error(`no canvas of ${width} × ${height}`)
  return context
}
