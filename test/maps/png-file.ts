import { PNG } from 'pngjs'
import { crc32, deflateSync } from 'node:zlib'

/** Length of signature and header chunk, which come first in every PNG. */
const HEADER_END = 8 + 25

/** A picture of one pixel with these chunks between its header and the pixel. */
export function pngWith(...chunks: readonly Buffer[]): Buffer {
  const picture = PNG.sync.write(new PNG({ width: 1, height: 1 }))
  return Buffer.concat([picture.subarray(0, HEADER_END), ...chunks, picture.subarray(HEADER_END)])
}

/** A chunk of a PNG; its length and checksum fit unless they are given. */
export function pngChunk(type: string, content: Buffer, { length = content.length, crc }: ChunkFaults = {}): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc ?? crc32(body), body.length + 4)
  return frame
}

interface ChunkFaults {
  length?: number
  crc?: number
}

/** The content of an iTXt chunk: keyword, NUL, compression flag and method, language, NUL, translated keyword, NUL, text. */
export function textContent(keyword: string, text: string | Buffer, { isCompressed = true } = {}): Buffer {
  const head = Buffer.from(`${keyword}\0${isCompressed ? '\x01' : '\0'}\0en\0map\0`, 'latin1')
  return Buffer.concat([head, isCompressed ? deflateSync(text) : Buffer.from(text)])
}
