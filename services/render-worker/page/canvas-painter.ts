import type { Drawing, Paint, Point, Primitive, Shape, TextRun } from '../scene/draw/display-list.ts'
import type { Canvas2d, PageCanvas, PageGlobals, PagePath } from './page-globals.ts'
import type { RowEncoder } from './png-encoder/row-encoder.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Draws and measures on canvases, taking for granted that the fonts of all texts are there. */
export interface CanvasPainter {
  /** In px, in the order of the runs. */
  widthsOf(runs: readonly TextRun[]): number[]
  /**
   * An opaque drawing as the rows of a PNG, as RowEncoder makes them, with `scale` picture pixels per canvas px.
   * @param maxMs throws after the first strip that ends later than this from now
   */
  paintRows(drawing: Drawing, scale: number, maxMs: number): Promise<Bytes[]>
  /** Any drawing on one canvas, as the PNG that Chromium makes of it. */
  paintPng(drawing: Drawing, scale: number): Promise<Blob>
}

/**
 * Where all drawing is done. It runs in the page, reaching it as the text of this very function, so everything it uses stands
 * inside it.
 *
 * @param fontText a run's font as CSS has it
 */
export function createCanvasPainter(
  page: PageGlobals,
  encoder: RowEncoder,
  fontText: (run: TextRun) => string,
): CanvasPainter {
  /** Few enough to stay in the processor's cache. */
  const STRIP_PIXELS = 1 << 20
  /** Gradients are dithered in squares of 8 × 8, which must not be cut. */
  const STRIP_STEP = 8
  const TURN = 2 * Math.PI
  /** Of the square that icons are drawn on, and of their lines. */
  const [ICON_SIDE, ICON_LINE] = [24, 2]
  /** How far lines reach beyond their geometry, in canvas px. */
  const LINE_ROOM = 4
  /** ASCII and emoji. The emoji of a family takes a fifth of a millisecond in each strip that it may reach into. */
  const lowText = /^[\x20-\x7e\p{Emoji}\p{Emoji_Component}]*$/u

  function context(width: number, height: number, isOpaque: boolean): Canvas2d {
    const canvas = new page.OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: !isOpaque, willReadFrequently: true })
    if (!context) throw new Error(`no canvas of ${width} × ${height}`)
    return context
  }

  function paintOf(target: Canvas2d, paint: Paint): unknown {
    if (typeof paint === 'string') return paint
    const gradient = target.createLinearGradient(paint.from.x, paint.from.y, paint.to.x, paint.to.y)
    gradient.addColorStop(0, paint.fromColor)
    gradient.addColorStop(1, paint.toColor)
    return gradient
  }

  /** @param path undefined for the canvas's own */
  function fillAndStroke(target: Canvas2d, shape: Shape, path?: PagePath): void {
    if (shape.fill !== undefined) {
      target.fillStyle = paintOf(target, shape.fill)
      if (path) target.fill(path)
      else target.fill()
    }
    if (shape.stroke === undefined) return
    target.strokeStyle = paintOf(target, shape.stroke)
    target.lineWidth = shape.lineWidth ?? 1
    target.setLineDash(shape.dash ?? [])
    if (path) target.stroke(path)
    else target.stroke()
  }

  /** The grid is one tile, repeated, and only where it has dots: that costs no more than a few lines. */
  function drawDots(target: Canvas2d, dots: Extract<Primitive, { kind: 'dots' }>, scale: number): void {
    const { x, y, width, height, spacing, radius } = dots
    const side = Math.max(1, Math.round(spacing * scale))
    const tile = context(side, side, false)
    tile.fillStyle = dots.color
    tile.beginPath()
    tile.arc(side / 2, side / 2, radius * scale, 0, TURN)
    tile.fill()
    const pattern = target.createPattern(tile.canvas, 'repeat')
    pattern?.setTransform(new page.DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0]))
    target.fillStyle = pattern
    const step = side / scale
    for (let row = step / 2; row < height + radius; row += step) {
      target.fillRect(x, y + row - radius - 1, width, 2 * radius + 2)
    }
  }

  /** What of a card with round corners lies left of the stripe's right edge. */
  function drawStripe(target: Canvas2d, { card, radius, width, color }: Extract<Primitive, { kind: 'stripe' }>): void {
    const angle = Math.acos((radius - width) / radius)
    const x = card.x + radius
    target.beginPath()
    target.arc(x, card.y + card.height - radius, radius, Math.PI - angle, Math.PI)
    target.arc(x, card.y + radius, radius, Math.PI, Math.PI + angle)
    target.closePath()
    target.fillStyle = color
    target.fill()
  }

  function drawText(target: Canvas2d, item: Extract<Primitive, { kind: 'text' }>): void {
    target.font = fontText(item)
    target.direction = item.isRightToLeft ? 'rtl' : 'ltr'
    target.textAlign = item.align
    target.fillStyle = item.color
    target.fillText(item.text, item.x, item.y)
  }

  function drawIcon(target: Canvas2d, item: Extract<Primitive, { kind: 'icon' }>, path: PagePath): void {
    const { x, y, size, shape, color } = item
    target.save()
    target.translate(x, y)
    target.scale(size / ICON_SIDE, size / ICON_SIDE)
    fillAndStroke(target, shape.isOutline ? { stroke: color, lineWidth: ICON_LINE } : { fill: color }, path)
    target.restore()
  }

  function draw(target: Canvas2d, { item, path }: Placed, scale: number): void {
    switch (item.kind) {
      case 'dots':
        return drawDots(target, item, scale)
      case 'rect':
        target.beginPath()
        target.roundRect(item.x, item.y, item.width, item.height, item.radius)
        return fillAndStroke(target, item)
      case 'stripe':
        return drawStripe(target, item)
      case 'path':
        return fillAndStroke(target, item, path)
      case 'circle':
        target.beginPath()
        target.arc(item.x, item.y, item.radius, 0, TURN)
        return fillAndStroke(target, item)
      case 'icon':
        return drawIcon(target, item, path!)
      case 'text':
        return drawText(target, item)
    }
  }

  type Item = Exclude<Primitive, { kind: 'move' }>
  /** An item with what would else be found out again for every strip that shows it. */
  interface Placed {
    item: Item
    offset: Point
    path: PagePath | undefined
  }

  function pathOf(item: Item): PagePath | undefined {
    if (item.kind === 'path') return new page.Path2D(item.d)
    return item.kind === 'icon' ? new page.Path2D(item.shape.d) : undefined
  }

  function place(items: readonly Primitive[]): Placed[] {
    let offset = { x: 0, y: 0 }
    const placed: Placed[] = []
    for (const item of items) {
      if (item.kind === 'move') offset = { x: offset.x + item.x, y: offset.y + item.y }
      else placed.push({ item, offset, path: pathOf(item) })
    }
    return placed
  }

  /** How far letters reach above and below their line at most, in em; marks upon marks reach far. */
  function textReach(text: string): [above: number, below: number] {
    if (lowText.test(text)) return [1.25, 0.5]
    return /\p{M}{2}/u.test(text) ? [8, 8] : [2, 2]
  }

  /** Top and bottom in canvas px, rather too far apart than too near. */
  function reachOf(item: Item): [top: number, bottom: number] {
    switch (item.kind) {
      case 'path':
        return [item.top - LINE_ROOM, item.bottom + LINE_ROOM]
      case 'stripe':
        return [item.card.y - 1, item.card.y + item.card.height + 1]
      case 'circle':
        return [item.y - item.radius - LINE_ROOM, item.y + item.radius + LINE_ROOM]
      case 'icon':
        return [item.y, item.y + item.size]
      case 'text': {
        const [above, below] = textReach(item.text)
        return [item.y - above * item.font.size, item.y + below * item.font.size]
      }
      default:
        return [item.y - LINE_ROOM, item.y + item.height + LINE_ROOM]
    }
  }

  /** Draws items on a canvas whose first row is the picture's row `top`. */
  function drawAll(
    target: Canvas2d,
    placed: Iterable<Placed>,
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
    for (const it of placed) {
      if (it.offset !== at) target.setTransform(scale, 0, 0, scale, it.offset.x * scale, it.offset.y * scale - top)
      at = it.offset
      draw(target, it, scale)
    }
  }

  /** What each strip shows, in the order of painting. */
  function sortIntoStrips(placed: readonly Placed[], height: number, stripRows: number, scale: number): Placed[][] {
    const strips = Array.from({ length: Math.ceil(height / stripRows) }, (): Placed[] => [])
    for (const it of placed) {
      const [top, bottom] = reachOf(it.item)
      const first = Math.max(0, Math.floor(((top + it.offset.y) * scale) / stripRows))
      const last = Math.min(strips.length - 1, Math.floor(((bottom + it.offset.y) * scale) / stripRows))
      for (let index = first; index <= last; index++) strips[index]!.push(it)
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

  /** Strip by strip, so that no canvas is larger than one strip. */
  async function paintRows(drawing: Drawing, scale: number, maxMs: number): Promise<Bytes[]> {
    const until = page.performance.now() + maxMs
    const { width, height } = sizeOf(drawing, scale)
    const fullRows = Math.max(1, Math.floor(STRIP_PIXELS / width / STRIP_STEP)) * STRIP_STEP
    const stripRows = Math.min(height, fullRows)
    const strips = sortIntoStrips(place(drawing.items), height, stripRows, scale)
    const target = context(width, stripRows, true)
    const pixels = encoder.begin(width, stripRows)
    const parts: Bytes[] = []
    for (const [index, placed] of strips.entries()) {
      const top = index * stripRows
      const rows = Math.min(stripRows, height - top)
      drawAll(target, placed, drawing, scale, top)
      await readPixels(target.canvas, rows, pixels)
      if (page.performance.now() > until) throw new Error('the picture takes too long')
      parts.push(encoder.add(rows))
    }
    parts.push(encoder.end())
    return parts
  }

  return {
    widthsOf(runs) {
      // A canvas remembers every text that it measured, so each job has its own.
      const measuring = context(1, 1, true)
      return runs.map((run) => {
        measuring.font = fontText(run)
        return measuring.measureText(run.text).width
      })
    },
    paintRows,
    async paintPng(drawing, scale) {
      const { width, height } = sizeOf(drawing, scale)
      const target = context(width, height, drawing.isOpaque)
      drawAll(target, place(drawing.items), drawing, scale, 0)
      return target.canvas.convertToBlob({ type: 'image/png' })
    },
  }
}
