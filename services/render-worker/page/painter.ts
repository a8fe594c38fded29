import type { Drawing, FontFace, TextRun } from '../scene/draw/display-list.ts'
import type { CanvasPainter } from './canvas-painter.ts'
import type { HandoffResult, Handoff } from './handoff/handoff.ts'
import type { PackedDrawing } from './packing.ts'
import type { PageGlobals } from './page-globals.ts'

/** What the page does for us. Arguments arrive as JSON text, which is the fastest way in. */
export interface Painter {
  /** Widths in px, in the order of the runs, as JSON. */
  measure(runs: string): Promise<string>
  /**
   * A picture of a packed drawing, of `scale` picture pixels per canvas px: of an opaque drawing the rows of a PNG, as RowEncoder makes them;
   * of any other a whole PNG. It is put into the handoff.
   *
   * @returns its length in bytes, or why it could not be put there
   */
  paint(drawing: string, scale: number): Promise<HandoffResult>
}

/** How each face is found: its own family, then the fallbacks; one of them holds the emoji. */
export interface FontFamilies {
  faces: Record<FontFace, string>
  emoji: string
}

/**
 * Sees to it that the fonts of all texts are there, then draws. It runs in the page, reaching it as the text of this very
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

  return {
    async measure(json) {
      const runs: TextRun[] = JSON.parse(json)
      await loadFonts(runs)
      return JSON.stringify(canvas.widthsOf(runs))
    },
    async paint(json, scale) {
      const drawing = unpack(JSON.parse(json))
      await loadFonts(drawing.items.filter((it) => it.kind === 'text'))
      return handoff.put(await (drawing.isOpaque ? canvas.paintRows(drawing, scale) : canvas.paintPng(drawing, scale)))
    },
  }
}
