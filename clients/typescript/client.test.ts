import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { type ScriptedServer, startScriptedServer, type Reply } from '../../test/rig/scripted-server.ts'
import {
  type ClientSettings,
  ConflictError,
  ConnectionError,
  createClient,
  ForbiddenError,
  type MapsClient,
  MapsError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
} from './index.ts'

const tea = { id: 'm1', name: 'Tea', isPublic: false, nodes: [{ id: 'pot' }], edges: [], createdAt: '', updatedAt: '' }
const teaAt = (version: number, map: object = {}): Exclude<Reply, string> => ({
  headers: { ETag: `"v${version}"` },
  json: { map: { ...tea, ...map } },
})
/** A refusal that may pass at once. */
const busy: Reply = { status: 503, headers: { 'Retry-After': '0' } }

function clientOf({ url }: ScriptedServer, settings: Partial<ClientSettings> = {}) {
  return createClient({ baseUrl: `${url}/api/v1`, token: 'secret', ...settings })
}

function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error)
}

function problem(status: number, more: object = {}): Reply {
  const json = { title: 'Short', detail: 'Long.', status, requestId: 'r1', ...more }
  return { status, headers: { 'Content-Type': 'application/problem+json' }, json }
}

describe('a request', () => {
  it('goes to the base address, with or without a trailing slash, and sends the token', async () => {
    await using server = await startScriptedServer(teaAt(1))
    await clientOf(server).get('m1')
    await clientOf(server, { baseUrl: `${server.url}/behind/a/proxy/` }).get('a/b')
    expect(server.requests.map((it) => it.path)).toEqual(['/api/v1/maps/m1', '/behind/a/proxy/maps/a%2Fb'])
    expect(server.requests[0]!.headers).toMatchObject({ authorization: 'Bearer secret' })
  })

  it('is not possible without an address', () => {
    for (const baseUrl of ['/api/v1', 'https://me:pass word@maps.example:x/api/v1']) {
      expect(() => createClient({ baseUrl, token: 'secret' })).toThrow(
        new TypeError('baseUrl must be an address like https://maps.example.com/api/v1.'),
      )
    }
  })

  it('is not sent to an address with a password, which no error quotes', async () => {
    await using server = await startScriptedServer(teaAt(1))
    const baseUrl = server.url.replace('//', '//me:geheim@')
    const error = await errorOf(clientOf(server, { baseUrl }).get('m1'))
    expect(error).toBeInstanceOf(MapsError)
    expect(error).toMatchObject({ message: expect.stringContaining('baseUrl must have no user name and password') })
    expect(inspect(error)).not.toContain('geheim')
    expect(server.requests).toEqual([])
  })

  it('is not sent with a token of several lines, which no error quotes', async () => {
    await using server = await startScriptedServer(teaAt(1))
    for (const token of ['geheim\nline', 'geheim\u200b', '']) {
      const error = await errorOf(createClient({ baseUrl: server.url, token }).get('m1'))
      expect(error).toBeInstanceOf(MapsError)
      expect(inspect(error)).not.toContain('geheim')
    }
    expect(server.requests).toEqual([])
  })

  it('is sent by the given function', async () => {
    const urls: unknown[] = []
    const fetch: typeof globalThis.fetch = async (url) => {
      urls.push(url)
      return Response.json({ map: tea })
    }
    await createClient({ baseUrl: 'https://maps.example/api/v1', token: 't', fetch }).get('m1')
    expect(urls).toEqual(['https://maps.example/api/v1/maps/m1'])
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'of status %i is not followed: token and map go to no other address',
    async (status) => {
      await using other = await startScriptedServer(teaAt(1))
      const target = `${other.url}/api/v1/maps`
      await using server = await startScriptedServer({ status, headers: { Location: target } })
      const calls = [clientOf(server).create(tea), clientOf(server).get('m1'), clientOf(server).export('m1', 'claude')]
      for (const error of await Promise.all(calls.map(errorOf))) {
        expect(error).toBeInstanceOf(MapsError)
        expect(error).toMatchObject({ status, detail: expect.stringContaining(`redirects to ${target}.`) })
        expect(error).toMatchObject({ detail: expect.stringContaining('baseUrl must be the address of the API') })
      }
      expect(other.requests).toEqual([])
      expect(server.requests).toHaveLength(calls.length)
    },
  )
})

describe('what no header can hold', () => {
  it.each(['Bestellung-日', 'two\nlines'])(
    'is an error of the client, which does not quote it: %j',
    async (idempotencyKey) => {
      await using server = await startScriptedServer({})
      const error = await errorOf(clientOf(server).create({ name: 'Tea' }, { idempotencyKey }))
      expect(error).toBeInstanceOf(MapsError)
      expect(error).toMatchObject({ message: 'Idempotency-Key must be one line, of characters of ISO 8859-1.' })
      expect(server.requests).toEqual([])
    },
  )

  it('is replaced in a note', async () => {
    await using server = await startScriptedServer({ status: 404 })
    await errorOf(clientOf(server).create({ name: 'Tea' }, { note: 'half \ud83d, whole 🍵' }))
    expect(server.requests[0]!.headers['maps-note']).toBe(encodeURIComponent('half \ufffd, whole 🍵'))
  })
})

describe('an error response', () => {
  it.each([
    [400, ValidationError],
    [401, UnauthorizedError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [409, ConflictError],
    [412, PreconditionFailedError],
    [429, RateLimitedError],
    [503, UnavailableError],
    [418, MapsError],
  ])('of status %i becomes an error of its class, with the fields of the problem', async (status, ErrorClass) => {
    await using server = await startScriptedServer(problem(status))
    const error = await errorOf(clientOf(server, { retries: 0 }).get('m1'))
    expect(error).toBeInstanceOf(ErrorClass)
    expect(error).toBeInstanceOf(MapsError)
    expect(error).toMatchObject({ name: ErrorClass.name, status, title: 'Short', detail: 'Long.', requestId: 'r1' })
  })

  it('names the invalid fields, in its message too', async () => {
    const fields = { 'nodes[0].id': 'is required', name: 'must be a string' }
    await using server = await startScriptedServer(problem(400, { fields }), problem(400, { fields: { '': 'is odd' } }))
    const create = () => clientOf(server).create({ name: 'Tea' })
    await expect(create()).rejects.toMatchObject({
      fields,
      message: 'Long. nodes[0].id is required; name must be a string.',
    })
    await expect(create()).rejects.toMatchObject({ message: 'Long.' })
  })

  it('of a proxy, which has no problem document, has its status', async () => {
    await using server = await startScriptedServer({ status: 413, text: '<h1>Too large</h1>' })
    await expect(clientOf(server).create({ name: 'Tea' })).rejects.toMatchObject({
      status: 413,
      message: 'Payload Too Large',
      fields: {},
    })
  })

  it('of another service, whose problem is null, has its status', async () => {
    const headers = { 'Content-Type': 'application/problem+json' }
    await using server = await startScriptedServer({ status: 404, headers, text: 'null' })
    await expect(clientOf(server).get('m1')).rejects.toThrow(NotFoundError)
  })
})

describe('a response of status 200 from another service', () => {
  const signInPage: Reply = { text: '<h1>Sign in</h1>' }
  const calls: [name: string, call: (client: MapsClient) => Promise<unknown>][] = [
    ['list', (client) => client.list().next()],
    ['get', (client) => client.get('m1')],
    ['create', (client) => client.create({ name: 'Tea' })],
    ['update', (client) => client.update('m1', { name: 'Tea' })],
    ['delete', (client) => client.delete('m1')],
    ['workspace', (client) => client.workspace()],
    ['png', (client) => client.export('m1', 'png')],
    ['claude', (client) => client.export('m1', 'claude')],
    ['figma, as a stream', (client) => client.exportStream('m1', 'figma')],
    ['svg', (client) => client.svg('m1')],
  ]

  it.each(calls)('is an error, without another attempt: a sign-in page for %s', async (_name, call) => {
    await using server = await startScriptedServer(signInPage)
    const error = await errorOf(call(clientOf(server)))
    expect(error).toBeInstanceOf(MapsError)
    expect(error).toMatchObject({ status: 200, detail: expect.stringContaining('The response is text/html ') })
    expect(error).toMatchObject({ detail: expect.stringContaining('baseUrl must be the address of the API') })
    expect(server.requests).toHaveLength(1)
  })

  it('is not read to its end, which may never come, in place of a file', async () => {
    for (const [name, call] of calls.slice(6)) {
      let isCancelled = false
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from('<p>Sign in</p>')),
        cancel: () => void (isCancelled = true),
      })
      const fetch = async () => new Response(body, { headers: { 'Content-Type': 'text/html' } })
      await errorOf(call(createClient({ baseUrl: 'https://maps.example/api/v1', token: 't', fetch })))
      expect(isCancelled, name).toBe(true)
    }
  })

  it.each(['null', '5', '[]', '{}', '{"map":null,"maps":{},"deleted":"no","workspace":"w"}', '{"map":{"id":1}}'])(
    'is an error, without another attempt: the JSON %s',
    async (text) => {
      for (const [name, call] of calls.slice(0, 6)) {
        await using server = await startScriptedServer({ text, headers: { 'Content-Type': 'application/json' } })
        const error = await errorOf(call(clientOf(server)))
        expect(error, name).toMatchObject({
          name: 'MapsError',
          detail: expect.stringMatching(/^The response is application\/json without the field "\w+": baseUrl must be /),
        })
        expect(server.requests, name).toHaveLength(1)
      }
    },
  )
})

