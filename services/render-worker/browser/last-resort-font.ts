import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const FONT = '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-mayan-numerals-400-normal.woff'
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * The one font that Chromium finds on "its machine". Blink takes every web font for broken where there is no system font at all,
 * and the system side reads plain TrueType only, which npm's font packages do not hold: so one of theirs is unpacked.
 */
export function readLastResortFont(): Buffer {
  return unpackWoff(readFileSync(createRequire(import.meta.url).resolve(FONT)))
}

/** WOFF 1.0 is a TrueType file whose tables are deflated one by one (https://www.w3.org/TR/WOFF/). */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const tables: Buffer[] = []
  let offset = directory.length
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(WOFF_HEADER + index * WOFF_ENTRY)
    const [start, packedLength, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const packed = woff.subarray(start, start + packedLength)
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.set(packedLength < length ? inflateSync(packed) : packed)
    const at = SFNT_HEADER + index * SFNT_ENTRY
    entry.copy(directory, at, 0, 4)
    entry.copy(directory, at + 4, 16, 20)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(length, at + 12)
    tables.push(table)
    offset += table.length
  }
  return Buffer.concat([directory, ...tables])
}
