import { exportFormats } from '@maps/shared/file-formats'
import fc from 'fast-check'
import { deflateSync, gzipSync } from 'node:zlib'
import { nearlyMap, newMap } from '../properties/arbitrary-maps.ts'

/** A request as the bytes that are sent. */
export interface FuzzRequest {
  method: string
  bytes: Buffer
  /** Whether it is HTTP, so that it must be answered, on a connection that then takes the next one. */
  isReadable: boolean
}

/** What stands for the id of a map that exists, for a token and for a picture that carries a map. */
export interface Known {
  mapId: string
  token: string
  picture: Buffer
}

const BASE = '/api/v1'

const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((it) => String.fromCharCode(it)) })
const escapes = fc.constantFrom('%00', '%ff', '%', '%zz', '%2f', '%2e%2e', '%c3%28', '%ed%a0%80', '..', '+', '%0d%0a')
const oddWord = fc.oneof(
  visible,
  escapes,
  fc.string({ unit: 'binary' }).map((it) => escapeAll(it)),
  fc.constantFrom('__proto__', 'constructor', 'toString', '0', '-1', '1e999', 'NaN', 'null', '[]', '{}', "'--", '$ne'),
  fc.nat(3_000).map((length) => 'a'.repeat(length)),
)
/** One that does not end the path. */
const segment = oddWord.map((it) => it.replaceAll(/[?#]/g, ''))

const method = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('HEAD', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PURGE'),
  },
)

const format = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<string>(...exportFormats) },
  { weight: 1, arbitrary: segment },
)
const mapId = (known: Known) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(known.mapId) }, { weight: 1, arbitrary: segment })

