import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FontFace, TextRun } from '../scene/text/font.ts'

/** Font families of each face, by preference: its own, then the fallbacks. */
export interface FontFamilies {
  faces: Record<FontFace, string>
  /** The fallback family of the emoji. */
  emoji: string
  /**
   * Source of a regular expression for texts with emoji. Only these use the emoji family, which is several megabytes and also has digits:
   * otherwise a picture would depend on whether an earlier one had loaded it. The signs at the end have no glyph in any other family.
   */
  emojiText: string
}

interface FontPackage {
  family: string
  /** The package's own stylesheet: one `@font-face` per slice of its characters. */
  sheet: string
  /** Matches the file names of the slices to use. Fallbacks are not used for Latin. */
  slices: RegExp
  /** First and last weight that we draw. Default: 400 and 650. */
  drawn?: [number, number]
  /** Replaces the package's own range if that is too wide or missing. */
  range?: string
}

/** All characters that can be part of an emoji; digits, # and * are part of keycaps. */
const EMOJI =
  'U+23,U+2A,U+30-39,U+A9,U+AE,U+200D,U+203C,U+2049,U+20E3,U+2122,U+2139,U+2194-21AA,U+231A-23FF,U+24C2,U+25AA-25FE,' +
  'U+2600-27BF,U+2934-2935,U+2B05-2B55,U+3030,U+303D,U+3297,U+3299,U+FE0F,U+1F000-1FAFF,U+E0020-E007F'
const SYMBOLS = 'U+2070-209C,U+2100-214F,U+2190-23FF,U+27C0-27FF,U+2900-2BFF,U+1D400-1D7FF'

const own: FontPackage[] = [
  { family: 'maps-sans', sheet: '@fontsource-variable/inter/wght.css', slices: /./ },
  { family: 'maps-sketch', sheet: '@fontsource-variable/shantell-sans/wght.css', slices: /./, drawn: [450, 450] },
  { family: 'maps-mono', sheet: '@fontsource-variable/jetbrains-mono/wght.css', slices: /./, drawn: [450, 450] },
]
const emoji = {
  family: 'maps-emoji',
  sheet: '@fontsource/noto-color-emoji/emoji-400.css',
  slices: /./,
  range: EMOJI,
}
/** Families for characters that a face lacks, by preference. */
const fallbacks: FontPackage[] = [
  { family: 'maps-arabic', sheet: '@fontsource-variable/noto-sans-arabic/wght.css', slices: /-arabic-wght/ },
  { family: 'maps-hebrew', sheet: '@fontsource-variable/noto-sans-hebrew/wght.css', slices: /-hebrew-wght/ },
  { family: 'maps-thai', sheet: '@fontsource-variable/noto-sans-thai/wght.css', slices: /-thai-wght/ },
  {
    family: 'maps-devanagari',
    sheet: '@fontsource-variable/noto-sans-devanagari/wght.css',
    slices: /-devanagari-wght/,
  },
  { family: 'maps-sc', sheet: '@fontsource-variable/noto-sans-sc/wght.css', slices: /-\d+-wght/ },
  { family: 'maps-kr', sheet: '@fontsource-variable/noto-sans-kr/wght.css', slices: /-\d+-wght/ },
  emoji,
  { family: 'maps-symbols', sheet: '@fontsource/noto-sans-symbols-2/400.css', slices: /-symbols-400/ },
  { family: 'maps-math', sheet: '@fontsource/noto-sans-math/400.css', slices: /./, range: SYMBOLS },
]

const fallbackList = fallbacks.map((it) => it.family).join(', ')

/** The font families of each face: our own, then the fallbacks. */
export const fontFamilies: FontFamilies = {
  faces: {
    sans: `maps-sans, ${fallbackList}`,
    sketch: `maps-sketch, maps-sans, ${fallbackList}`,
    mono: `maps-mono, maps-sans, ${fallbackList}`,
  },
  emoji: emoji.family,
  emojiText: String.raw`[\p{Emoji_Presentation}\u{fe0f}\u{20e3}☦☸♾⚒⚗⚛⚧⚰⚱⛴⛷⛸⛹〽🅾🅿🈂🕉]`,
}

const emojiText = new RegExp(fontFamilies.emojiText, 'u')

function listsOf(face: FontFace): Record<'withEmoji' | 'plain', readonly string[]> {
  const withEmoji = fontFamilies.faces[face].split(', ')
  return { withEmoji, plain: withEmoji.filter((it) => it !== emoji.family) }
}

const familyLists = { sans: listsOf('sans'), sketch: listsOf('sketch'), mono: listsOf('mono') }

/** The font families of a text, by preference. Texts with the same families share one list. */
export function familiesOf({ text, font: { face } }: TextRun): readonly string[] {
  return familyLists[face][emojiText.test(text) ? 'withEmoji' : 'plain']
}

/** Generic families, for programs that ignore embedded fonts and for characters without one. */
const generic = { sans: 'sans-serif', sketch: 'sans-serif', mono: 'monospace' } as const satisfies Record<
  FontFace,
  string
>

/** The CSS `font-family` of a text: its embedded families, then a generic one. */
export function cssFamilies(run: TextRun, embedded: ReadonlySet<string>): string {
  return [...familiesOf(run).filter((it) => embedded.has(it)), generic[run.font.face]].join()
}

/** One slice of a family's characters. */
export interface FontSlice {
  family: string
  /** CSS `font-weight`: one weight, or the first and the last of a range. */
  weight: string
  /** First and last weight that we draw. */
  drawn: [number, number]
  /** The `unicode-range` of its `@font-face` rule. */
  range: string
  /** Name of the file; `path` is its path on disk. */
  file: string
  path: string
}

/** A stylesheet of fonts and the files that it names. */
export interface FontSheet {
  css: string
  /** Paths on disk of the files in the stylesheet, by file name. */
  files: ReadonlyMap<string, string>
}

/** Creates one stylesheet for all our fonts, with the addresses of their files below `folder`. */
export function readFontSheet(folder: string): FontSheet {
  const slices = readFontSlices()
  const rules = slices.map(({ family, weight, range, file }) => {
    return `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(${folder}${file}); unicode-range: ${range} }`
  })
  return { css: rules.join('\n'), files: new Map(slices.map((it) => [it.file, it.path])) }
}

/** All slices of our fonts, by preference of their families. Within a family, a character uses the last slice whose range contains it. */
export function readFontSlices(): FontSlice[] {
  return [...own, ...fallbacks].flatMap(slicesOf)
}

function slicesOf(font: FontPackage): FontSlice[] {
  const sheetFile = createRequire(import.meta.url).resolve(font.sheet)
  const blocks = readFileSync(sheetFile, 'utf8').split('@font-face').slice(1)
  return blocks.flatMap((block) => {
    const file = /files\/([\w-]+\.woff2)/.exec(block)?.[1]
    if (file === undefined || !font.slices.test(file)) return []
    const weight = /font-weight: ([\d ]+)/.exec(block)?.[1] ?? '400'
    const range = font.range ?? /unicode-range: ([^;]+)/.exec(block)?.[1] ?? 'U+0-10FFFF'
    const { family, drawn = [400, 650] } = font
    return [{ family, weight, drawn, range, file, path: join(dirname(sheetFile), 'files', file) }]
  })
}