describe('a map', () => {
  it('has the version that it was read at, and is changed and deleted at that one alone', async () => {
    await using server = await startScriptedServer(teaAt(1), teaAt(2, { name: 'Chai' }), {
      json: { deleted: true },
    })
    const client = clientOf(server)
    const read = await client.get('m1')
    const changed = await client.update(read, { name: 'Chai' })
    await client.delete(changed)
    expect(read).toEqual({ ...tea, etag: '"v1"' })
    expect(server.requests.map((it) => [it.method, it.headers['if-match'], it.body])).toEqual([
      ['GET', undefined, undefined],
      ['PATCH', '"v1"', { name: 'Chai' }],
      ['DELETE', '"v2"', undefined],
    ])
  })

  it('has the same version where it was compressed', async () => {
    await using server = await startScriptedServer({ ...teaAt(1), headers: { ETag: 'W/"v1"' } })
    expect(await clientOf(server).get('m1')).toMatchObject({ etag: '"v1"' })
  })

  it('is changed and deleted at any version by its id', async () => {
    await using server = await startScriptedServer(teaAt(2), { json: { deleted: true } })
    await clientOf(server).update('m1', { nodes: [] })
    await clientOf(server).delete('m1')
    expect(server.requests.map((it) => it.headers['if-match'])).toEqual([undefined, undefined])
  })

  it('whose version a proxy removes is not written over, and the error names the proxy', async () => {
    await using server = await startScriptedServer({ json: { map: tea } })
    const client = clientOf(server)
    const map = await client.get('m1')
    for (const change of [client.update(map, { name: 'Chai' }), client.delete(map)]) {
      const error = await errorOf(change)
      expect(error).toBeInstanceOf(MapsError)
      expect(error).toMatchObject({ message: expect.stringContaining('A proxy in front of the service removes') })
    }
    expect(server.requests).toHaveLength(1)
  })

  it('of a list, which has no version, is not written over', async () => {
    await using server = await startScriptedServer({ json: { maps: [tea] } })
    const client = clientOf(server)
    for await (const map of client.list()) {
      // @ts-expect-error: its etag is missing
      await expect(client.update(map, { name: 'Chai' })).rejects.toThrow(TypeError)
      // @ts-expect-error: its etag is missing
      await expect(client.delete(map)).rejects.toThrow(TypeError)
    }
    expect(server.requests).toHaveLength(1)
  })

  it('that is public has the address of its page', async () => {
    const picture = '</api/v1/maps/m1/picture.svg>; rel="alternate"; type="image/svg+xml"'
    const Link = `${picture}, <https://maps.example/share/abc/>; rel="alternate"; type="text/html"`
    await using server = await startScriptedServer({ headers: { ETag: '"v1"', Link }, json: { map: tea } })
    expect(await clientOf(server).get('m1')).toMatchObject({ shareUrl: 'https://maps.example/share/abc/' })
  })
})

