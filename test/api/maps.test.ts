import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { largestMap } from '../maps/largest-maps.ts'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()

describe('the fields of a map', () => {
  it('§2.1 id: the server gives each map an id of its own, which is its path', async () => {
    const first = await client.createMap(shop)
    const second = await client.createMap(shop)
    expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(second.id).not.toBe(first.id)
    expect(await client.getMap(first.id)).toEqual(first)
  })

  it('§2.1 workspaceId: it is the workspace of the token', async () => {
    expect(await client.createMap(shop)).toMatchObject({ workspaceId: client.id })
  })

  it('§2.1 name: it is kept as sent, and at most 200 characters long', async () => {
    const name = `  Zahlung & 支付 👩‍👩‍👧 ${'x'.repeat(150)}`
    expect(await client.createMap({ name })).toMatchObject({ name })
    const emoji = '🦊'.repeat(200)
    expect(await client.createMap({ name: emoji })).toMatchObject({ name: emoji })
    const tooLong = await client.request('POST', '/maps', { body: { name: `${emoji}x` } })
    expect(tooLong).toMatchObject({ status: 400, json: { fields: { name: 'must have at most 200 characters' } } })
  })

  it('§2.1 isPublic: it is false in a new map unless it is set', async () => {
    expect(await client.createMap({ name: 'quiet' })).toMatchObject({ isPublic: false })
    expect(await client.createMap({ name: 'open', isPublic: true })).toMatchObject({ isPublic: true })
  })

  it('§2.1 nodes: they come back in the order and with the fields that were sent', async () => {
    const nodes = [
      { y: 2, id: 'b', spend: 0 },
      { id: 'a', x: -1.5e-7 },
    ]
    const map = await client.createMap({ name: 'nodes', nodes })
    expect(JSON.stringify(map.nodes)).toBe(JSON.stringify(nodes))
  })

  it('§2.1 edges: they come back in the order and with the fields that were sent', async () => {
    const edges = [
      { target: 'a', source: 'b', dashed: false },
      { source: 'a', target: 'nowhere' },
    ]
    const map = await client.createMap({ name: 'edges', edges })
    expect(JSON.stringify(map.edges)).toBe(JSON.stringify(edges))
  })

  it('§2.1 createdAt: it is an ISO 8601 time that never changes', async () => {
    const map = await client.createMap(shop)
    expect(new Date(map.createdAt).toISOString()).toBe(map.createdAt)
    const changed = await client.patchMap(map.id, { name: 'later' })
    expect(changed.createdAt).toBe(map.createdAt)
  })

  it('§2.1 updatedAt: it equals createdAt at first and grows with each change', async () => {
    const map = await client.createMap(shop)
    expect(map.updatedAt).toBe(map.createdAt)
    const once = await client.patchMap(map.id, { name: 'once' })
    const twice = await client.patchMap(map.id, { name: 'twice' })
    expect(Date.parse(once.updatedAt)).toBeGreaterThan(Date.parse(map.updatedAt))
    expect(Date.parse(twice.updatedAt)).toBeGreaterThan(Date.parse(once.updatedAt))
  })
})

