import { setLengthSymbols, writeCodes } from './deflate-codes.ts'
import type { RowLoops } from './row-loops.ts'

/**
 * Encodes rows of pixels as the content of a PNG's IDAT chunk: 8 bits each of red, green and blue, without row filters. Chromium's encoder
 * takes 2.5 times as long for files of 1.6 times the size (decision 4).
 */
export interface RowEncoder {
  /** Begins a picture in strips of at most `stripRows` rows. The previous picture, finished or not, is erased from memory. */
  begin(width: number, stripRows: number): PictureEncoder
}

/** Encodes one picture, strip by strip. */
export interface PictureEncoder {
  /** The buffer for the pixels of each strip, row by row, each 0xXXRRGGBB. */
  pixels: Uint8Array<ArrayBuffer>
  /** Encodes the next strip. @returns the next part of the content */
  add(rows: number): Uint8Array<ArrayBuffer>
  /** Ends the picture and erases it from memory. @returns the last part of the content */
  end(): Uint8Array<ArrayBuffer>
}

/** Addresses of a picture's buffers, and how much of them its largest strip has used. */
interface Buffers {
  pixelsAt: number
  tokensAt: number
  outAt: number
  tokens: number
  outBytes: number
}

const MEMORY_PAGE = 65_536
/** Maximum number of bytes of a token, with the longest codes. */
const MAX_TOKEN_BYTES = 6
const MAX_CODES_BYTES = 1_024
/** Number of bytes that the loops write at a time, and so may write beyond the output. */
const WORD_BYTES = 8

/**
 * Creates an encoder for drawings (docs/decisions/0004). It searches only for runs of one colour and for repeated pixels.
 * Each strip becomes one Deflate block with Huffman codes of its own (RFC 1951).
 */
export function createRowEncoder(loops: RowLoops): RowEncoder {
  let unfinished: Buffers | undefined
  setLengthSymbols(loops)
  return {
    begin(width, stripRows) {
      if (unfinished) erase(loops, unfinished)
      const buffers = allocate(loops, width, stripRows)
      unfinished = buffers
      loops.begin()
      let isFirst = true
      return {
        pixels: new Uint8Array(loops.memory.buffer, buffers.pixelsAt, 4 * width * stripRows),
        add(rows) {
          const strip = encodeStrip(loops, buffers, width, rows, isFirst)
          isFirst = false
          return strip
        },
        end() {
          const last = encodeEnd(loops, buffers)
          erase(loops, buffers)
          unfinished = undefined
          return last
        },
      }
    },
  }
}

/** Finds addresses for the buffers of a picture, in more memory if there is not enough. */
function allocate(loops: RowLoops, width: number, stripRows: number): Buffers {
  const maxTokens = (width + 1) * stripRows
  const pixelsAt = loops.freeAt()
  const tokensAt = pixelsAt + 4 * width * stripRows
  const outAt = tokensAt + 4 * maxTokens
  const end = outAt + MAX_TOKEN_BYTES * maxTokens + MAX_CODES_BYTES
  const missing = end - loops.memory.buffer.byteLength
  if (missing > 0) loops.memory.grow(Math.ceil(missing / MEMORY_PAGE))
  return { pixelsAt, tokensAt, outAt, tokens: 0, outBytes: 0 }
}

/** Encodes the pixels of a strip as one Deflate block. The first one follows the header of zlib. */
function encodeStrip(loops: RowLoops, buffers: Buffers, width: number, rows: number, isFirst: boolean) {
  const { pixelsAt, tokensAt, outAt } = buffers
  const tokens = loops.tokenize(pixelsAt, width, rows, tokensAt)
  loops.writeTo(outAt)
  // The header of zlib: a window of 32 KiB, the fastest algorithm.
  if (isFirst) loops.put(0x0178, 16)
  loops.put(0b100, 3)
  const end = writeCodes(loops)
  loops.writeTokens(tokensAt, tokens)
  loops.put(end.word, end.length)
  buffers.tokens = Math.max(buffers.tokens, tokens)
  buffers.outBytes = Math.max(buffers.outBytes, loops.writtenTo() - outAt)
  return written(loops, outAt)
}

/** Ends the data with an empty stored block. The checksum follows, highest byte first. */
function encodeEnd(loops: RowLoops, { outAt }: Buffers): Uint8Array<ArrayBuffer> {
  loops.writeTo(outAt)
  loops.put(0b001, 3)
  loops.align()
  loops.put(0xffff_0000, 32)
  const sum = loops.adler32()
  for (const shift of [24, 16, 8, 0]) loops.put((sum >>> shift) & 255, 8)
  return written(loops, outAt)
}

function written(loops: RowLoops, outAt: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(loops.memory.buffer, outAt, loops.writtenTo() - outAt).slice()
}

/** Erases a picture from memory. */
function erase(loops: RowLoops, { pixelsAt, tokensAt, outAt, tokens, outBytes }: Buffers): void {
  loops.forget()
  new Uint8Array(loops.memory.buffer, pixelsAt, tokensAt + 4 * tokens - pixelsAt).fill(0)
  new Uint8Array(loops.memory.buffer, outAt, outBytes + WORD_BYTES).fill(0)
}
