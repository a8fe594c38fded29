import type { Drawing, Font, FontFace, Paint, Primitive, Shape, TextRun } from '../scene/display-list.ts'
import type { Canvas2d, PageGlobals, PagePath } from './page-globals.ts'

/** What the page does for us. Arguments arrive as JSON text, which is the fastest way in. */
export interface Painter {
  /** Widths in px, in the order of the runs, as JSON. */
  measure(runs: string): Promise<string>
  /** A PNG of `scale` picture pixels per canvas px. */
  paint(drawing: string, scale: number): Promise<Blob>
}

/** How each face is found: its own family, then the fallbacks; one of them holds the emoji. */
export interface FontFamilies {
  faces: Record<FontFace, string>
  emoji: string
}

/**
 * Draws pictures on a canvas. It runs in the page, reaching it as the text of this very function,
 * so everything it uses stands inside it.
 */
export function createPainter(page: PageGlobals, families: FontFamilies): Painter {
  const known: Record<string, Set<string>> = {}
  const measuring = context(1, 1, true)

  function context(width: number, height: number, isOpaque: boolean): Canvas2d {
    const canvas = new page.OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: !isOpaque, willReadFrequently: true })
    if (!context) throw new Error(`no canvas of ${width} × ${height}`)
    return context
  }

  function fontText({ face, size, weight }: Font): string {
    return `${weight} ${size}px ${families.faces[face]}`
  }

  /** Fonts come in slices by script: those of a text must be there before it is measured or drawn. */
  async function loadFonts(runs: readonly TextRun[]): Promise<void> {
    const missing: Record<string, Set<string>> = {}
    for (const { text, font } of runs) {
      const family = `${font.weight} 16px ${families.faces[font.face].replace(`${families.emoji}, `, '')}`
      const seen = (known[family] ??= new Set())
      for (const character of text) {
        if (seen.has(character)) continue
        seen.add(character)
        const list = (missing[family] ??= new Set())
        list.add(character)
      }
    }
    const loads = Object.entries(missing).map(([family, characters]) => loadSlices(family, [...characters].join('')))
    await Promise.all(loads)
  }

  /** The emoji are several megabytes and claim the digits too (for keycaps), so they come only where there is one. */
  async function loadSlices(family: string, text: string): Promise<void> {
    await page.document.fonts.load(family, text)
    if (/[\p{Emoji_Presentation}\u{fe0f}\u{20e3}]/u.test(text))
      await page.document.fonts.load(`16px ${families.emoji}`, text)
  }

  function paintOf(target: Canvas2d, paint: Paint): unknown {
    if (typeof paint === 'string') return paint
    const gradient = target.createLinearGradient(paint.from.x, paint.from.y, paint.to.x, paint.to.y)
    gradient.addColorStop(0, paint.fromColor)
    gradient.addColorStop(1, paint.toColor)
    return gradient
  }

  function fillAndStroke(target: Canvas2d, path: PagePath, shape: Shape): void {
    if (shape.fill !== undefined) {
      target.fillStyle = paintOf(target, shape.fill)
      target.fill(path)
    }
    if (shape.stroke === undefined) return
    target.strokeStyle = paintOf(target, shape.stroke)
    target.lineWidth = shape.lineWidth ?? 1
    target.setLineDash(shape.dash ?? [])
    target.stroke(path)
  }

  function outline(build: (path: PagePath) => void): PagePath {
    const path = new page.Path2D()
    build(path)
    return path
  }

  /** The grid is one tile, repeated: thousands of dots cost no more than one rectangle. */
  function drawDots(target: Canvas2d, dots: Extract<Primitive, { kind: 'dots' }>, scale: number): void {
    const side = Math.max(1, Math.round(dots.spacing * scale))
    const tile = context(side, side, false)
    tile.fillStyle = dots.color
    tile.fill(outline((path) => path.arc(side / 2, side / 2, dots.radius * scale, 0, 2 * Math.PI)))
    const pattern = target.createPattern(tile.canvas, 'repeat')
    pattern?.setTransform(new page.DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0]))
    target.fillStyle = pattern
    target.fillRect(dots.x, dots.y, dots.width, dots.height)
  }

  function drawStripe(target: Canvas2d, stripe: Extract<Primitive, { kind: 'stripe' }>): void {
    const { x, y, width, height } = stripe.card
    target.save()
    target.clip(outline((path) => path.roundRect(x, y, width, height, stripe.radius)))
    target.fillStyle = stripe.color
    target.fillRect(x, y, stripe.width, height)
    target.restore()
  }

  function drawText(target: Canvas2d, item: Extract<Primitive, { kind: 'text' }>): void {
    target.font = fontText(item.font)
    target.direction = item.isRightToLeft ? 'rtl' : 'ltr'
    target.textAlign = item.align
    target.fillStyle = item.color
    target.fillText(item.text, item.x, item.y)
  }

  function draw(target: Canvas2d, item: Primitive, scale: number): void {
    switch (item.kind) {
      case 'move':
        return target.translate(item.x, item.y)
      case 'dots':
        return drawDots(target, item, scale)
      case 'rect':
        return fillAndStroke(
          target,
          outline((path) => path.roundRect(item.x, item.y, item.width, item.height, item.radius)),
          item,
        )
      case 'stripe':
        return drawStripe(target, item)
      case 'path':
        return fillAndStroke(target, new page.Path2D(item.d), item)
      case 'circle':
        return fillAndStroke(
          target,
          outline((path) => path.arc(item.x, item.y, item.radius, 0, 2 * Math.PI)),
          item,
        )
      case 'text':
        return drawText(target, item)
    }
  }

  return {
    async measure(json) {
      const runs: TextRun[] = JSON.parse(json)
      await loadFonts(runs)
      const widths = runs.map(({ text, font }) => {
        measuring.font = fontText(font)
        return measuring.measureText(text).width
      })
      return JSON.stringify(widths)
    },
    async paint(json, scale) {
      const drawing: Drawing = JSON.parse(json)
      await loadFonts(drawing.items.filter((it) => it.kind === 'text'))
      const [width, height] = [Math.round(drawing.width * scale), Math.round(drawing.height * scale)]
      const target = context(width, height, drawing.isOpaque)
      if (drawing.background !== undefined) {
        target.fillStyle = drawing.background
        target.fillRect(0, 0, width, height)
      }
      target.scale(scale, scale)
      target.lineCap = 'round'
      target.lineJoin = 'round'
      target.textBaseline = 'alphabetic'
      target.fontKerning = 'normal'
      for (const item of drawing.items) draw(target, item, scale)
      return target.canvas.convertToBlob({ type: 'image/png' })
    },
  }
}
