import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { readShareUrl } from '../system/share-link.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()

const json = { 'Content-Type': 'application/json' }

/** Follows the links to the next page from the first one. @returns all maps */
async function readPages<Item>(workspace: TestWorkspace, firstQuery: Record<string, string>): Promise<Item[]> {
  const maps: Item[] = []
  let query: Record<string, string> | undefined = firstQuery
  while (query) {
    const { json, headers } = await workspace.request('GET', '/maps', { query })
    maps.push(...json.maps)
    const next = /<[^?>]*\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next))
  }
  return maps
}

describe('a request', () => {
  it('names an unknown field wherever it stands, so that no typo is lost', async () => {
    const cases = [
      [{ name: 'x', owner: 'me' }, 'owner'],
      [{ name: 'x', nodes: [{ id: 'a', cost: 1 }] }, 'nodes[0].cost'],
      [{ name: 'x', edges: [{ source: 'a', target: 'b', stroke: 1 }] }, 'edges[0].stroke'],
      [{ name: 'x', 'two words': 1 }, '["two words"]'],
    ] as const
    for (const [body, field] of cases) {
      const response = await client.request('POST', '/maps', { body })
      expect(response.status).toBe(400)
      expect(response.json.fields).toEqual({ [field]: expect.stringContaining('is not a known field; known are ') })
    }
    const paged = await client.request('GET', '/maps', { query: { page: '2' } })
    expect(paged).toMatchObject({ status: 400, json: { fields: { page: expect.stringContaining('limit, cursor') } } })
  })

  it('says of a map that comes back as it was read which fields to leave out', async () => {
    const map = await client.createMap(shop)
    const message = 'is set by the server: leave it out'
    const fields = { id: message, workspaceId: message, createdAt: message, updatedAt: message }
    expect(await client.request('POST', '/maps', { body: map })).toMatchObject({ status: 400, json: { fields } })
    const change = await client.request('PATCH', `/maps/${map.id}`, { body: map })
    expect(change.status).toBe(400)
    expect(change.json.fields).toEqual(fields)
  })

  it('is warned of edges that lead nowhere, where it sends nodes and edges', async () => {
    const edge = { source: 'a', target: 'b' }
    const nodes = [{ id: 'a' }]
    const created = await client.request('POST', '/maps', { body: { name: 'x', nodes, edges: [edge, edge] } })
    const warning = { kind: 'dangling-edges', detail: expect.stringContaining('2 edges'), count: 2 }
    const edges = [0, 1].map((index) => ({ index, ...edge, missing: ['b'] }))
    expect(created.status).toBe(201)
    expect(created.json.warnings).toEqual([{ ...warning, edges }])
    const path = `/maps/${created.json.map.id}`
    const change = async (body: object) => (await client.request('PATCH', path, { body })).json
    const many = Array.from({ length: 30 }, () => edge)
    const [{ count, edges: named }] = (await change({ nodes, edges: many })).warnings
    expect([count, named.length]).toEqual([30, 10])
    // The stored half of the map is not read for this.
    for (const body of [{ name: 'y' }, { nodes }, { edges: many }, { nodes: [...nodes, { id: 'b' }], edges: many }]) {
      expect(Object.keys(await change(body))).toEqual(['map'])
    }
    expect(Object.keys((await client.request('GET', path)).json)).toEqual(['map'])
  })

  it('may change a map by a merge patch, in which null names its field', async () => {
    const { id } = await client.createMap(shop)
    const headers = { 'Content-Type': 'application/merge-patch+json' }
    const patch = (body: object) =>
      client.request('PATCH', `/maps/${id}`, { body: JSON.stringify(body), headers, direct: true })
    expect(await patch({ name: 'merged' })).toMatchObject({ status: 200, json: { map: { ...shop, name: 'merged' } } })
    for (const field of ['name', 'nodes', 'isPublic']) {
      expect(await patch({ [field]: null }), field).toMatchObject({
        status: 400,
        json: { fields: { [field]: expect.stringContaining('must be') } },
      })
    }
    const post = await client.request('POST', '/maps', { body: '{"name":"x"}', headers, direct: true })
    expect(post.status).toBe(415)
  })

  it('keeps unusual but valid values, and refuses null and a repeated parameter', async () => {
    const nodes = [{ id: 'a', label: '', tech: '', spend: -1.5, billing: ['flat', 'flat'] }]
    const edge = { source: 'a', target: 'a', color: 'transparent' }
    const created = await client.request('POST', '/maps', { body: { name: 'odd', nodes, edges: [edge, edge] } })
    expect(created).toMatchObject({ status: 201, json: { map: { nodes, edges: [edge, edge] } } })
    for (const [field, body] of Object.entries({
      'nodes[0].label': { name: 'x', nodes: [{ id: 'a', label: null }] },
      isPublic: { name: 'x', isPublic: null },
      'edges[0].color': { name: 'x', edges: [{ source: 'a', target: 'b', color: 'currentcolor' }] },
    })) {
      const response = await client.request('POST', '/maps', { body })
      expect(response).toMatchObject({ status: 400, json: { fields: { [field]: expect.any(String) } } })
    }
    const { id } = created.json.map
    const repeated = [
      ['/maps?limit=1&limit=2', 'limit'],
      [`/maps/${id}/export/claude?compact=true&compact=true`, 'compact'],
      [`/maps/${id}/export/png?theme=dark&theme=dark`, 'theme'],
    ] as const
    for (const [path, field] of repeated) {
      const fields = { [field]: 'is given 2 times: give it once' }
      expect(await client.request('GET', path, { direct: true }), path).toMatchObject({ status: 400, json: { fields } })
    }
  })

  it('has its whole query string read, in UTF-8', async () => {
    const late = await client.request('GET', `/maps?${'&'.repeat(1_000)}page=2`, { direct: true })
    expect(late).toMatchObject({ status: 400, json: { fields: { page: expect.stringContaining('known') } } })
    const latin = await client.request('GET', '/maps?limit=1&q=%ff', { direct: true })
    expect(latin).toMatchObject({ status: 400, json: { fields: { q: 'must be percent-encoded UTF-8' } } })
    expect(await client.request('GET', '/maps?limit=1&q=20%', { direct: true })).toMatchObject({ status: 200 })
  })

  it('counts a change without effect as an update', async () => {
    const { id, ...before } = await client.createMap(shop)
    const response = await client.request('PATCH', `/maps/${id}`, { body: { name: before.name } })
    expect(response).toMatchObject({ status: 200, json: { map: { name: before.name } } })
    expect(response.json.map.updatedAt > before.updatedAt).toBe(true)
  })

  it('names __proto__ like any other unknown field', async () => {
    const body = '{"name":"x","__proto__":{"isPublic":true},"nodes":[{"id":"a","__proto__":null}]}'
    const response = await client.request('POST', '/maps', { body, headers: json })
    expect(response.status).toBe(400)
    expect(Object.keys(response.json.fields)).toEqual(['__proto__', 'nodes[0].__proto__'])
  })

  it('reports at most 20 problems, in a small response', async () => {
    const edges = Array.from({ length: 10_000 }, () => ({ ['k'.repeat(300)]: 1 }))
    const response = await client.request('POST', '/maps', { body: { name: 'x', edges } })
    expect(response).toMatchObject({ status: 400, json: { truncated: true } })
    expect(Object.keys(response.json.fields)).toHaveLength(20)
    expect(response.bytes.length).toBeLessThan(16_384)
  })

  it('refuses a body that is no JSON, no UTF-8, empty, or of another type', async () => {
    const cases = [
      [{ body: '{"name":', headers: json }, 400],
      [{ body: '', headers: json }, 400],
      [{ body: Buffer.from([0x7b, 0xff, 0x7d]), headers: json }, 400],
      [{ body: '"name"', headers: json }, 400],
      [{ body: '[]', headers: json }, 400],
      [{}, 400],
      [{ body: 'name=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415],
      [{ body: '{"name":"x"}', headers: { 'Content-Type': 'text/plain' } }, 415],
      [{ body: 'no gzip', headers: { ...json, 'Content-Encoding': 'gzip' } }, 400],
    ] as const
    for (const [request, status] of cases) {
      const response = await client.request('POST', '/maps', request)
      expect(response.status, JSON.stringify(request)).toBe(status)
      expect(response.json.detail).toMatch(/\.$/)
      if (status === 400) expect(Object.keys(response.json.fields).length).toBeGreaterThan(0)
    }
  })

  it('inflates gzip and deflate, and refuses every other encoding', async () => {
    const body = JSON.stringify(shop)
    const send = (encoding: string, compress: (text: string) => string | Buffer) =>
      client.request('POST', '/maps', { body: compress(body), headers: { ...json, 'Content-Encoding': encoding } })
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['GZIP', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['identity', String],
      ['', String],
    ] as const) {
      expect(await send(encoding, compress), encoding).toMatchObject({ status: 201 })
    }
    for (const [encoding, compress] of [
      ['br', brotliCompressSync],
      ['Br', brotliCompressSync],
      ['zstd', zstdCompressSync],
      ['snappy', String],
      ['gzip, br', String],
    ] as const) {
      const response = await send(encoding, compress)
      const detail = 'Send the body with Content-Encoding gzip or deflate, or with none.'
      expect(response, encoding).toMatchObject({ status: 415, json: { detail } })
      expect(response.headers.get('accept-encoding'), encoding).toBe('gzip, deflate')
    }
  })

  it('takes JSON after a byte order mark, but no two marks and none without JSON', async () => {
    const send = (body: string) => client.request('POST', '/maps', { body, headers: json })
    expect(await send('\uFEFF{"name":"Marked"}')).toMatchObject({ status: 201, json: { map: { name: 'Marked' } } })
    for (const text of ['\uFEFF', '\uFEFF\uFEFF{"name":"x"}', '{"name":"x"}\uFEFF']) {
      expect(await send(text)).toMatchObject({ status: 400, json: { fields: { '': 'must be JSON' } } })
    }
  })

  it('takes at most 4 MiB, also where it is compressed', async () => {
    const headers = { ...json, 'Content-Encoding': 'gzip' }
    const bomb = gzipSync(Buffer.alloc(5 * 1024 * 1024, ' '))
    expect(await client.request('POST', '/maps', { body: bomb, headers })).toMatchObject({ status: 413 })
    const large = JSON.stringify({ name: 'x', nodes: [{ id: 'a', label: ' '.repeat(5 * 1024 * 1024) }] })
    expect(await client.request('POST', '/maps', { body: large, headers: json })).toMatchObject({ status: 413 })
  })

  it('refuses deep nesting', async () => {
    const body = `{"name":"x","nodes":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const response = await client.request('POST', '/maps', { body, headers: json })
    expect(response).toMatchObject({ status: 400, json: { fields: { '': expect.stringContaining('nested') } } })
  })
})

describe('every response', () => {
  it("has a valid request id of the client's, and a new one in place of any other", async () => {
    const kept = await client.request('GET', '/maps', { headers: { 'X-Request-Id': 'deploy-42.a:b' } })
    expect(kept.headers.get('x-request-id')).toBe('deploy-42.a:b')
    for (const invalid of ['', 'two words', 'x'.repeat(129), '<script>']) {
      const { headers } = await client.request('GET', '/maps', { headers: { 'X-Request-Id': invalid } })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('is JSON for unknown routes, methods and escapes too, in the order 401, 404, 405', async () => {
    const cases = [
      ['GET', '/nothing', 404, 'not-found'],
      ['GET', '/maps/', 404, 'not-found'],
      ['GET', '/MAPS', 404, 'not-found'],
      ['PUT', '/maps', 405, 'method-not-allowed'],
      ['DELETE', '/maps', 405, 'method-not-allowed'],
      ['POST', '/maps/some', 405, 'method-not-allowed'],
      ['GET', '/maps/%ff', 400, 'invalid-request'],
    ] as const
    for (const [method, path, status, kind] of cases) {
      const response = await client.request(method, path, { direct: true })
      expect(response.status, `${method} ${path}`).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      const requestId = response.headers.get('x-request-id')
      expect(response.json).toMatchObject({ type: `/docs/problems/${kind}`, status, requestId })
      const anonymous = await client.request(method, path, { headers: { Authorization: '' }, direct: true })
      expect(anonymous.status).toBe(401)
    }
    const { headers } = await client.request('PUT', '/maps', { direct: true })
    expect(headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    const { url } = system
    for (const path of ['/livez', '/docs/', '/share/x']) {
      const { headers } = await fetch(url + path, { method: 'OPTIONS' })
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      expect(headers.get('x-request-id')).toBeTruthy()
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    for (const path of ['/api', '/api/v2/maps', '/favicon.ico']) {
      const response = await fetch(url + path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ title: 'Not Found' })
    }
  })

  it('tells the methods of a path without a token, and the forms of a change', async () => {
    const { id } = await client.createMap(shop)
    const forms = 'application/json, application/merge-patch+json'
    const cases = [
      ['/maps', 'GET, HEAD, POST, OPTIONS', null],
      [`/maps/${id}`, 'GET, HEAD, PATCH, DELETE, OPTIONS', forms],
      ['/maps/none', 'GET, HEAD, PATCH, DELETE, OPTIONS', forms],
      [`/maps/${id}/export/png`, 'GET, HEAD, OPTIONS', null],
      ['/openapi.json', 'GET, HEAD, OPTIONS', null],
    ] as const
    for (const [path, allow, acceptPatch] of cases) {
      const response = await fetch(`${system.url}/api/v1${path}`, { method: 'OPTIONS' })
      const { headers } = response
      expect([response.status, await response.text()], path).toEqual([204, ''])
      expect([headers.get('allow'), headers.get('accept-patch')], path).toEqual([allow, acceptPatch])
    }
    // An unknown path is told to callers with a token alone, as for all other methods.
    expect((await fetch(`${system.url}/api/v1/nothing`, { method: 'OPTIONS' })).status).toBe(401)
    const responses = [
      await client.request('GET', `/maps/${id}`),
      await client.request('PATCH', `/maps/${id}`, { body: { name: 'x' } }),
      await client.request('PATCH', `/maps/${id}`, { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
    ]
    expect(responses.map((it) => it.status)).toEqual([200, 200, 415])
    for (const { headers } of responses) expect(headers.get('accept-patch')).toBe(forms)
    expect((await client.request('GET', '/maps')).headers.get('accept-patch')).toBeNull()
  })

  it('has no body for HEAD', async () => {
    const { id } = await client.createMap(shop)
    const response = await client.request('HEAD', `/maps/${id}`, { direct: true })
    expect(response).toMatchObject({ status: 200, text: '' })
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
  })
})

describe('versions', () => {
  it('gives 304 to a client that has the current version', async () => {
    const { id } = await client.createMap(shop)
    const first = await client.request('GET', `/maps/${id}`)
    const tag = first.headers.get('etag')!
    expect(tag).toMatch(/^"v\d+"$/)
    for (const tags of [tag, `"other", W/${tag}`, '*', tag.replace(/"$/, '-gzip"')]) {
      const response = await client.request('GET', `/maps/${id}`, { headers: { 'If-None-Match': tags } })
      expect(response).toMatchObject({ status: 304, text: '' })
    }
    await client.patchMap(id, { name: 'newer' })
    const changed = await client.request('GET', `/maps/${id}`, { headers: { 'If-None-Match': tag } })
    expect(changed).toMatchObject({ status: 200, json: { map: { name: 'newer' } } })
  })

  it('refuses a change made from an older version', async () => {
    const { id } = await client.createMap(shop)
    const { headers } = await client.request('GET', `/maps/${id}`)
    const first = { 'If-Match': headers.get('etag')! }
    const mine = await client.request('PATCH', `/maps/${id}`, { body: { name: 'mine' }, headers: first })
    expect(mine.status).toBe(200)
    const yours = await client.request('PATCH', `/maps/${id}`, { body: { name: 'yours' }, headers: first })
    expect(yours).toMatchObject({ status: 412, json: { title: 'Precondition Failed' } })
    expect(await client.request('DELETE', `/maps/${id}`, { headers: first })).toMatchObject({ status: 412 })
    expect(await client.getMap(id)).toMatchObject({ name: 'mine' })
    // Apache appends this to the ETag of a response that it compresses.
    const current = { 'If-Match': mine.headers.get('etag')!.replace(/"$/, '-gzip"') }
    expect(await client.request('DELETE', `/maps/${id}`, { headers: current })).toMatchObject({ status: 200 })
    expect(await client.request('DELETE', `/maps/${id}`, { headers: current })).toMatchObject({ status: 404 })
  })
})

describe('the list', () => {
  it('comes a page at a time with a limit', async () => {
    const workspace = await system.createWorkspace({ plan: 'pro' })
    for (let i = 0; i < 5; i++) await workspace.createMap({ name: `map ${i}` })
    const maps = await readPages<{ name: string }>(workspace, { limit: '2' })
    expect(maps.map((it) => it.name)).toEqual(['map 4', 'map 3', 'map 2', 'map 1', 'map 0'])
  })

  it('names an invalid limit or cursor', async () => {
    for (const limit of ['0', '-1', '1001', 'all', '1.5']) {
      const response = await client.request('GET', '/maps', { query: { limit } })
      expect(response).toMatchObject({ status: 400, json: { fields: { limit: expect.any(String) } } })
    }
    const farFuture = `999999999999999.${(await client.createMap(shop)).id}`
    for (const cursor of ['x', '', ...['9e9.x', farFuture].map((it) => Buffer.from(it).toString('base64url'))]) {
      const response = await client.request('GET', '/maps', { query: { cursor } })
      expect(response).toMatchObject({ status: 400, json: { fields: { cursor: expect.any(String) } } })
    }
  })

  it('has the selected fields, and the address of each public map beside them', async () => {
    const workspace = await system.createWorkspace({ plan: 'pro' })
    const open = await workspace.createMap({ ...shop, name: 'open', isPublic: true })
    const closed = await workspace.createMap({ ...shop, name: 'closed' })
    const shareUrl = await readShareUrl(workspace, open.id)
    const listFields = async (fields: string) => (await workspace.request('GET', '/maps', { query: { fields } })).text
    expect(JSON.parse(await listFields('id,name,updatedAt,isPublic'))).toEqual({
      maps: [
        { id: closed.id, name: 'closed', isPublic: false, updatedAt: closed.updatedAt },
        { id: open.id, name: 'open', isPublic: true, updatedAt: open.updatedAt, shareUrl },
      ],
    })
    expect(await listFields('name,name')).toBe('{"maps":[{"name":"closed"},{"name":"open"}]}')
    const repeated = await workspace.request('GET', '/maps?fields=name&fields=isPublic,name', { direct: true })
    expect(repeated.json).toEqual({
      maps: [
        { name: 'closed', isPublic: false },
        { name: 'open', isPublic: true, shareUrl },
      ],
    })
    const all = 'updatedAt,createdAt,edges,nodes,isPublic,name,workspaceId,id'
    expect(JSON.parse(await listFields(all))).toEqual({ maps: [closed, { ...open, shareUrl }] })
    expect(await listFields('edges,nodes')).toContain(JSON.stringify({ nodes: shop.nodes, edges: shop.edges }))
  })

  it('names the valid fields and an invalid search text', async () => {
    const valid = 'id, workspaceId, name, isPublic, nodes, edges, createdAt, updatedAt'
    for (const fields of ['', 'id,', 'id, name', 'Name', 'shareUrl', 'id,toString']) {
      const response = await client.request('GET', '/maps', { query: { fields } })
      const message = `must be names of fields, separated by commas: ${valid}`
      expect(response, fields).toMatchObject({ status: 400, json: { fields: { fields: message } } })
    }
    for (const q of ['\0', 'x'.repeat(201)]) {
      const response = await client.request('GET', '/maps', { query: { q } })
      expect(response).toMatchObject({ status: 400, json: { fields: { q: expect.any(String) } } })
    }
  })

  it('has only maps whose name contains a text, on each page', async () => {
    const workspace = await system.createWorkspace({ plan: 'pro' })
    for (const name of ['Tea & 100% milk 1', 'coffee', 'TEA & 100% MILK 2', 'tea & 1000 milks', 'tea & 100% milk 3']) {
      await workspace.createMap({ name })
    }
    const maps = await readPages(workspace, { limit: '1', q: 'tea & 100% m', fields: 'name' })
    expect(maps.map((it) => JSON.stringify(it))).toEqual(
      ['3', 'MILK 2', '1'].map((it) => expect.stringMatching(`^{"name":"[^"]*${it}"}$`)),
    )
    const { json } = await workspace.request('GET', '/maps', { query: { q: 'COFFEE' } })
    expect(json.maps).toMatchObject([{ name: 'coffee', nodes: [] }])
  })

  it('holds more than one batch, in order', async () => {
    const workspace = await system.createWorkspace({ plan: 'pro' })
    const label = 'x'.repeat(500)
    const nodes = Array.from({ length: 900 }, (_, index) => ({ id: `n${index}`, label }))
    for (let i = 0; i < 5; i++) await workspace.createMap({ name: `large ${i}`, nodes })
    const maps = await workspace.listMaps()
    expect(maps.map((it) => it.name)).toEqual(['large 4', 'large 3', 'large 2', 'large 1', 'large 0'])
    expect(maps.every((it) => it.nodes.length === 900)).toBe(true)
  })
})
