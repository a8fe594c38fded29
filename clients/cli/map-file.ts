import type { ArchitectureMap, MapChange, NewMap } from '../typescript/index.ts'
import { Failure } from './failure.ts'
import { formatJson } from './output.ts'

/** A map as it is kept in a file. */
export interface MapFile {
  /** Which map it is; undefined where its name says that. */
  id?: string | undefined
  content: MapChange
}

/** What the service alone sets; a file may hold it, as `maps get` prints it. */
const ofService = new Set(['id', 'workspaceId', 'createdAt', 'updatedAt', 'etag', 'shareUrl'])

/**
 * Reads a map as `maps pull`, `maps get` or the API writes it. The service checks its fields.
 * @param source the file, to be named in the error
 * @throws Failure
 */
export function parseMapFile(source: string, text: string): MapFile {
  const whole = parseJson(source, text)
  const map = isRecord(whole) && isRecord(whole['map']) ? whole['map'] : whole
  if (!isRecord(map)) throw new Failure(`${source} is no map: it must be an object with name, nodes and edges.`)
  const { id } = map
  if (id !== undefined && typeof id !== 'string') throw new Failure(`${source}: id must be a string.`)
  if (id === undefined && typeof map['name'] !== 'string') throw new Failure(`${source}: name must be a string.`)
  for (const field of ['nodes', 'edges']) checkList(source, field, map[field])
  const content = Object.entries(map).filter(([field]) => !ofService.has(field))
  return { id, content: Object.fromEntries(content) }
}

function checkList(source: string, field: string, list: unknown): void {
  if (list === undefined || (Array.isArray(list) && list.every(isRecord))) return
  throw new Failure(`${source}: ${field} must be a list of objects.`)
}

/** A map as text for a file: what is the user's to change, and the id. */
export function formatMapFile({ id, name, isPublic, nodes, edges }: ArchitectureMap): string {
  return formatJson({ id, name, isPublic, nodes, edges })
}

/** What a map that is to be created needs. */
export function isComplete(content: MapChange): content is NewMap {
  return content.name !== undefined
}

/** @throws Failure that names the source */
export function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new Failure(`${source} is not JSON: ${(cause as Error).message}`, undefined, { cause })
  }
}

/** Whether a parsed value of JSON or YAML is an object, and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
