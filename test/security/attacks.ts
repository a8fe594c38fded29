import { brotliCompressSync, gzipSync } from 'node:zlib'

/** What somebody may send who means no good, and the statuses of the answers; none where the connection is just closed. */
export interface Attack {
  bytes: Buffer
  answers: readonly number[]
  /** Method that the answers are to. */
  method?: string
  /** Whether the client says by closing its half that no more will come. */
  isHalfClosed?: boolean
}

const LIVE = 'GET /livez HTTP/1.1\r\nHost: a\r\n'

/** Attacks in one go; a token to get past the door with. */
export function attacks(token: string): Record<string, Attack> {
  const authorization = `Authorization: Bearer ${token}`
  const request = (line: string, headers: readonly string[] = [], body: string | Buffer = ''): Buffer => {
    const head = [`${line} HTTP/1.1`, 'Host: a', authorization, ...headers, '', ''].join('\r\n')
    return Buffer.concat([latin1(head), typeof body === 'string' ? latin1(body) : body])
  }
  const post = (headers: readonly string[], body: string | Buffer = ''): Buffer => {
    return request('POST /api/v1/maps', ['Content-Type: application/json', ...headers], body)
  }
  const posted = (body: string | Buffer, ...headers: string[]): Buffer => {
    return post([...headers, `Content-Length: ${Buffer.byteLength(body)}`], body)
  }
  const get = (path: string): Buffer => request(`GET ${path}`)
  const smuggled = `${LIVE}\r\n`
  const chunked = 'Transfer-Encoding: chunked'

  return {
    'Content-Length and Transfer-Encoding': {
      bytes: post(['Content-Length: 4', chunked], `0\r\n\r\n${smuggled}`),
      answers: [400],
    },
    'Transfer-Encoding and Content-Length': {
      bytes: post([chunked, 'Content-Length: 4'], `0\r\n\r\n${smuggled}`),
      answers: [400],
    },
    'two Content-Lengths': {
      bytes: post(['Content-Length: 2', 'Content-Length: 40'], `{}${smuggled}`),
      answers: [400],
    },
    'two Content-Lengths in one': { bytes: post(['Content-Length: 2, 2'], `{}${smuggled}`), answers: [400] },
    'a negative Content-Length': { bytes: post(['Content-Length: -2'], smuggled), answers: [400] },
    'a Content-Length in hex': { bytes: post(['Content-Length: 0x2'], `{}${smuggled}`), answers: [400] },
    'a Content-Length beyond all numbers': { bytes: post([`Content-Length: ${'9'.repeat(30)}`], '{}'), answers: [400] },
    'a Transfer-Encoding that is not': { bytes: post(['Transfer-Encoding: xchunked'], smuggled), answers: [400] },
    'chunked, but not last': {
      bytes: post(['Transfer-Encoding: chunked, gzip'], `0\r\n\r\n${smuggled}`),
      answers: [400],
    },
    'two Transfer-Encodings': {
      bytes: post([chunked, 'Transfer-Encoding: identity'], `0\r\n\r\n${smuggled}`),
      answers: [400],
    },
    'a chunk whose size is no number': { bytes: post([chunked], `ZZ\r\n{}\r\n0\r\n\r\n${smuggled}`), answers: [400] },
    'a chunk whose size overflows': {
      bytes: post([chunked], `1${'0'.repeat(16)}2\r\n{}\r\n0\r\n\r\n`),
      answers: [400],
    },
    'a chunk of negative size': { bytes: post([chunked], `-2\r\n{}\r\n0\r\n\r\n${smuggled}`), answers: [400] },
    'a chunk longer than its size': { bytes: post([chunked], `1\r\n{}\r\n0\r\n\r\n${smuggled}`), answers: [400] },
    'endless chunk extensions': { bytes: post([chunked], `1;${'x'.repeat(100_000)}\r\n{`), answers: [400] },
    'a space before the colon': { bytes: post(['Content-Length : 2'], `{}${smuggled}`), answers: [400] },
    'a folded header': { bytes: latin1(`${LIVE}X: a\r\n Transfer-Encoding: chunked\r\n\r\n`), answers: [400] },
    'two Hosts': { bytes: latin1(`${LIVE}Host: b\r\n\r\n`), answers: [400] },
    'lines that end in LF alone': { bytes: latin1('GET /livez HTTP/1.1\nHost: a\n\n'), answers: [400] },
    'a CR alone in a header': { bytes: latin1(`${LIVE}X: a\rY: b\r\n\r\n`), answers: [400] },
    'a NUL in a header': { bytes: latin1(`${LIVE}X: a\0b\r\n\r\n`), answers: [400] },

    '3,000 headers': { bytes: latin1(`${LIVE}${'a:b\r\n'.repeat(3_000)}\r\n`), answers: [431] },
    'a header of 20,000 bytes': { bytes: latin1(`${LIVE}X: ${'a'.repeat(20_000)}\r\n\r\n`), answers: [431] },
    'a header that does not end': { bytes: latin1(`${LIVE}X: ${'a'.repeat(1_000_000)}`), answers: [431] },
    'a path of 20,000 bytes': { bytes: get(`/${'a'.repeat(20_000)}`), answers: [431] },

    'a method that there is not': { bytes: request('FOO /api/v1/maps'), answers: [400] },
    'a method of 10,000 letters': { bytes: request(`${'G'.repeat(10_000)} /livez`), answers: [400] },
    'a method in small letters': { bytes: request('get /api/v1/maps'), answers: [400] },
    'a tunnel': { bytes: latin1('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n'), answers: [] },
    'TRACE, which would tell the token': { bytes: request('TRACE /api/v1/maps'), answers: [405] },
    'OPTIONS *': { bytes: request('OPTIONS *'), answers: [404] },

    'a NUL in the path': { bytes: get('/api/v1/maps/a\0b'), answers: [400] },
    'bytes that are no UTF-8 in the path': { bytes: get('/api/v1/maps/\xff\xfe'), answers: [400] },
    'an escaped NUL in the path': { bytes: get('/api/v1/maps/%00'), answers: [404] },
    'escapes that are no UTF-8': { bytes: get('/api/v1/maps/%ff'), answers: [400] },
    'escapes that are a surrogate': { bytes: get('/api/v1/maps/%ed%a0%80'), answers: [400] },
    'escapes that are no digits': { bytes: get('/api/v1/maps/%zz'), answers: [400] },
    'an escape that is cut off': { bytes: get('/api/v1/maps/%2'), answers: [400] },
    'bad escapes in the query': { bytes: get('/api/v1/maps?limit=%ff%zz%'), answers: [400] },
    'an escaped NUL in the query': { bytes: get('/api/v1/maps?cursor=%00'), answers: [400] },
    '1,500 query parameters': { bytes: get(`/api/v1/maps?${'a&'.repeat(1_500)}`), answers: [400] },
    '__proto__ in the query': { bytes: get('/api/v1/maps?__proto__=1'), answers: [400] },
    '__proto__ among the options of a file': { bytes: get('/api/v1/maps/x/export/png?__proto__=1'), answers: [400] },
    'a file of no version': { bytes: request('GET /docs/swagger-ui.css', ['If-Match: "none"']), answers: [412] },
    'files outside': { bytes: get('/docs/..%2f..%2f..%2fpackage.json'), answers: [404] },
    'files above': { bytes: get('/docs/../../../../../../etc/passwd'), answers: [404] },
    'files above, in Windows': { bytes: get('/docs/..%5c..%5cpackage.json'), answers: [404] },
    'a redirect to elsewhere': { bytes: get('//evil.example/docs'), answers: [404] },

    'an address of another host': { bytes: get('http://evil.example/api/v1/maps/x'), answers: [404] },
    'an address of another host, no path': { bytes: get('http://evil.example'), answers: [308] },
    'an address of another scheme': { bytes: get('foo://a'), answers: [400] },
    'an address of another scheme, and a body that is none': {
      bytes: latin1('POST foo://a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'),
      answers: [400],
    },
    'an address of no host that can be': { bytes: get('http://a:99999999/'), answers: [400] },
    'HTTP/0.9': { bytes: latin1('GET /livez\r\n'), answers: [400], isHalfClosed: true },
    'HTTP/0.9, and more behind it': { bytes: latin1('GET /nothing\r\n\r\nGET /livez\r\n\r\n'), answers: [404] },
    'HTTP/9.9': { bytes: latin1('GET /livez HTTP/9.9\r\nHost: a\r\n\r\n'), answers: [400] },
    'the preface of HTTP/2': { bytes: latin1('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'), answers: [400] },
    'an upgrade to HTTP/2': {
      bytes: latin1(`${LIVE}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`),
      answers: [200],
    },
    'an upgrade to WebSocket': {
      bytes: request('GET /api/v1/maps/x', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']),
      answers: [404],
    },
    TLS: { bytes: latin1('\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n'), answers: [400] },
    'the protocol of Redis': { bytes: latin1('*1\r\n$8\r\nFLUSHALL\r\n'), answers: [400] },

    '100 requests at once': {
      bytes: latin1(`${LIVE}\r\n`.repeat(100)),
      answers: Array.from({ length: 100 }, () => 200),
    },
    'requests behind one that cannot be read': {
      bytes: latin1(`${LIVE}\r\nFOO\r\n\r\n${smuggled}`),
      answers: [200, 400],
    },
    'a body where none is expected': {
      bytes: Buffer.concat([request('GET /api/v1/maps/x', ['Content-Length: 5'], 'hello'), latin1(smuggled)]),
      answers: [404, 200],
    },
    'a body with DELETE': { bytes: request('DELETE /api/v1/maps/x', ['Content-Length: 5'], 'hello'), answers: [404] },
    'Expect: 100-continue, then a body': { bytes: posted('{"nom":"x"}', 'Expect: 100-continue'), answers: [400] },
    'Expect: 100-continue without a token': {
      bytes: latin1('POST /api/v1/maps HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 99\r\n\r\n'),
      answers: [401],
    },

    'a gzip bomb': { bytes: posted(bomb, 'Content-Encoding: gzip'), answers: [413] },
    'a gzip bomb in chunks': {
      bytes: Buffer.concat([
        post([chunked, 'Content-Encoding: gzip'], `${bomb.length.toString(16)}\r\n`),
        bomb,
        latin1('\r\n0\r\n\r\n'),
      ]),
      answers: [413],
    },
    'a Brotli stream, with whose decoder Node has had bad luck': {
      bytes: posted(brotliCompressSync('{"name":"x"}'), 'Content-Encoding: br'),
      answers: [415],
    },
    'two encodings': { bytes: posted(gzipSync(gzipSync('{}')), 'Content-Encoding: gzip, gzip'), answers: [415] },
    'a coding that is not': { bytes: posted('{"name":"x"}', 'Content-Encoding: gzip'), answers: [400] },
    'an image of an absurd size': {
      bytes: request('POST /api/v1/maps', ['Content-Type: image/png', `Content-Length: ${10 ** 12}`], '\x89PNG'),
      answers: [413],
    },
    'depth 200,000': { bytes: posted('['.repeat(200_000) + ']'.repeat(200_000)), answers: [400] },
    'depth 200,000 of objects': { bytes: posted('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)), answers: [400] },
    'depth 200,000 in an edge': {
      bytes: posted(`{"name":"x","edges":[{"source":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`),
      answers: [400],
    },
    '1,000,000 edges': { bytes: posted(`{"name":"x","edges":[${'{},'.repeat(999_999)}{}]}`), answers: [400] },
    '300,000 keys': {
      bytes: posted(`{${Array.from({ length: 300_000 }, (_, i) => `"${i}":0`).join()}}`),
      answers: [400],
    },
    '1,300,000 empty objects': { bytes: posted(`[${'{},'.repeat(1_300_000)}{}]`), answers: [400] },
    '600,000 different texts': { bytes: posted(`[${manyTexts}]`), answers: [400] },
    '210,000 different keys, 20 in each object': { bytes: posted(`[${otherFields}]`), answers: [400] },
    '5 MB': { bytes: posted(`{"name":"${'x'.repeat(5_000_000)}"}`), answers: [413] },
    '5 MB that do not come': { bytes: post(['Content-Length: 5000000']), answers: [413] },
    '5 MB that wait to be asked for': {
      bytes: post(['Content-Length: 5000000', 'Expect: 100-continue']),
      answers: [413],
    },
    'bytes that are no UTF-8 in the body': { bytes: posted(latin1('{"name":"\xff"}')), answers: [400] },
    'a NUL in the body': { bytes: posted('{"name":"a\\u0000b"}'), answers: [400] },
    'a surrogate alone in the body': { bytes: posted('{"name":"\\ud800"}'), answers: [400] },
    'a byte order mark': { bytes: posted(Buffer.from('\ufeff{}')), answers: [400] },
    '__proto__ in the body': { bytes: posted('{"name":"x","__proto__":{"isPublic":true}}'), answers: [400] },
    'constructor in the body': { bytes: posted('{"name":"x","constructor":{"prototype":{"a":1}}}'), answers: [400] },
    '1e999': { bytes: posted('{"name":"x","nodes":[{"id":"a","spend":1e999}]}'), answers: [400] },
    'a number of 100,000 digits': {
      bytes: posted(`{"name":"x","nodes":[{"id":"a","spend":${'9'.repeat(100_000)}}]}`),
      answers: [400],
    },
    'a name twice': { bytes: posted('{"name":"x","name":{}}'), answers: [400] },
  }
}

const manyTexts = Array.from({ length: 600_000 }, (_, it) => `"${it.toString(36)}"`).join()
const otherFields = Array.from({ length: 10_500 }, (_, it) => {
  return `{${Array.from({ length: 20 }, (_, field) => `"${(it * 20 + field).toString(36)}":0`).join()}}`
}).join()
/** 200 MB of blanks. */
const bomb = gzipSync(Buffer.alloc(200_000_000, ' '))

export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
