import type { FontFamilies } from '../fonts/faces.ts'
import type { Drawing, TextRun } from '../scene/draw/display-list.ts'
import type { CanvasPainter } from './canvas-painter.ts'
import type { HandoffResult, Handoff } from './handoff/handoff.ts'
import type { PackedDrawing } from './packing.ts'
import type { PageGlobals } from './page-globals.ts'

/** The calls that Node makes into the page. Drawings and texts arrive as JSON, which is the fastest way in. */
export interface Painter {
  /** Widths in px, in the order of the runs, as JSON. */
  measure(runs: string): Promise<string>
  /** Keeps a part of a drawing that is too long for one message. @param index its place among the parts */
  receive(part: string, index: number): void
  /**
   * Paints a packed drawing with `scale` picture pixels per canvas px, and puts the picture into the handoff: an opaque one as the content of
   * a PNG's IDAT chunk, any other as a whole PNG.
   *
   * @param drawing its JSON, or the last part of it
   * @param received how many parts came before that
   * @param maxMs longest time for an opaque picture, which is given up then
   * @returns the length of what is in the handoff in bytes, or why it could not be put there
   */
  paint(drawing: string, received: number, scale: number, maxMs: number): Promise<HandoffResult>
}

/**
 * Loads the fonts of all texts, then paints. It runs in the page, reaching it as the text of this very
 * function, so everything it uses stands inside it.
 */
export function createPainter(
  page: PageGlobals,
  families: FontFamilies,
  openCanvas: (fontText: (run: TextRun) => string) => CanvasPainter,
  unpack: (drawing: PackedDrawing) => Drawing,
  handoff: Handoff,
): Painter {
  const canvas = openCanvas(fontText)
  const known: Record<string, Set<string>> = {}
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

  /** Fonts come in slices by script: those of a text must be there before it is measured or drawn. */
  async function loadFonts(runs: readonly TextRun[]): Promise<void> {
    const missing: Record<string, Set<string>> = {}
    for (const run of runs) {
      const font = `${run.font.weight} 16px ${familiesOf(run)}`
      const seen = (known[font] ??= new Set())
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
    for (const [font, characters] of Object.entries(missing)) for (const it of characters) known[font]?.add(it)
  }

  /** V8 keeps the last text that a pattern was found in, as `RegExp.input`: another match takes its place. */
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
