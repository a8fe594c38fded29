import type { Drawing } from '../scene/draw/display-list.ts'
import type { Point } from '../scene/geometry/rect.ts'
import type { TextRun } from '../scene/text/font.ts'
import type { Canvas2d, PageCanvas, PageGlobals } from './page-globals.ts'
import type { RowEncoder } from './png-encoder/row-encoder.ts'
import type { CreateShapePainter, PlacedShape } from './shape-painter.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Paints and measures on canvases. The fonts of all texts must be loaded. */
export interface CanvasPainter {
  /** Widths of the runs in px, in their order. */
  widthsOf(runs: readonly TextRun[]): number[]
  /**
   * Paints an opaque drawing as the content of a PNG's IDAT chunk, in parts, with `scale` picture pixels per canvas px.
   * @param maxMs time limit in ms from now; painting throws after the first strip that exceeds it
   */
  paintIdat(drawing: Drawing, scale: number, maxMs: number): Promise<Bytes[]>
  /** Paints any drawing on one canvas, which Chromium encodes as a PNG. */
  paintPng(drawing: Drawing, scale: number): Promise<Blob>
}

/**
 * Creates a painter of whole drawings. The function is sent to the page as source text, so it must not use anything outside itself.
 *
 * @param fontText returns the CSS font of a run
 */
export function createCanvasPainter(
  page: PageGlobals,
  encoder: RowEncoder,
  createShapePainter: CreateShapePainter,
  fontText: (run: TextRun) => string,
): CanvasPainter {
  /** Maximum number of pixels of a strip, so that it fits into the processor's cache. */
  const STRIP_PIXELS = 1 << 20
  /** The rows of a strip are a multiple of 8: gradients are dithered in squares of 8 × 8, which must not be split. */
  const STRIP_STEP = 8
  const shapes = createShapePainter(page, createContext, fontText)

  function createContext(width: number, height: number, isOpaque: boolean): Canvas2d {
    const canvas = new page.OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: !isOpaque, willReadFrequently: true })
    if (!context) throw new Error(`no canvas of ${width} × ${height}`)
    return context
  }

  /** Paints shapes on a canvas whose first row is the picture's row `top`. */
  function paintAll(
    target: Canvas2d,
    placed: Iterable<PlacedShape>,
    { background }: Drawing,
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
      shapes.paint(target, shape, scale)
    }
  }

  /** Finds the shapes of each strip, in the order of painting. */
  function sortIntoStrips(
    placed: readonly PlacedShape[],
    height: number,
    stripRows: number,
    scale: number,
  ): PlacedShape[][] {
    const strips = Array.from({ length: Math.ceil(height / stripRows) }, (): PlacedShape[] => [])
    for (const shape of placed) {
      const [top, bottom] = shapes.reachOf(shape.item)
      const first = Math.max(0, Math.floor(((top + shape.offset.y) * scale) / stripRows))
      const last = Math.min(strips.length - 1, Math.floor(((bottom + shape.offset.y) * scale) / stripRows))
      for (let index = first; index <= last; index++) strips[index]!.push(shape)
    }
    return strips
  }

  async function readPixels(canvas: PageCanvas, rows: number, pixels: Uint8Array): Promise<void> {
    const frame = new page.VideoFrame(canvas, { timestamp: 0 })
    try {
      const rect = { x: 0, y: 0, width: canvas.width, height: rows }
      await frame.copyTo(pixels, { rect, format: 'BGRX' })
    } finally {
      frame.close()
    }
  }

  function sizeOf(drawing: Drawing, scale: number): { width: number; height: number } {
    return { width: Math.round(drawing.width * scale), height: Math.round(drawing.height * scale) }
  }

  /** Paints strip by strip, so that no canvas is larger than one strip. */
  async function paintIdat(drawing: Drawing, scale: number, maxMs: number): Promise<Bytes[]> {
    const deadline = page.performance.now() + maxMs
    const { width, height } = sizeOf(drawing, scale)
    const fullRows = Math.max(1, Math.floor(STRIP_PIXELS / width / STRIP_STEP)) * STRIP_STEP
    const stripRows = Math.min(height, fullRows)
    const strips = sortIntoStrips(shapes.place(drawing.items), height, stripRows, scale)
    const target = createContext(width, stripRows, true)
    const pixels = encoder.begin(width, stripRows)
    const chunks: Bytes[] = []
    for (const [index, placed] of strips.entries()) {
      const top = index * stripRows
      const rows = Math.min(stripRows, height - top)
      paintAll(target, placed, drawing, scale, top)
      await readPixels(target.canvas, rows, pixels)
      if (page.performance.now() > deadline) throw new Error('the picture takes too long')
      chunks.push(encoder.add(rows))
    }
    chunks.push(encoder.end())
    return chunks
  }

  return {
    widthsOf(runs) {
      // A canvas caches every text that it measures, so each job has its own.
      const measuring = createContext(1, 1, true)
      return runs.map((run) => {
        measuring.font = fontText(run)
        return measuring.measureText(run.text).width
      })
    },
    paintIdat,
    async paintPng(drawing, scale) {
      const { width, height } = sizeOf(drawing, scale)
      const target = createContext(width, height, drawing.isOpaque)
      paintAll(target, shapes.place(drawing.items), drawing, scale, 0)
      return target.canvas.convertToBlob({ type: 'image/png' })
    },
  }
}
