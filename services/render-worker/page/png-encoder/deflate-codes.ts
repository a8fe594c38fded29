import { codeLengths, codeWords, MAX_CODE_LENGTH } from './huffman.ts'
import type { RowLoops } from './row-loops.ts'

const MAX_PIXELS = 86
const LITERALS = 286
const DISTANCES = 30
const END = 256
const FIRST_LENGTH = 257
const LONGEST = { bytes: 258, code: 28 }
const MAX_LENGTH_OF_LENGTHS = 7
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** The symbol of a length (RFC 1951, 3.2.5), counted from `FIRST_LENGTH`, with its extra bits and their number. */
interface LengthCode {
  code: number
  bits: number
  bitCount: number
}

/** A code word and its length in bits. */
interface CodeWord {
  word: number
  length: number
}

/** By number of pixels, the code for the length in bytes. */
const lengthCodes = createLengthCodes()

function createLengthCodes(): LengthCode[] {
  const table = Array.from({ length: MAX_PIXELS + 1 }, () => ({ code: 0, bits: 0, bitCount: 0 }))
  let bytes = 3
  for (let code = 0; code < LONGEST.code; code++) {
    const bitCount = code < 8 ? 0 : (code >> 2) - 1
    for (let bits = 0; bits < 1 << bitCount; bits++, bytes++) {
      if (bytes % 3 === 0) table[bytes / 3] = { code, bits, bitCount }
    }
  }
  table[LONGEST.bytes / 3] = { code: LONGEST.code, bits: 0, bitCount: 0 }
  return table
}

/** Passes the symbols of all lengths to the loops, which count them. */
export function setLengthSymbols(loops: RowLoops): void {
  const symbols = new Uint8Array(loops.memory.buffer, loops.lengthSymbolsAt(), MAX_PIXELS + 1)
  for (const [pixels, { code }] of lengthCodes.entries()) symbols[pixels] = code
}

/** Computes the codes for the counted symbols, writes them, and passes them to the loops. @returns the code word of the end symbol */
export function writeCodes(loops: RowLoops): CodeWord {
  const counts = new Uint32Array(loops.memory.buffer, loops.countsAt(), LITERALS + DISTANCES)
  counts[END] = 1
  const literals = codeLengths(counts.subarray(0, LITERALS), MAX_CODE_LENGTH)
  const distances = codeLengths(counts.subarray(LITERALS), MAX_CODE_LENGTH)
  writeCodeLengths(loops, literals, distances)
  const literalWords = codeWords(literals)
  setLiteralCodes(loops, literals, literalWords)
  setDistanceCodes(loops, distances)
  return { word: literalWords[END]!, length: literals[END]! }
}

function writeCodeLengths(loops: RowLoops, literals: Uint8Array, distances: Uint8Array): void {
  const all = [...literals, ...distances]
  const counts = new Uint32Array(LENGTH_ORDER.length)
  for (const length of all) counts[length]!++
  const lengths = codeLengths(counts, MAX_LENGTH_OF_LENGTHS)
  const words = codeWords(lengths)
  loops.put(LITERALS - 257, 5)
  loops.put(DISTANCES - 1, 5)
  loops.put(LENGTH_ORDER.length - 4, 4)
  for (const length of LENGTH_ORDER) loops.put(lengths[length]!, 3)
  for (const length of all) loops.put(words[length]!, lengths[length]!)
}

/** Passes the code words of bytes and of lengths to the loops; those of lengths with their extra bits. */
function setLiteralCodes(loops: RowLoops, lengths: Uint8Array, words: Uint16Array): void {
  const { buffer } = loops.memory
  const byByte = new Uint32Array(buffer, loops.literalCodesAt(), 256)
  for (const byte of byByte.keys()) byByte[byte] = entryOf(words[byte]!, lengths[byte]!)
  const byPixels = new Uint32Array(buffer, loops.lengthCodesAt(), MAX_PIXELS + 1)
  for (const [pixels, { code, bits, bitCount }] of lengthCodes.entries()) {
    const length = lengths[FIRST_LENGTH + code]!
    byPixels[pixels] = entryOf(words[FIRST_LENGTH + code]! | (bits << length), length + bitCount)
  }
}

function setDistanceCodes(loops: RowLoops, lengths: Uint8Array): void {
  const byDistance = new Uint32Array(loops.memory.buffer, loops.distanceCodesAt(), DISTANCES)
  for (const [symbol, word] of codeWords(lengths).entries()) byDistance[symbol] = entryOf(word, lengths[symbol]!)
}

/** A code word in the tables of the loops, with its length in the upper 8 bits. */
function entryOf(word: number, length: number): number {
  return (length << 24) | word
}
