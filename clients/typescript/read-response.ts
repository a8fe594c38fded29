import { MapsError } from './errors.ts'
import { fileFormats } from './file-formats.ts'
import { findLink, readEtag } from './headers.ts'
import type {
  ArchitectureMap,
  DiffFormat,
  ExportFormat,
  Layout,
  MapDiff,
  MapView,
  VersionedMap,
  Workspace,
} from './types.ts'

/** Returns the response to an export. @throws MapsError if it is no file of this format, but a sign-in page, for example */
export function checkFormat(format: ExportFormat | DiffFormat, response: Response): Response {
  const { contentType } = fileFormats[format]
  if (typeOf(response).startsWith(contentType)) return response
  throw unexpected(response, `in place of ${contentType}`)
}

/** A page of a list, and the cursor of the next page. */
export interface Page<Item> {
  items: Item[]
  cursor: string | undefined
}

/** Creates the function that reads a page of a list, which is this field of the response. */
export function pageReader<Item>(field: 'maps' | 'revisions'): (response: Response) => Promise<Page<Item>> {
  return async (response) => {
    const items = await readField<Item[]>(response, field, Array.isArray)
    return { items, cursor: findLink(response.headers, 'next')?.searchParams.get('cursor') ?? undefined }
  }
}

/** Reads a map, its version and the address of its page. */
export async function readMap(response: Response): Promise<VersionedMap> {
  const map = await readRevision(response)
  const page = findLink(response.headers, 'alternate', 'text/html')
  return { ...map, etag: readEtag(response.headers) ?? '', ...(page && { shareUrl: page.href }) }
}

/** Reads a map as it was at a version. */
export const readRevision = fieldReader<ArchitectureMap>('map', hasId)

/** Reads a layout and its state. */
export async function readLayout(response: Response): Promise<Layout> {
  const layout = await readField<Omit<Layout, 'etag'>>(response, 'layout', (it) => Array.isArray(it?.nodes))
  return { ...layout, etag: readEtag(response.headers) ?? '' }
}

/** Checks that a response has no content. @throws MapsError if it has: it is from another service */
export async function readNothing(response: Response): Promise<void> {
  if (response.status !== 204) throw unexpected(response, 'in place of an empty one')
}

/** Reads what differs between two maps. */
export const readDiff = fieldReader<MapDiff>('diff', (it) => typeof it?.moved === 'number')

/** Reads a part of a map. */
export const readView = fieldReader<MapView>('view', hasId)

/** Reads the confirmation of a deletion. */
export const readDeletion = fieldReader<unknown>('deleted', (it) => it === true)

/** Reads a workspace. */
export const readWorkspace = fieldReader<Workspace>('workspace', hasId)

function hasId(value: { id: unknown } | null): boolean {
  return typeof value?.id === 'string'
}

/** Creates the function that reads a field of a JSON object. */
function fieldReader<Value>(name: string, isValid: (value: Value) => boolean): (response: Response) => Promise<Value> {
  return (response) => readField(response, name, isValid)
}

/** Reads a field of a JSON object. @throws MapsError if it is missing or invalid: the response is from another service */
async function readField<Value>(response: Response, name: string, isValid: (value: Value) => boolean): Promise<Value> {
  const text = await response.text()
  let value: Value | undefined
  try {
    value = (JSON.parse(text) as Record<string, Value> | null)?.[name]
  } catch {
    // The text is no JSON, so it has no such field.
  }
  if (value === undefined || !isValid(value)) throw unexpected(response, `without the field "${name}"`)
  return value
}

function typeOf({ headers }: Response): string {
  return headers.get('Content-Type') ?? 'of no type'
}

function unexpected(response: Response, fault: string): MapsError {
  const detail =
    `The response is ${typeOf(response)} ${fault}: baseUrl must be the address of the API, which ends in /api/v1. ` +
    'A sign-in page or another service may have responded in its place.'
  return new MapsError({ status: response.status, title: response.statusText, detail })
}
