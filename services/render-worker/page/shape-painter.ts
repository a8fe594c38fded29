import { cssFont } from '../fonts/families.ts'
import { ICON_SIDE, iconStyle, type Item, type Paint, type Shape } from '../scene/draw/display-list.ts'
import { type Canvas, createCanvas } from './canvas.ts'
import type { PlacedShape } from './placed-shape.ts'

const TURN = 2 * Math.PI

/** Paints one shape. The canvas must be transformed to the shape's offset, at `scale` picture pixels per canvas px. */
export function paintShape(target: Canvas, { item, path }: PlacedShape, scale: number): void {
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
      return paintIcon(target, item, path)
    case 'text':
      return paintText(target, item)
  }
}

/** Fills and strokes a path, or else the current path of the canvas. */
function fillAndStroke(target: Canvas, shape: Shape, path?: Path2D): void {
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

function styleOf(target: Canvas, paint: Paint): string | CanvasGradient {
  if (typeof paint === 'string') return paint
  const gradient = target.createLinearGradient(paint.from.x, paint.from.y, paint.to.x, paint.to.y)
  gradient.addColorStop(0, paint.fromColor)
  gradient.addColorStop(1, paint.toColor)
  return gradient
}

/** Paints the grid as a repeated tile, and only on the rows with dots. This costs no more than a few lines. */
function paintDots(target: Canvas, { x, y, width, height, spacing, radius, color }: Item<'dots'>, scale: number): void {
  const side = Math.max(1, Math.round(spacing * scale))
  const pattern = target.createPattern(dotTile(side, radius * scale, color), 'repeat')!
  pattern.setTransform(new DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0]))
  target.fillStyle = pattern
  const step = side / scale
  for (let row = step / 2; row < height + radius; row += step) {
    target.fillRect(x, y + row - radius - 1, width, 2 * radius + 2)
  }
}

function dotTile(side: number, radius: number, color: string): OffscreenCanvas {
  const tile = createCanvas(side, side, false)
  tile.fillStyle = color
  tile.beginPath()
  tile.arc(side / 2, side / 2, radius, 0, TURN)
  tile.fill()
  return tile.canvas
}

/** Paints the part of a rounded card to the left of the stripe's right edge. */
function paintStripe(target: Canvas, { card, radius, width, color }: Item<'stripe'>): void {
  const angle = Math.acos((radius - width) / radius)
  const x = card.x + radius
  target.beginPath()
  target.arc(x, card.y + card.height - radius, radius, Math.PI - angle, Math.PI)
  target.arc(x, card.y + radius, radius, Math.PI, Math.PI + angle)
  target.closePath()
  target.fillStyle = color
  target.fill()
}

function paintIcon(target: Canvas, item: Item<'icon'>, path: Path2D | undefined): void {
  target.save()
  target.translate(item.x, item.y)
  target.scale(item.size / ICON_SIDE, item.size / ICON_SIDE)
  fillAndStroke(target, iconStyle(item), path)
  target.restore()
}

function paintText(target: Canvas, item: Item<'text'>): void {
  target.font = cssFont(item)
  target.direction = item.isRightToLeft ? 'rtl' : 'ltr'
  target.textAlign = item.align
  target.fillStyle = item.color
  target.fillText(item.text, item.x, item.y)
}
