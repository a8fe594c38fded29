import { PNG } from 'pngjs'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Length in bytes of signature and header chunk, the start of every PNG. */
const HEADER_END = 8 + 25

/** A PNG of one pixel with these chunks after its header. */
export function pngWith(...chunks: readonly Buffer[]): Buffer {
  const picture = PNG.sync.write(new PNG({ width: 1, height: 1 }))
  return Buffer.concat([picture.subarray(0, HEADER_END), ...chunks, picture.subarray(HEADER_END)])
}

/** A PNG chunk. @param length instead of the correct length @param crc instead of the correct checksum */
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
export function itxtContent(keyword: string, text: string | Buffer, { isCompressed = true } = {}): Buffer {
  const head = Buffer.from(`${keyword}\0${isCompressed ? '\x01' : '\0'}\0en\0map\0`, 'latin1')
  return Buffer.concat([head, isCompressed ? deflateSync(text) : Buffer.from(text)])
}

/** The chunks of a PNG. @throws Error for a wrong checksum */
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

/** The texts of a PNG's compressed iTXt chunks, by keyword. */
export function textsOf(png: Buffer): Map<string, string> {
  const contents = chunksOf(png).flatMap(({ type, content }) => (type === 'iTXt' ? [content] : []))
  return new Map(
    contents.map((content) => {
      const end = content.indexOf(0)
      // NUL, flag, method, and two empty texts with their NUL.
      return [content.toString('latin1', 0, end), inflateSync(content.subarray(end + 5)).toString('utf8')]
    }),
  )
}