describe('a list', () => {
  it('is fetched a page at a time, only as far as it is read', async () => {
    const page = (...ids: string[]): Reply => ({
      // A gateway behind a proxy may link to another address than clients use.
      headers: { Link: '</api/v1/maps?limit=2&cursor=next%3D>; rel="next"' },
      json: { maps: ids.map((id) => ({ id })) },
    })
    await using server = await startScriptedServer(page('a', 'b'), page('c', 'd'), page('e', 'f'))
    const read: string[] = []
    const client = clientOf(server, { baseUrl: `${server.url}/behind` })
    for await (const { id } of client.list({ q: 'tea & milk', fields: ['id', 'name'], pageSize: 2 })) {
      read.push(id)
      if (read.length === 3) break
    }
    expect(read).toEqual(['a', 'b', 'c'])
    expect(server.requests.map((it) => it.path)).toEqual([
      '/behind/maps?limit=2&q=tea+%26+milk&fields=id%2Cname',
      '/behind/maps?limit=2&q=tea+%26+milk&fields=id%2Cname&cursor=next%3D',
    ])
  })
})

describe('an export', () => {
  it('has the name, kind and version in its headers', async () => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="cafe_.notion.json"; filename*=UTF-8''caf%C3%A9%20%E2%98%95.notion.json`,
      ETag: '"abc"',
      Link: '</api/v1/maps/m1/export/notion?part=3>; rel="next"',
      'X-Export-Scale': 'asked=4, used=2.5',
    }
    const markdown = { 'Content-Type': 'text/markdown; charset=utf-8' }
    await using server = await startScriptedServer({ headers, json: [1] }, { headers: markdown, json: [2] })
    const file = await clientOf(server).export('m1', 'notion', { part: 2, parent: undefined })
    expect({ ...file, bytes: new TextDecoder().decode(file.bytes) }).toEqual({
      format: 'notion',
      contentType: 'application/json',
      fileName: 'café ☕.notion.json',
      etag: '"abc"',
      nextPart: 3,
      scale: 2.5,
      bytes: '[1]',
    })
    const plain = await clientOf(server).exportStream('m1', 'agents')
    expect(await new Response(plain.stream).text()).toBe('[2]')
    expect(plain).toMatchObject({ fileName: 'map.agents', etag: undefined })
    expect(server.requests.map((it) => it.path)).toEqual([
      '/api/v1/maps/m1/export/notion?part=2',
      '/api/v1/maps/m1/export/agents',
    ])
  })
})

describe('a temporary failure', () => {
  it.each<[string, Reply]>([
    ['no response', 'no response'],
    ['half a response', { ...teaAt(1), isCutOff: true }],
    ['a service that is busy', busy],
    ['a proxy that finds no service', { status: 502, text: 'Bad gateway', headers: { 'Retry-After': '0' } }],
    ['a quota that is used up', { status: 429, headers: { 'Retry-After': '0' } }],
  ])('is followed by another attempt: %s', async (_name, failure) => {
    await using server = await startScriptedServer(failure, teaAt(1))
    expect(await clientOf(server).get('m1')).toMatchObject({ name: 'Tea' })
    expect(server.requests).toHaveLength(2)
  })

  it('is thrown after the last attempt', async () => {
    await using server = await startScriptedServer(busy)
    await expect(clientOf(server, { retries: 2 }).get('m1')).rejects.toThrow(UnavailableError)
    expect(server.requests).toHaveLength(3)
    await using dead = await startScriptedServer('no response')
    const error = await errorOf(clientOf(dead, { retries: 0 }).get('m1'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ status: undefined, cause: expect.any(TypeError) })
    expect(dead.requests).toHaveLength(1)
  })

  it('of another kind is thrown at once', async () => {
    await using server = await startScriptedServer(problem(404))
    await expect(clientOf(server).get('m1')).rejects.toThrow(NotFoundError)
    expect(server.requests).toHaveLength(1)
  })

  it('in the middle of a download is followed by another one, and breaks a stream', async () => {
    const headers = { 'Content-Type': 'image/png' }
    const half: Reply = { headers, text: 'x'.repeat(100), isCutOff: true }
    await using server = await startScriptedServer(half, { headers, text: 'whole' }, half)
    const client = clientOf(server)
    expect(new TextDecoder().decode((await client.export('m1', 'png')).bytes)).toBe('whole')
    const { stream } = await client.exportStream('m1', 'png')
    await expect(new Response(stream).text()).rejects.toThrow(TypeError)
    expect(server.requests).toHaveLength(3)
  })

  it('makes one map, by one key for all attempts, and another key for another map', async () => {
    const underWay: Reply = { status: 409, headers: { 'Retry-After': '0' } }
    await using server = await startScriptedServer('no response', underWay, teaAt(1))
    const client = clientOf(server)
    await client.create({ name: 'Tea' })
    await client.create({ name: 'Tea' })
    await client.create({ name: 'Tea' }, { idempotencyKey: 'my "own" \\ key' })
    const [first, second, third, other, own] = server.requests.map((it) => it.headers['idempotency-key'])
    expect(first).toMatch(/^"[0-9a-f]{32}"$/)
    expect([second, third]).toEqual([first, first])
    expect(other).not.toBe(first)
    expect(own).toBe('"my \\"own\\" \\\\ key"')
  })
})

describe('versions of a map', () => {
  it('come page by page, and each as the map was', async () => {
    const entry = (version: number) => ({ version, createdAt: '', nodeCount: 1, edgeCount: 0 })
    const headers = { Link: '</api/v1/maps/m1/revisions?limit=1&cursor=2>; rel="next"' }
    const first: Reply = { headers, json: { revisions: [entry(2)] } }
    const second: Reply = { json: { revisions: [entry(1)] } }
    await using server = await startScriptedServer(first, second, { json: { map: tea } })
    const client = clientOf(server)
    expect(await Array.fromAsync(client.revisions('m1', { pageSize: 1 }))).toEqual([entry(2), entry(1)])
    expect(await client.revision('m1', 1)).toEqual(tea)
    const paths = ['revisions?limit=1', 'revisions?limit=1&cursor=2', 'revisions/1']
    expect(server.requests.map((it) => it.path)).toEqual(paths.map((it) => `/api/v1/maps/m1/${it}`))
  })

  it('have notes, which are percent-encoded on their way', async () => {
    await using server = await startScriptedServer(teaAt(1), teaAt(2), teaAt(3))
    const client = clientOf(server)
    await client.create({ name: 'Tea' }, { note: 'für 100 %' })
    await client.update('m1', { name: 'Tea' }, { note: 'why' })
    await client.update('m1', { name: 'Tea' })
    const notes = server.requests.map((it) => it.headers['maps-note'])
    expect(notes).toEqual(['f%C3%BCr%20100%20%25', 'why', undefined])
  })
})

describe('the layout of a map', () => {
  it('comes with its state, and is pinned and unpinned at that of the map', async () => {
    const layout = { version: 1, isPinned: false, nodes: [{ id: 'pot', x: 1, y: 2 }] }
    const done: Reply = { status: 204 }
    const found: Reply = { headers: { ETag: '"v1.0.ab"' }, json: { layout } }
    await using server = await startScriptedServer(found, done, done, done, { json: { map: tea } })
    const client = clientOf(server)
    expect(await client.layout('m1')).toEqual({ ...layout, etag: '"v1.0.ab"' })
    await client.pin('m1')
    await client.pin({ id: 'm1', etag: '"v1"' }, { nodes: layout.nodes })
    await client.unpin({ id: 'm1', etag: '"v1.0.ab"' })
    await expect(client.pin('m1')).rejects.toThrow('in place of an empty one')
    expect(server.requests.map((it) => [it.method, it.headers['if-match'], it.body])).toEqual([
      ['GET', undefined, undefined],
      ['PUT', undefined, undefined],
      ['PUT', '"v1"', { nodes: layout.nodes }],
      ['DELETE', '"v1.0.ab"', undefined],
      ['PUT', undefined, undefined],
    ])
  })
})

describe('a change without a response', () => {
  const stale = problem(412)

  it('has succeeded where the map has the new values', async () => {
    const nodes = [{ id: 'pot', x: 1 }]
    await using server = await startScriptedServer('no response', stale, teaAt(2, { nodes }))
    const changed = await clientOf(server).update({ id: 'm1', etag: '"v1"' }, { nodes, name: undefined })
    expect(changed).toMatchObject({ etag: '"v2"', nodes })
    expect(server.requests.map((it) => it.method)).toEqual(['PATCH', 'PATCH', 'GET'])
  })

  it('has failed where another change was faster', async () => {
    await using server = await startScriptedServer('no response', stale, teaAt(2, { name: 'Coffee' }))
    const changing = clientOf(server).update({ id: 'm1', etag: '"v1"' }, { name: 'Chai' })
    await expect(changing).rejects.toThrow(PreconditionFailedError)
  })

  it('differs from a refused one', async () => {
    await using server = await startScriptedServer({ status: 429, headers: { 'Retry-After': '0' } }, stale, teaAt(2))
    const changing = clientOf(server).update({ id: 'm1', etag: '"v1"' }, { name: 'Tea' })
    await expect(changing).rejects.toThrow(PreconditionFailedError)
    expect(server.requests).toHaveLength(2)
  })

  it('has pinned or unpinned the layout, where it is then as was asked for', async () => {
    const nodes = [{ id: 'pot', x: 1, y: 2 }]
    const layoutAt = (version: number, isPinned: boolean): Reply => ({ json: { layout: { version, isPinned, nodes } } })
    const unpinned = { id: 'm1', etag: '"v1.0.ab"' }
    const pinned = { id: 'm1', etag: '"v1.cd.ab"' }
    const moved = { nodes: [{ ...nodes[0]!, x: 3 }] }
    type Case = [call: (client: MapsClient) => Promise<void>, found: Reply, isDone: boolean]
    const cases: Case[] = [
      [(client) => client.pin(unpinned), layoutAt(1, true), true],
      [(client) => client.pin(unpinned, { nodes }), layoutAt(1, true), true],
      [(client) => client.unpin(pinned), layoutAt(1, false), true],
      [(client) => client.pin(unpinned), layoutAt(1, false), false],
      [(client) => client.pin(unpinned), layoutAt(2, true), false],
      [(client) => client.pin(unpinned, moved), layoutAt(1, true), false],
    ]
    for (const [call, found, isDone] of cases) {
      await using server = await startScriptedServer('no response', stale, found)
      const error = await errorOf(call(clientOf(server)))
      expect(error instanceof PreconditionFailedError).toBe(!isDone)
      expect(server.requests).toHaveLength(3)
    }
  })

  it('may have been a deletion', async () => {
    await using server = await startScriptedServer('no response', problem(404))
    await clientOf(server).delete('m1')
    expect(server.requests).toHaveLength(2)
    await using other = await startScriptedServer(problem(404))
    await expect(clientOf(other).delete('m1')).rejects.toThrow(NotFoundError)
  })
})

it('ends a request under way with the reason of its signal', async () => {
  await using server = await startScriptedServer('silence')
  const [controller, gone] = [new AbortController(), new Error('gone')]
  const error = errorOf(clientOf(server).get('m1', { signal: controller.signal }))
  await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 10_000 })
  controller.abort(gone)
  expect(await error).toBe(gone)
})
