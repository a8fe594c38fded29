import { defaultPlans } from '@maps/shared/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../rig/rest-client.ts'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import { startSystem, type TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

let system: SharedSystem
let team: TestWorkspace
let mapId: string

beforeAll(async () => {
  system = await joinSystem()
  team = await system.createWorkspace({ plan: 'pro' })
  mapId = (await team.createMap(shop)).id
})
afterAll(() => system[Symbol.asyncDispose]())

function pictureOf(id: string, query = '', headers: Record<string, string> = {}): Promise<Answer> {
  return team.request('GET', `/maps/${id}/picture.svg${query}`, { headers, direct: true })
}

describe('the picture of a map as SVG', () => {
  it('is a file of its own address, with a name and a policy under which nothing in it can run', async () => {
    const { status, headers, text } = await team.request('GET', `/maps/${mapId}/picture.svg`)
    expect(status, text).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-disposition')).toBe('attachment; filename="web-shop.svg"')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
    )
    expect(text).toMatch(/^<svg [^>]*><title>Web shop<\/title>/)
    for (const { id } of shop.nodes) expect(text).toContain(`<g data-node="${id}">`)
    for (const { source, target } of shop.edges)
      expect(text).toContain(`data-source="${source}" data-target="${target}"`)
  })

  it('is told by the map and by its PNG', async () => {
    const path = `/api/v1/maps/${mapId}/picture.svg`
    const link = `<${path}>; rel="alternate"; type="image/svg+xml"`
    expect((await team.request('GET', `/maps/${mapId}`)).headers.get('link')).toBe(link)
    expect((await team.exportMap(mapId, 'png')).headers.get('link')).toBe(link)
    expect((await team.exportMap(mapId, 'markdown')).headers.get('link')).toBeNull()
  })

  it('is none of the six formats', async () => {
    const answer = await team.request('GET', `/maps/${mapId}/export/svg`, { direct: true })
    expect(answer).toMatchObject({ status: 400, json: { fields: { format: expect.stringContaining('png') } } })
  })

  it('is the same bytes for the same version, and 304 to a client that has it', async () => {
    const { headers, bytes } = await pictureOf(mapId)
    const tag = headers.get('etag')!
    expect((await pictureOf(mapId)).bytes.equals(bytes)).toBe(true)
    expect(await pictureOf(mapId, '', { 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' })
    expect((await pictureOf(mapId, '?theme=dark')).headers.get('etag')).not.toBe(tag)
  })

  it('takes what a PNG takes, save for its size in pixels, and the theme of where it is shown', async () => {
    expect((await pictureOf(mapId, '?theme=auto')).text).toContain('prefers-color-scheme')
    expect((await pictureOf(mapId)).text).not.toContain('prefers-color-scheme')
    expect((await pictureOf(mapId, '?background=transparent')).text).not.toContain('url(#dots)')
    const loud = await team.createMap({
      ...shop,
      edges: [{ source: 'web', target: 'api', label: 'loud', labelFont: 'mono', labelSize: 30 }],
    })
    expect((await pictureOf(loud.id, '?labels=own')).text).toMatch(/font:450 30px maps-mono/)
    expect((await pictureOf(loud.id, '?labels=sans')).text).not.toMatch(/30px|maps-mono/)
    const cases = [
      ['?theme=blue', { theme: 'must be one of light, dark, auto' }],
      ['?labels=big', { labels: 'must be one of own, sans' }],
      [
        '?scale=2',
        { scale: expect.stringContaining('known are theme, background, icons, labels, legend, padding, title') },
      ],
      ['?background=url(x)', { background: expect.stringContaining('must be a hex') }],
    ] as const
    for (const [query, fields] of cases) {
      expect(await pictureOf(mapId, query), query).toMatchObject({ status: 400, json: { fields } })
    }
  })

  it('needs a token, a map of the workspace and a plan with pictures', async () => {
    const { url } = system
    expect((await fetch(`${url}/api/v1/maps/${mapId}/picture.svg`)).status).toBe(401)
    const others = await system.createWorkspace({ plan: 'free' })
    const foreign = await others.request('GET', `/maps/${mapId}/picture.svg`)
    expect(foreign).toMatchObject({ status: 404 })
    const own = await others.createMap(shop)
    expect((await others.request('GET', `/maps/${own.id}/picture.svg`)).status).toBe(200)
  })

  it('is refused in a plan without pictures', async () => {
    const plans = { ...defaultPlans, free: { ...defaultPlans.free, formats: ['markdown' as const] } }
    await using textOnly = await startSystem({ workers: 0, plans })
    const poor = await textOnly.createWorkspace({ plan: 'free' })
    const { id } = await poor.createMap(shop)
    const answer = await poor.request('GET', `/maps/${id}/picture.svg`)
    expect(answer).toMatchObject({ status: 403, json: { detail: expect.stringContaining('does not include png') } })
  })
})

describe('the public picture as SVG', () => {
  it('shows what the page shows, and no id', async () => {
    const map = await team.createMap({
      name: 'Public',
      nodes: [
        { id: 'internal-name', label: 'Web', spend: 2_431.17 },
        { id: 'other-name', label: 'API' },
      ],
      edges: [{ source: 'internal-name', target: 'other-name' }],
      isPublic: true,
    })
    const page = /<([^>]+)>; rel="alternate"; type="text\/html"/.exec(
      (await team.request('GET', `/maps/${map.id}`)).headers.get('link')!,
    )![1]!
    const answer = await fetch(`${page}/map.svg?theme=auto`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(answer.headers.get('link')).toBeNull()
    // An <object> of another site shows it, too.
    expect(answer.headers.get('x-frame-options')).toBeNull()
    const text = await answer.text()
    expect(text).toContain('<g data-node="n1">')
    expect(text).toContain('data-source="n1" data-target="n2"')
    for (const secret of [map.id, team.id, 'internal-name', 'other-name', '2431', '2,431', map.createdAt])
      expect(text).not.toContain(secret)
    const again = await fetch(answer.url, { headers: { 'If-None-Match': answer.headers.get('etag')! } })
    expect(again.status).toBe(304)
    // A browser takes the headers of the 304 for those of its copy.
    const policies = [answer, again].map((it) => it.headers.get('content-security-policy'))
    expect(policies[1]).toBe(policies[0])
    expect(text).toContain('$2.4k')
    expect((await fetch(`${page}/map.svg?scale=2`)).status).toBe(400)
    expect(await (await fetch(`${page}/map.svg?title=false`)).text()).not.toContain('>Public</text>')
    await team.patchMap(map.id, { isPublic: false })
    expect((await fetch(`${page}/map.svg`)).status).toBe(404)
  })
})
