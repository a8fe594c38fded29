import { fileFormats, filePath } from '@maps/shared/file-formats'
import fc from 'fast-check'
import { deflateSync, gzipSync } from 'node:zlib'
import { MCP_PATH } from '../../services/gateway/mcp/mcp-route.ts'
import { mutatedMap, newMap } from '../properties/arbitrary-maps.ts'
import { mcpMessage } from './arbitrary-messages.ts'

/** The bytes of a request. */
export interface FuzzRequest {
  method: string
  bytes: Buffer
  /** Whether it is valid HTTP: the server must respond, and keep the connection open. */
  isValid: boolean
}

/** Valid values for requests: the id of an existing map, its workspace's token, and a PNG with an embedded map. */
export interface ValidValues {
  mapId: string
  token: string
  png: Buffer
}

const BASE = '/api/v1'

const visibleAscii = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((it) => String.fromCharCode(it)) })
const escapes = fc.constantFrom('%00', '%ff', '%', '%zz', '%2f', '%2e%2e', '%c3%28', '%ed%a0%80', '..', '+', '%0d%0a')
const oddText = fc.oneof(
  visibleAscii,
  escapes,
  fc.string({ unit: 'binary' }).map((it) => percentEncode(it)),
  fc.constantFrom('__proto__', 'constructor', 'toString', '0', '-1', '1e999', 'NaN', 'null', '[]', '{}', "'--", '$ne'),
  fc.nat(3_000).map((length) => 'a'.repeat(length)),
)
/** Path segment: a text without `?` and `#`. */
const segment = oddText.map((it) => it.replaceAll(/[?#]/g, ''))

const method = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PURGE'),
  },
)

const mapId = (valid: ValidValues) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(valid.mapId) }, { weight: 1, arbitrary: segment })

const pathOfFile = (valid: ValidValues) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.constantFrom(...fileFormats), mapId(valid)).map(([it, id]) => BASE + filePath(it, id)),
    },
    { weight: 1, arbitrary: fc.tuple(mapId(valid), segment).map(([id, it]) => `${BASE}/maps/${id}/export/${it}`) },
  )

const pathOfRevisions = (valid: ValidValues) =>
  fc
    .tuple(
      mapId(valid),
      fc.oneof(
        fc.constantFrom('', '/1', '/2147483647', '/2147483648'),
        segment.map((it) => `/${it}`),
      ),
    )
    .map(([id, version]) => `${BASE}/maps/${id}/revisions${version}`)

const path = (valid: ValidValues) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(`${BASE}/maps`) },
    { weight: 3, arbitrary: mapId(valid).map((it) => `${BASE}/maps/${it}`) },
    { weight: 2, arbitrary: pathOfFile(valid) },
    { weight: 2, arbitrary: pathOfRevisions(valid) },
    { weight: 1, arbitrary: segment.map((it) => `/share/${it}`) },
    { weight: 1, arbitrary: segment.map((it) => `/docs/${it}`) },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 5 }).map((it) => `/${it.join('/')}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/', '//', '/livez', '/readyz', `${BASE}/`, `${BASE}/openapi.json`, '/share/'),
    },
  )

/** Mostly existing routes, because the server looks at odd headers and bodies only there. */
const methodAndPath = (valid: ValidValues): fc.Arbitrary<[method: string, path: string]> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<[string, string]>(['POST', `${BASE}/maps`]) },
    { weight: 1, arbitrary: fc.constant<[string, string]>(['POST', `${BASE}/previews`]) },
    { weight: 1, arbitrary: fc.constant<[string, string]>(['GET', `${BASE}/maps`]) },
    { weight: 4, arbitrary: mapId(valid).map((it): [string, string] => ['PATCH', `${BASE}/maps/${it}`]) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('GET', 'HEAD', 'DELETE'), mapId(valid))
        .map(([method, id]): [string, string] => [method, `${BASE}/maps/${id}`]),
    },
    { weight: 1, arbitrary: pathOfFile(valid).map((it): [string, string] => ['GET', it]) },
    { weight: 1, arbitrary: pathOfRevisions(valid).map((it): [string, string] => ['GET', it]) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('PUT', 'DELETE'), mapId(valid))
        .map(([method, id]): [string, string] => [method, `${BASE}/maps/${id}/layout`]),
    },
    { weight: 3, arbitrary: fc.constant<[string, string]>(['POST', MCP_PATH]) },
    { weight: 6, arbitrary: fc.tuple<[string, string]>(method, path(valid)) },
  )

const option = fc.tuple(
  fc.oneof(
    fc.constantFrom('scale', 'theme', 'background', 'padding', 'compact', 'part', 'parent', 'limit', 'cursor'),
    oddText,
  ),
  fc.oneof(fc.constantFrom('1', '2.5', '4', 'dark', 'red', 'transparent', 'true', '48', ''), oddText),
)
const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(option, { maxLength: 4 })
      .map((it) => `?${it.map((pair) => pair.join('=')).join('&')}`.replaceAll('#', '')),
  },
)

/** Header value: RFC 9110 allows bytes above ASCII. */
const headerValue = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((it) => it !== 0x7f)
    .map((it) => String.fromCharCode(it)),
})
const headerName = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_!~|'), minLength: 1 }).map((it) => `x-${it}`)
const etag = fc.constantFrom(
  '*',
  '"v1"',
  'W/"v1"',
  '"v1", "v2"',
  '"',
  ',,,',
  '"v99999999999999999999"',
  `"${'a'.repeat(500)}"`,
)
const oddHeader = fc.oneof(
  fc.tuple(headerName, headerValue),
  fc.tuple(fc.constantFrom('If-Match', 'If-None-Match'), fc.oneof(etag, headerValue)),
  fc.tuple(fc.constant('Maps-Note'), fc.oneof(escapes, headerValue)),
  fc.tuple(fc.constant('Accept'), fc.constantFrom('image/png', 'image/*;q=0', 'text/html', '*/*;q=x')),
  fc.tuple(
    fc.constantFrom('X-Request-Id', 'Accept', 'Cookie', 'Range', 'Origin', 'Accept-Encoding', 'Referer'),
    headerValue,
  ),
  fc.tuple(
    fc.constant('Content-Encoding'),
    fc.oneof(fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'), headerValue),
  ),
)

const authorization = (valid: ValidValues) =>
  fc.oneof(
    { weight: 19, arbitrary: fc.constant(`Bearer ${valid.token}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        headerValue,
        headerValue.map((it) => `Bearer ${it}`),
        fc.constant(`Basic ${valid.token}`),
      ),
    },
  )

