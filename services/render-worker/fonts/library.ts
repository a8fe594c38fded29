import { readFile } from 'node:fs/promises'
import fontverter from 'fontverter'
import type { Face } from 'harfbuzzjs'
import type { TextRun } from '../scene/draw/display-list.ts'
import { familiesOf, fontFamilies, type FontSlice, readFontSlices } from './faces.ts'
import { loadHarfBuzz } from './harfbuzz.ts'

/** A font that is open for shaping. */
export interface OpenFont {
  slice: FontSlice
  face: Face
  /** The code points it has glyphs for. */
  characters: ReadonlySet<number>
}

/** Consecutive characters that one font draws. The font is undefined where none of ours has them. */
export interface FontRun {
  text: string
  font: OpenFont | undefined
}

/**
 * Finds the fonts of texts as the page of Chromium does. Each font is opened once, when it is first needed; that of the emoji, several megabytes,
 * never is.
 */
export interface FontLibrary {
  /** Splits a text where its font changes. */
  splitByFont(run: TextRun): Promise<FontRun[]>
}

/** The font of each code point, for texts of the same families. */
type FoundFonts = Map<number, OpenFont | undefined>

/** Most characters, per list of families, whose font is remembered. */
const REMEMBERED = 20_000
/** Marks that follow a character, and are drawn in its font where that has them. */
const attached = /[\p{M}\p{Cf}]/u

/** Makes a library in which no font is open yet. */
export function createFontLibrary(): FontLibrary {
  const slices = readFontSlices().map((slice) => ({ slice, ranges: rangesOf(slice) }))
  const byFamily = Map.groupBy(slices, ({ slice }) => slice.family)
  const opened = new Map<FontSlice, Promise<OpenFont>>()
  const found = new Map<readonly string[], FoundFonts>()

  function open(slice: FontSlice): Promise<OpenFont> {
    let font = opened.get(slice)
    if (!font) opened.set(slice, (font = openFont(slice)))
    return font
  }

  function foundIn(families: readonly string[]): FoundFonts {
    let fonts = found.get(families)
    if (!fonts || fonts.size > REMEMBERED) found.set(families, (fonts = new Map()))
    return fonts
  }

  async function search(code: number, families: readonly string[]): Promise<OpenFont | undefined> {
    for (const { slice, ranges } of families.flatMap((it) => byFamily.get(it)!.toReversed())) {
      if (!ranges.some(([from, to]) => from <= code && code <= to)) continue
      if (slice.family === fontFamilies.emoji) return undefined
      const font = await open(slice)
      if (font.characters.has(code)) return font
    }
    return undefined
  }

  return {
    async splitByFont(run) {
      const families = familiesOf(run)
      const fonts = foundIn(families)
      const runs: FontRun[] = []
      let last: FontRun | undefined
      for (const character of run.text) {
        const code = character.codePointAt(0)!
        const stays = last && attached.test(character) && (last.font?.characters.has(code) ?? true)
        if (!stays && !fonts.has(code)) fonts.set(code, await search(code, families))
        const font = stays ? last!.font : fonts.get(code)
        if (last && last.font === font) last.text += character
        else runs.push((last = { text: character, font }))
      }
      return runs
    },
  }
}

async function openFont(slice: FontSlice): Promise<OpenFont> {
  const { Blob, Face } = await loadHarfBuzz()
  const face = new Face(new Blob(await fontverter.convert(await readFile(slice.path), 'sfnt')))
  return { slice, face, characters: new Set(face.collectUnicodes()) }
}

/** The code points of `unicode-range`, from and to. */
function rangesOf({ range }: FontSlice): (readonly [from: number, to: number])[] {
  return range.split(',').map((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return [from, to]
  })
}
