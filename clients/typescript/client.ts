import { MapsError } from './errors.ts'
import { readFileFacts } from './file-facts.ts'
import { fileFormats } from './file-formats.ts'
import {
  checkFormat,
  readDeletion,
  readDiff,
  readLayout,
  readMap,
  readNothing,
  type Page,
  pageReader,
  readRevision,
  readView,
  readWorkspace,
} from './read-response.ts'
import { createSender, type Request } from './send.ts'
import type {
  ArchitectureMap,
  ClientSettings,
  DiffFormat,
  DiffOptions,
  ExportedFile,
  ExportFormat,
  ExportOptions,
  ExportStream,
  Layout,
  ListOptions,
  MapChange,
  MapsClient,
  MapField,
  MapSummary,
  MapVersion,
  Position,
  Revision,
  RevisionOptions,
} from './types.ts'

const DEFAULT_PAGE_SIZE = 100
const readMaps = pageReader<MapSummary<MapField>>('maps')
const readRevisions = pageReader<Revision>('revisions')

/** Creates a client of the API. It sends no request before the first call. @throws TypeError for an invalid address */
export function createClient(settings: ClientSettings): MapsClient {
  const send = createSender(settings)

  /** Fetches all pages of a list, each when it is needed. */
  async function* pages<Item>({ query, ...request }: Omit<Request<Page<Item>>, 'method'>) {
    let cursor: string | undefined
    do {
      const page: Page<Item> = await send({ ...request, method: 'GET', query: { ...query, cursor } })
      yield* page.items
      cursor = page.cursor
    } while (cursor)
  }

  const list = ({ fields, q, pageSize = DEFAULT_PAGE_SIZE, signal }: ListOptions = {}) => {
    return pages({ path: '/maps', query: { limit: pageSize, q, fields: fields?.join(',') }, signal, read: readMaps })
  }

  const get: MapsClient['get'] = async (id, { signal } = {}) => {
    return send({ method: 'GET', path: pathOf(id), signal, read: readMap })
  }

  const layout: MapsClient['layout'] = async (id, { signal } = {}) => {
    return send({ method: 'GET', path: `${pathOf(id)}/layout`, signal, read: readLayout })
  }

  /** Pins a layout with PUT, unpins it with DELETE. */
  async function setPin(
    method: 'PUT' | 'DELETE',
    map: string | MapVersion,
    nodes: readonly Position[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    await send<unknown>({
      method,
      path: `${pathOf(idOf(map))}/layout`,
      headers: versionCondition(map),
      body: nodes && { nodes },
      signal,
      read: readNothing,
      // A layout's etag names its pin, which the earlier attempt has changed.
      async settle({ status }) {
        if (status !== 412 || typeof map === 'string') return undefined
        const current = await layout(map.id, { signal }).catch(() => undefined)
        if (!current) return undefined
        const isAsAsked = current.isPinned === (method === 'PUT') && hasPositions(current, nodes ?? [])
        return (isAsAsked && current.version === versionOf(map)) || undefined
      },
    })
  }

  async function download<Result>(
    id: string,
    format: ExportFormat | DiffFormat,
    options: ExportOptions[ExportFormat] | DiffOptions[DiffFormat],
    read: Request<Result>['read'],
  ) {
    const { signal, ...query } = options
    return send({
      method: 'GET',
      path: `${pathOf(id)}/${fileFormats[format].path}`,
      query,
      signal,
      read: (response) => read(checkFormat(format, response)),
    })
  }

  return {
    list,
    get,

    getIfChanged: async ({ id, etag }, { signal } = {}) => {
      try {
        return await send({
          method: 'GET',
          path: pathOf(id),
          headers: { 'If-None-Match': etag },
          signal,
          read: readMap,
        })
      } catch (error) {
        if (error instanceof MapsError && error.status === 304) return undefined
        throw error
      }
    },

    create: async (map, { idempotencyKey = randomKey(), note, signal } = {}) => {
      const key = { 'Idempotency-Key': `"${idempotencyKey.replaceAll(/["\\]/g, '\\$&')}"` }
      const headers = { ...key, ...noteHeader(note) }
      return send({ method: 'POST', path: '/maps', headers, body: map, signal, read: readMap })
    },

    update: async (map, change, { note, signal } = {}) => {
      return send({
        method: 'PATCH',
        path: pathOf(idOf(map)),
        headers: { ...versionCondition(map), ...noteHeader(note) },
        body: change,
        signal,
        read: readMap,
        async settle({ status }) {
          if (status !== 412) return undefined
          const current = await get(idOf(map), { signal })
          return isApplied(current, change) ? current : undefined
        },
      })
    },

    delete: async (map, { signal } = {}) => {
      await send({
        method: 'DELETE',
        path: pathOf(idOf(map)),
        headers: versionCondition(map),
        signal,
        read: readDeletion,
        settle: async ({ status }) => (status === 404 ? true : undefined),
      })
    },

    revisions: (id, { pageSize = DEFAULT_PAGE_SIZE, signal }: RevisionOptions = {}) => {
      return pages({ path: `${pathOf(id)}/revisions`, query: { limit: pageSize }, signal, read: readRevisions })
    },

    revision: async (id, version, { signal } = {}) => {
      return send({ method: 'GET', path: `${pathOf(id)}/revisions/${version}`, signal, read: readRevision })
    },

    layout,
    pin: async (map, { nodes, signal } = {}) => setPin('PUT', map, nodes, signal),
    unpin: async (map, { signal } = {}) => setPin('DELETE', map, undefined, signal),

    diff: async (id, { signal, ...query } = {}) => {
      return send({ method: 'GET', path: `${pathOf(id)}/diff`, query, signal, read: readDiff })
    },

    diffFile: async (id, format, options = {}) => {
      return download(id, format, options, (response) => readFile(format, response))
    },

    export: async (id, format, options = {}) => {
      return download<ExportedFile>(id, format, options, (response) => readFile(format, response))
    },

    preview: async (map, format, { signal, ...query } = {}) => {
      const headers = { Accept: fileFormats[format].contentType }
      const read = async (response: Response) => readFile(format, checkFormat(format, response))
      return send({ method: 'POST', path: '/previews', query, headers, body: map, signal, read })
    },

    view: async (id, options = {}) => download(id, 'view', options, readView),

    svg: async (id, options = {}) => download(id, 'svg', options, (response) => response.text()),

    exportStream: async (id, format, options = {}) => {
      return download<ExportStream>(id, format, options, async (response) => {
        return { ...readFileFacts(format, response.headers), stream: response.body! }
      })
    },

    workspace: async ({ signal } = {}) => {
      return send({ method: 'GET', path: '/workspace', signal, read: readWorkspace })
    },
  }
}

/** Reads a whole file. */
async function readFile<Format extends ExportFormat | DiffFormat>(
  format: Format,
  response: Response,
): Promise<ExportedFile<Format>> {
  return { ...readFileFacts(format, response.headers), bytes: new Uint8Array(await response.arrayBuffer()) }
}

function pathOf(id: string): string {
  return `/maps/${encodeURIComponent(id)}`
}

function idOf(map: string | MapVersion): string {
  return typeof map === 'string' ? map : map.id
}

/**
 * The `If-Match` header for a map.
 * @throws TypeError for a map without an etag, as from a list: it could overwrite later changes
 * @throws MapsError for a map that came without its `ETag` header
 */
function versionCondition(map: string | MapVersion): Record<string, string> {
  if (typeof map === 'string') return {}
  if (map.etag) return { 'If-Match': map.etag }
  if (typeof map.etag !== 'string') {
    throw new TypeError('The map has no etag: fetch it with get(), or give its id alone to write over any version.')
  }
  const detail =
    'A proxy in front of the service removes the header ETag, so the version of the map is unknown. ' +
    'Let the proxy pass ETag and If-Match, or give the id of the map alone to write over any version.'
  throw new MapsError({ detail })
}

/** The header with the reason for a change. A header cannot have letters outside of ASCII, nor UTF-8 a half of a surrogate pair. */
function noteHeader(note: string | undefined): Record<string, string> {
  return note === undefined ? {} : { 'Maps-Note': encodeURIComponent(note.replace(/\p{Surrogate}/gu, '\uFFFD')) }
}

/** Whether a map has the values of a change. The service returns lists unchanged, so their JSON is comparable. */
function isApplied(map: ArchitectureMap, change: MapChange): boolean {
  const fields = Object.keys(change) as (keyof MapChange)[]
  return fields.every((it) => change[it] === undefined || JSON.stringify(map[it]) === JSON.stringify(change[it]))
}

/** The number of a map's version; undefined for an etag of another form. */
function versionOf({ etag }: MapVersion): number | undefined {
  const digits = /^(?:W\/)?"v(\d+)/.exec(etag)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Whether a layout has services at these positions. */
function hasPositions(layout: Layout, nodes: readonly Position[]): boolean {
  const places = new Map(layout.nodes.map((it) => [it.id, it]))
  return nodes.every(({ id, x, y }) => places.get(id)?.x === x && places.get(id)?.y === y)
}

/** A random idempotency key. `randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('')
}
