import { defaultPlans } from '@maps/shared/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'

const plans = { ...defaultPlans, free: { ...defaultPlans.free, maps: 3, storedBytes: 5_000 } }
let system: System
let client: TestWorkspace

beforeAll(async () => {
  const pro = { ...defaultPlans.pro, requestsPerMinute: 100_000 }
  system = await startSystem({ gateways: 2, plans: { ...plans, pro } })
  client = await system.createWorkspace({ plan: 'pro' })
})
afterAll(() => system[Symbol.asyncDispose]())

function post(key: string, body: unknown, { workspace = client, gateway = 0, type = 'application/json' } = {}) {
  const headers = { 'Content-Type': type, 'Idempotency-Key': key }
  return workspace.request('POST', '/maps', { body, gateway, headers })
}

const replayedHeaders = ['etag', 'location', 'link', 'content-type', 'cache-control'] as const

describe('POST /maps with an Idempotency-Key', () => {
  it('replays the first response, by any gateway, also after the map was changed and deleted', async () => {
    const body = { ...shop, isPublic: true }
    const first = await post('"a \\"quoted\\" key"', body)
    expect(first).toMatchObject({ status: 201, json: { map: { name: shop.name } } })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(first.headers.get('link')).toContain('rel="alternate"')
    const { id } = first.json.map
    const expectReplay = async () => {
      for (const gateway of [0, 1]) {
        const again = await post('"a \\"quoted\\" key"', body, { gateway })
        expect(again).toMatchObject({ status: 201, text: first.text })
        expect(again.headers.get('idempotent-replayed')).toBe('true')
        for (const name of replayedHeaders) {
          const portless = (value: string | null) => value?.replaceAll(/127.0.0.1:\d+/g, 'gateway')
          expect(portless(again.headers.get(name)), name).toBe(portless(first.headers.get(name)))
        }
      }
    }
    await expectReplay()
    await client.patchMap(id, { name: 'changed', isPublic: false })
    await expectReplay()
    await client.deleteMap(id)
    await expectReplay()
    expect(await client.listMaps()).toEqual([])
  })

  it('takes the same key quoted or not, and the same map in another notation, but no other map', async () => {
    const first = await post('bare-key', { name: 'x', nodes: [] })
    const again = await post('"bare-key"', '{ "nodes": [], "isPublic": false,  "name": "\\u0078" }')
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(await post('bare-key', { name: 'y' })).toMatchObject({
      status: 422,
      json: { detail: expect.stringContaining('another body') },
    })
    const inOtherWorkspace = await post('bare-key', { name: 'y' }, { workspace: await system.createWorkspace() })
    expect(inOtherWorkspace.status).toBe(201)
  })

  it('makes one map of a picture that is posted twice', async () => {
    const { id } = await client.createMap(shop)
    const { bytes } = await client.exportMap(id, 'png')
    const first = await post('picture', bytes, { type: 'image/png' })
    const again = await post('picture', bytes, { type: 'image/png' })
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect((await client.listMaps()).filter((it) => it.id === first.json.map.id)).toHaveLength(1)
  })

  it('names the header where it is no key', async () => {
    const tooLong = 'x'.repeat(256)
    for (const key of ['""', '"a', 'a b', 'a, b', '"a", "b"', '"a";q=1', tooLong, `"${tooLong}"`, 'ü']) {
      const response = await post(key, { name: 'x' })
      expect(response, key).toMatchObject({ status: 400, json: { detail: expect.stringContaining('A header') } })
      expect(Object.keys(response.json.fields)).toEqual(['Idempotency-Key'])
    }
    for (const key of ['x'.repeat(255), `"${'y'.repeat(255)}"`]) {
      expect(await post(key, { name: 'x' })).toMatchObject({ status: 201 })
    }
  })
})

describe('the quota of a plan', () => {
  it('gives 403 for one map more, and for more bytes, on POST and PATCH', async () => {
    const free = await system.createWorkspace()
    const [first] = await Promise.all([1, 2, 3].map((it) => free.createMap({ name: `${it}` })))
    const tooMany = await free.request('POST', '/maps', { body: { name: 'one more' } })
    const tooManyMaps = 'The free plan allows 3 maps per workspace: delete some before you make another.'
    expect(tooMany).toMatchObject({ status: 403, json: { detail: tooManyMaps } })
    const nodes = Array.from({ length: 20 }, (_, at) => ({ id: `n${at}`, tech: 'x'.repeat(300) }))
    const path = `/maps/${first!.id}`
    const detail = expect.stringContaining('MiB of nodes and edges per workspace: delete maps, or make them smaller.')
    expect(await free.request('PATCH', path, { body: { nodes } })).toMatchObject({ status: 403, json: { detail } })
    await free.deleteMap(first!.id)
    const large = await free.request('POST', '/maps', { body: { name: 'large', nodes } })
    expect(large).toMatchObject({ status: 403, json: { detail } })
    expect(await free.createMap({ name: 'small' })).toMatchObject({ name: 'small' })
  })
})
