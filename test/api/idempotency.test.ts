import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()

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
