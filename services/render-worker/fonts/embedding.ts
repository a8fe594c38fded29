import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import type { Font, TextRun } from '../scene/text/font.ts'
import { clustersOf } from './clusters.ts'
import type { FontSlice } from './faces.ts'
import { familiesOf } from './families.ts'
import type { FontLibrary } from './library.ts'

/** Subsets of fonts to embed in a file. */
export interface EmbeddedFonts {
  /** `@font-face` rules. */
  css: string
  families: ReadonlySet<string>
}

const ascii = characters(0x20, 0x7e)
/**
 * Common sets of characters, from the smallest to the largest. The subset of a font with such a set is cached. The smallest set lacks
 * signs of program code, as in `=>`: their ligatures in the mono face take more bytes than all letters.
 */
const commonSets = [
  ascii.replaceAll(/[!"#'*;<=>?@[\\\]^`{|}~]/g, '') + '£€·–…',
  ascii + '£¥€·–—’“”…',
  ascii + characters(0xa0, 0xff) + '‘’“”–—…•€™−',
]
/** OpenType features of the subsets of common characters: the features that are on by default for Latin. */
const LATIN_FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig']
/** Maximum number of uncommon characters with an embedded font; viewers use their own fonts for the rest. Some scripts take 3 ms per character. */
const MAX_OTHERS = 400

/** Creates font subsets for texts: a common set if it has all the characters, else these characters alone. */
export type EmbedFonts = (runs: Iterable<TextRun>) => Promise<EmbeddedFonts>

/** Creates a function that makes font subsets. It keeps the subsets with a common set. */
export function createFontEmbedder(library: FontLibrary): EmbedFonts {
  const common = new Map<string, Promise<string>>()

  function ruleOf(slice: FontSlice, used: ReadonlySet<string>): Promise<string> {
    const set = commonSets.find((it) => [...used].every((character) => it.includes(character)))
    if (set === undefined) return fontFace(slice, [...used].join(''))
    const key = `${slice.family} ${slice.file} ${set}`
    let rule = common.get(key)
    if (!rule) {
      common.set(key, (rule = fontFace(slice, set, LATIN_FEATURES)))
      rule.catch(() => common.delete(key))
    }
    return rule
  }

  return async (runs) => {
    const used = await charactersOf(runs, library)
    const rules = await Promise.all([...used].map(([slice, sliceCharacters]) => ruleOf(slice, sliceCharacters)))
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
      const sliceCharacters = used.get(font.slice) ?? new Set()
      used.set(font.slice, sliceCharacters)
      for (const character of text) {
        if (sliceCharacters.has(character) || (!anyCommon.includes(character) && others++ >= MAX_OTHERS)) continue
        sliceCharacters.add(character)
      }
    }
  }
  return used
}

/** Merges all runs with the same font families into one run, which has each character with its accents once. */
function onePerFamilies(runs: Iterable<TextRun>): TextRun[] {
  const texts = new Map<readonly string[], { font: Font; clusters: Set<string> }>()
  for (const run of runs) {
    const families = familiesOf(run)
    const seen = texts.get(families) ?? { font: run.font, clusters: new Set<string>() }
    texts.set(families, seen)
    for (const cluster of clustersOf(run.text)) seen.clusters.add(cluster)
  }
  return [...texts.values()].map(({ font, clusters }) => ({ font, text: [...clusters].join('') }))
}

/** The `@font-face` rule of a subset with these characters, at the weights that we draw. */
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

/** CSS `unicode-range` of a text's characters. */
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
