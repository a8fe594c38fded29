import { defaultPlans } from '@maps/shared/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System } from '../rig/system.ts'
import { shop } from '../system/shop.ts'

let system: System
beforeAll(async () => {
  const free = { ...defaultPlans.free, maps: 3, storedBytes: 5_000, formats: ['markdown' as const] }
  const pro = { ...defaultPlans.pro, exportsInFlight: 1 }
  system = await startSystem({ plans: { free, pro } })
})
afterAll(() => system[Symbol.asyncDispose]())

describe('a plan', () => {
  it('gives 403 for one map more, and for more bytes, on POST and PATCH', async () => {
    const free = await system.createWorkspace()
    const [first] = await Promise.all([1, 2, 3].map((it) => free.createMap({ name: `${it}` })))
    const tooMany = await free.request('POST', '/maps', { body: { name: 'one more' } })
    const tooManyMaps = 'The free plan allows 3 maps per workspace: delete some before you make another.'
    expect(tooMany).toMatchObject({ status: 403, json: { detail: tooManyMaps } })
    const nodes = Array.from({ length: 20 }, (_, at) => ({ id: `n${at}`, tech: 'x'.repeat(300) }))
    const path = `/maps/${first!.id}`
    const detail = expect.stringContaining(
      'MiB of nodes, edges and pinned positions per workspace: delete maps, make them smaller, or unpin some.',
    )
    expect(await free.request('PATCH', path, { body: { nodes } })).toMatchObject({ status: 403, json: { detail } })
    await free.deleteMap(first!.id)
    const large = await free.request('POST', '/maps', { body: { name: 'large', nodes } })
    expect(large).toMatchObject({ status: 403, json: { detail } })
    expect(await free.createMap({ name: 'small' })).toMatchObject({ name: 'small' })
  })

  it('refuses every picture where the plan has none', async () => {
    const free = await system.createWorkspace({ plan: 'free' })
    const { id } = await free.createMap(shop)
    const response = await free.request('GET', `/maps/${id}/picture.svg`)
    const refused = { status: 403, json: { detail: expect.stringContaining('does not include png') } }
    expect(response).toMatchObject(refused)
    const other = await system.createWorkspace({ plan: 'pro' })
    const unknown = (await other.createMap(shop)).id
    for (const [method, path, body] of [
      ['GET', 'diff.png'],
      ['PUT', 'layout', { nodes: [{ id: shop.nodes[0]!.id, x: 0, y: 0 }] }],
    ] as const) {
      expect(await free.request(method, `/maps/${id}/${path}`, { body }), path).toMatchObject(refused)
      expect((await free.request(method, `/maps/${unknown}/${path}`, { body })).status, path).toBe(404)
    }
  })

  it('counts a picture of a map that is not stored as an export, and makes it once for the same map and options', async () => {
    const pro = await system.createWorkspace({ plan: 'pro' })
    const draw = (name: string) => pro.request('POST', '/previews', { body: { ...shop, name }, direct: true })
    const first = await draw('Same')
    expect((await draw('Same')).bytes.equals(first.bytes)).toBe(true)
    const madeKeys = () => system.workers[0]!.logs.filter((it) => it.msg === 'export').map((it) => it['key'])
    await expect.poll(madeKeys).toHaveLength(1)
    const others = await Promise.all(Array.from({ length: 8 }, (_, index) => draw(`Other ${index}`)))
    expect(new Set(others.map((it) => it.status))).toEqual(new Set([200, 503]))
    expect(others.find((it) => it.status === 503)).toMatchObject({
      json: { detail: expect.stringContaining('Too many exports of this workspace') },
    })
  })
})
