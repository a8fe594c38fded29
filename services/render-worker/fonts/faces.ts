import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ACCENTED_LETTERS, ACCENTS } from '../scene/text/accents.ts'
import { ACCENT_FAMILY, EMOJI_FAMILY, type FontFamily } from './families.ts'

interface FontPackage {
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

/** The package of each family. */
const packages: Record<FontFamily, FontPackage> = {
  'maps-sans': { sheet: '@fontsource-variable/inter/wght.css', slices: /./ },
  'maps-sketch': { sheet: '@fontsource-variable/shantell-sans/wght.css', slices: /./, drawn: [450, 450] },
  'maps-mono': { sheet: '@fontsource-variable/jetbrains-mono/wght.css', slices: /./, drawn: [450, 450] },
  [ACCENT_FAMILY]: {
    sheet: '@fontsource/noto-sans-math/400.css',
    slices: /./,
    range: `${ACCENTED_LETTERS},${ACCENTS}`,
  },
  'maps-arabic': { sheet: '@fontsource-variable/noto-sans-arabic/wght.css', slices: /-arabic-wght/ },
  'maps-hebrew': { sheet: '@fontsource-variable/noto-sans-hebrew/wght.css', slices: /-hebrew-wght/ },
  'maps-thai': { sheet: '@fontsource-variable/noto-sans-thai/wght.css', slices: /-thai-wght/ },
  'maps-devanagari': { sheet: '@fontsource-variable/noto-sans-devanagari/wght.css', slices: /-devanagari-wght/ },
  'maps-sc': { sheet: '@fontsource-variable/noto-sans-sc/wght.css', slices: /-\d+-wght/ },
  'maps-kr': { sheet: '@fontsource-variable/noto-sans-kr/wght.css', slices: /-\d+-wght/ },
  [EMOJI_FAMILY]: { sheet: '@fontsource/noto-color-emoji/emoji-400.css', slices: /./, range: EMOJI },
  'maps-symbols': { sheet: '@fontsource/noto-sans-symbols-2/400.css', slices: /-symbols-400/ },
  'maps-math': { sheet: '@fontsource/noto-sans-math/400.css', slices: /./, range: SYMBOLS },
}

/** One slice of a family's characters. */
export interface FontSlice {
  family: FontFamily
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

/** All slices of our fonts. Within a family, a character uses the last slice whose range contains it. */
export function readFontSlices(): FontSlice[] {
  return (Object.keys(packages) as FontFamily[]).flatMap(slicesOf)
}

function slicesOf(family: FontFamily): FontSlice[] {
  const font = packages[family]
  const sheetFile = createRequire(import.meta.url).resolve(font.sheet)
  const blocks = readFileSync(sheetFile, 'utf8').split('@font-face').slice(1)
  return blocks.flatMap((block) => {
    const file = /files\/([\w-]+\.woff2)/.exec(block)?.[1]
    if (file === undefined || !font.slices.test(file)) return []
    const weight = /font-weight: ([\d ]+)/.exec(block)?.[1] ?? '400'
    const range = font.range ?? /unicode-range: ([^;]+)/.exec(block)?.[1] ?? 'U+0-10FFFF'
    const { drawn = [400, 650] } = font
    return [{ family, weight, drawn, range, file, path: join(dirname(sheetFile), 'files', file) }]
  })
}
