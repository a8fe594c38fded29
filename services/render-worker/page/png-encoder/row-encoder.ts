import type { HuffmanCoder } from './huffman.ts'

/**
 * Encodes rows of pixels as the content of a PNG's IDAT chunk: 8 bits each of red, green and blue, without row filters. Chromium's encoder
 * takes 2.5 times as long for files of 1.6 times the size (decision 4).
 */
export interface RowEncoder {
  /**
   * Begins a picture in strips of at most `stripRows` rows.
   * @returns the buffer for the pixels of each strip, row by row, each 0xXXRRGGBB
   */
  begin(width: number, stripRows: number): Uint8Array<ArrayBuffer>
  /** Encodes the next strip. @returns the next part of the content */
  add(rows: number): Uint8Array<ArrayBuffer>
  /** Ends the picture and erases it from memory. @returns the last part of the content */
  end(): Uint8Array<ArrayBuffer>
}

/** The exports of row-loops.as.ts. Addresses in its memory are numbers. */
export interface RowLoops {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  countsAt(): number
  lengthSymbolsAt(): number
  literalCodesAt(): number
  lengthCodesAt(): number
  distanceCodesAt(): number
  freeAt(): number
  begin(): void
  forget(): void
  adler32(): number
  tokenize(pixels: number, width: number, rows: number, tokens: number): number
  writeTo(address: number): void
  writtenTo(): number
  put(value: number, length: number): void
  align(): void
  writeTokens(tokens: number, count: number): void
}

/**
 * Creates an encoder for drawings (docs/decisions/0004). It searches only for runs of one colour and for repeated pixels.
 * Each strip becomes one Deflate block with Huffman codes of its own (RFC 1951).
 * The function is sent to the page as source text, so it must not use anything outside itself.
 */
export function createRowEncoder(loops: RowLoops, { codeLengths, codeWords }: HuffmanCoder): RowEncoder {
  const MEMORY_PAGE = 65_536
  const MAX_PIXELS = 86
  const LITERALS = 286
  const DISTANCES = 30
  const END = 256
  const FIRST_LENGTH = 257
  const LONGEST = { bytes: 258, code: 28 }
  const MAX_CODE_LENGTH = 15
  const MAX_LENGTH_OF_LENGTHS = 7
  const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /** Maximum number of bytes of a token, with the longest codes. */
  const MAX_TOKEN_BYTES = 6
  const MAX_CODES_BYTES = 1_024

  /** By number of pixels, the code for the length in bytes, its extra bits and their number. */
  const lengths = lengthCodes()
  const symbols = new Uint8Array(loops.memory.buffer, loops.lengthSymbolsAt(), MAX_PIXELS + 1)
  for (const [pixels, { code }] of lengths.entries()) symbols[pixels] = code
  let width = 0
  let pixelsAt = 0
  let tokensAt = 0
  let outAt = 0
  /** Maximum number of tokens, and of output bytes, of a strip of this picture. */
  let mostTokens = 0
  let mostBytes = 0
  let isBegun = false
  let isForgotten = true

  function lengthCodes() {
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

  function writeCodeLengths(literals: Uint8Array, distances: Uint8Array): void {
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

  /** Computes the codes for the counted symbols, writes them, and passes them to the loops. @returns the code of the end symbol */
  function writeCodes(): { word: number; length: number } {
    const { buffer } = loops.memory
    const counts = new Uint32Array(buffer, loops.countsAt(), LITERALS + DISTANCES)
    counts[END] = 1
    const literals = codeLengths(counts.subarray(0, LITERALS), MAX_CODE_LENGTH)
    const distances = codeLengths(counts.subarray(LITERALS), MAX_CODE_LENGTH)
    writeCodeLengths(literals, distances)
    const literalWords = codeWords(literals)
    const entryOf = (word: number, length: number): number => (length << 24) | word
    const byByte = new Uint32Array(buffer, loops.literalCodesAt(), 256)
    for (const byte of byByte.keys()) byByte[byte] = entryOf(literalWords[byte]!, literals[byte]!)
    const byPixels = new Uint32Array(buffer, loops.lengthCodesAt(), MAX_PIXELS + 1)
    for (const [pixels, { code, bits, bitCount }] of lengths.entries()) {
      const length = literals[FIRST_LENGTH + code]!
      byPixels[pixels] = entryOf(literalWords[FIRST_LENGTH + code]! | (bits << length), length + bitCount)
    }
    const byDistance = new Uint32Array(buffer, loops.distanceCodesAt(), DISTANCES)
    for (const [symbol, word] of codeWords(distances).entries()) byDistance[symbol] = entryOf(word, distances[symbol]!)
    return { word: literalWords[END]!, length: literals[END]! }
  }

  function written(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(loops.memory.buffer, outAt, loops.writtenTo() - outAt).slice()
  }

  /** Erases a picture from memory. */
  function forget(): void {
    loops.forget()
    new Uint8Array(loops.memory.buffer, pixelsAt, tokensAt + 4 * mostTokens - pixelsAt).fill(0)
    // Bits are written 8 bytes at a time, so writing may exceed the output by as much.
    new Uint8Array(loops.memory.buffer, outAt, mostBytes + 8).fill(0)
    isForgotten = true
  }

  return {
    begin(pictureWidth, stripRows) {
      // The previous picture may have failed before its end.
      if (!isForgotten) forget()
      isForgotten = false
      width = pictureWidth
      const pixelBytes = 4 * width * stripRows
      const tokens = (width + 1) * stripRows
      pixelsAt = loops.freeAt()
      tokensAt = pixelsAt + pixelBytes
      outAt = tokensAt + 4 * tokens
      const end = outAt + MAX_TOKEN_BYTES * tokens + MAX_CODES_BYTES
      const missing = end - loops.memory.buffer.byteLength
      if (missing > 0) loops.memory.grow(Math.ceil(missing / MEMORY_PAGE))
      loops.begin()
      isBegun = false
      mostTokens = mostBytes = 0
      return new Uint8Array(loops.memory.buffer, pixelsAt, pixelBytes)
    },
    add(rows) {
      const count = loops.tokenize(pixelsAt, width, rows, tokensAt)
      loops.writeTo(outAt)
      // The header of zlib: a window of 32 KiB, the fastest algorithm.
      if (!isBegun) loops.put(0x0178, 16)
      isBegun = true
      loops.put(0b100, 3)
      const end = writeCodes()
      loops.writeTokens(tokensAt, count)
      loops.put(end.word, end.length)
      mostTokens = Math.max(mostTokens, count)
      mostBytes = Math.max(mostBytes, loops.writtenTo() - outAt)
      return written()
    },
    end() {
      loops.writeTo(outAt)
      // An empty stored block ends the data. The checksum follows, highest byte first.
      loops.put(0b001, 3)
      loops.align()
      loops.put(0xffff_0000, 32)
      const sum = loops.adler32()
      for (const shift of [24, 16, 8, 0]) loops.put((sum >>> shift) & 255, 8)
      const last = written()
      forget()
      return last
    },
  }
}
