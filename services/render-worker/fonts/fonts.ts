import type { MeasureTexts } from '../scene/text/measure.ts'
import { createFontEmbedder, type EmbedFonts } from './embedding.ts'
import { createFontLibrary } from './library.ts'
import { createTextMeasurer } from './shaping.ts'

/** The fonts of files that no browser draws: they measure texts and are embedded. Each font is loaded once, on demand. */
export interface Fonts {
  measure: MeasureTexts
  embed: EmbedFonts
}

/** Creates the fonts, without loading any. */
export function createFonts(): Fonts {
  const library = createFontLibrary()
  return { measure: createTextMeasurer(library), embed: createFontEmbedder(library) }
}
