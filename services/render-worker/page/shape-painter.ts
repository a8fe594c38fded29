import type { Paint, Primitive, Shape } from '../scene/draw/display-list.ts'
import type { Point } from '../scene/geometry/rect.ts'
import type { TextRun } from '../scene/text/font.ts'
import type { Canvas2d, PageGlobals, PagePath } from './page-globals.ts'

/** A primitive that is visible on the canvas. */
export type PaintedShape = Exclude<Primitive, { kind: 'move' }>

/** A shape with its offset and path, which are computed once for all strips. */
export interface PlacedShape {
  item: PaintedShape
  offset: Point
  path: PagePath | undefined
}

/** Paints the shapes of a drawing on a canvas. */
export interface ShapePainter {
  /** The shapes of a drawing with their offsets, in the order of painting. */
  place(items: readonly Primitive[]): PlacedShape[]
  /** Vertical extent of a shape in canvas px, as an upper estimate. */
  reachOf(item: PaintedShape): [top: number, bottom: number]
  /** Paints one shape. The canvas must be transformed to the shape's offset. */
  paint(target: Canvas2d, shape: PlacedShape, scale: number): void
}

/**
 * Creates a painter of shapes. The function is sent to the page as source text, so it must not use anything outside itself.
 *
 * @param fontText returns the CSS font of a run
 */
export function createShapePainter(
  page: PageGlobals,
  createContext: (width: number, height: number, isOpaque: boolean) => Canvas2d,
  fontText: (run: TextRun) => string,
): ShapePainter {
  const TURN = 2 * Math.PI
  /** Side of the square in which icons are defined. */
  const ICON_SIDE = 24
  const ICON_LINE_WIDTH = 2
  /** Extent of lines beyond their geometry, in canvas px. */
  const LINE_ROOM = 4
  /** Matches texts of ASCII and emoji. The emoji of a family takes 0.2 ms in each strip that it may reach. */
  const plainText = /^[\x20-\x7e\p{Emoji}\p{Emoji_Component}]*$/u

  function styleOf(target: Canvas2d, paint: Paint): unknown {
    if (typeof paint === 'string') return paint
    const gradient = target.createLinearGradient(paint.from.x, paint.from.y, paint.to.x, paint.to.y)
    gradient.addColorStop(0, paint.fromColor)
    gradient.addColorStop(1, paint.toColor)
    return gradient
  }

  /** Fills and strokes a path, or else the current path of the canvas. */
  function fillAndStroke(target: Canvas2d, shape: Shape, path?: PagePath): void {
    if (shape.fill !== undefined) {
      target.fillStyle = styleOf(target, shape.fill)
      if (path) target.fill(path)
      else target.fill()
    }
    if (shape.stroke === undefined) return
    target.strokeStyle = styleOf(target, shape.stroke)
    target.lineWidth = shape.lineWidth ?? 1
    target.setLineDash(shape.dash ?? [])
    if (path) target.stroke(path)
    else target.stroke()
  }

  /** Paints the grid as a repeated tile, and only on the rows with dots. This costs no more than a few lines. */
  function paintDots(target: Canvas2d, dots: Extract<Primitive, { kind: 'dots' }>, scale: number): void {
    const { x, y, width, height, spacing, radius } = dots
    const side = Math.max(1, Math.round(spacing * scale))
    const tile = createContext(side, side, false)
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

  /** Paints the part of a rounded card to the left of the stripe's right edge. */
  function paintStripe(target: Canvas2d, { card, radius, width, color }: Extract<Primitive, { kind: 'stripe' }>): void {
    const angle = Math.acos((radius - width) / radius)
    const x = card.x + radius
    target.beginPath()
    target.arc(x, card.y + card.height - radius, radius, Math.PI - angle, Math.PI)
    target.arc(x, card.y + radius, radius, Math.PI, Math.PI + angle)
    target.closePath()
    target.fillStyle = color
    target.fill()
  }

  function paintText(target: Canvas2d, item: Extract<Primitive, { kind: 'text' }>): void {
    target.font = fontText(item)
    target.direction = item.isRightToLeft ? 'rtl' : 'ltr'
    target.textAlign = item.align
    target.fillStyle = item.color
    target.fillText(item.text, item.x, item.y)
  }

  function paintIcon(target: Canvas2d, item: Extract<Primitive, { kind: 'icon' }>, path: PagePath): void {
    const { x, y, size, shape, color } = item
    target.save()
    target.translate(x, y)
    target.scale(size / ICON_SIDE, size / ICON_SIDE)
    fillAndStroke(target, shape.isOutline ? { stroke: color, lineWidth: ICON_LINE_WIDTH } : { fill: color }, path)
    target.restore()
  }

  function paint(target: Canvas2d, { item, path }: PlacedShape, scale: number): void {
    switch (item.kind) {
      case 'dots':
        return paintDots(target, item, scale)
      case 'rect':
        target.beginPath()
        target.roundRect(item.x, item.y, item.width, item.height, item.radius)
        return fillAndStroke(target, item)
      case 'stripe':
        return paintStripe(target, item)
      case 'path':
        return fillAndStroke(target, item, path)
      case 'circle':
        target.beginPath()
        target.arc(item.x, item.y, item.radius, 0, TURN)
        return fillAndStroke(target, item)
      case 'icon':
        return paintIcon(target, item, path!)
      case 'text':
        return paintText(target, item)
    }
  }

  function pathOf(item: PaintedShape): PagePath | undefined {
    if (item.kind === 'path') return new page.Path2D(item.d)
    return item.kind === 'icon' ? new page.Path2D(item.shape.d) : undefined
  }

  function place(items: readonly Primitive[]): PlacedShape[] {
    let offset = { x: 0, y: 0 }
    const placed: PlacedShape[] = []
    for (const item of items) {
      if (item.kind === 'move') offset = { x: offset.x + item.x, y: offset.y + item.y }
      else placed.push({ item, offset, path: pathOf(item) })
    }
    return placed
  }

  /** Maximum extent of letters above and below their baseline, in em. Stacked marks reach far. */
  function textReach(text: string): [above: number, below: number] {
    if (plainText.test(text)) return [1.25, 0.5]
    return /\p{M}{2}/u.test(text) ? [8, 8] : [2, 2]
  }

  function reachOf(item: PaintedShape): [top: number, bottom: number] {
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

  return { place, reachOf, paint }
}

/** The type of `createShapePainter`, which the canvas painter gets as an argument. */
export type CreateShapePainter = typeof createShapePainter
