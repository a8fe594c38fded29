import { cssFont } from '../fonts/families.ts'
import type { TextRun } from '../scene/text/font.ts'

/** Size at which fonts are loaded, in px. A font of one size is loaded for all. */
const ANY_SIZE = 16

/** Loads the font slices of all characters of texts, which must happen before the texts are measured or drawn. */
export type LoadFonts = (runs: readonly TextRun[]) => Promise<void>

/** Creates a function that loads each character of a font once. */
export function createFontLoader(): LoadFonts {
  const loaded = new Map<string, Set<string>>()

  async function load(font: string, characters: Iterable<string>): Promise<void> {
    const seen = loaded.get(font) ?? new Set()
    loaded.set(font, seen)
    const missing = [...characters].filter((it) => !seen.has(it))
    if (missing.length === 0) return
    await document.fonts.load(font, missing.join(''))
    for (const character of missing) seen.add(character)
  }

  return async (runs) => {
    const loads = Array.from(charactersByFont(runs), ([font, characters]) => load(font, characters))
    await Promise.all(loads)
  }
}

function charactersByFont(runs: readonly TextRun[]): Map<string, Set<string>> {
  const characters = new Map<string, Set<string>>()
  for (const run of runs) {
    const font = cssFont(run, ANY_SIZE)
    const ofFont = characters.get(font) ?? new Set()
    characters.set(font, ofFont)
    for (const character of run.text) ofFont.add(character)
  }
  return characters
}
