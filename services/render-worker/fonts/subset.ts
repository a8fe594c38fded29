import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { type FontSlice, readFontSlices } from './faces.ts'

/** The subset of one of our own fonts with a common set of characters. `npm run build:fonts` makes it, and it is committed: to compress it takes up to half a second. */
export interface CommonSubset {
  slice: FontSlice
  characters: string
  /** Path of its WOFF2 file, which `npm run build:fonts` writes. */
  path: string
}

const ascii = characters(0x20, 0x7e)
/**
 * Common sets of characters, from the smallest to the largest. The smallest lacks signs of program code, as in `=>`: their ligatures in
 * the mono face take more bytes than all letters.
 */
const commonSets = {
  letters: ascii.replaceAll(/[!"#'*;<=>?@[\\\]^`{|}~]/g, '') + '£€·–…',
  ascii: ascii + '£¥€·–—’“”…',
  latin: ascii + characters(0xa0, 0xff) + '‘’“”–—…•€™−',
}
/** OpenType features of the subsets of common characters: the features that are on by default for Latin. */
const LATIN_FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig']

/** The characters of the largest common set. */
export const commonCharacters: string = commonSets.latin

/** The common subsets of all our fonts. */
export function listCommonSubsets(): CommonSubset[] {
  return readFontSlices().flatMap(commonSubsetsOf)
}

/** The common subsets of a slice, from the smallest to the largest. Only the Latin slices of our own three faces have all the characters. */
export function commonSubsetsOf(slice: FontSlice): CommonSubset[] {
  const face = /^maps-(sans|sketch|mono)$/.exec(slice.family)?.[1]
  if (face === undefined || !slice.file.includes('-latin-wght-')) return []
  return Object.entries(commonSets).map(([name, characters]) => {
    return { slice, characters, path: fileURLToPath(new URL(`subsets/${face}-${name}.woff2`, import.meta.url)) }
  })
}

/** Makes the file of a common subset anew, as `npm run build:fonts` does. */
export function makeCommonSubset({ slice, characters }: CommonSubset): Promise<Buffer> {
  return makeSubset(slice, characters, LATIN_FEATURES)
}

/** Reduces a font to the glyphs of these characters, at the weights that we draw. @returns a WOFF2 file */
export async function makeSubset(
  slice: FontSlice,
  characters: string,
  keepFeatures?: readonly string[],
): Promise<Buffer> {
  const [min, max] = slice.drawn
  return subsetFont(await readFile(slice.path), characters, {
    targetFormat: 'woff2',
    ...(keepFeatures && { keepFeatures }),
    ...(isVariable(slice) && { variationAxes: { wght: min === max ? min : { min, max } } }),
  })
}

/** Whether a font has a range of weights. */
export function isVariable({ weight }: FontSlice): boolean {
  return weight.includes(' ')
}

function characters(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}
