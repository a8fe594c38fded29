import { type ExportFormat } from '@maps/shared/file-formats'
import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import type { NewMap } from '@maps/shared/map'
import { textsOf } from '../maps/png-file.ts'
import type { ApiResponse } from '../rig/rest-client.ts'

/** A map's number and the number of its last write, embedded in the map and in each file of it. */
export interface Marker {
  map: number
  write: number
}

/** Creates a map with its marker in the name and in every node, so that each file of the map contains it. */
export function markedMap({ map, write }: Marker, nodeCount: number): Pick<NewMap, 'name' | 'nodes'> {
  // Letters and digits: no format escapes them.
  const name = `N${map}x${write}`
  const nodes = Array.from({ length: nodeCount }, (_, index) => ({ id: `n${index}`, label: `${name} ${index}` }))
  return { name, nodes }
}

/** Describes why a response is not the file of a map; undefined if it is. */
export function exportError(map: number, format: ExportFormat, response: ApiResponse): string | undefined {
  if (response.status !== 200) return `map ${map} as ${format}: ${response.status} ${response.text}`
  const { map: shown } = markerOf(format, response.bytes)
  return shown === map ? undefined : `map ${map} as ${format} is map ${shown}`
}

/**
 * Reads the marker of a file; in a PNG, that of the embedded map.
 * @throws Error unless there is exactly one marker
 */
export function markerOf(format: ExportFormat, bytes: Buffer): Marker {
  return markerIn(format === 'png' ? textsOf(bytes).get(PNG_MAP_KEYWORD)! : bytes.toString())
}

/** Reads the marker in a text. @throws Error unless there is exactly one marker */
export function markerIn(text: string): Marker {
  const found = [...new Set(text.match(/\bN\d+x\d+\b/g))]
  const [, map, write] = /^N(\d+)x(\d+)$/.exec(found[0] ?? '') ?? []
  if (found.length !== 1) throw new Error(`expected one marker, found ${found.length}: ${found.join(', ')}`)
  return { map: Number(map), write: Number(write) }
}
