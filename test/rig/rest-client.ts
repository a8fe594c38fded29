import type { ExportFormat } from '@maps/shared/file-formats'
import type { ArchitectureMap, MapChange, NewMap } from '@maps/shared/map'
import { assertNoViolations } from './prism.ts'

/** Options of one request. */
export interface RequestOptions {
  headers?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** A string or bytes are sent unchanged, other values as JSON. */
  body?: unknown
  /** Index of the gateway in a system with several. */
  gateway?: number
  /** Whether to bypass Prism, for requests that Prism itself cannot forward. */
  direct?: boolean
}

/** A response of the API with its whole body. */
export interface ApiResponse {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
  /** The parsed body of a JSON response, untyped: tests read all kinds of it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

/** Base URLs of the API. */
export interface ApiAddresses {
  /** One URL per gateway. */
  direct: readonly string[]
  /** URL of the Prism proxy before the first gateway. */
  validated: string | undefined
}

/** Some of the fields of T; an undefined field is not sent. */
type PartialBody<T> = { [Key in keyof T]?: T[Key] | undefined }

/** A client of the API with a workspace's token. All methods but `request` and `exportMap` throw for statuses from 300. */
export interface RestClient {
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>
  createMap(map: PartialBody<NewMap>): Promise<ArchitectureMap>
  getMap(id: string): Promise<ArchitectureMap>
  patchMap(id: string, change: PartialBody<MapChange>): Promise<ArchitectureMap>
  deleteMap(id: string): Promise<void>
  listMaps(): Promise<ArchitectureMap[]>
  exportMap(id: string, format: ExportFormat, query?: Readonly<Record<string, string>>): Promise<ApiResponse>
}

/** Creates a client of the API. Requests go through Prism where `addresses` has it and it can forward them. */
export function createRestClient(addresses: ApiAddresses, token: string): RestClient {
  async function request(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const { gateway = 0, direct = false, body } = options
    const base = addresses.direct[gateway]
    const validated = direct || gateway !== 0 || !canPrismForward(body) ? undefined : addresses.validated
    if (base === undefined) throw new Error(`there is no gateway ${gateway}`)
    if (validated === undefined) return send(base, method, path, options, token)
    const response = await send(validated, method, path, options, token)
    assertNoViolations(`${method} ${path}`, response.status, response.headers.get('sl-violations'))
    // Prism decodes every body as text, which corrupts a PNG.
    return response.headers.get('content-type') === 'image/png' ? send(base, method, path, options, token) : response
  }

  async function expectSuccess(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const response = await request(method, path, { body })
    if (response.status >= 300) throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`)
    return response
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

/** Whether Prism forwards a body: it parses and rewrites JSON, and drops null, false, 0 and an empty body. */
function canPrismForward(body: unknown): boolean {
  return body === undefined || (typeof body === 'object' && body !== null && !(body instanceof Uint8Array))
}

async function send(
  base: string,
  method: string,
  path: string,
  options: RequestOptions,
  token: string,
): Promise<ApiResponse> {
  const { headers, query, body } = options
  const search = new URLSearchParams(query).toString()
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${base}${path}${search && `?${search}`}`, {
    method,
    redirect: 'manual',
    headers: {
      Authorization: `Bearer ${token}`,
      // So that lengths and ETags are those of the uncompressed body.
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
