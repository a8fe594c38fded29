import type { Canvas2d, PageCanvas, PageGlobals } from '../../../services/render-worker/page/page-globals.ts'
import type { RowEncoder } from '../../../services/render-worker/page/row-encoder.ts'
import type { Drawing, FontFace, Paint, Primitive } from '../../../services/render-worker/scene/display-list.ts'

export interface FloorPainter {
  /** By Chromium's own encoder: the PNG. */
  encodedByChromium(drawing: string, scale: number): Promise<Blob>
  /** Strip by strip, by ours: the zlib stream of a PNG of eight bits of red, green and blue. */
  encodedInStrips(drawing: string, scale: number): Promise<Blob>
}

/**
 * Paints drawings as directly as can be, taking for granted that all fonts are there. It runs in the page, reaching it as the
 * text of this very function, so everything it uses stands inside it.
 */
export function createFloorPainter(
  page: PageGlobals,
  faces: Record<FontFace, string>,
  encoder: RowEncoder,
): FloorPainter {
  const STRIP_PIXELS = 1 << 20
  const TURN = 2 * Math.PI
  let strip: { canvas: Canvas2d; width: number } | undefined

  type Shape = Extract<Primitive, { kind: 'rect' | 'circle' | 'path' }>
  /** An item with what would have to be found out again for each strip that shows it. */
  interface Prepared {
    item: Exclude<Primitive, { kind: 'move' }>
    offset: { x: number; y: number }
    path: object | undefined
  }

  function open(width: number, height: number): Canvas2d {
    const canvas = new page.OffscreenCanvas(width, height)
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true })!
  }

  function paintOf(target: Canvas2d, paint: Paint): unknown {
    if (typeof paint === 'string') return paint
    const gradient = target.createLinearGradient(paint.from.x, paint.from.y, paint.to.x, paint.to.y)
    gradient.addColorStop(0, paint.fromColor)
    gradient.addColorStop(1, paint.toColor)
    return gradient
  }

  function fillAndStroke(target: Canvas2d, shape: Shape, path?: object): void {
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

  function drawDots(target: Canvas2d, dots: Extract<Primitive, { kind: 'dots' }>, scale: number): void {
    const side = Math.max(1, Math.round(dots.spacing * scale))
    const dot = new page.OffscreenCanvas(side, side).getContext('2d', { alpha: true, willReadFrequently: true })!
    dot.fillStyle = dots.color
    dot.beginPath()
    dot.arc(side / 2, side / 2, dots.radius * scale, 0, TURN)
    dot.fill()
    const pattern = target.createPattern(dot.canvas, 'repeat')
    pattern?.setTransform(new page.DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0]))
    target.fillStyle = pattern
    target.fillRect(dots.x, dots.y, dots.width, dots.height)
  }

  /** The part of a card with round corners that lies left of the stripe's right edge. */
  function drawStripe(target: Canvas2d, stripe: Extract<Primitive, { kind: 'stripe' }>): void {
    const { card, radius, width } = stripe
    const angle = Math.acos((radius - width) / radius)
    const [x, top, bottom] = [card.x + radius, card.y + radius, card.y + card.height - radius]
    target.beginPath()
    target.arc(x, bottom, radius, Math.PI - angle, Math.PI)
    target.arc(x, top, radius, Math.PI, Math.PI + angle)
    target.closePath()
    target.fillStyle = stripe.color
    target.fill()
  }

  function drawText(target: Canvas2d, item: Extract<Primitive, { kind: 'text' }>): void {
    const { size, weight, face } = item.font
    target.font = `${weight} ${size}px ${faces[face]}`
    target.direction = item.isRightToLeft ? 'rtl' : 'ltr'
    target.textAlign = item.align
    target.fillStyle = item.color
    target.fillText(item.text, item.x, item.y)
  }

  function draw(target: Canvas2d, { item, path }: Prepared, scale: number): void {
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
      case 'text':
        return drawText(target, item)
    }
  }

  /** Draws items on the rows from `top` on. */
  function drawAll(target: Canvas2d, items: Iterable<Prepared>, drawing: Drawing, scale: number, top: number): void {
    target.setTransform(1, 0, 0, 1, 0, 0)
    target.fillStyle = drawing.background
    target.fillRect(0, 0, Math.round(drawing.width * scale), Math.round(drawing.height * scale))
    target.lineCap = 'round'
    target.lineJoin = 'round'
    target.textBaseline = 'alphabetic'
    target.fontKerning = 'normal'
    let at: object | undefined
    for (const it of items) {
      const { offset } = it
      if (at !== offset) target.setTransform(scale, 0, 0, scale, offset.x * scale, offset.y * scale - top)
      at = offset
      draw(target, it, scale)
    }
  }

  function prepare({ items }: Drawing): Prepared[] {
    let offset = { x: 0, y: 0 }
    const prepared: Prepared[] = []
    for (const item of items) {
      if (item.kind === 'move') offset = { x: offset.x + item.x, y: offset.y + item.y }
      else prepared.push({ item, offset, path: item.kind === 'path' ? new page.Path2D(item.d) : undefined })
    }
    return prepared
  }

  /** Top and bottom in canvas px, rather too far apart than too near. */
  function extentOf({ item }: Prepared): [top: number, bottom: number] {
    switch (item.kind) {
      case 'stripe':
        return [item.card.y - 1, item.card.y + item.card.height + 1]
      case 'circle':
        return [item.y - 2 * item.radius, item.y + 2 * item.radius]
      case 'text':
        return [item.y - 1.5 * item.font.size, item.y + item.font.size]
      case 'path':
        return [item.top - 4, item.bottom + 4]
      default:
        return [item.y - 2, item.y + item.height + 2]
    }
  }

  function sortIntoStrips(items: readonly Prepared[], height: number, rows: number, scale: number): Prepared[][] {
    const strips = Array.from({ length: Math.ceil(height / rows) }, (): Prepared[] => [])
    for (const it of items) {
      const [top, bottom] = extentOf(it)
      const first = Math.max(0, Math.floor(((top + it.offset.y) * scale) / rows))
      const last = Math.min(strips.length - 1, Math.floor(((bottom + it.offset.y) * scale) / rows))
      for (let index = first; index <= last; index++) strips[index]!.push(it)
    }
    return strips
  }

  async function readRows(canvas: PageCanvas, rows: number, pixels: Uint8Array): Promise<void> {
    const frame = new page.VideoFrame(canvas, { timestamp: 0 })
    await frame.copyTo(pixels, { rect: { x: 0, y: 0, width: canvas.width, height: rows }, format: 'BGRX' })
    frame.close()
  }

  return {
    async encodedByChromium(json, scale) {
      const drawing: Drawing = JSON.parse(json)
      const target = open(Math.round(drawing.width * scale), Math.round(drawing.height * scale))
      drawAll(target, prepare(drawing), drawing, scale, 0)
      return target.canvas.convertToBlob({ type: 'image/png' })
    },
    async encodedInStrips(json, scale) {
      const drawing: Drawing = JSON.parse(json)
      const [width, height] = [Math.round(drawing.width * scale), Math.round(drawing.height * scale)]
      const stripRows = Math.ceil(STRIP_PIXELS / width / 8) * 8
      const strips = sortIntoStrips(prepare(drawing), height, stripRows, scale)
      if (strip?.width !== width) strip = { canvas: open(width, stripRows), width }
      const target = strip.canvas
      const pixels = encoder.begin(width, stripRows)
      const parts: Uint8Array<ArrayBuffer>[] = []
      for (const [index, items] of strips.entries()) {
        const top = index * stripRows
        const rows = Math.min(stripRows, height - top)
        drawAll(target, items, drawing, scale, top)
        await readRows(target.canvas, rows, pixels)
        parts.push(encoder.add(rows))
      }
      parts.push(encoder.end())
      return new Blob(parts)
    },
  }
}
