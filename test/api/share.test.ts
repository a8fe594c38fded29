import { Readable } from 'node:stream'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { readPngMap } from '../../services/gateway/http/png-map.ts'
import type { NewMap } from '@maps/shared/map'
import { useSystem } from '../rig/shared-system.ts'
import { readShareUrl } from '../system/share-link.ts'
import { shop } from '../system/shop.ts'

/** A ledger without limits. */
const unlimited = async (): Promise<void> => {}

const { system, client } = await useSystem()

/** Creates a public map. @returns the address of its page */
async function createSharedMap(map: Partial<NewMap>): Promise<string> {
  const { id } = await client.createMap({ ...map, isPublic: true })
  return (await readShareUrl(client, id))!
}

async function download(address: string): Promise<Buffer> {
  const response = await fetch(address)
  expect(response.status, address).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('the public link of a map', () => {
  it('shows a public map to readers with the link, in words and as a picture', async () => {
    const page = await createSharedMap(shop)
    const response = await fetch(page)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).toContain('<h1>Web shop</h1>')
    expect(html).toContain('<dd>→ <bdi>Orders API</bdi>')
    const source = /<img src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    const picture = await fetch(new URL(source!, page))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    for (const { url, headers } of [response, picture]) {
      const again = await fetch(url, { headers: { 'If-None-Match': headers.get('etag')! } })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, headers.get('etag'), ''])
    }
  })

  it('has pictures whose headers do not tell the id of the map', async () => {
    const { id } = await client.createMap({ ...shop, isPublic: true })
    const page = await readShareUrl(client, id)
    for (const path of ['', '/map.png', '/map.svg', '/card.png', '/map.png?focus=Storefront']) {
      const { status, headers } = await fetch(page + path)
      expect(status, path).toBe(200)
      expect(JSON.stringify([...headers]), path).not.toContain(id)
    }
  })

  it('has a picture without secrets, which becomes a map again', async () => {
    const nodes = [{ id: 'internal-name', label: 'Web', spend: 2_431.17 }]
    const map = await client.createMap({ name: 'Costly', nodes, isPublic: true })
    const picture = await download(`${await readShareUrl(client, map.id)}/map.png`)
    const imported = await client.request('POST', '/maps', { body: picture, headers: { 'Content-Type': 'image/png' } })
    const importedMap = { name: 'Costly', nodes: [{ id: 'n1', label: 'Web' }] }
    expect(imported).toMatchObject({ status: 201, json: { map: importedMap } })
    const embedded = JSON.stringify(JSON.parse((await readPngMap(Readable.from([picture]), unlimited)).toString()))
    for (const secret of [map.id, client.id, 'internal-name', '2431', map.createdAt])
      expect(embedded).not.toContain(secret)
    const { bytes } = await client.exportMap(map.id, 'png')
    expect((await readPngMap(Readable.from([bytes]), unlimited)).toString()).toContain('2431.17')
  })

  it('writes costs in thousands in the picture too', async () => {
    const createMap = (spend: number) =>
      client.createMap({ name: 'Costly', nodes: [{ id: 'a', spend }], isPublic: true })
    const maps = [await createMap(2_431.17), await createMap(2_400)]
    for (const file of ['map.png', 'map.svg', 'card.png']) {
      const [exact, round] = await Promise.all(
        maps.map(async ({ id }) => download(`${await readShareUrl(client, id)}/${file}`)),
      )
      expect(exact!.equals(round!), file).toBe(true)
    }
    const exports = await Promise.all(
      maps.map(async ({ id }) => PNG.sync.read((await client.exportMap(id, 'png')).bytes)),
    )
    expect(exports[0]!.data.equals(exports[1]!.data)).toBe(false)
  })

  it('has a picture of the theme and size in its query', async () => {
    const page = await createSharedMap(shop)
    const draw = async (query: string): Promise<PNG> => PNG.sync.read(await download(`${page}/map.png${query}`))
    const standard = await draw('')
    expect((await draw('?scale=1')).width * 2).toBe(standard.width)
    expect((await draw('?width=1200')).width).toBe(1_200)
    const dark = await draw('?theme=dark&width=640')
    expect([dark.width, dark.data[0]! < 64, standard.data[0]! > 200]).toEqual([640, true, true])
    const [whole, untitled] = await Promise.all(['', '?title=false'].map((it) => download(`${page}/map.svg${it}`)))
    expect([whole!, untitled!].map((it) => it.includes('>Web shop</text>'))).toEqual([true, false])
  })

  it('names an option that readers cannot set, and an invalid value', async () => {
    const page = await createSharedMap(shop)
    const cases: [query: string, fields: object][] = [
      ['theme=blue', { theme: 'must be one of light, dark' }],
      ['scale=1.5', { scale: 'must be one of 1, 2, 3, 4' }],
      ['width=1201', { width: expect.stringMatching(/^must be one of 320, .*, 1200, .*, 2400$/) }],
      ['width=1200&scale=1', { width: expect.stringContaining('together with scale') }],
      ['padding=0', { padding: 'is not a known field; known are theme, scale, width' }],
      ['background=red&icons=false', { background: expect.anything(), icons: expect.anything() }],
    ]
    for (const [query, fields] of cases) {
      const response = await fetch(`${page}/map.png?${query}`)
      expect([response.status, await response.json()], query).toMatchObject([400, { fields }])
    }
    expect((await fetch(`${page}/card.png?theme=dark`)).status).toBe(400)
  })

  it('shows what is around a service by its name, as one picture of each kind', async () => {
    const page = await createSharedMap(shop)
    const at = (query: string): string => `${page}?focus=${query}`
    const html = await (await fetch(at('Storefront'))).text()
    expect(html).toContain('View of 2 of 3 services: around Storefront, 1 step')
    expect(html).not.toContain('Orders DB')
    const source = /<img src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    const svg = (await download(new URL(source!, page).href)).toString()
    expect(svg).toContain('Orders API')
    expect(svg).not.toContain('Orders DB')
    for (const id of shop.nodes.map((it) => it.id)) expect(svg).not.toContain(`data-node="${id}"`)
    const png = await download(`${page}/map.png?focus=Storefront`)
    const { nodes } = JSON.parse((await readPngMap(Readable.from([png]), unlimited)).toString()) as NewMap
    expect(nodes?.map((it) => it.label)).toEqual(['Storefront', 'Orders API'])
    for (const file of [
      'map.svg?focus=Storefront&theme=dark',
      'map.png?focus=Storefront&scale=3',
      'card.png?focus=Storefront',
      'map.svg?focus=a&focus=b',
    ])
      expect((await fetch(`${page}/${file}`)).status, file).toBe(400)
    for (const file of ['map.svg', 'map.png']) expect((await fetch(`${page}/${file}?focus=web`)).status).toBe(404)
    for (const query of ['web', 'Storefront&focus=Storefront']) {
      const unknown = await fetch(at(query))
      expect(unknown.status).toBe(200)
      expect(await unknown.text()).toContain('The link names a service that this map does not have')
    }
    const tagOf = async (address: string) => (await fetch(address)).headers.get('etag')
    expect(new Set(await Promise.all([page, at('Storefront'), at('web')].map(tagOf))).size).toBe(3)
    expect(await tagOf(`${page}?utm_source=x`)).toBe(await tagOf(page))
  })

  it('keeps pinned services in their places around a service, too', async () => {
    const nodes = ['a', 'b', 'c'].map((id) => ({ id }))
    const edges = [{ source: 'a', target: 'b' }]
    const { id } = await client.createMap({ name: 'Pinned', nodes, edges, isPublic: true })
    const address = `${await readShareUrl(client, id)}/map.svg?focus=a`
    const shapeOf = async () =>
      /viewBox="0 0 ([\d.]+) ([\d.]+)"/
        .exec((await download(address)).toString())!
        .slice(1)
        .map(Number)
    const [width = 0, height = 0] = await shapeOf()
    expect(width).toBeGreaterThan(height)
    const places = nodes.map((it, index) => ({ ...it, x: 0, y: 1_000 * index }))
    expect((await client.request('PUT', `/maps/${id}/layout`, { body: { nodes: places } })).status).toBe(204)
    const [, pinnedHeight = 0] = await shapeOf()
    expect(pinnedHeight).toBeGreaterThan(1_000)
    expect(pinnedHeight).toBeLessThan(2_000)
  })

  it('has a card of exactly 1200 x 630 for other sites, also for a tall or empty map', async () => {
    const tall = Array.from({ length: 9 }, (_it, index) => ({ id: `${index}`, x: 0, y: 150 * index }))
    for (const map of [shop, { name: 'Tall', nodes: tall }, { name: 'Nothing' }]) {
      const page = await createSharedMap(map)
      const cardUrl = /<meta property="og:image" content="([^"]+)">/.exec(await (await fetch(page)).text())?.[1]
      expect(cardUrl).toBe(`${page}/card.png`)
      const card = PNG.sync.read(await download(cardUrl!))
      expect([card.width, card.height], map.name).toEqual([1_200, 630])
    }
  })

  it('may stand in a frame, and loads its own files alone, which browsers may keep', async () => {
    const page = await createSharedMap(shop)
    const { headers } = await fetch(page)
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';img-src 'self';style-src 'self';script-src 'self';font-src 'self';base-uri 'none';" +
        "form-action 'none';frame-ancestors *",
    )
    const html = await (await fetch(page)).text()
    expect(html).not.toMatch(/ style=| on\w+=|<style|javascript:/)
    const files = [...new Set([...html.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map((it) => it[1]!))]
    expect(files.map((it) => it.split('.').at(-1)!).toSorted()).toEqual(['css', 'js', 'svg'])
    for (const file of files) {
      const { status, headers } = await fetch(new URL(file, page))
      const caching = 'public, max-age=31536000, immutable'
      expect([status, headers.get('cache-control')], file).toEqual([200, caching])
      expect(headers.get('ratelimit'), file).toBeNull()
    }
    const api = await fetch(`${system.url}/docs/`)
    expect(api.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect((await fetch(new URL('assets/other.js', page))).status).toBe(404)
  })

  it('works with a trailing slash, too', async () => {
    const page = await createSharedMap(shop)
    for (const query of ['', '?focus=Orders%20%26%20co']) {
      const { status, headers } = await fetch(`${page}/${query}`, { redirect: 'manual' })
      expect([status, new URL(headers.get('location')!, `${page}/`).href]).toEqual([308, `${page}${query}`])
    }
  })

  it('exists for public maps alone, and is another one after the map was private', async () => {
    const { id } = await client.createMap(shop)
    expect(await readShareUrl(client, id)).toBeUndefined()
    await client.patchMap(id, { isPublic: true })
    const first = await readShareUrl(client, id)
    await client.patchMap(id, { name: 'still public' })
    expect(await readShareUrl(client, id)).toBe(first)
    await client.patchMap(id, { isPublic: false })
    expect((await fetch(first!)).status).toBe(404)
    await client.patchMap(id, { isPublic: true })
    const second = await readShareUrl(client, id)
    expect(second).not.toBe(first)
    expect((await fetch(second!)).status).toBe(200)
  })

  it('shows a page to a person whose link does not lead to a map, the same for every such link', async () => {
    const { id } = await client.createMap({ ...shop, isPublic: true })
    const closed = (await readShareUrl(client, id))!
    const policy = (await fetch(closed)).headers.get('content-security-policy')
    await client.patchMap(id, { isPublic: false })
    const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
    const pages = await Promise.all(
      [closed, `${system.url}/share/${'x'.repeat(27)}`, `${system.url}/share/x`].map(async (address) => {
        const { status, headers } = await fetch(address)
        const problem = [status, headers.get('content-type'), headers.get('vary')]
        expect(problem, address).toEqual([404, 'application/problem+json', expect.stringContaining('Accept')])
        const page = await fetch(address, { headers: browser })
        const told = ['content-type', 'content-security-policy', 'vary', 'cache-control'].map((it) =>
          page.headers.get(it),
        )
        return { status: page.status, told, html: await page.text() }
      }),
    )
    expect(pages[0]).toMatchObject({
      status: 404,
      told: ['text/html; charset=utf-8', policy, expect.anything(), expect.anything()],
    })
    expect(pages[0]!.html).toContain('<h1>There is no map here</h1>')
    for (const page of pages) expect(page).toEqual(pages[0])
  })

  it('escapes HTML in texts of a map', async () => {
    const hostile = '<script>alert(1)</script>&"\''
    const page = await createSharedMap({ name: hostile, nodes: [{ id: 'a', label: hostile, tech: hostile }] })
    const html = (await download(page)).toString()
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;')
  })

  it('cannot be guessed from the id of a map', async () => {
    const { id } = await client.createMap({ ...shop, isPublic: true })
    for (const guess of [id, 'x'.repeat(27), '%00', '../share', '']) {
      expect((await fetch(`${system.url}/share/${guess}`)).status).toBe(404)
    }
  })
})
