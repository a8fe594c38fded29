import { readFile } from 'node:fs/promises'
import fontverter from 'fontverter'
import type { Face } from 'harfbuzzjs'
import type { TextRun } from '../scene/text/font.ts'
import { clustersOf } from './clusters.ts'
import { type FontSlice, readFontSlices } from './faces.ts'
import { EMOJI_FAMILY, familiesOf, type FontFamily } from './families.ts'
import { loadHarfBuzz } from './harfbuzz.ts'

/** A font loaded for shaping. */
export interface OpenFont {
  slice: FontSlice
  face: Face
  /** The code points with a glyph. */
  characters: ReadonlySet<number>
}

/** Consecutive characters in one font. The font is undefined if none of ours has them. */
export interface FontRun {
  text: string
  font: OpenFont | undefined
}

/**
 * Finds the fonts of texts as a page of Chromium does. Each font is loaded once, on demand. The emoji font, which is several
 * megabytes, is never loaded.
 */
export interface FontLibrary {
  /** Splits a text where its font changes. */
  splitByFont(run: TextRun): Promise<FontRun[]>
}

/** Ranges of the slices of a family, by blocks of 16 code points. */
type Blocks = Map<number, { slice: FontSlice; from: number; to: number }[]>

/** The fonts of each cluster, for texts of the same families. */
type FontCache = Map<string, readonly FontRun[]>

/** Maximum number of clusters whose fonts are cached, per list of families. */
const REMEMBERED = 20_000
/** Combining and format characters, which are drawn in the font of the preceding character if it has them. */
const attached = /^[\p{M}\p{Cf}]$/u

/** Creates a library without loaded fonts. */
export function createFontLibrary(): FontLibrary {
  const byFamily = Map.groupBy(readFontSlices(), (it) => it.family)
  const blocksByFamily = new Map(Array.from(byFamily, ([family, slices]) => [family, blocksOf(slices)]))
  const opened = new Map<FontSlice, Promise<OpenFont>>()
  const caches = new Map<readonly string[], FontCache>()

  function open(slice: FontSlice): Promise<OpenFont> {
    let font = opened.get(slice)
    if (!font) {
      opened.set(slice, (font = openFont(slice)))
      // A file that could not be read once may be read the next time.
      font.catch(() => opened.delete(slice))
    }
    return font
  }

  function cacheOf(families: readonly string[]): FontCache {
    let fonts = caches.get(families)
    if (!fonts || fonts.size > REMEMBERED) caches.set(families, (fonts = new Map()))
    return fonts
  }

  /** Searches the font of characters that are drawn together. */
  async function search(codes: readonly number[], families: readonly FontFamily[]): Promise<OpenFont | undefined> {
    const [first = 0, ...others] = codes
    for (const blocks of families.map((it) => blocksByFamily.get(it)!)) {
      for (const slice of slicesWith(first, blocks)) {
        if (!others.every((it) => slicesWith(it, blocks).includes(slice))) continue
        if (slice.family === EMOJI_FAMILY) return undefined
        const font = await open(slice)
        if (codes.every((it) => font.characters.has(it))) return font
      }
    }
    return undefined
  }

  /** Finds one font for a cluster, whose letter may be decomposed for that, or else the font of each character. */
  async function splitCluster(cluster: string, families: readonly FontFamily[]): Promise<FontRun[]> {
    const characters = [...cluster]
    const forms = characters.length > 1 ? new Set([cluster, cluster.normalize('NFD')]) : []
    for (const text of forms) {
      const font = await search(codesOf(text), families)
      if (font) return [{ text, font }]
    }
    return Promise.all(characters.map(async (text) => ({ text, font: await search(codesOf(text), families) })))
  }

  return {
    async splitByFont(run) {
      const families = familiesOf(run)
      const fonts = cacheOf(families)
      const runs: FontRun[] = []
      let last: FontRun | undefined
      for (const cluster of clustersOf(run.text)) {
        const stays = last && attached.test(cluster) && (last.font?.characters.has(cluster.codePointAt(0)!) ?? true)
        let parts = stays ? [{ text: cluster, font: last!.font }] : fonts.get(cluster)
        if (!parts) fonts.set(cluster, (parts = await splitCluster(cluster, families)))
        for (const { text, font } of parts) {
          if (last && last.font === font) last.text += text
          else runs.push((last = { text, font }))
        }
      }
      return runs
    },
  }
}

/** Groups the ranges of slices by blocks of code points, those of the last slice first. Korean slices have scattered code points: most blocks have several slices. */
function blocksOf(slices: readonly FontSlice[]): Blocks {
  const blocks: Blocks = new Map()
  for (const slice of slices.toReversed()) {
    for (const [from, to] of rangesOf(slice)) {
      for (let block = blockOf(from); block <= blockOf(to); block++) {
        const ranges = blocks.get(block) ?? []
        blocks.set(block, ranges)
        ranges.push({ slice, from, to })
      }
    }
  }
  return blocks
}

function blockOf(code: number): number {
  return code >> 4
}

function slicesWith(code: number, blocks: Blocks): FontSlice[] {
  const ranges = blocks.get(blockOf(code)) ?? []
  return ranges.filter(({ from, to }) => from <= code && code <= to).map((it) => it.slice)
}

function codesOf(text: string): number[] {
  return Array.from(text, (it) => it.codePointAt(0)!)
}

async function openFont(slice: FontSlice): Promise<OpenFont> {
  const { Blob, Face } = await loadHarfBuzz()
  const face = new Face(new Blob(await fontverter.convert(await readFile(slice.path), 'sfnt')))
  return { slice, face, characters: new Set(face.collectUnicodes()) }
}

/** Parses a `unicode-range` into first and last code points. */
function rangesOf({ range }: FontSlice): (readonly [from: number, to: number])[] {
  return range.split(',').map((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return [from, to]
  })
}