const contentType = fc.oneof(
  { weight: 14, arbitrary: fc.constant('application/json') },
  { weight: 2, arbitrary: fc.constant('image/png') },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'a/b;;;', '/'), headerValue),
  },
)

const content = (valid: ValidValues) => {
  const map = newMap.map((it) => Buffer.from(JSON.stringify(it)))
  return fc.oneof(
    { weight: 3, arbitrary: map },
    { weight: 4, arbitrary: mutatedMap.map((it) => Buffer.from(JSON.stringify(it) ?? '')) },
    { weight: 3, arbitrary: mutated(map) },
    { weight: 1, arbitrary: mutated(fc.constant(valid.png)) },
    { weight: 1, arbitrary: map.map((it) => gzipSync(it)) },
    { weight: 1, arbitrary: mutated(map.map((it) => deflateSync(it))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((it) => Buffer.from(it)) },
    { weight: 1, arbitrary: fc.jsonValue().map((it) => Buffer.from(JSON.stringify(it))) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
  )
}

/** Bodies of requests to the MCP server. */
const message = (valid: ValidValues) => {
  const text = mcpMessage(valid.mapId).map((it) => Buffer.from(JSON.stringify(it) ?? ''))
  return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: mutated(text) })
}

/** Replaces, removes or repeats some of the bytes. */
function mutated(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const change = fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom('replace', 'remove', 'repeat', 'cut'))
  return fc.tuple(bytes, fc.array(change, { minLength: 1, maxLength: 4 })).map(([original, changes]) => {
    let changed = original
    for (const [position, value, kind] of changes) {
      const at = position % (changed.length + 1)
      const [before, after] = [changed.subarray(0, at), changed.subarray(at)]
      if (kind === 'replace') changed = Buffer.concat([before, Buffer.from([value]), after.subarray(1)])
      else if (kind === 'remove') changed = Buffer.concat([before, after.subarray(value)])
      else if (kind === 'repeat') changed = Buffer.concat([before, after.subarray(0, value), after])
      else changed = before
    }
    return changed
  })
}

/** Client address, usually unique, because failed requests count by address. */
const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((it) => `10.${it.join('.')}`)

/** Valid HTTP requests with arbitrary paths, headers and bodies. */
export const validRequest = (valid: ValidValues): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      route: methodAndPath(valid),
      query,
      authorization: authorization(valid),
      contentType,
      odd: fc.oneof(fc.constant([]), fc.array(oddHeader, { maxLength: 3 })),
      address,
      map: content(valid),
      message: message(valid),
      isChunked: fc.boolean(),
    })
    .map(({ route: [method, path], query, authorization, contentType, odd, address, map, message, isChunked }) => {
      const content = path === MCP_PATH ? message : map
      const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE'
      const headers = [
        ['Host', 'fuzz'],
        ['Authorization', authorization],
        ['X-Forwarded-For', address],
        ...(path === MCP_PATH ? [['Accept', 'application/json, text/event-stream']] : []),
        ...odd,
        ...(hasBody ? [['Content-Type', contentType]] : []),
        ...(hasBody ? [isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(content.length)]] : []),
      ]
      const head = [`${method} ${path}${query} HTTP/1.1`, ...headers.map((it) => it.join(': ')), '', ''].join('\r\n')
      const body = hasBody ? (isChunked ? encodeChunked(content) : content) : Buffer.alloc(0)
      return { method, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]), isValid: true }
    })

/** Mutated requests and random bytes. */
export const malformedRequest = (valid: ValidValues): fc.Arbitrary<FuzzRequest> =>
  fc
    .oneof(
      mutated(validRequest(valid).map((it) => it.bytes)),
      fc.uint8Array({ minLength: 1, maxLength: 2_000 }).map((it) => Buffer.from(it)),
    )
    .map((bytes) => ({ method: bytes.toString('latin1', 0, 5) === 'HEAD ' ? 'HEAD' : 'GET', bytes, isValid: false }))

/** Encodes a body as up to two chunks. */
function encodeChunked(content: Buffer): Buffer {
  const middle = content.length >> 1
  const parts = [content.subarray(0, middle), content.subarray(middle)].filter((it) => it.length > 0)
  const chunks = parts.map((it) =>
    Buffer.concat([Buffer.from(`${it.length.toString(16)}\r\n`), it, Buffer.from('\r\n')]),
  )
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}

function percentEncode(text: string): string {
  return [...Buffer.from(text)].map((it) => `%${it.toString(16).padStart(2, '0')}`).join('')
}
