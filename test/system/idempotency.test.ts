import { defaultPlans } from '@maps/shared/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

const plans = { ...defaultPlans, free: { ...defaultPlans.free, maps: 3, storedBytes: 5_000 } }
let system: System
let team: TestWorkspace

beforeAll(async () => {
  const pro = { ...defaultPlans.pro, requestsPerMinute: 100_000 }
  system = await startSystem({ gateways: 2, plans: { ...plans, pro } })
  team = await system.createWorkspace({ plan: 'pro' })
})
afterAll(() => system[Symbol.asyncDispose]())

function post(key: string, body: unknown, { workspace = team, gateway = 0, type = 'application/json' } = {}) {
  const headers = { 'Content-Type': type, 'Idempotency-Key': key }
  return workspace.request('POST', '/maps', { body, gateway, headers })
}

const whatIsReplayed = ['etag', 'location', 'link', 'content-type', 'cache-control'] as const

describe('POST /maps with an Idempotency-Key', () => {
  it('gives the first answer again, by any gateway, even when the map has changed and gone', async () => {
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
        for (const name of whatIsReplayed) {
          const portless = (value: string | null) => value?.replaceAll(/127.0.0.1:\d+/g, 'gateway')
          expect(portless(again.headers.get(name)), name).toBe(portless(first.headers.get(name)))
        }
      }
    }
    await expectReplay()
    await team.patchMap(id, { name: 'changed', isPublic: false })
    await expectReplay()
    await team.deleteMap(id)
    await expectReplay()
    expect(await team.listMaps()).toEqual([])
  })

  it('takes the same key quoted or not, and the same map written in another way, but no other map', async () => {
    const first = await post('bare-key', { name: 'x', nodes: [] })
    const again = await post('"bare-key"', '{ "nodes": [], "isPublic": false,  "name": "\\u0078" }')
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(await post('bare-key', { name: 'y' })).toMatchObject({
      status: 422,
      json: { detail: expect.stringContaining('another body') },
    })
    const elsewhere = await post('bare-key', { name: 'y' }, { workspace: await system.createWorkspace() })
    expect(elsewhere.status).toBe(201)
  })

  it('makes one map of a picture that is posted twice', async () => {
    const { id } = await team.createMap(shop)
    const { bytes } = await team.exportMap(id, 'png')
    const first = await post('picture', bytes, { type: 'image/png' })
    const again = await post('picture', bytes, { type: 'image/png' })
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect((await team.listMaps()).filter((it) => it.id === first.json.map.id)).toHaveLength(1)
  })

  it('names the header where it is no key', async () => {
    for (const key of [
      '""',
      '"a',
      'a b',
      'a, b',
      '"a", "b"',
      '"a";q=1',
      'x'.repeat(256),
      `"${'x'.repeat(256)}"`,
      'ü',
    ]) {
      const answer = await post(key, { name: 'x' })
      expect(answer, key).toMatchObject({ status: 400, json: { detail: expect.stringContaining('A header') } })
      expect(Object.keys(answer.json.fields)).toEqual(['Idempotency-Key'])
    }
    for (const key of ['x'.repeat(255), `"${'y'.repeat(255)}"`]) {
      expect(await post(key, { name: 'x' })).toMatchObject({ status: 201 })
    }
  })
})

describe('what a workspace may hold by its plan', () => {
  it('answers 403 for one map more, and for more bytes, on POST and PATCH', async () => {
    const free = await system.createWorkspace()
    const [first] = await Promise.all([1, 2, 3].map((it) => free.createMap({ name: `${it}` })))
    const one = await free.request('POST', '/maps', { body: { name: 'one more' } })
    const maps = 'The free plan allows 3 maps per workspace: delete some before you make another.'
    expect(one).toMatchObject({ status: 403, json: { detail: maps } })
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
