import { brotliCompressSync, gzipSync } from 'node:zlib'

/** The bytes of an attack and the statuses of the expected responses; empty if the server just closes the connection. */
export interface Attack {
  bytes: Buffer
  statuses: readonly number[]
  /** Whether the client still sends when the server closes: the reset may then discard the response (RFC 9112 §9.6). */
  mayBeReset?: boolean
  /** Whether the client closes its half of the connection after the bytes. */
  isHalfClosed?: boolean
}

const LIVEZ = 'GET /livez HTTP/1.1\r\nHost: a\r\n'

/** Creates all attacks by name. The token gets them past authentication. */
export function createAttacks(token: string): Record<string, Attack> {
  const authorization = `Authorization: Bearer ${token}`
  const request = (line: string, headers: readonly string[] = [], body: string | Buffer = ''): Buffer => {
    const head = [`${line} HTTP/1.1`, 'Host: a', authorization, ...headers, '', ''].join('\r\n')
    return Buffer.concat([latin1(head), typeof body === 'string' ? latin1(body) : body])
  }
  const rawPost = (headers: readonly string[], body: string | Buffer = ''): Buffer => {
    return request('POST /api/v1/maps', ['Content-Type: application/json', ...headers], body)
  }
  const post = (body: string | Buffer, ...headers: string[]): Buffer => {
    return rawPost([...headers, `Content-Length: ${Buffer.byteLength(body)}`], body)
  }
  const get = (path: string): Buffer => request(`GET ${path}`)
  const smuggled = `${LIVEZ}\r\n`
  const chunked = 'Transfer-Encoding: chunked'

  return {
    'Content-Length and Transfer-Encoding': {
      bytes: rawPost(['Content-Length: 4', chunked], `0\r\n\r\n${smuggled}`),
      statuses: [400],
    },
    'Transfer-Encoding and Content-Length': {
      bytes: rawPost([chunked, 'Content-Length: 4'], `0\r\n\r\n${smuggled}`),
      statuses: [400],
    },
    'two Content-Lengths': {
      bytes: rawPost(['Content-Length: 2', 'Content-Length: 40'], `{}${smuggled}`),
      statuses: [400],
    },
    'two Content-Lengths in one': { bytes: rawPost(['Content-Length: 2, 2'], `{}${smuggled}`), statuses: [400] },
    'a negative Content-Length': { bytes: rawPost(['Content-Length: -2'], smuggled), statuses: [400] },
    'a Content-Length in hex': { bytes: rawPost(['Content-Length: 0x2'], `{}${smuggled}`), statuses: [400] },
    'a Content-Length beyond all numbers': {
      bytes: rawPost([`Content-Length: ${'9'.repeat(30)}`], '{}'),
      statuses: [400],
    },
    'a Transfer-Encoding that is not': { bytes: rawPost(['Transfer-Encoding: xchunked'], smuggled), statuses: [400] },
    'chunked, but not last': {
      bytes: rawPost(['Transfer-Encoding: chunked, gzip'], `0\r\n\r\n${smuggled}`),
      statuses: [400],
    },
    'two Transfer-Encodings': {
      bytes: rawPost([chunked, 'Transfer-Encoding: identity'], `0\r\n\r\n${smuggled}`),
      statuses: [400],
    },
    'a chunk whose size is no number': {
      bytes: rawPost([chunked], `ZZ\r\n{}\r\n0\r\n\r\n${smuggled}`),
      statuses: [400],
    },
    'a chunk whose size overflows': {
      bytes: rawPost([chunked], `1${'0'.repeat(16)}2\r\n{}\r\n0\r\n\r\n`),
      statuses: [400],
    },
    'a chunk of negative size': { bytes: rawPost([chunked], `-2\r\n{}\r\n0\r\n\r\n${smuggled}`), statuses: [400] },
    'a chunk longer than its size': { bytes: rawPost([chunked], `1\r\n{}\r\n0\r\n\r\n${smuggled}`), statuses: [400] },
    'endless chunk extensions': { bytes: rawPost([chunked], `1;${'x'.repeat(100_000)}\r\n{`), statuses: [400] },
    'a space before the colon': { bytes: rawPost(['Content-Length : 2'], `{}${smuggled}`), statuses: [400] },
    'a folded header': { bytes: latin1(`${LIVEZ}X: a\r\n Transfer-Encoding: chunked\r\n\r\n`), statuses: [400] },
    'two Hosts': { bytes: latin1(`${LIVEZ}Host: b\r\n\r\n`), statuses: [400] },
    'lines that end in LF alone': { bytes: latin1('GET /livez HTTP/1.1\nHost: a\n\n'), statuses: [400] },
    'a CR alone in a header': { bytes: latin1(`${LIVEZ}X: a\rY: b\r\n\r\n`), statuses: [400] },
    'a NUL in a header': { bytes: latin1(`${LIVEZ}X: a\0b\r\n\r\n`), statuses: [400] },

    '3,000 headers': { bytes: latin1(`${LIVEZ}${'a:b\r\n'.repeat(3_000)}\r\n`), statuses: [431] },
    'a header of 20,000 bytes': { bytes: latin1(`${LIVEZ}X: ${'a'.repeat(20_000)}\r\n\r\n`), statuses: [431] },
    'a header that does not end': {
      bytes: latin1(`${LIVEZ}X: ${'a'.repeat(1_000_000)}`),
      statuses: [431],
      mayBeReset: true,
    },
    'a path of 20,000 bytes': { bytes: get(`/${'a'.repeat(20_000)}`), statuses: [431] },

    'a method that there is not': { bytes: request('FOO /api/v1/maps'), statuses: [400] },
    'a method of 10,000 letters': { bytes: request(`${'G'.repeat(10_000)} /livez`), statuses: [400] },
    'a method in small letters': { bytes: request('get /api/v1/maps'), statuses: [400] },
    'a tunnel': { bytes: latin1('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n'), statuses: [] },
    'TRACE, which would tell the token': { bytes: request('TRACE /api/v1/maps'), statuses: [405] },
    'OPTIONS *': { bytes: request('OPTIONS *'), statuses: [404] },

    'a NUL in the path': { bytes: get('/api/v1/maps/a\0b'), statuses: [400] },
    'bytes that are no UTF-8 in the path': { bytes: get('/api/v1/maps/\xff\xfe'), statuses: [400] },
    'an escaped NUL in the path': { bytes: get('/api/v1/maps/%00'), statuses: [404] },
    'escapes that are no UTF-8': { bytes: get('/api/v1/maps/%ff'), statuses: [400] },
    'escapes that are a surrogate': { bytes: get('/api/v1/maps/%ed%a0%80'), statuses: [400] },
    'escapes that are no digits': { bytes: get('/api/v1/maps/%zz'), statuses: [400] },
    'an escape that is cut off': { bytes: get('/api/v1/maps/%2'), statuses: [400] },
    'bad escapes in the query': { bytes: get('/api/v1/maps?limit=%ff%zz%'), statuses: [400] },
    'an escaped NUL in the query': { bytes: get('/api/v1/maps?cursor=%00'), statuses: [400] },
    '1,500 query parameters': { bytes: get(`/api/v1/maps?${'a&'.repeat(1_500)}`), statuses: [400] },
    '__proto__ in the query': { bytes: get('/api/v1/maps?__proto__=1'), statuses: [400] },
    '__proto__ among the options of a file': { bytes: get('/api/v1/maps/x/export/png?__proto__=1'), statuses: [400] },
    'files outside': { bytes: get('/docs/..%2f..%2f..%2fpackage.json'), statuses: [404] },
    'files above': { bytes: get('/docs/../../../../../../etc/passwd'), statuses: [404] },
    'files above, in Windows': { bytes: get('/docs/..%5c..%5cpackage.json'), statuses: [404] },
    'a redirect to elsewhere': { bytes: get('//evil.example/docs'), statuses: [404] },

    'an address of another host': { bytes: get('http://evil.example/api/v1/maps/x'), statuses: [404] },
    'an address of another host, no path': { bytes: get('http://evil.example'), statuses: [308] },
    'an address of another scheme': { bytes: get('foo://a'), statuses: [400] },
    'an address of another scheme, and a body that is none': {
      bytes: latin1('POST foo://a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'),
      statuses: [400],
    },
    'an address of no host that can be': { bytes: get('http://a:99999999/'), statuses: [400] },
    'HTTP/0.9': { bytes: latin1('GET /livez\r\n'), statuses: [400], isHalfClosed: true },
    'HTTP/0.9, and more behind it': { bytes: latin1('GET /nothing\r\n\r\nGET /livez\r\n\r\n'), statuses: [404] },
    'HTTP/9.9': { bytes: latin1('GET /livez HTTP/9.9\r\nHost: a\r\n\r\n'), statuses: [400] },
    'the preface of HTTP/2': { bytes: latin1('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'), statuses: [400] },
    'an upgrade to HTTP/2': {
      bytes: latin1(`${LIVEZ}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`),
      statuses: [200],
    },
    'an upgrade to WebSocket': {
      bytes: request('GET /api/v1/maps/x', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']),
      statuses: [404],
    },
    TLS: { bytes: latin1('\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n'), statuses: [400] },
    'the protocol of Redis': { bytes: latin1('*1\r\n$8\r\nFLUSHALL\r\n'), statuses: [400] },

    '32 requests at once': {
      bytes: latin1(`${LIVEZ}\r\n`.repeat(32)),
      statuses: Array.from({ length: 32 }, () => 200),
    },
    'requests behind one that cannot be read': {
      bytes: latin1(`${LIVEZ}\r\nFOO\r\n\r\n${smuggled}`),
      statuses: [200, 400],
    },
    'a body where none is expected': {
      bytes: Buffer.concat([request('GET /api/v1/maps/x', ['Content-Length: 5'], 'hello'), latin1(smuggled)]),
      statuses: [404, 200],
    },
    'a body with DELETE': { bytes: request('DELETE /api/v1/maps/x', ['Content-Length: 5'], 'hello'), statuses: [404] },
    'Expect: 100-continue, then a body': { bytes: post('{"nom":"x"}', 'Expect: 100-continue'), statuses: [400] },
    'Expect: 100-continue without a token': {
      bytes: latin1('POST /api/v1/maps HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99\r\n\r\n'),
      statuses: [401],
    },

    'a gzip bomb': { bytes: post(gzipBomb, 'Content-Encoding: gzip'), statuses: [413] },
    'a gzip bomb in chunks': {
      bytes: Buffer.concat([
        rawPost([chunked, 'Content-Encoding: gzip'], `${gzipBomb.length.toString(16)}\r\n`),
        gzipBomb,
        latin1('\r\n0\r\n\r\n'),
      ]),
      statuses: [413],
    },
    'a Brotli stream, with whose decoder Node has had bad luck': {
      bytes: post(brotliCompressSync('{"name":"x"}'), 'Content-Encoding: br'),
      statuses: [415],
    },
    'two encodings': { bytes: post(gzipSync(gzipSync('{}')), 'Content-Encoding: gzip, gzip'), statuses: [415] },
    'a coding that is not': { bytes: post('{"name":"x"}', 'Content-Encoding: gzip'), statuses: [400] },
    'an image of an absurd size': {
      bytes: request('POST /api/v1/maps', ['Content-Type: image/png', `Content-Length: ${10 ** 12}`], '\x89PNG'),
      statuses: [413],
    },
    'depth 200,000': { bytes: post('['.repeat(200_000) + ']'.repeat(200_000)), statuses: [400] },
    'depth 200,000 of objects': { bytes: post('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)), statuses: [400] },
    'depth 200,000 in an edge': {
      bytes: post(`{"name":"x","edges":[{"source":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`),
      statuses: [400],
    },
    '1,000,000 edges': { bytes: post(`{"name":"x","edges":[${'{},'.repeat(999_999)}{}]}`), statuses: [400] },
    '300,000 keys': {
      bytes: post(`{${Array.from({ length: 300_000 }, (_, i) => `"${i}":0`).join()}}`),
      statuses: [400],
    },
    '1,300,000 empty objects': { bytes: post(`[${'{},'.repeat(1_300_000)}{}]`), statuses: [400] },
    '600,000 different texts': { bytes: post(`[${distinctStrings}]`), statuses: [400] },
    '210,000 different keys, 20 in each object': { bytes: post(`[${distinctKeys}]`), statuses: [400] },
    '5 MB': { bytes: post(`{"name":"${'x'.repeat(5_000_000)}"}`), statuses: [413] },
    '5 MB that do not come': { bytes: rawPost(['Content-Length: 5000000']), statuses: [413] },
    '5 MB that wait to be asked for': {
      bytes: rawPost(['Content-Length: 5000000', 'Expect: 100-continue']),
      statuses: [413],
    },
    'bytes that are no UTF-8 in the body': { bytes: post(latin1('{"name":"\xff"}')), statuses: [400] },
    'a NUL in the body': { bytes: post('{"name":"a\\u0000b"}'), statuses: [400] },
    'a surrogate alone in the body': { bytes: post('{"name":"\\ud800"}'), statuses: [400] },
    'a byte order mark': { bytes: post(Buffer.from('\ufeff{}')), statuses: [400] },
    '__proto__ in the body': { bytes: post('{"name":"x","__proto__":{"isPublic":true}}'), statuses: [400] },
    'constructor in the body': { bytes: post('{"name":"x","constructor":{"prototype":{"a":1}}}'), statuses: [400] },
    '1e999': { bytes: post('{"name":"x","nodes":[{"id":"a","spend":1e999}]}'), statuses: [400] },
    'a number of 100,000 digits': {
      bytes: post(`{"name":"x","nodes":[{"id":"a","spend":${'9'.repeat(100_000)}}]}`),
      statuses: [400],
    },
    'a name twice': { bytes: post('{"name":"x","name":{}}'), statuses: [400] },
  }
}

const distinctStrings = Array.from({ length: 600_000 }, (_, it) => `"${it.toString(36)}"`).join()
const distinctKeys = Array.from({ length: 10_500 }, (_, index) => {
  return `{${Array.from({ length: 20 }, (_, field) => `"${(index * 20 + field).toString(36)}":0`).join()}}`
}).join()
/** 200 MB of blanks, compressed. */
const gzipBomb = gzipSync(Buffer.alloc(200_000_000, ' '))

/** Encodes each character as one byte. */
export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
