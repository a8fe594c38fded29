import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import type { Font, TextRun } from '../scene/draw/display-list.ts'
import { familiesOf, type FontSlice } from './faces.ts'
import type { FontLibrary } from './library.ts'

/** Subsets of fonts, to be embedded in a file. */
export interface EmbeddedFonts {
  /** `@font-face` rules. */
  css: string
  families: ReadonlySet<string>
}

const ascii = characters(0x20, 0x7e)
/**
 * Characters of nearly all texts, from the smallest set to the largest. Fonts of these are made once and kept. Marks that stand for
 * programs, as in `=>`, are no part of the smallest: they are drawn as one in the mono face, and take more bytes than all letters.
 */
const commonSets = [
  ascii.replaceAll(/[!"#'*;<=>?@[\\\]^`{|}~]/g, '') + '£€·–…',
  ascii + '£¥€·–—’“”…',
  ascii + characters(0xa0, 0xff) + '‘’“”–—…•€™−',
]
/** OpenType features kept in fonts of common characters: those that are on by default for Latin. */
const LATIN_FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig']
/** Characters beyond the common ones that a file has fonts for; readers see the others in fonts of their own. Some scripts take 3 ms each. */
const MAX_OTHERS = 400

/** Makes subsets of our fonts: with the characters of the texts alone, or with a whole set where that has them all. */
export function createFontEmbedder(library: FontLibrary): (runs: Iterable<TextRun>) => Promise<EmbeddedFonts> {
  const common = new Map<string, Promise<string>>()

  function ruleOf(slice: FontSlice, used: ReadonlySet<string>): Promise<string> {
    const set = commonSets.find((it) => [...used].every((character) => it.includes(character)))
    if (set === undefined) return fontFace(slice, [...used].join(''))
    const key = `${slice.file} ${set}`
    let rule = common.get(key)
    if (!rule) common.set(key, (rule = fontFace(slice, set, LATIN_FEATURES)))
    return rule
  }

  return async (runs) => {
    const used = await charactersOf(runs, library)
    const rules = await Promise.all([...used].map(([slice, its]) => ruleOf(slice, its)))
    return { css: rules.join(''), families: new Set([...used.keys()].map((it) => it.family)) }
  }
}

/** The characters that each font draws, in the order of their first use. */
async function charactersOf(runs: Iterable<TextRun>, library: FontLibrary): Promise<Map<FontSlice, Set<string>>> {
  const used = new Map<FontSlice, Set<string>>()
  const anyCommon = commonSets.at(-1)!
  let others = 0
  for (const run of onePerFamilies(runs)) {
    for (const { text, font } of await library.splitByFont(run)) {
      if (!font) continue
      const its = used.get(font.slice) ?? new Set()
      used.set(font.slice, its)
      for (const character of text) {
        if (its.has(character) || (!anyCommon.includes(character) && others++ >= MAX_OTHERS)) continue
        its.add(character)
      }
    }
  }
  return used
}

/** Merges the runs of each list of families into one run, which has each character once. */
function onePerFamilies(runs: Iterable<TextRun>): TextRun[] {
  const texts = new Map<readonly string[], { font: Font; characters: Set<string> }>()
  for (const run of runs) {
    const families = familiesOf(run)
    const seen = texts.get(families) ?? { font: run.font, characters: new Set<string>() }
    texts.set(families, seen)
    for (const character of run.text) seen.characters.add(character)
  }
  return [...texts.values()].map(({ font, characters }) => ({ font, text: [...characters].join('') }))
}

/** The rule for a font that has these characters alone, at the weights that we draw with. */
async function fontFace(slice: FontSlice, text: string, keepFeatures?: readonly string[]): Promise<string> {
  const [min, max] = slice.drawn
  const isVariable = slice.weight.includes(' ')
  const font = await subsetFont(await readFile(slice.path), text, {
    targetFormat: 'woff2',
    ...(keepFeatures && { keepFeatures }),
    ...(isVariable && { variationAxes: { wght: min === max ? min : { min, max } } }),
  })
  const weight = isVariable ? `${min} ${max}` : slice.weight
  const source = `url(data:font/woff2;base64,${font.toString('base64')})`
  return `@font-face{font-family:${slice.family};font-weight:${weight};src:${source};unicode-range:${unicodeRange(text)}}`
}

/** The CSS `unicode-range` of a text's characters. */
function unicodeRange(text: string): string {
  const codes = [...new Set(text)].map((it) => it.codePointAt(0)!).sort((a, b) => a - b)
  const ranges: [from: number, to: number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  const hex = (code: number): string => code.toString(16).toUpperCase()
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join()
}

function characters(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}
