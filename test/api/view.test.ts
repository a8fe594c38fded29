import { type ExportFormat, exportFormats } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from '../system/shop.ts'

const { client } = await useSystem()
const { id } = await client.createMap(shop)
const [web, api, db] = shop.nodes

describe('a view of a map', () => {
  it('is JSON at its own address, with the connections that leave it', async () => {
    const { status, headers, json } = await client.request('GET', `/maps/${id}/view`, { query: { focus: 'web' } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(json).toMatchObject({
      view: {
        ...{ id, name: shop.name, description: 'View of 2 of 3 services: around Storefront, 1 step' },
        ...{ nodes: [web, api], edges: [shop.edges[0]], leaving: [{ id: 'api', in: 0, out: 2 }] },
      },
    })
    const whole = await client.request('GET', `/maps/${id}/view`)
    expect(whole.json).toMatchObject({ view: { nodes: shop.nodes, edges: shop.edges, leaving: [] } })
  })

  it.each(exportFormats.filter((it) => !['png', 'notion'].includes(it)))('is said in the %s file', async (format) => {
    const query = { focus: 'db', direction: 'up' } as const
    const { status, text } = await client.exportMap(id, format, query)
    expect(status, text).toBe(200)
    expect(text).toContain('View of 2 of 3 services: upstream of Orders DB, 1 step')
    expect(text).not.toContain('Storefront')
  })

  it.each(['export/markdown', 'export/claude', 'export/agents', 'picture.svg'])(
    'of nothing says so in %s',
    async (path) => {
      const { status, text } = await client.request('GET', `/maps/${id}/${path}`, { query: { hide: '*' } })
      expect(status, text).toBe(200)
      expect(text).toContain('None in this view')
      expect(text).not.toMatch(/ yet\b/)
    },
  )

  it('is all that a picture carries', async () => {
    const { bytes } = await client.exportMap(id, 'png', { hide: 'web,mail' })
    const options = { headers: { 'Content-Type': 'image/png' }, body: bytes, direct: true }
    const { json } = await client.request('POST', '/maps', options)
    expect(json).toMatchObject({ map: { nodes: [api, db], edges: [shop.edges[1]] } })
  })

  it.each<[ExportFormat, Record<string, string>, Record<string, string>]>([
    [
      'png',
      { focus: 'apj' },
      { focus: 'must be the id of a node of the map, and "apj" is none; there are, for example, "api"' },
    ],
    ['markdown', { depth: '2' }, { depth: 'must be given together with focus' }],
    ['claude', { focus: 'api', depth: '6' }, { depth: 'must be at most 5' }],
    ['agents', { hide: 'api,,web' }, { hide: 'must be ids joined by commas, none of them empty' }],
    ['figma', { collapse: 'a,'.repeat(20) + 'a' }, { collapse: 'must have at most 20 entries' }],
    ['notion', { focus: 'api' }, { focus: expect.stringContaining('is not a known field') as string }],
  ])('is refused in %s for %j', async (format, query, fields) => {
    const { status, json } = await client.exportMap(id, format, query)
    expect(status).toBe(400)
    expect(json).toMatchObject({ fields })
  })
})
