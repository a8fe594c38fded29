import type { ExportFormat } from '@maps/shared/file-formats'
import type { ArchitectureMap, MapChange, NewMap } from '@maps/shared/map'
import { checkViolations } from './prism.ts'

export interface RequestOptions {
  headers?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** Sent as JSON, or as it is where it is text or bytes. */
  body?: unknown
  /** Index of the gateway, where there are several. */
  gateway?: number
  /** Past the validating proxy, for what that proxy itself cannot pass on. */
  direct?: boolean
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
  /** The body of a JSON answer. Tests look into all kinds of them, and a wrong look fails a test. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

/** Base addresses of the API. */
export interface ApiAddresses {
  direct: readonly string[]
  /** A proxy before the first of them. */
  validated: string | undefined
}

/** Any of the fields; one that is undefined is not sent. */
type Given<T> = { [Key in keyof T]?: T[Key] | undefined }

/** The API as a workspace's program sees it. Methods named after an operation expect it to succeed. */
export interface RestClient {
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  createMap(map: Given<NewMap>): Promise<ArchitectureMap>
  getMap(id: string): Promise<ArchitectureMap>
  patchMap(id: string, change: Given<MapChange>): Promise<ArchitectureMap>
  deleteMap(id: string): Promise<void>
  listMaps(): Promise<ArchitectureMap[]>
  exportMap(id: string, format: ExportFormat, query?: Readonly<Record<string, string>>): Promise<Answer>
}

export function createRestClient(addresses: ApiAddresses, token: string): RestClient {
  async function request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { gateway = 0, direct = false, body } = options
    const base = addresses.direct[gateway]
    const validated = direct || gateway !== 0 || !isPassedOnByPrism(body) ? undefined : addresses.validated
    if (base === undefined) throw new Error(`there is no gateway ${gateway}`)
    if (validated === undefined) return send(base, method, path, options, token)
    const answer = await send(validated, method, path, options, token)
    checkViolations(`${method} ${path}`, answer.status, answer.headers.get('sl-violations'))
    // Prism takes every body for text, which destroys a picture.
    return answer.headers.get('content-type') === 'image/png' ? send(base, method, path, options, token) : answer
  }

  async function expectSuccess(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await request(method, path, { body })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }

  return {
    request,
    createMap: async (map) => (await expectSuccess('POST', '/maps', map)).json.map,
    getMap: async (id) => (await expectSuccess('GET', `/maps/${id}`)).json.map,
    patchMap: async (id, change) => (await expectSuccess('PATCH', `/maps/${id}`, change)).json.map,
    deleteMap: async (id) => void (await expectSuccess('DELETE', `/maps/${id}`)),
    listMaps: async () => (await expectSuccess('GET', '/maps')).json.maps,
    exportMap: (id, format, query = {}) => request('GET', `/maps/${id}/export/${format}`, { query }),
  }
}

/** Prism reads a body as JSON and writes it anew, and never writes one that is null, false, 0 or empty. */
function isPassedOnByPrism(body: unknown): boolean {
  return body === undefined || (typeof body === 'object' && body !== null && !(body instanceof Uint8Array))
}

async function send(
  base: string,
  method: string,
  path: string,
  options: RequestOptions,
  token: string,
): Promise<Answer> {
  const { headers, query, body } = options
  const search = new URLSearchParams(query).toString()
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${base}${path}${search && `?${search}`}`, {
    method,
    redirect: 'manual',
    headers: {
      Authorization: `Bearer ${token}`,
      // So that lengths and ETags are those of the body itself: compressed responses have a test of their own.
      'Accept-Encoding': 'identity',
      ...(!isRaw && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString()
  const isJson = /^application\/(?:[\w.]+\+)?json/.test(response.headers.get('content-type') ?? '') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    json: isJson ? JSON.parse(text) : undefined,
  }
}