const path = (known: Known) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(`${BASE}/maps`) },
    { weight: 3, arbitrary: mapId(known).map((it) => `${BASE}/maps/${it}`) },
    { weight: 2, arbitrary: fc.tuple(mapId(known), format).map(([id, it]) => `${BASE}/maps/${id}/export/${it}`) },
    { weight: 1, arbitrary: segment.map((it) => `/share/${it}`) },
    { weight: 1, arbitrary: segment.map((it) => `/docs/${it}`) },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 5 }).map((it) => `/${it.join('/')}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/', '//', '/livez', '/readyz', `${BASE}/`, `${BASE}/openapi.json`, '/share/'),
    },
  )

/** Mostly what there is, so that what is odd elsewhere is looked at. */
const use = (known: Known): fc.Arbitrary<[method: string, path: string]> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<[string, string]>(['POST', `${BASE}/maps`]) },
    { weight: 1, arbitrary: fc.constant<[string, string]>(['GET', `${BASE}/maps`]) },
    { weight: 4, arbitrary: mapId(known).map((it): [string, string] => ['PATCH', `${BASE}/maps/${it}`]) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('GET', 'HEAD', 'DELETE'), mapId(known))
        .map(([method, id]): [string, string] => {
          return [method, `${BASE}/maps/${id}`]
        }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(mapId(known), format)
        .map(([id, it]): [string, string] => ['GET', `${BASE}/maps/${id}/export/${it}`]),
    },
    { weight: 6, arbitrary: fc.tuple<[string, string]>(method, path(known)) },
  )

const option = fc.tuple(
  fc.oneof(
    fc.constantFrom('scale', 'theme', 'background', 'padding', 'compact', 'part', 'parent', 'limit', 'cursor'),
    oddWord,
  ),
  fc.oneof(fc.constantFrom('1', '2.5', '4', 'dark', 'red', 'transparent', 'true', '48', ''), oddWord),
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

/** RFC 9110 lets bytes above ASCII pass here. */
const headerValue = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((it) => it !== 0x7f)
    .map((it) => String.fromCharCode(it)),
})
const headerName = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_!~|'), minLength: 1 }).map((it) => `x-${it}`)
const tag = fc.constantFrom(
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
  fc.tuple(fc.constantFrom('If-Match', 'If-None-Match'), fc.oneof(tag, headerValue)),
  fc.tuple(
    fc.constantFrom('X-Request-Id', 'Accept', 'Cookie', 'Range', 'Origin', 'Accept-Encoding', 'Referer'),
    headerValue,
  ),
  fc.tuple(
    fc.constant('Content-Encoding'),
    fc.oneof(fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'), headerValue),
  ),
)

const authorization = (known: Known) =>
  fc.oneof(
    { weight: 19, arbitrary: fc.constant(`Bearer ${known.token}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        headerValue,
        headerValue.map((it) => `Bearer ${it}`),
        fc.constant(`Basic ${known.token}`),
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

const content = (known: Known) => {
  const map = newMap.map((it) => Buffer.from(JSON.stringify(it)))
  return fc.oneof(
    { weight: 3, arbitrary: map },
    { weight: 4, arbitrary: nearlyMap.map((it) => Buffer.from(JSON.stringify(it) ?? '')) },
    { weight: 3, arbitrary: mutated(map) },
    { weight: 1, arbitrary: mutated(fc.constant(known.picture)) },
    { weight: 1, arbitrary: map.map((it) => gzipSync(it)) },
    { weight: 1, arbitrary: mutated(map.map((it) => deflateSync(it))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((it) => Buffer.from(it)) },
    { weight: 1, arbitrary: fc.jsonValue().map((it) => Buffer.from(JSON.stringify(it))) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
  )
}

/** The same bytes but for some that are others, gone, or there twice. */
function mutated(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const change = fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom('replace', 'remove', 'repeat', 'cut'))
  return fc.tuple(bytes, fc.array(change, { minLength: 1, maxLength: 4 })).map(([original, changes]) => {
    let changed = original
    for (const [place, value, kind] of changes) {
      const at = place % (changed.length + 1)
      const [before, after] = [changed.subarray(0, at), changed.subarray(at)]
      if (kind === 'replace') changed = Buffer.concat([before, Buffer.from([value]), after.subarray(1)])
      else if (kind === 'remove') changed = Buffer.concat([before, after.subarray(value)])
      else if (kind === 'repeat') changed = Buffer.concat([before, after.subarray(0, value), after])
      else changed = before
    }
    return changed
  })
}

/** Every address is one of its own, so that none is refused for the failures of others. */
const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((it) => `10.${it.join('.')}`)

/** Requests that are HTTP, with anything in the places where HTTP has room for it. */
export const readableRequest = (known: Known): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      use: use(known),
      query,
      authorization: authorization(known),
      contentType,
      odd: fc.oneof(fc.constant([]), fc.array(oddHeader, { maxLength: 3 })),
      address,
      content: content(known),
      isChunked: fc.boolean(),
    })
    .map(({ use: [method, path], query, authorization, contentType, odd, address, content, isChunked }) => {
      const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE'
      const headers = [
        ['Host', 'fuzz'],
        ['Authorization', authorization],
        ['X-Forwarded-For', address],
        ...odd,
        ...(hasBody ? [['Content-Type', contentType]] : []),
        ...(hasBody ? [isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(content.length)]] : []),
      ]
      const head = [`${method} ${path}${query} HTTP/1.1`, ...headers.map((it) => it.join(': ')), '', ''].join('\r\n')
      const body = hasBody ? (isChunked ? inChunks(content) : content) : Buffer.alloc(0)
      return { method, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]), isReadable: true }
    })

/** What is no HTTP, or hardly. */
export const garbage = (known: Known): fc.Arbitrary<FuzzRequest> =>
  fc
    .oneof(
      mutated(readableRequest(known).map((it) => it.bytes)),
      fc.uint8Array({ minLength: 1, maxLength: 2_000 }).map((it) => Buffer.from(it)),
    )
    .map((bytes) => ({ method: bytes.toString('latin1', 0, 5) === 'HEAD ' ? 'HEAD' : 'GET', bytes, isReadable: false }))

function inChunks(content: Buffer): Buffer {
  const middle = content.length >> 1
  const parts = [content.subarray(0, middle), content.subarray(middle)].filter((it) => it.length > 0)
  const chunks = parts.map((it) =>
    Buffer.concat([Buffer.from(`${it.length.toString(16)}\r\n`), it, Buffer.from('\r\n')]),
  )
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}

function escapeAll(text: string): string {
  return [...Buffer.from(text)].map((it) => `%${it.toString(16).padStart(2, '0')}`).join('')
}
