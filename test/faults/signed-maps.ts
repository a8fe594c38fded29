import { inflateSync } from 'node:zlib'
import { type ExportFormat, PNG_MAP_KEYWORD } from '@maps/shared/file-formats'
import type { NewMap } from '@maps/shared/map'
import type { Answer } from '../rig/rest-client.ts'

/** Which map something shows, and as which write has left it. Every write has a number of its own. */
export interface Signature {
  map: number
  write: number
}

/** Length of a PNG's signature, and of a chunk around its content. */
const PNG_START = 8
const CHUNK_EXTRA = 12
/** Between a keyword and its compressed text: NUL, flag, method, and two empty texts with their NUL. */
const TEXT_HEAD = 5

/** A map that carries its signature in its name and in every node, so that no file of it can do without. */
export function signedMap({ map, write }: Signature, nodeCount: number): Pick<NewMap, 'name' | 'nodes'> {
  // No format escapes letters and digits.
  const name = `N${map}x${write}`
  const nodes = Array.from({ length: nodeCount }, (_, index) => ({ id: `n${index}`, label: `${name} ${index}` }))
  return { name, nodes }
}

/** Why this is not the file of that map; undefined where it is. */
export function whatIsWrong(map: number, format: ExportFormat, { status, bytes, text }: Answer): string | undefined {
  if (status !== 200) return `map ${map} as ${format}: ${status} ${text}`
  const { map: shown } = signatureOf(format, bytes)
  return shown === map ? undefined : `map ${map} as ${format} is map ${shown}`
}

/**
 * The one signature that a file carries; of a picture, by the map in it.
 * @throws Error where there is none, or a second one
 */
export function signatureOf(format: ExportFormat, bytes: Buffer): Signature {
  return signatureIn(format === 'png' ? mapIn(bytes) : bytes.toString())
}

/** @throws Error where the text carries none, or a second one */
export function signatureIn(text: string): Signature {
  const found = [...new Set(text.match(/\bN\d+x\d+\b/g))]
  const [, map, write] = /^N(\d+)x(\d+)$/.exec(found[0] ?? '') ?? []
  if (found.length !== 1) throw new Error(`signed by ${found.join(', ') || 'nobody'}`)
  return { map: Number(map), write: Number(write) }
}

function mapIn(png: Buffer): string {
  let at = PNG_START
  while (at < png.length) {
    const length = png.readUInt32BE(at)
    const content = png.subarray(at + 8, at + 8 + length)
    const isMap = content.toString('latin1', 0, PNG_MAP_KEYWORD.length + 1) === `${PNG_MAP_KEYWORD}\0`
    if (isMap) return inflateSync(content.subarray(PNG_MAP_KEYWORD.length + TEXT_HEAD)).toString()
    at += length + CHUNK_EXTRA
  }
  throw new Error('the picture carries no map')
}
