import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPngMap } from '../../services/gateway/http/png-map.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

let system: System
let team: TestWorkspace

beforeAll(async () => {
  system = await startSystem()
  team = await system.createWorkspace({ plan: 'pro' })
})
afterAll(() => system[Symbol.asyncDispose]())

/** Address of the public page that the map's own answer tells. */
async function pageOf(id: string): Promise<string | undefined> {
  const { headers } = await team.request('GET', `/maps/${id}`)
  return /^<([^>]+)>; rel="alternate"; type="text\/html"$/.exec(headers.get('link') ?? '')?.[1]
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
    const source = /<img src="([^"]+)"/.exec(html)?.[1]
    const picture = await fetch(new URL(source!, page))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/png')
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
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;')
  })

  it('cannot be guessed from what is known of a map', async () => {
    const { id } = await team.createMap({ ...shop, isPublic: true })
    const { url } = system.gateways[0]!
    for (const guess of [id, 'x'.repeat(27), '%00', '../share', '']) {
      expect((await fetch(`${url}/share/${guess}`)).status).toBe(404)
    }
  })
})