describe('the endpoints', () => {
  it('§4 1: GET /maps answers every map of the workspace, whole, the newest update first', async () => {
    const workspace = await system.createWorkspace()
    expect(await workspace.listMaps()).toEqual([])
    const first = await workspace.createMap(shop)
    const second = await workspace.createMap({ name: 'second' })
    expect(await workspace.listMaps()).toEqual([second, first])
    const changed = await workspace.patchMap(first.id, { name: 'changed' })
    expect(await workspace.listMaps()).toEqual([changed, second])
  })

  it('§4 2: GET /maps/{id} answers the map with nodes and edges', async () => {
    const created = await client.createMap(shop)
    const response = await client.request('GET', `/maps/${created.id}`)
    expect(response).toMatchObject({ status: 200, json: { map: shop } })
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it('§4 3: POST /maps answers 201 with the map and its address', async () => {
    const response = await client.request('POST', '/maps', { body: shop })
    expect(response).toMatchObject({ status: 201, json: { map: { ...shop, isPublic: false } } })
    expect(response.headers.get('location')).toBe(`/api/v1/maps/${response.json.map.id}`)
    expect(Object.keys(response.json.map)).toEqual([
      ...['id', 'workspaceId', 'name', 'isPublic', 'nodes', 'edges', 'createdAt', 'updatedAt'],
    ])
  })

  it('§4 4: PATCH /maps/{id} changes only the fields sent, and replaces arrays whole', async () => {
    const map = await client.createMap(shop)
    const renamed = await client.patchMap(map.id, { name: 'Renamed' })
    expect(renamed).toEqual({ ...map, name: 'Renamed', updatedAt: renamed.updatedAt })
    const nodes = [{ id: 'only' }]
    const replaced = await client.patchMap(map.id, { nodes })
    expect(replaced).toEqual({ ...renamed, nodes, updatedAt: replaced.updatedAt })
    const emptied = await client.patchMap(map.id, { edges: [], isPublic: true })
    expect(emptied).toEqual({ ...replaced, edges: [], isPublic: true, updatedAt: emptied.updatedAt })
    expect(await client.getMap(map.id)).toEqual(emptied)
  })

  it('§4 5: DELETE /maps/{id} answers what was deleted, and the map is gone for good', async () => {
    const map = await client.createMap(shop)
    const response = await client.request('DELETE', `/maps/${map.id}`)
    expect(response).toMatchObject({ status: 200, json: { deleted: true, id: map.id } })
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await client.request(method, `/maps/${map.id}`)).toMatchObject({ status: 404 })
    }
  })

  it('§4 rule 1: POST requires a name; nodes and edges may be left out', async () => {
    expect(await client.createMap({ name: 'bare' })).toMatchObject({ nodes: [], edges: [] })
    const nameless = await client.request('POST', '/maps', { body: { nodes: [], edges: [] } })
    expect(nameless).toMatchObject({ status: 400, json: { fields: { name: 'is required' } } })
    const blank = await client.request('POST', '/maps', { body: { name: ' \t' } })
    expect(blank).toMatchObject({ status: 400, json: { fields: { name: 'must not be blank' } } })
  })

  it('§4 rule 2: PATCH with an empty or invalid payload answers 400 and changes nothing', async () => {
    const map = await client.createMap(shop)
    const fields = [{ name: 7 }, { name: '' }, { nodes: {} }, { nodes: [{}] }, { edges: null }, { isPublic: 'yes' }]
    for (const body of [{}, [], null, ...fields]) {
      const response = await client.request('PATCH', `/maps/${map.id}`, { body })
      expect(response, JSON.stringify(body)).toMatchObject({ status: 400, json: { fields: expect.anything() } })
    }
    expect(await client.request('PATCH', `/maps/${map.id}`)).toMatchObject({ status: 400 })
    expect(await client.getMap(map.id)).toEqual(map)
  })

  it('§4 rule 3: an id that does not exist answers 404, of any form', async () => {
    const ids = ['01890000-0000-7000-8000-000000000000', 'x', '..', '%00', "'; drop table maps; --", 'a'.repeat(3_000)]
    for (const id of ids) {
      const path = `/maps/${id === '..' || id.startsWith('%') ? encodeURIComponent(id) : encodeURI(id)}`
      for (const [method, target, body] of [
        ['GET', path],
        ['PATCH', path, { name: 'x' }],
        ['DELETE', path],
        ['GET', `${path}/export/png`],
      ] as const) {
        const response = await client.request(method, target, { body })
        expect(response, `${method} ${target.slice(0, 80)}`).toMatchObject({
          status: 404,
          json: { title: 'Not Found' },
        })
      }
    }
  })

  it('§4 rule 4: a map with more nodes than the plan includes answers 403, on POST and on PATCH', async () => {
    const free = await system.createWorkspace({ plan: 'free' })
    const most = defaultPlans.free.nodes
    const nodes = Array.from({ length: most + 1 }, (_, index) => ({ id: `n${index}` }))
    const full = await free.createMap({ name: 'full', nodes: nodes.slice(1) })
    const refused = await free.request('POST', '/maps', { body: { name: 'too full', nodes } })
    const detail = `The free plan allows ${most} nodes per map; this one has ${most + 1}.`
    expect(refused).toMatchObject({ status: 403, json: { detail } })
    expect(await free.request('PATCH', `/maps/${full.id}`, { body: { nodes } })).toMatchObject({ status: 403 })
    const { id: foreignId } = await client.createMap(shop)
    expect(await free.request('PATCH', `/maps/${foreignId}`, { body: { nodes } })).toMatchObject({ status: 404 })
    expect(await free.getMap(full.id)).toEqual(full)
    expect(await client.createMap({ name: 'pro', nodes })).toMatchObject({ nodes })
  })
})

describe('a large map', () => {
  const bytes = 3.5 * 1024 ** 2
  const { nodes, edges } = largestMap('long billing', { nodes: bytes, edges: bytes })

  it('is created if and only if the answer says so, where the workspace has room for few of the requests', async () => {
    const workspace = await system.createWorkspace({ plan: 'pro' })
    const create = () => workspace.request('POST', '/maps', { body: { name: 'large', nodes }, direct: true })
    const statuses = (await Promise.all(Array.from({ length: 6 }, create))).map((it) => it.status)
    expect(statuses).toContain(201)
    const { json } = await workspace.request('GET', '/maps', { query: { fields: 'id' } })
    expect(json.maps, statuses.join()).toHaveLength(statuses.filter((it) => it === 201).length)
  })

  it('is changed if and only if the answer says so, likewise', async () => {
    const workspace = await system.createWorkspace({ plan: 'pro' })
    const { id } = await workspace.createMap({ name: 'large', nodes })
    await workspace.patchMap(id, { edges })
    const rename = () => workspace.request('PATCH', `/maps/${id}`, { body: { name: 'renamed' }, direct: true })
    const statuses = (await Promise.all(Array.from({ length: 10 }, rename))).map((it) => it.status)
    expect(statuses).toContain(200)
    const { headers } = await workspace.request('GET', `/maps/${id}`)
    const changes = statuses.filter((it) => it === 200).length
    expect(headers.get('etag'), statuses.join()).toBe(`"v${changes + 2}"`)
  })
})
