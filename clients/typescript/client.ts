import { MapsError } from './errors.ts'
import { readFileFacts } from './file-facts.ts'
import { findLink, readEtag } from './headers.ts'
import { createSender, type Request } from './send.ts'
import type {
  ArchitectureMap,
  ClientSettings,
  ExportedFile,
  ExportFormat,
  ExportOptions,
  ExportStream,
  ListOptions,
  MapChange,
  MapField,
  MapsClient,
  MapSummary,
  MapVersion,
  VersionedMap,
} from './types.ts'

const DEFAULT_PAGE_SIZE = 100

/** Creates a client of the API. It sends no request before the first call. @throws TypeError for an invalid address */
export function createClient(settings: ClientSettings): MapsClient {
  const send = createSender(settings)

  async function* list({ fields, q, pageSize = DEFAULT_PAGE_SIZE, signal }: ListOptions = {}) {
    let cursor: string | null | undefined
    do {
      const query = { limit: pageSize, q, fields: fields?.join(','), cursor }
      const page = await send({ method: 'GET', path: '/maps', query, signal, read: readPage })
      yield* page.maps
      cursor = page.cursor
    } while (cursor)
  }

  const get: MapsClient['get'] = async (id, { signal } = {}) => {
    return send({ method: 'GET', path: pathOf(id), signal, read: readMap })
  }

  async function download<Result>(
    id: string,
    format: ExportFormat,
    options: ExportOptions[ExportFormat],
    read: Request<Result>['read'],
  ) {
    const { signal, ...query } = options
    return send({ method: 'GET', path: `${pathOf(id)}/export/${format}`, query, signal, read })
  }

  return {
    list,
    get,

    create: async (map, { idempotencyKey = randomKey(), signal } = {}) => {
      const headers = { 'Idempotency-Key': `"${idempotencyKey.replaceAll(/["\\]/g, '\\$&')}"` }
      return send({ method: 'POST', path: '/maps', headers, body: map, signal, read: readMap })
    },

    update: async (map, change, { signal } = {}) => {
      return send({
        method: 'PATCH',
        path: pathOf(idOf(map)),
        headers: versionCondition(map),
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
        read: readJson,
        settle: async ({ status }) => (status === 404 ? {} : undefined),
      })
    },

    export: async (id, format, options = {}) => {
      return download<ExportedFile>(id, format, options, async (response) => {
        return { ...readFileFacts(format, response.headers), bytes: new Uint8Array(await response.arrayBuffer()) }
      })
    },

    svg: async (id, { signal, ...query } = {}) => {
      const read = (response: Response): Promise<string> => response.text()
      return send({ method: 'GET', path: `${pathOf(id)}/picture.svg`, query, signal, read })
    },

    exportStream: async (id, format, options = {}) => {
      return download<ExportStream>(id, format, options, async (response) => {
        return { ...readFileFacts(format, response.headers), stream: response.body! }
      })
    },
  }
}

async function readPage(response: Response): Promise<{ maps: MapSummary<MapField>[]; cursor: string | undefined }> {
  const { maps } = await readJson<{ maps: ArchitectureMap[] }>(response)
  return { maps, cursor: findLink(response.headers, 'next')?.searchParams.get('cursor') ?? undefined }
}

async function readMap(response: Response): Promise<VersionedMap> {
  const { map } = await readJson<{ map: ArchitectureMap }>(response)
  const page = findLink(response.headers, 'alternate', 'text/html')
  return { ...map, etag: readEtag(response.headers) ?? '', ...(page && { shareUrl: page.href }) }
}

async function readJson<Content>(response: Response): Promise<Content> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Content
  } catch (cause) {
    const detail = 'The response is not JSON: baseUrl must be the address of the API, which ends in /api/v1.'
    throw new MapsError({ status: response.status, title: response.statusText, detail }, { cause })
  }
}

function pathOf(id: string): string {
  return `/maps/${encodeURIComponent(id)}`
}

function idOf(map: string | MapVersion): string {
  return typeof map === 'string' ? map : map.id
}

/** The `If-Match` header for a map. @throws TypeError for a map without an etag, as from a list: it could overwrite later changes */
function versionCondition(map: string | MapVersion): Record<string, string> {
  if (typeof map === 'string') return {}
  if (typeof map.etag === 'string') return { 'If-Match': map.etag }
  throw new TypeError('The map has no etag: fetch it with get(), or give its id alone to write over any version.')
}

/** Whether a map has the values of a change. The service returns lists unchanged, so their JSON is comparable. */
function isApplied(map: ArchitectureMap, change: MapChange): boolean {
  const fields = Object.keys(change) as (keyof MapChange)[]
  return fields.every((it) => change[it] === undefined || JSON.stringify(map[it]) === JSON.stringify(change[it]))
}

/** A random idempotency key. `randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('')
}
