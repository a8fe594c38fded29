import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  it('shows a public map to whoever has the link, in words and as a picture', async () => {
    const { id } = await team.createMap({ ...shop, isPublic: true })
    const page = await pageOf(id)
    const answer = await fetch(page!)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await answer.text()
    expect(html).toContain('<h1>Web shop</h1>')
    expect(html).toContain('<li>Storefront → Orders API</li>')
    const source = /<img src="([^"]+)"/.exec(html)?.[1]
    const picture = await fetch(new URL(source!, page))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/png')
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
