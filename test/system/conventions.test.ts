import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

let system: SharedSystem
let team: TestWorkspace

beforeAll(async () => {
  system = await joinSystem()
  team = await system.createWorkspace({ plan: 'pro' })
})
afterAll(() => system[Symbol.asyncDispose]())

const json = { 'Content-Type': 'application/json' }

describe('what a client may send', () => {
  it('names an unknown field wherever it stands, so that no typo is lost', async () => {
    const cases = [
      [{ name: 'x', id: 'mine' }, 'id'],
      [{ name: 'x', nodes: [{ id: 'a', cost: 1 }] }, 'nodes[0].cost'],
      [{ name: 'x', edges: [{ source: 'a', target: 'b', stroke: 1 }] }, 'edges[0].stroke'],
      [{ name: 'x', 'two words': 1 }, '["two words"]'],
    ] as const
    for (const [body, field] of cases) {
      const answer = await team.request('POST', '/maps', { body })
      expect(answer.status).toBe(400)
      expect(answer.json.fields).toEqual({ [field]: expect.stringContaining('is not a known field; known are ') })
    }
    const answer = await team.request('GET', '/maps', { query: { page: '2' } })
    expect(answer).toMatchObject({ status: 400, json: { fields: { page: expect.stringContaining('limit, cursor') } } })
    const { id } = await team.createMap(shop)
    const change = await team.request('PATCH', `/maps/${id}`, { body: { updatedAt: '2026-01-01T00:00:00.000Z' } })
    expect(change).toMatchObject({ status: 400, json: { fields: { updatedAt: expect.any(String) } } })
  })

  it('keeps what is odd but possible, and refuses null and a parameter that comes twice', async () => {
    const nodes = [{ id: 'a', label: '', tech: '', spend: -1.5, billing: ['flat', 'flat'] }]
    const edge = { source: 'a', target: 'a', color: 'transparent' }
    const created = await team.request('POST', '/maps', { body: { name: 'odd', nodes, edges: [edge, edge] } })
    expect(created).toMatchObject({ status: 201, json: { map: { nodes, edges: [edge, edge] } } })
    for (const [field, body] of Object.entries({
      'nodes[0].label': { name: 'x', nodes: [{ id: 'a', label: null }] },
      isPublic: { name: 'x', isPublic: null },
      'edges[0].color': { name: 'x', edges: [{ source: 'a', target: 'b', color: 'currentcolor' }] },
    })) {
      const answer = await team.request('POST', '/maps', { body })
      expect(answer).toMatchObject({ status: 400, json: { fields: { [field]: expect.any(String) } } })
    }
    const { id } = created.json.map
    for (const path of ['/maps?limit=1&limit=2', `/maps/${id}/export/claude?compact=true&compact=true`]) {
      expect(await team.request('GET', path, { direct: true }), path).toMatchObject({ status: 400 })
    }
  })

  it('takes a change to what is there already for an update', async () => {
    const { id, ...before } = await team.createMap(shop)
    const answer = await team.request('PATCH', `/maps/${id}`, { body: { name: before.name } })
    expect(answer).toMatchObject({ status: 200, json: { map: { name: before.name } } })
    expect(answer.json.map.updatedAt > before.updatedAt).toBe(true)
  })

  it('names __proto__ like any other unknown field', async () => {
    const body = '{"name":"x","__proto__":{"isPublic":true},"nodes":[{"id":"a","__proto__":null}]}'
    const answer = await team.request('POST', '/maps', { body, headers: json })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.json.fields)).toEqual(['__proto__', 'nodes[0].__proto__'])
  })

  it('tells at most 20 problems, in an answer that stays small', async () => {
    const edges = Array.from({ length: 10_000 }, () => ({ ['k'.repeat(300)]: 1 }))
    const answer = await team.request('POST', '/maps', { body: { name: 'x', edges } })
    expect(answer).toMatchObject({ status: 400, json: { truncated: true } })
    expect(Object.keys(answer.json.fields)).toHaveLength(20)
    expect(answer.bytes.length).toBeLessThan(16_384)
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
      const answer = await team.request('POST', '/maps', request)
      expect(answer.status, JSON.stringify(request)).toBe(status)
      expect(answer.json.detail).toMatch(/\.$/)
    }
  })

  it('inflates what came by gzip and deflate, and gives nothing to any other decoder', async () => {
    const body = JSON.stringify(shop)
    const send = (coding: string, compress: (text: string) => string | Buffer) =>
      team.request('POST', '/maps', { body: compress(body), headers: { ...json, 'Content-Encoding': coding } })
    for (const [coding, compress] of [
      ['gzip', gzipSync],
      ['GZIP', gzipSync],
      ['deflate', deflateSync],
      ['identity', String],
      ['', String],
    ] as const) {
      expect(await send(coding, compress), coding).toMatchObject({ status: 201 })
    }
    for (const [coding, compress] of [
      ['br', brotliCompressSync],
      ['Br', brotliCompressSync],
      ['zstd', zstdCompressSync],
      ['snappy', String],
      ['gzip, br', String],
    ] as const) {
      const answer = await send(coding, compress)
      const detail = 'Send the body with Content-Encoding gzip or deflate, or with none.'
      expect(answer, coding).toMatchObject({ status: 415, json: { detail } })
      expect(answer.headers.get('accept-encoding'), coding).toBe('gzip, deflate')
    }
  })

  it('takes at most 4 MiB, however small it came', async () => {
    const headers = { ...json, 'Content-Encoding': 'gzip' }
    const bomb = gzipSync(Buffer.alloc(5 * 1024 * 1024, ' '))
    expect(await team.request('POST', '/maps', { body: bomb, headers })).toMatchObject({ status: 413 })
    const large = JSON.stringify({ name: 'x', nodes: [{ id: 'a', label: ' '.repeat(5 * 1024 * 1024) }] })
    expect(await team.request('POST', '/maps', { body: large, headers: json })).toMatchObject({ status: 413 })
  })

  it('survives depth', async () => {
    const body = `{"name":"x","nodes":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const answer = await team.request('POST', '/maps', { body, headers: json })
    expect(answer).toMatchObject({ status: 400, json: { fields: { '': expect.stringContaining('nested') } } })
  })
})

describe('what every answer has', () => {
  it("keeps a sane request id of the client's, and makes one in place of any other", async () => {
    const kept = await team.request('GET', '/maps', { headers: { 'X-Request-Id': 'deploy-42.a:b' } })
    expect(kept.headers.get('x-request-id')).toBe('deploy-42.a:b')
    for (const odd of ['', 'two words', 'x'.repeat(129), '<script>']) {
      const { headers } = await team.request('GET', '/maps', { headers: { 'X-Request-Id': odd } })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('is JSON for unknown routes, methods and escapes too, in the order 401, 404, 405', async () => {
    const cases = [
      ['GET', '/nothing', 404],
      ['GET', '/maps/', 404],
      ['GET', '/MAPS', 404],
      ['PUT', '/maps', 405],
      ['DELETE', '/maps', 405],
      ['POST', '/maps/some', 405],
      ['OPTIONS', '/maps', 405],
      ['GET', '/maps/%ff', 400],
    ] as const
    for (const [method, path, status] of cases) {
      const answer = await team.request(method, path, { direct: true })
      expect(answer.status, `${method} ${path}`).toBe(status)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      const { json } = answer
      expect(json).toMatchObject({ type: 'about:blank', status, requestId: answer.headers.get('x-request-id') })
      const anonymous = await team.request(method, path, { headers: { Authorization: '' }, direct: true })
      expect(anonymous.status).toBe(401)
    }
    const { headers } = await team.request('PUT', '/maps', { direct: true })
    expect(headers.get('allow')).toBe('GET, HEAD, POST')
    const { url } = system
    expect((await fetch(`${url}/api/v1/openapi.json`, { method: 'OPTIONS' })).status).toBe(405)
    for (const path of ['/livez', '/docs/', '/share/x']) {
      const ofExpress = await fetch(url + path, { method: 'OPTIONS' })
      expect(ofExpress.headers.get('allow')).toBe('GET, HEAD')
      expect(ofExpress.headers.get('x-request-id')).toBeTruthy()
      expect(ofExpress.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    for (const path of ['/api', '/api/v2/maps', '/favicon.ico']) {
      const answer = await fetch(url + path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ title: 'Not Found' })
    }
  })

  it('has no body for HEAD', async () => {
    const { id } = await team.createMap(shop)
    const answer = await team.request('HEAD', `/maps/${id}`, { direct: true })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100)
  })
})

describe('versions', () => {
  it('answers 304 to a reader who has the current version', async () => {
    const { id } = await team.createMap(shop)
    const first = await team.request('GET', `/maps/${id}`)
    const tag = first.headers.get('etag')!
    expect(tag).toMatch(/^"v\d+"$/)
    for (const held of [tag, `"other", W/${tag}`, '*']) {
      const answer = await team.request('GET', `/maps/${id}`, { headers: { 'If-None-Match': held } })
      expect(answer).toMatchObject({ status: 304, text: '' })
    }
    await team.patchMap(id, { name: 'newer' })
    const changed = await team.request('GET', `/maps/${id}`, { headers: { 'If-None-Match': tag } })
    expect(changed).toMatchObject({ status: 200, json: { map: { name: 'newer' } } })
  })

  it('refuses a change made from an older version', async () => {
    const { id } = await team.createMap(shop)
    const { headers } = await team.request('GET', `/maps/${id}`)
    const held = { 'If-Match': headers.get('etag')! }
    const mine = await team.request('PATCH', `/maps/${id}`, { body: { name: 'mine' }, headers: held })
    expect(mine.status).toBe(200)
    const yours = await team.request('PATCH', `/maps/${id}`, { body: { name: 'yours' }, headers: held })
    expect(yours).toMatchObject({ status: 412, json: { title: 'Precondition Failed' } })
    expect(await team.request('DELETE', `/maps/${id}`, { headers: held })).toMatchObject({ status: 412 })
    expect(await team.getMap(id)).toMatchObject({ name: 'mine' })
    const current = { 'If-Match': mine.headers.get('etag')! }
    expect(await team.request('DELETE', `/maps/${id}`, { headers: current })).toMatchObject({ status: 200 })
    expect(await team.request('DELETE', `/maps/${id}`, { headers: current })).toMatchObject({ status: 404 })
  })
})

describe('the list', () => {
  it('comes a page at a time where that is asked for', async () => {
    const own = await system.createWorkspace({ plan: 'pro' })
    for (let i = 0; i < 5; i++) await own.createMap({ name: `map ${i}` })
    const names: string[] = []
    let query: Record<string, string> | undefined = { limit: '2' }
    while (query) {
      const { json, headers } = await own.request('GET', '/maps', { query })
      names.push(...json.maps.map((it: { name: string }) => it.name))
      const next = /<[^?>]*\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next))
    }
    expect(names).toEqual(['map 4', 'map 3', 'map 2', 'map 1', 'map 0'])
  })

  it('names a limit or a cursor that is not possible', async () => {
    for (const limit of ['0', '-1', '1001', 'all', '1.5']) {
      const answer = await team.request('GET', '/maps', { query: { limit } })
      expect(answer).toMatchObject({ status: 400, json: { fields: { limit: expect.any(String) } } })
    }
    const far = `999999999999999.${(await team.createMap(shop)).id}`
    for (const cursor of ['x', '', ...['9e9.x', far].map((it) => Buffer.from(it).toString('base64url'))]) {
      const answer = await team.request('GET', '/maps', { query: { cursor } })
      expect(answer).toMatchObject({ status: 400, json: { fields: { cursor: expect.any(String) } } })
    }
  })

  it('has the fields that are asked for, and the address of each public map beside them', async () => {
    const own = await system.createWorkspace({ plan: 'pro' })
    const open = await own.createMap({ ...shop, name: 'open', isPublic: true })
    const closed = await own.createMap({ ...shop, name: 'closed' })
    const page = await own.request('GET', `/maps/${open.id}`)
    const shareUrl = /^<([^>]+)>; rel="alternate"/.exec(page.headers.get('link')!)![1]
    const listOf = async (fields: string) => (await own.request('GET', '/maps', { query: { fields } })).text
    expect(JSON.parse(await listOf('id,name,updatedAt,isPublic'))).toEqual({
      maps: [
        { id: closed.id, name: 'closed', isPublic: false, updatedAt: closed.updatedAt },
        { id: open.id, name: 'open', isPublic: true, updatedAt: open.updatedAt, shareUrl },
      ],
    })
    expect(await listOf('name,name')).toBe('{"maps":[{"name":"closed"},{"name":"open"}]}')
    const all = 'updatedAt,createdAt,edges,nodes,isPublic,name,workspaceId,id'
    expect(JSON.parse(await listOf(all))).toEqual({ maps: [closed, { ...open, shareUrl }] })
    expect(await listOf('edges,nodes')).toContain(JSON.stringify({ nodes: shop.nodes, edges: shop.edges }))
  })

  it('names what it takes for fields and for a part of a name', async () => {
    const valid = 'id, workspaceId, name, isPublic, nodes, edges, createdAt, updatedAt'
    for (const fields of ['', 'id,', 'id, name', 'Name', 'shareUrl', 'id,toString']) {
      const answer = await team.request('GET', '/maps', { query: { fields } })
      const fault = `must be names of fields, separated by commas: ${valid}`
      expect(answer, fields).toMatchObject({ status: 400, json: { fields: { fields: fault } } })
    }
    for (const q of ['\0', 'x'.repeat(201)]) {
      const answer = await team.request('GET', '/maps', { query: { q } })
      expect(answer).toMatchObject({ status: 400, json: { fields: { q: expect.any(String) } } })
    }
  })

  it('has only maps whose name contains a text, in pages that go on alike', async () => {
    const own = await system.createWorkspace({ plan: 'pro' })
    for (const name of ['Tea & 100% milk 1', 'coffee', 'TEA & 100% MILK 2', 'tea & 1000 milks', 'tea & 100% milk 3']) {
      await own.createMap({ name })
    }
    const names: string[] = []
    let query: Record<string, string> | undefined = { limit: '1', q: 'tea & 100% m', fields: 'name' }
    while (query) {
      const { json, headers } = await own.request('GET', '/maps', { query })
      names.push(...json.maps.map((it: object) => JSON.stringify(it)))
      const next = /<[^?>]*\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      query = next === undefined ? undefined : Object.fromEntries(new URLSearchParams(next))
    }
    expect(names).toEqual(['3', 'MILK 2', '1'].map((it) => expect.stringMatching(`^{"name":"[^"]*${it}"}$`)))
    const all = await own.request('GET', '/maps', { query: { q: 'COFFEE' } })
    expect(all.json.maps).toMatchObject([{ name: 'coffee', nodes: [] }])
  })

  it('holds more than one batch, in order', async () => {
    const own = await system.createWorkspace({ plan: 'pro' })
    const label = 'x'.repeat(500)
    const nodes = Array.from({ length: 900 }, (_, index) => ({ id: `n${index}`, label }))
    for (let i = 0; i < 5; i++) await own.createMap({ name: `large ${i}`, nodes })
    const maps = await own.listMaps()
    expect(maps.map((it) => it.name)).toEqual(['large 4', 'large 3', 'large 2', 'large 1', 'large 0'])
    expect(maps.every((it) => it.nodes.length === 900)).toBe(true)
  })
})
