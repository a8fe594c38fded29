import { PNG_MAP_KEYWORD } from '@maps/shared/export-job'
import type { ArchitectureMap } from '@maps/shared/map'
import { crc32, deflateSync } from 'node:zlib'

/** Length of signature and header chunk, which come first in every PNG. */
const HEADER_END = 8 + 25
const CSS_PX_PER_METRE = 96 / 0.0254
const METRES = 1
const COMPRESSED = 1

/** A picture with its map, title and physical size in it (https://www.w3.org/TR/png-3/). */
export function withMap(png: Buffer, map: ArchitectureMap, scale: number): Buffer {
  return Buffer.concat([
    png.subarray(0, HEADER_END),
    physicalSize(scale),
    text('Title', map.name),
    text('Software', 'Maps Service'),
    text(PNG_MAP_KEYWORD, JSON.stringify(map)),
    png.subarray(HEADER_END),
  ])
}

function physicalSize(scale: number): Buffer {
  const content = Buffer.alloc(9)
  const perMetre = Math.round(CSS_PX_PER_METRE * scale)
  content.writeUInt32BE(perMetre, 0)
  content.writeUInt32BE(perMetre, 4)
  content.writeUInt8(METRES, 8)
  return chunk('pHYs', content)
}

/** Keyword, NUL, compression flag and method, empty language, empty translated keyword, text. */
function text(keyword: string, value: string): Buffer {
  const head = Buffer.concat([Buffer.from(keyword, 'latin1'), Buffer.from([0, COMPRESSED, 0, 0, 0])])
  return chunk('iTXt', Buffer.concat([head, deflateSync(value)]))
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(content.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
