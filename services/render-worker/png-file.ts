import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import type { ArchitectureMap } from '@maps/shared/map'
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const BITS_PER_CHANNEL = 8
const TRUE_COLOR = 2
/** Length in bytes of the signature and the header chunk, with which every PNG begins. */
const HEADER_END = 8 + 25
const CSS_PX_PER_METRE = 96 / 0.0254
const METRES = 1
const COMPRESSED = 1

/** A chunk of a PNG, as consecutive buffers. */
export type Chunk = readonly Buffer[]

/**
 * Creates a PNG with 8 bits each of red, green and blue (https://www.w3.org/TR/png-3/).
 *
 * @param imageData content of the IDAT chunk
 * @param chunks further chunks after the header
 */
export function pngOf(imageData: Buffer, width: number, height: number, chunks: Uint8Array = new Uint8Array()): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(BITS_PER_CHANNEL, 8)
  header.writeUInt8(TRUE_COLOR, 9)
  const end = [...chunk('IDAT', imageData), ...chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...chunk('IHDR', header), chunks, ...end])
}

/** Adds chunks to a PNG after its header. */
export function withChunks(png: Buffer, chunks: Uint8Array): Buffer {
  return Buffer.concat([png.subarray(0, HEADER_END), chunks, png.subarray(HEADER_END)])
}

/**
 * Creates the chunks with a picture's title, software and physical size.
 * @param map the map to embed in the picture, which can be imported from it
 */
export function metadataChunks(name: string, scale: number, map?: Pick<ArchitectureMap, 'name'>): Chunk[] {
  return [
    physicalSize(scale),
    text('Title', name),
    text('Software', 'Maps Service'),
    ...(map ? [text(PNG_MAP_KEYWORD, JSON.stringify(map))] : []),
  ]
}

function physicalSize(scale: number): Chunk {
  const content = Buffer.alloc(9)
  // At a scale below 0.00013, no whole number is near. 0 would be no resolution.
  const perMetre = Math.max(1, Math.round(CSS_PX_PER_METRE * scale))
  content.writeUInt32BE(perMetre, 0)
  content.writeUInt32BE(perMetre, 4)
  content.writeUInt8(METRES, 8)
  return chunk('pHYs', content)
}

/** A text chunk: keyword, NUL, compression flag and method, empty language, empty translated keyword, text. */
function text(keyword: string, value: string): Chunk {
  const head = Buffer.concat([Buffer.from(keyword, 'latin1'), Buffer.from([0, COMPRESSED, 0, 0, 0])])
  return chunk('iTXt', Buffer.concat([head, deflateSync(value)]))
}

/** A chunk: length, type, content and checksum. */
function chunk(type: string, content: Buffer): Chunk {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write(type, 4, 'latin1')
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(content, crc32(head.subarray(4))), 0)
  return [head, content, tail]
}
