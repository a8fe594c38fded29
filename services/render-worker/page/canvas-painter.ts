import { cssFont } from '../fonts/families.ts'
import type { Drawing } from '../scene/draw/display-list.ts'
import type { Point } from '../scene/geometry/rect.ts'
import type { TextRun } from '../scene/text/font.ts'
import { type Canvas, createCanvas } from './canvas.ts'
import { pictureSize } from './picture-size.ts'
import { type PlacedShape, placeShapes } from './placed-shape.ts'
import type { RowEncoder } from './png-encoder/row-encoder.ts'
import { paintShape } from './shape-painter.ts'
import { sortIntoStrips, stripRowsOf } from './strips.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Measures texts, whose fonts must be loaded. @returns their widths in px, in their order */
export function measureTexts(runs: readonly TextRun[]): number[] {
  // A canvas caches every text that it measures, so each job has its own.
  const measuring = createCanvas(1, 1, true)
  return runs.map((run) => {
    measuring.font = cssFont(run)
    return measuring.measureText(run.text).width
  })
}

/** Paints any drawing on one canvas, which Chromium encodes as a PNG. The fonts of its texts must be loaded. */
export function paintPng(drawing: Drawing, scale: number): Promise<Blob> {
  const { width, height } = pictureSize(drawing, scale)
  const target = createCanvas(width, height, drawing.isOpaque)
  paintAll(target, placeShapes(drawing.items), drawing.background, scale, 0)
  return target.canvas.convertToBlob({ type: 'image/png' })
}

/**
 * Paints an opaque drawing as the content of a PNG's IDAT chunk, in parts, with `scale` picture pixels per canvas px. It paints
 * strip by strip, so that no canvas is larger than one strip. The fonts of all texts must be loaded.
 * @param maxMs time limit in ms from now; painting throws after the first strip that exceeds it
 */
export async function paintIdat(encoder: RowEncoder, drawing: Drawing, scale: number, maxMs: number): Promise<Bytes[]> {
  const deadline = performance.now() + maxMs
  const { width, height } = pictureSize(drawing, scale)
  const stripRows = stripRowsOf(width, height)
  const strips = sortIntoStrips(placeShapes(drawing.items), height, stripRows, scale)
  const target = createCanvas(width, stripRows, true)
  const picture = encoder.begin(width, stripRows)
  const chunks: Bytes[] = []
  for (const [index, placed] of strips.entries()) {
    const top = index * stripRows
    const rows = Math.min(stripRows, height - top)
    paintAll(target, placed, drawing.background, scale, top)
    await readPixels(target.canvas, rows, picture.pixels)
    if (performance.now() > deadline) throw new Error('the picture takes too long')
    chunks.push(picture.add(rows))
  }
  chunks.push(picture.end())
  return chunks
}

/** Paints shapes on a canvas whose first row is the picture's row `top`. */
function paintAll(
  target: Canvas,
  placed: Iterable<PlacedShape>,
  background: string | undefined,
  scale: number,
  top: number,
): void {
  target.setTransform(1, 0, 0, 1, 0, 0)
  if (background !== undefined) {
    target.fillStyle = background
    target.fillRect(0, 0, target.canvas.width, target.canvas.height)
  }
  target.lineCap = 'round'
  target.lineJoin = 'round'
  target.textBaseline = 'alphabetic'
  target.fontKerning = 'normal'
  let at: Point | undefined
  for (const shape of placed) {
    const { offset } = shape
    if (offset !== at) target.setTransform(scale, 0, 0, scale, offset.x * scale, offset.y * scale - top)
    at = offset
    paintShape(target, shape, scale)
  }
}

async function readPixels(canvas: OffscreenCanvas, rows: number, pixels: Bytes): Promise<void> {
  const frame = new VideoFrame(canvas, { timestamp: 0 })
  try {
    const rect = { x: 0, y: 0, width: canvas.width, height: rows }
    await frame.copyTo(pixels, { rect, format: 'BGRX' })
  } finally {
    frame.close()
  }
}
