import type { ArchitectureMap, MapChange, NewMap } from '../typescript/index.ts'
import { Failure } from './failure.ts'
import { formatJson } from './output.ts'

/** The content of a map file. */
export interface MapFile {
  /** Id of the map; if undefined, the name identifies it. */
  id?: string | undefined
  content: MapChange
}

/** Fields that only the service sets. A file may contain them, since `maps get` prints them. */
const readOnlyFields = new Set(['id', 'workspaceId', 'createdAt', 'updatedAt', 'etag', 'shareUrl'])

/**
 * Parses a map as `maps pull`, `maps get` or the API writes it. The service validates the fields.
 * @param source name of the file in the error
 * @throws Failure if the text is not a map
 */
export function parseMapFile(source: string, text: string): MapFile {
  const whole = parseJson(source, text)
  const map = isRecord(whole) && isRecord(whole['map']) ? whole['map'] : whole
  if (!isRecord(map)) throw new Failure(`${source} is no map: it must be an object with name, nodes and edges.`)
  const { id } = map
  if (id !== undefined && typeof id !== 'string') throw new Failure(`${source}: id must be a string.`)
  if (id === undefined && typeof map['name'] !== 'string') throw new Failure(`${source}: name must be a string.`)
  for (const field of ['nodes', 'edges']) checkList(source, field, map[field])
  const content = Object.entries(map).filter(([field]) => !readOnlyFields.has(field))
  return { id, content: Object.fromEntries(content) }
}

function checkList(source: string, field: string, list: unknown): void {
  if (list === undefined || (Array.isArray(list) && list.every(isRecord))) return
  throw new Failure(`${source}: ${field} must be a list of objects.`)
}

/** Formats a map for a file: its id and the editable fields. */
export function formatMapFile({ id, name, isPublic, nodes, edges }: ArchitectureMap): string {
  return formatJson({ id, name, isPublic, nodes, edges })
}

/** Whether the content has all fields that creating a map requires. */
export function isComplete(content: MapChange): content is NewMap {
  return content.name !== undefined
}

/** Parses JSON, with or without a byte order mark. @throws Failure that names the source */
export function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new Failure(`${source} is not JSON: ${(cause as Error).message}`, undefined, { cause })
  }
}

/** The fields of an object in parsed JSON or YAML. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a parsed JSON or YAML value is an object, not a list or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects in a list of parsed JSON or YAML; none in any other value. */
export function recordsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}
