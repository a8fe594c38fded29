import type { FontFamilies } from '../fonts/faces.ts'
import type { Drawing } from '../scene/draw/display-list.ts'
import type { TextRun } from '../scene/text/font.ts'
import type { CanvasPainter } from './canvas-painter.ts'
import type { Handoff, HandoffResult } from './handoff/handoff.ts'
import type { PackedDrawing } from './packing.ts'
import type { PageGlobals } from './page-globals.ts'

/** The functions that Node calls in the page. Drawings and texts are passed as JSON, which is fastest. */
export interface Painter {
  /** Measures texts. `runs` is JSON of `TextRun[]`. @returns JSON of their widths in px */
  measure(runs: string): Promise<string>
  /** Stores a part of a drawing that is too long for one message. @param index number of the part, from 0 */
  receive(part: string, index: number): void
  /**
   * Paints a packed drawing with `scale` picture pixels per canvas px, and writes the picture to the handoff file: an opaque picture as the
   * content of a PNG's IDAT chunk, any other as a complete PNG.
   *
   * @param drawing JSON of the drawing, or the last part of it
   * @param received number of the parts received before
   * @param maxMs time limit for an opaque picture
   * @returns number of bytes in the handoff file, or the reason why writing failed
   */
  paint(drawing: string, received: number, scale: number, maxMs: number): Promise<HandoffResult>
}

/**
 * Creates the painter, which loads the fonts of all texts before it paints. The function is sent to the page as source text,
 * so it must not use anything outside itself.
 */
export function createPainter(
  page: PageGlobals,
  families: FontFamilies,
  openCanvas: (fontText: (run: TextRun) => string) => CanvasPainter,
  unpack: (drawing: PackedDrawing) => Drawing,
  handoff: Handoff,
): Painter {
  const canvas = openCanvas(fontText)
  const loaded: Record<string, Set<string>> = {}
  let parts: string[] = []
  const emoji = new RegExp(families.emojiText, 'u')

  function familiesOf({ text, font: { face } }: TextRun): string {
    const list = families.faces[face]
    const hasEmoji = emoji.test(text)
    return hasEmoji ? list : list.replace(`${families.emoji}, `, '')
  }

  function fontText(run: TextRun): string {
    return `${run.font.weight} ${run.font.size}px ${familiesOf(run)}`
  }

  /** Loads the font slices of all characters, which must happen before texts are measured or drawn. */
  async function loadFonts(runs: readonly TextRun[]): Promise<void> {
    const missing: Record<string, Set<string>> = {}
    for (const run of runs) {
      const font = `${run.font.weight} 16px ${familiesOf(run)}`
      const seen = (loaded[font] ??= new Set())
      for (const character of run.text) {
        if (seen.has(character)) continue
        const list = (missing[font] ??= new Set())
        list.add(character)
      }
    }
    const loads = Object.entries(missing).map(([font, characters]) => {
      return page.document.fonts.load(font, [...characters].join(''))
    })
    await Promise.all(loads)
    for (const [font, characters] of Object.entries(missing)) for (const it of characters) loaded[font]?.add(it)
  }

  /** Replaces the last text that matched a pattern, which V8 keeps in `RegExp.input`. */
  function forgetTexts(): void {
    ;/x/.test('x')
  }

  return {
    async measure(json) {
      try {
        const runs: TextRun[] = JSON.parse(json)
        await loadFonts(runs)
        return JSON.stringify(canvas.widthsOf(runs))
      } finally {
        forgetTexts()
      }
    },
    receive(part, index) {
      parts[index] = part
    },
    async paint(json, received, scale, maxMs) {
      try {
        const whole = parts.slice(0, received).join('') + json
        parts = []
        const drawing = unpack(JSON.parse(whole))
        await loadFonts(drawing.items.filter((it) => it.kind === 'text'))
        const painted = drawing.isOpaque ? canvas.paintIdat(drawing, scale, maxMs) : canvas.paintPng(drawing, scale)
        return await handoff.put(await painted)
      } finally {
        forgetTexts()
      }
    },
  }
}
