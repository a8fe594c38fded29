import { Readable } from 'node:stream'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPngMap } from '../../services/gateway/http/png-map.ts'
import type { NewMap } from '@maps/shared/map'
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

/** Address of the public page that the map's own answer tells. */
async function pageOf(id: string): Promise<string | undefined> {
  const { headers } = await team.request('GET', `/maps/${id}`)
  return /<([^>]+)>; rel="alternate"; type="text\/html"/.exec(headers.get('link') ?? '')?.[1]
}

/** Address of the page of a new public map. */
async function publicPage(map: Partial<NewMap>): Promise<string> {
  const { id } = await team.createMap({ ...map, isPublic: true })
  return (await pageOf(id))!
}

async function bytesOf(address: string): Promise<Buffer> {
  const answer = await fetch(address)
  expect(answer.status, address).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('the public link of a map', () => {
  it('shows a public map to readers with the link, in words and as a picture', async () => {
    const { id } = await team.createMap({ ...shop, isPublic: true })
    const page = await pageOf(id)
    const answer = await fetch(page!)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await answer.text()
    expect(html).toContain('<h1>Web shop</h1>')
    expect(html).toContain('<dd>→ Orders API')
    const source = /<img src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    const picture = await fetch(new URL(source!, page))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    for (const { url, headers } of [answer, picture]) {
      const again = await fetch(url, { headers: { 'If-None-Match': headers.get('etag')! } })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, headers.get('etag'), ''])
    }
  })

  it('gives away with its picture no more than that shows, and the picture becomes a map again', async () => {
    const map = await team.createMap({
      name: 'Costly',
      nodes: [{ id: 'internal-name', label: 'Web', spend: 2_431.17 }],
      isPublic: true,
    })
    const picture = Buffer.from(await (await fetch(`${await pageOf(map.id)}/map.png`)).arrayBuffer())
    const made = await team.request('POST', '/maps', { body: picture, headers: { 'Content-Type': 'image/png' } })
    expect(made).toMatchObject({ status: 201, json: { map: { name: 'Costly', nodes: [{ id: 'n1', label: 'Web' }] } } })
    const embedded = JSON.stringify(await readPngMap(Readable.from([picture])).then((it) => JSON.parse(it.toString())))
    for (const secret of [map.id, team.id, 'internal-name', '2431', map.createdAt])
      expect(embedded).not.toContain(secret)
    const own = await team.exportMap(map.id, 'png')
    expect((await readPngMap(Readable.from([own.bytes]))).toString()).toContain('2431.17')
  })

  it('writes costs in thousands in the picture too', async () => {
    const maps = await Promise.all(
      [2_431.17, 2_400].map((spend) => team.createMap({ name: 'Costly', nodes: [{ id: 'a', spend }], isPublic: true })),
    )
    for (const file of ['map.png', 'map.svg', 'card.png']) {
      const [exact, round] = await Promise.all(maps.map(async ({ id }) => bytesOf(`${await pageOf(id)}/${file}`)))
      expect(exact!.equals(round!), file).toBe(true)
    }
    const own = await Promise.all(maps.map(async ({ id }) => PNG.sync.read((await team.exportMap(id, 'png')).bytes)))
    expect(own[0]!.data.equals(own[1]!.data)).toBe(false)
  })

  it('has a picture of the theme and size that a reader asks for', async () => {
    const page = await publicPage(shop)
    const pictureOf = async (query: string): Promise<PNG> => PNG.sync.read(await bytesOf(`${page}/map.png${query}`))
    const usual = await pictureOf('')
    expect((await pictureOf('?scale=1')).width * 2).toBe(usual.width)
    expect((await pictureOf('?width=1200')).width).toBe(1_200)
    const dark = await pictureOf('?theme=dark&width=640')
    expect([dark.width, dark.data[0]! < 64, usual.data[0]! > 200]).toEqual([640, true, true])
    const [whole, untitled] = await Promise.all(['', '?title=false'].map((it) => bytesOf(`${page}/map.svg${it}`)))
    expect([whole!, untitled!].map((it) => it.includes('>Web shop</text>'))).toEqual([true, false])
  })

  it('names an option that is none of these, or whose value readers cannot choose', async () => {
    const page = await publicPage(shop)
    const cases: [query: string, fields: object][] = [
      ['theme=blue', { theme: 'must be one of light, dark' }],
      ['scale=1.5', { scale: 'must be one of 1, 2, 3, 4' }],
      ['width=1201', { width: expect.stringMatching(/^must be one of 320, .*, 1200, .*, 2400$/) }],
      ['width=1200&scale=1', { width: expect.stringContaining('together with scale') }],
      ['padding=0', { padding: 'is not a known field; known are theme, scale, width' }],
      ['background=red&icons=false', { background: expect.anything(), icons: expect.anything() }],
    ]
    for (const [query, fields] of cases) {
      const answer = await fetch(`${page}/map.png?${query}`)
      expect([answer.status, await answer.json()], query).toMatchObject([400, { fields }])
    }
    expect((await fetch(`${page}/card.png?theme=dark`)).status).toBe(400)
  })

  it('has a card of exactly 1200 x 630 for other sites, whatever the shape of the map', async () => {
    const tall = Array.from({ length: 9 }, (_it, index) => ({ id: `${index}`, x: 0, y: 150 * index }))
    for (const map of [shop, { name: 'Tall', nodes: tall }, { name: 'Nothing' }]) {
      const page = await publicPage(map)
      const told = /<meta property="og:image" content="([^"]+)">/.exec(await (await fetch(page)).text())?.[1]
      expect(told).toBe(`${page}/card.png`)
      const card = PNG.sync.read(await bytesOf(told!))
      expect([card.width, card.height], map.name).toEqual([1_200, 630])
    }
  })

  it('may stand in a frame, and loads its own files alone, which browsers may keep', async () => {
    const page = await publicPage(shop)
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
      const answer = await fetch(new URL(file, page))
      expect([answer.status, answer.headers.get('cache-control')], file).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
      expect(answer.headers.get('ratelimit'), file).toBeNull()
    }
    const api = await fetch(`${system.url}/docs/`)
    expect(api.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect((await fetch(new URL('assets/other.js', page))).status).toBe(404)
  })

  it('works with a slash behind it, too', async () => {
    const { id } = await team.createMap({ ...shop, isPublic: true })
    const page = await pageOf(id)
    const moved = await fetch(`${page}/`, { redirect: 'manual' })
    expect([moved.status, new URL(moved.headers.get('location')!, `${page}/`).href]).toEqual([308, page])
  })

  it('is told by no private map, dies when the map turns private, and is another one afterwards', async () => {
    const { id } = await team.createMap(shop)
    expect(await pageOf(id)).toBeUndefined()
    await team.patchMap(id, { isPublic: true })
    const first = await pageOf(id)
    await team.patchMap(id, { name: 'still public' })
    expect(await pageOf(id)).toBe(first)
    await team.patchMap(id, { isPublic: false })
    expect((await fetch(first!)).status).toBe(404)
    await team.patchMap(id, { isPublic: true })
    const second = await pageOf(id)
    expect(second).not.toBe(first)
    expect((await fetch(second!)).status).toBe(200)
  })

  it('shows text as text', async () => {
    const hostile = '<script>alert(1)</script>&"\''
    const { id } = await team.createMap({
      name: hostile,
      nodes: [{ id: 'a', label: hostile, tech: hostile }],
      isPublic: true,
    })
    const html = await (await fetch((await pageOf(id))!)).text()
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;')
  })

  it('cannot be guessed from what is known of a map', async () => {
    const { id } = await team.createMap({ ...shop, isPublic: true })
    const { url } = system
    for (const guess of [id, 'x'.repeat(27), '%00', '../share', '']) {
      expect((await fetch(`${url}/share/${guess}`)).status).toBe(404)
    }
  })
})
