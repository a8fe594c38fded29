import type { Drawing, FontFace, Paint, Primitive, Shape, TextRun } from '../scene/display-list.ts'
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

  function context(width: number, height: number, isOpaque: boolean): Canvas2d {
    const canvas = new page.OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: !isOpaque, willReadFrequently: true })
    if (!context) throw new Error(`no canvas of ${width} × ${height}`)
    return context
  }

  /**
   * The emoji claim digits and signs too, and are several megabytes, so a text without any does without them: else its
   * picture would show whether an earlier one had them loaded. Some signs, listed last, have no glyph anywhere else.
   */
  function familiesOf({ text, font: { face } }: TextRun): string {
    const list = families.faces[face]
    const hasEmoji = /[\p{Emoji_Presentation}\u{fe0f}\u{20e3}☦☸♾⚒⚗⚛⚧⚰⚱⛴⛷⛸⛹〽🅾🅿🈂🕉]/u.test(text)
    return hasEmoji ? list : list.replace(`${families.emoji}, `, '')
  }

  function fontText(run: TextRun): string {
    return `${run.font.weight} ${run.font.size}px ${familiesOf(run)}`
  }

  /** Fonts come in slices by script: those of a text must be there before it is measured or drawn. */
  async function loadFonts(runs: readonly TextRun[]): Promise<void> {
    const missing: Record<string, Set<string>> = {}
    for (const run of runs) {
      const font = `${run.font.weight} 16px ${familiesOf(run)}`
      const seen = (known[font] ??= new Set())
      for (const character of run.text) {
        if (seen.has(character)) continue
        seen.add(character)
        const list = (missing[font] ??= new Set())
        list.add(character)
      }
    }
    const loads = Object.entries(missing).map(([font, characters]) => {
      return page.document.fonts.load(font, [...characters].join(''))
    })
    await Promise.all(loads)
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
    target.font = fontText(item)
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
      // A canvas remembers every text that it measured, so each job has its own.
      const measuring = context(1, 1, true)
      const widths = runs.map((run) => {
        measuring.font = fontText(run)
        return measuring.measureText(run.text).width
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
