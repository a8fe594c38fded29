import { type ExportFormat, PNG_MAP_KEYWORD } from '@maps/shared/file-formats'
import type { NewMap } from '@maps/shared/map'
import { textsOf } from '../maps/png-file.ts'
import type { Answer } from '../rig/rest-client.ts'

/** Which map something shows, and as which write has left it. Every write has a number of its own. */
export interface Signature {
  map: number
  write: number
}

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
  return signatureIn(format === 'png' ? textsOf(bytes).get(PNG_MAP_KEYWORD)! : bytes.toString())
}

/** @throws Error where the text carries none, or a second one */
export function signatureIn(text: string): Signature {
  const found = [...new Set(text.match(/\bN\d+x\d+\b/g))]
  const [, map, write] = /^N(\d+)x(\d+)$/.exec(found[0] ?? '') ?? []
  if (found.length !== 1) throw new Error(`signed by ${found.join(', ') || 'nobody'}`)
  return { map: Number(map), write: Number(write) }
}
