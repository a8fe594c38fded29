import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FontFamilies } from './painter.ts'

interface FontPackage {
  family: string
  /** The package's own stylesheet: one `@font-face` per slice of its characters. */
  sheet: string
  /** The slices we take, by file name. Latin is left to the faces that are meant for it. */
  slices: RegExp
  /** Replaces the package's own range where that claims too much or nothing. */
  range?: string
}

/** Every character that can be part of an emoji: digits, # and * too, for keycaps. */
const EMOJI =
  'U+23,U+2A,U+30-39,U+A9,U+AE,U+200D,U+203C,U+2049,U+20E3,U+2122,U+2139,U+2194-21AA,U+231A-23FF,U+24C2,U+25AA-25FE,' +
  'U+2600-27BF,U+2934-2935,U+2B05-2B55,U+3030,U+303D,U+3297,U+3299,U+FE0F,U+1F000-1FAFF,U+E0020-E007F'
const SYMBOLS = 'U+2070-209C,U+2100-214F,U+2190-23FF,U+27C0-27FF,U+2900-2BFF,U+1D400-1D7FF'

const own: FontPackage[] = [
  { family: 'maps-sans', sheet: '@fontsource-variable/inter/wght.css', slices: /./ },
  { family: 'maps-sketch', sheet: '@fontsource-variable/shantell-sans/wght.css', slices: /./ },
  { family: 'maps-mono', sheet: '@fontsource-variable/jetbrains-mono/wght.css', slices: /./ },
]
const emoji = {
  family: 'maps-emoji',
  sheet: '@fontsource/noto-color-emoji/emoji-400.css',
  slices: /./,
  range: EMOJI,
}
/** Tried in this order where a face lacks a character. */
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

/** The font families of each face, the fallbacks behind our own. */
export const fontFamilies: FontFamilies = {
  faces: {
    sans: `maps-sans, ${fallbackList}`,
    sketch: `maps-sketch, maps-sans, ${fallbackList}`,
    mono: `maps-mono, maps-sans, ${fallbackList}`,
  },
  emoji: emoji.family,
}

/** A stylesheet of fonts and the files that it names. */
export interface FontSheet {
  css: string
  /** Where each file named in the sheet lies on disk, by file name. */
  files: ReadonlyMap<string, string>
}

/** One stylesheet over all our fonts, whose files the page finds under `path`. */
export function readFontSheet(path: string): FontSheet {
  const files = new Map<string, string>()
  const faces = [...own, ...fallbacks].flatMap((it) => readFaces(it, path, files))
  return { css: faces.join('\n'), files }
}

function readFaces(font: FontPackage, path: string, files: Map<string, string>): string[] {
  const sheetFile = createRequire(import.meta.url).resolve(font.sheet)
  const blocks = readFileSync(sheetFile, 'utf8').split('@font-face').slice(1)
  return blocks.flatMap((block) => {
    const file = /files\/([\w-]+\.woff2)/.exec(block)?.[1]
    if (file === undefined || !font.slices.test(file)) return []
    files.set(file, join(dirname(sheetFile), 'files', file))
    const weight = /font-weight: ([\d ]+)/.exec(block)?.[1] ?? '400'
    const range = font.range ?? /unicode-range: ([^;]+)/.exec(block)?.[1] ?? 'U+0-10FFFF'
    return [
      `@font-face { font-family: ${font.family}; font-weight: ${weight}; src: url(${path}${file}); unicode-range: ${range} }`,
    ]
  })
}
