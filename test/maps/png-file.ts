import { PNG } from 'pngjs'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

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

/** The chunks of a PNG. @throws Error where a checksum does not fit */
export function chunksOf(png: Buffer): { type: string; content: Buffer }[] {
  const chunks: { type: string; content: Buffer }[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    if (png.readUInt32BE(at + 8 + length) !== crc32(body))
      throw new Error(`the checksum of the chunk at ${at} is wrong`)
    chunks.push({ type: body.toString('latin1', 0, 4), content: body.subarray(4) })
    at += 12 + length
  }
  return chunks
}

/** The compressed texts of a PNG by their keywords. */
export function textsOf(png: Buffer): Map<string, string> {
  const contents = chunksOf(png).flatMap(({ type, content }) => (type === 'iTXt' ? [content] : []))
  return new Map(
    contents.map((it) => {
      const end = it.indexOf(0)
      // NUL, flag, method, and two empty texts with their NUL.
      return [it.toString('latin1', 0, end), inflateSync(it.subarray(end + 5)).toString('utf8')]
    }),
  )
}
