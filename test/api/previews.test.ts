import { fileFormatTable } from '@maps/shared/file-formats'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()

const preview = (query = '', headers: Record<string, string> = {}, body: unknown = shop) =>
  client.request('POST', `/previews${query}`, { body, headers, direct: true })

describe('the picture of a map that is not stored', () => {
  it('is an SVG under the policy of an SVG, and nothing is stored', async () => {
    const { status, headers, text } = await client.request('POST', '/previews', { body: shop })
    expect(status, text).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-security-policy')).toBe(fileFormatTable.svg.contentSecurityPolicy)
    expect(headers.get('content-disposition')).toBe('attachment; filename="web-shop.svg"')
    expect(headers.get('vary')).toContain('Accept')
    for (const header of ['link', 'etag']) expect(headers.get(header)).toBeNull()
    for (const { id } of shop.nodes) expect(text).toContain(`<g data-node="${id}">`)
    expect(await client.listMaps()).toEqual([])
    expect((await client.request('GET', '/workspace')).json.workspace.usage).toMatchObject({ maps: 0, storedBytes: 0 })
  })

  it('is a PNG where the client asks for one, which becomes that map', async () => {
    const team = await system.createWorkspace({ plan: 'free' })
    const { bytes, headers } = await team.request('POST', '/previews?width=800&theme=dark', {
      body: shop,
      headers: { Accept: 'image/png' },
    })
    expect([headers.get('content-type'), PNG.sync.read(bytes).width]).toEqual(['image/png', 800])
    const png = { body: bytes, headers: { 'Content-Type': 'image/png' } }
    expect((await team.request('POST', '/previews', png)).text).toContain('<title id=')
    expect((await team.request('POST', '/maps', png)).json.map).toMatchObject(shop)
  })

  it('takes the options of its picture, and names those that it does not take', async () => {
    expect((await preview('?theme=auto&title=false')).text).toContain('prefers-color-scheme')
    const unknown = await preview('?scale=2')
    expect(unknown).toMatchObject({
      status: 400,
      json: { fields: { scale: expect.stringContaining('known are theme') } },
    })
    const auto = await preview('?theme=auto', { Accept: 'image/png' })
    expect(auto).toMatchObject({ status: 400, json: { fields: { theme: 'must be one of light, dark' } } })
    expect(await preview('?width=800&scale=2', { Accept: 'image/png' })).toMatchObject({
      status: 400,
      json: { fields: { width: expect.stringContaining('scale') } },
    })
  })

  it('is 406 for a client that accepts neither, and 400 with the fields of a map that is none', async () => {
    const refused = await preview('', { Accept: 'image/webp' })
    expect(refused).toMatchObject({
      status: 406,
      json: { detail: expect.stringContaining('image/svg+xml or image/png') },
    })
    expect((await preview('', { Accept: 'image/png;q=0.2, image/svg+xml;q=0.1' })).headers.get('content-type')).toBe(
      'image/png',
    )
    const body = { ...shop, edges: [{ source: 'web', target: 'api', color: 'url(x)' }] }
    expect(await preview('', {}, body)).toMatchObject({
      status: 400,
      json: { fields: { 'edges[0].color': expect.stringContaining('must be') } },
    })
    expect(await client.request('GET', '/previews', { direct: true })).toMatchObject({ status: 405 })
  })

  it('is drawn for a read-only token, within the nodes and the formats of the plan', async () => {
    const free = await system.createWorkspace({ plan: 'free' })
    const { token } = await free.createToken({ isReadOnly: true })
    const headers = { Authorization: `Bearer ${token}` }
    expect((await free.request('POST', '/previews', { body: shop, headers })).status).toBe(200)
    expect((await free.request('POST', '/maps', { body: shop, headers })).status).toBe(403)
    const nodes = Array.from({ length: 101 }, (_, index) => ({ id: `${index}` }))
    const large = await free.request('POST', '/previews', { body: { name: 'Large', nodes } })
    expect(large).toMatchObject({ status: 403, json: { detail: expect.stringContaining('100 nodes') } })
  })
})
