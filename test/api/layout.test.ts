import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import type { ApiResponse, RequestOptions } from '../rig/rest-client.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()

interface Position {
  id: string
  x: number
  y: number
}

const get = (id: string, options?: RequestOptions): Promise<ApiResponse> =>
  client.request('GET', `/maps/${id}/layout`, options)
const put = (id: string, options?: RequestOptions): Promise<ApiResponse> =>
  client.request('PUT', `/maps/${id}/layout`, options)
const remove = (id: string, options?: RequestOptions): Promise<ApiResponse> =>
  client.request('DELETE', `/maps/${id}/layout`, options)

/** The positions of services by id. */
async function placesOf(id: string): Promise<Record<string, [number, number]>> {
  const { json } = await get(id)
  return Object.fromEntries(json.layout.nodes.map(({ id, x, y }: Position) => [id, [x, y]]))
}

const unplaced = { ...shop, nodes: shop.nodes.map(({ x: _x, y: _y, ...node }) => node) }
const withLeaf = {
  nodes: [...unplaced.nodes, { id: 'leaf' }],
  edges: [...unplaced.edges, { source: 'api', target: 'leaf' }],
}

describe('the layout of a map', () => {
  it('has the positions of services in pictures, of ids that only edges name, and the version', async () => {
    const { id } = await client.createMap({ ...shop, edges: [...shop.edges, { source: 'web', target: 'mail' }] })
    const { status, json, headers } = await get(id)
    expect({ status, layout: json.layout }).toEqual({
      status: 200,
      layout: { version: 1, isPinned: false, nodes: expect.any(Array) },
    })
    expect(json.layout.nodes.map((it: Position) => it.id)).toEqual([...shop.nodes.map((it) => it.id), 'mail'])
    const current = await get(id, { headers: { 'If-None-Match': headers.get('etag')! } })
    expect(current.status).toBe(304)
  })

  it('has a group of a view where the first of its services is pinned', async () => {
    const nodes = ['web', 'aws-s3', 'aws-sqs'].map((id) => ({ id }))
    const { id } = await client.createMap({ name: 'Groups', nodes, edges: [{ source: 'web', target: 'aws-sqs' }] })
    const places = nodes.map((node, at) => ({ ...node, x: 1_000 * (at + 1), y: 500 }))
    expect((await put(id, { body: { nodes: places } })).status).toBe(204)
    const { json } = await client.exportMap(id, 'figma', { collapse: 'aws' })
    const [section] = json.document.children[0].children
    const boxes = section.children.map((it: { name: string; absoluteBoundingBox: object }) => [it.name, it])
    expect(Object.fromEntries(boxes)).toMatchObject({
      web: { absoluteBoundingBox: { x: 1_000, y: 500 } },
      aws: { absoluteBoundingBox: { x: 2_000, y: 500 } },
    })
  })

  it('stays within what a pin may have, also for services placed beside one at its end', async () => {
    const { id } = await client.createMap({ name: 'Far', nodes: [{ id: 'a' }, { id: 'c' }] })
    const nodes = [{ id: 'a', x: 0, y: 10_000_000 }]
    expect((await put(id, { body: { nodes } })).status).toBe(204)
    expect((await put(id)).status).toBe(204)
    expect(await placesOf(id)).toMatchObject({ a: [0, 10_000_000], c: [0, 10_000_000] })
    expect((await client.exportMap(id, 'figma')).status).toBe(200)
  })

  it('keeps services where they are while it is pinned, in each file that is drawn, and leaves texts alone', async () => {
    const { id } = await client.createMap(unplaced)
    const before = await placesOf(id)
    const markdown = await client.exportMap(id, 'markdown')
    const map = await client.getMap(id)
    expect((await put(id)).status).toBe(204)
    expect(await client.getMap(id)).toEqual(map)
    expect((await client.exportMap(id, 'markdown')).headers.get('etag')).toBe(markdown.headers.get('etag'))
    await client.patchMap(id, withLeaf)
    const { json } = await get(id)
    expect(json.layout).toMatchObject({ version: 2, isPinned: true })
    const after = await placesOf(id)
    expect(after).toMatchObject(before)
    expect(Object.keys(after)).toContain('leaf')
    expect(await client.getMap(id)).toMatchObject(withLeaf)
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(204)
    expect((await get(id)).json.layout.isPinned).toBe(false)
    expect(await placesOf(id)).not.toMatchObject(before)
  })

  it('may have the positions of a client, in which x and y of the map win', async () => {
    const { id } = await client.createMap({ name: 'Two', nodes: [{ id: 'a' }, { id: 'b', x: 900, y: 50 }] })
    const nodes = [
      { id: 'a', x: 300, y: -20.5 },
      { id: 'b', x: 0, y: 0 },
    ]
    expect((await put(id, { body: { nodes } })).status).toBe(204)
    expect(await placesOf(id)).toEqual({ a: [300, -20.5], b: [900, 50] })
    await client.patchMap(id, { nodes: [{ id: 'a' }, { id: 'b' }] })
    expect(await placesOf(id)).toEqual({ a: [300, -20.5], b: [0, 0] })
  })

  it('is refused with unknown, repeated or malformed positions, each named', async () => {
    const { id } = await client.createMap(shop)
    const cases: [body: object, fields: Record<string, unknown>][] = [
      [{ nodes: [{ id: 'wbe', x: 0, y: 0 }] }, { 'nodes[0].id': expect.stringContaining('must be the id of a node') }],
      [
        { nodes: [0, 1].map(() => ({ id: 'web', x: 0, y: 0 })) },
        { 'nodes[1].id': expect.stringContaining('must be unique') },
      ],
      [{ nodes: [{ id: 'web', x: 0 }] }, { 'nodes[0].y': 'is required' }],
      [{ nodes: [{ id: 'web', x: 1e8, y: 0 }] }, { 'nodes[0].x': 'must be at most 10000000' }],
      [{}, { nodes: 'is required' }],
    ]
    for (const [body, fields] of cases) {
      const { status, json } = await put(id, { body, direct: true })
      expect({ status, fields: json.fields }).toEqual({ status: 400, fields })
    }
    expect((await get(id)).json.layout.isPinned).toBe(false)
  })

  it('changes only in a state that If-Match names: the version of the map, and its pin', async () => {
    const { id } = await client.createMap(shop)
    const tagOf = async () => (await get(id)).headers.get('etag')!
    const ifMatch = (tag: string): RequestOptions => ({ headers: { 'If-Match': tag } })
    const unpinned = await tagOf()
    expect((await put(id, ifMatch(unpinned))).status).toBe(204)
    expect((await put(id, ifMatch(unpinned))).status).toBe(412)
    const pinned = await tagOf()
    expect(pinned).not.toBe(unpinned)
    expect((await put(id, ifMatch(`W/${pinned}`))).status).toBe(204)
    expect((await put(id, ifMatch('"v1"'))).status).toBe(204)
    for (const tag of [unpinned, '"v2"', '"other"', '"v1.zz.0"'])
      expect((await remove(id, ifMatch(tag))).status, tag).toBe(412)
    await client.patchMap(id, { name: 'Renamed' })
    expect((await remove(id, ifMatch(pinned))).status).toBe(412)
    expect((await remove(id, ifMatch(await tagOf()))).status).toBe(204)
  })

  it('is not there for other workspaces, nor pinned by a token that may only read', async () => {
    const { id } = await client.createMap(shop)
    const other = await system.createWorkspace()
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await other.request(method, `/maps/${id}/layout`)).status, method).toBe(404)
    const body = { nodes: [{ id: 'web', x: 0, y: 0 }] }
    expect((await other.request('PUT', `/maps/${id}/layout`, { body })).status).toBe(404)
    const { token } = await system.createWorkspace().then((it) => it.createToken({ isReadOnly: true }))
    const reader = { headers: { Authorization: `Bearer ${token}` } }
    for (const method of ['PUT', 'DELETE'])
      expect((await client.request(method, `/maps/${id}/layout`, reader)).status, method).toBe(403)
  })

  it('counts in the bytes of the workspace until the map is deleted', async () => {
    const workspace = await system.createWorkspace()
    const { id } = await workspace.createMap(shop)
    const bytesOf = async () => (await workspace.request('GET', '/workspace')).json.workspace.usage.storedBytes
    const before = await bytesOf()
    const nodes = [{ id: 'web', x: 0, y: 0 }]
    await workspace.request('PUT', `/maps/${id}/layout`, { body: { nodes } })
    expect(await bytesOf()).toBe(before + JSON.stringify({ nodes }).length)
    await workspace.request('DELETE', `/maps/${id}/layout`)
    expect(await bytesOf()).toBe(before)
    await workspace.request('PUT', `/maps/${id}/layout`, { body: { nodes } })
    await workspace.deleteMap(id)
    expect(await bytesOf()).toBe(0)
  })

  it('is that of the pictures on the public page, too', async () => {
    const { id } = await client.createMap({ ...unplaced, isPublic: true })
    const { headers } = await client.request('GET', `/maps/${id}`)
    const page = /<([^>]+)>; rel="alternate"; type="text\/html"/.exec(headers.get('link')!)![1]!
    const picture = async () => (await fetch(`${page}/map.svg`)).text()
    const before = await picture()
    await put(id, { body: { nodes: [{ id: 'web', x: 4_000, y: 0 }] } })
    expect(await picture()).not.toBe(before)
    await remove(id)
    expect(await picture()).toBe(before)
  })
})
