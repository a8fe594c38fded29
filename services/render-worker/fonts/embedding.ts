import { readFile } from 'node:fs/promises'
import type { Font, FontFace, TextRun } from '../scene/text/font.ts'
import { PREFIX } from '../svg/prefix.ts'
import { clustersOf } from './clusters.ts'
import type { FontSlice } from './faces.ts'
import { familiesOf } from './families.ts'
import type { FontLibrary } from './library.ts'
import { type CommonSubset, commonCharacters, commonSubsetsOf, isVariable, makeSubset } from './subset.ts'

/** Subsets of fonts to embed in an SVG. */
export interface EmbeddedFonts {
  /** `@font-face` rules. */
  fontFaces: string
  /** Returns the CSS `font-family` of a text: its embedded families, which no other file in the same page has, then common ones. */
  fontFamily(run: TextRun): string
}

/**
 * Families for programs that ignore embedded fonts, and for characters without one. Arial is hardly wider than our own; what programs take for
 * `sans-serif` may be a fifth wider.
 */
const commonFamilies = {
  sans: 'Arial,sans-serif',
  sketch: 'Arial,sans-serif',
  mono: 'monospace',
} as const satisfies Record<FontFace, string>

/** Maximum number of uncommon characters with an embedded font; viewers use their own fonts for the rest. Some scripts take 3 ms per character. */
const MAX_OTHERS = 400

/** Creates font subsets for texts: a common set if it has all the characters, else these characters alone. */
export type EmbedFonts = (runs: Iterable<TextRun>) => Promise<EmbeddedFonts>

/** Creates a function that makes font subsets. It keeps the common ones that it has read. */
export function createFontEmbedder(library: FontLibrary): EmbedFonts {
  /** By path of the subset's file. */
  const commonRules = new Map<string, Promise<string>>()

  async function ruleOf(slice: FontSlice, used: ReadonlySet<string>): Promise<string> {
    const common = commonSubsetsOf(slice).find((it) => [...used].every((c) => it.characters.includes(c)))
    if (common) return commonRule(common)
    const characters = [...used].join('')
    return fontFace(slice, characters, await makeSubset(slice, characters))
  }

  function commonRule({ slice, characters, path }: CommonSubset): Promise<string> {
    let rule = commonRules.get(path)
    if (!rule) {
      rule = readFile(path).then((font) => fontFace(slice, characters, font))
      commonRules.set(path, rule)
      // A file that could not be read once may be read the next time.
      rule.catch(() => commonRules.delete(path))
    }
    return rule
  }

  return async (runs) => {
    const used = await charactersOf(runs, library)
    const rules = await Promise.all([...used].map(([slice, sliceCharacters]) => ruleOf(slice, sliceCharacters)))
    const embedded = new Set<string>([...used.keys()].map((it) => it.family))
    return {
      fontFaces: rules.join(''),
      fontFamily(run) {
        const own = familiesOf(run).filter((it) => embedded.has(it))
        return [...own.map((it) => PREFIX + it), commonFamilies[run.font.face]].join()
      },
    }
  }
}

/** The characters that each font draws, in the order of their first use. */
async function charactersOf(runs: Iterable<TextRun>, library: FontLibrary): Promise<Map<FontSlice, Set<string>>> {
  const used = new Map<FontSlice, Set<string>>()
  let others = 0
  for (const run of onePerFamilies(runs)) {
    for (const { text, font } of await library.splitByFont(run)) {
      if (!font) continue
      const sliceCharacters = used.get(font.slice) ?? new Set<string>()
      for (const character of text) {
        if (sliceCharacters.has(character) || (!commonCharacters.includes(character) && others++ >= MAX_OTHERS))
          continue
        used.set(font.slice, sliceCharacters.add(character))
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

/** The `@font-face` rule of a subset with these characters. @param font WOFF2 file */
function fontFace(slice: FontSlice, characters: string, font: Buffer): string {
  const weight = isVariable(slice) ? slice.drawn.join(' ') : slice.weight
  const source = `url(data:font/woff2;base64,${font.toString('base64')})`
  return `@font-face{font-family:${PREFIX}${slice.family};font-weight:${weight};src:${source};unicode-range:${unicodeRange(characters)}}`
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
