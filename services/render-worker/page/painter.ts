import type { Drawing } from '../scene/draw/display-list.ts'
import type { TextRun } from '../scene/text/font.ts'
import { measureTexts, paintIdat, paintPng } from './canvas-painter.ts'
import { createFontLoader } from './font-loader.ts'
import type { Handoff } from './handoff/handoff.ts'
import { type PackedDrawing, unpack } from './packing.ts'
import type { PainterApi } from './painter-api.ts'
import type { RowEncoder } from './png-encoder/row-encoder.ts'

/** Creates the painter, which loads the fonts of all texts before it measures or paints. */
export function createPainter(encoder: RowEncoder, handoff: Handoff): PainterApi {
  const loadFonts = createFontLoader()
  let parts: string[] = []

  /** Returns the drawing whose parts were received, and forgets them. */
  function takeDrawing(lastPart: string, received: number): Drawing {
    const whole = parts.slice(0, received).join('') + lastPart
    parts = []
    return unpack(JSON.parse(whole) as PackedDrawing)
  }

  return {
    measure: (json) =>
      forgettingTexts(async () => {
        const runs = JSON.parse(json) as TextRun[]
        await loadFonts(runs)
        return JSON.stringify(measureTexts(runs))
      }),
    receive(part, index) {
      parts[index] = part
    },
    paint: (json, received, scale, maxMs) =>
      forgettingTexts(async () => {
        const drawing = takeDrawing(json, received)
        await loadFonts(drawing.items.filter((it) => it.kind === 'text'))
        return handoff.put(
          drawing.isOpaque ? await paintIdat(encoder, drawing, scale, maxMs) : await paintPng(drawing, scale),
        )
      }),
  }
}

/** Runs a job, then replaces the last text that matched a pattern, which V8 keeps in `RegExp.input`. */
async function forgettingTexts<T>(job: () => Promise<T>): Promise<T> {
  try {
    return await job()
  } finally {
    ;/x/.test('x')
  }
}
