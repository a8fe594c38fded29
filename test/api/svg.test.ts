import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../rig/rest-client.ts'
import { useSystem } from '../rig/shared-system.ts'
import { readShareUrl } from '../system/share-link.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()
const { id: mapId } = await client.createMap(shop)

function requestSvg(query = '', headers: Record<string, string> = {}, id = mapId): Promise<ApiResponse> {
  return client.request('GET', `/maps/${id}/picture.svg${query}`, { headers, direct: true })
}

describe('the picture of a map as SVG', () => {
  it('is a file of its own address, with a name and a policy under which nothing in it can run', async () => {
    const { status, headers, text } = await client.request('GET', `/maps/${mapId}/picture.svg`)
    expect(status, text).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-disposition')).toBe('attachment; filename="web-shop.svg"')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
    )
    expect(text).toMatch(/^<svg [^>]*><title id="\w+">Web shop<\/title>/)
    for (const { id } of shop.nodes) expect(text).toContain(`<g data-node="${id}">`)
    for (const { source, target } of shop.edges)
      expect(text).toContain(`data-source="${source}" data-target="${target}"`)
  })

  it('is linked by the map and by its PNG', async () => {
    const path = `/api/v1/maps/${mapId}/picture.svg`
    const link = `<${path}>; rel="alternate"; type="image/svg+xml"`
    expect((await client.request('GET', `/maps/${mapId}`)).headers.get('link')).toBe(link)
    expect((await client.exportMap(mapId, 'png')).headers.get('link')).toBe(link)
    expect((await client.exportMap(mapId, 'markdown')).headers.get('link')).toBeNull()
  })

  it('is none of the six formats', async () => {
    const response = await client.request('GET', `/maps/${mapId}/export/svg`, { direct: true })
    expect(response).toMatchObject({ status: 400, json: { fields: { format: expect.stringContaining('png') } } })
  })

  it('is the same bytes for the same version, and 304 to a client that has it', async () => {
    const { headers, bytes } = await requestSvg()
    const tag = headers.get('etag')!
    expect((await requestSvg()).bytes.equals(bytes)).toBe(true)
    expect(await requestSvg('', { 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' })
    expect((await requestSvg('?theme=dark')).headers.get('etag')).not.toBe(tag)
  })

  it('takes the options of a PNG but for its size, and the theme of the page that shows it', async () => {
    expect((await requestSvg('?theme=auto')).text).toContain('prefers-color-scheme')
    expect((await requestSvg()).text).not.toContain('prefers-color-scheme')
    expect((await requestSvg()).text).toMatch(/url\(#\w+dots\)/)
    expect((await requestSvg('?background=transparent')).text).not.toMatch(/url\(#\w+dots\)/)
    const loud = await client.createMap({
      ...shop,
      edges: [{ source: 'web', target: 'api', label: 'loud', labelFont: 'mono', labelSize: 30 }],
    })
    expect((await requestSvg('?labels=own', {}, loud.id)).text).toMatch(/font-size:30px;font-family:\w{4}maps-mono/)
    expect((await requestSvg('?labels=sans', {}, loud.id)).text).not.toMatch(/30px|maps-mono/)
    const containing = (text: string) => expect.stringContaining(text) as string
    const cases = [
      ['?theme=blue', { theme: 'must be one of light, dark, auto' }],
      ['?labels=big', { labels: 'must be one of own, sans' }],
      [
        '?scale=2',
        {
          scale: containing('known are theme, background, chips, costs, groups, icons, labels, legend, padding, title'),
        },
      ],
      ['?background=url(x)', { background: containing('must be a hex') }],
    ] as const
    for (const [query, fields] of cases) {
      expect(await requestSvg(query), query).toMatchObject({ status: 400, json: { fields } })
    }
  })

  it('needs a token, a map of the workspace and a plan with pictures', async () => {
    expect((await fetch(`${system.url}/api/v1/maps/${mapId}/picture.svg`)).status).toBe(401)
    const free = await system.createWorkspace({ plan: 'free' })
    expect((await free.request('GET', `/maps/${mapId}/picture.svg`)).status).toBe(404)
    const { id } = await free.createMap(shop)
    expect((await free.request('GET', `/maps/${id}/picture.svg`)).status).toBe(200)
  })
})

describe('the public picture as SVG', () => {
  it('shows the same as the page, and no id', async () => {
    const map = await client.createMap({
      name: 'Public',
      nodes: [
        { id: 'internal-name', label: 'Web', spend: 2_431.17 },
        { id: 'other-name', label: 'API' },
      ],
      edges: [{ source: 'internal-name', target: 'other-name' }],
      isPublic: true,
    })
    const page = await readShareUrl(client, map.id)
    const response = await fetch(`${page}/map.svg?theme=auto`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(response.headers.get('link')).toBeNull()
    // Another site may show it in an <object>.
    expect(response.headers.get('x-frame-options')).toBeNull()
    const text = await response.text()
    expect(text).toContain('<g data-node="n1">')
    expect(text).toContain('data-source="n1" data-target="n2"')
    for (const secret of [map.id, client.id, 'internal-name', 'other-name', '2431', '2,431', map.createdAt])
      expect(text).not.toContain(secret)
    const again = await fetch(response.url, { headers: { 'If-None-Match': response.headers.get('etag')! } })
    expect(again.status).toBe(304)
    // A browser updates the headers of its copy from a 304.
    const policies = [response, again].map((it) => it.headers.get('content-security-policy'))
    expect(policies[1]).toBe(policies[0])
    expect(text).toContain('$2.4k')
    expect((await fetch(`${page}/map.svg?scale=2`)).status).toBe(400)
    expect(await (await fetch(`${page}/map.svg?title=false`)).text()).not.toContain('>Public</text>')
    await client.patchMap(map.id, { isPublic: false })
    expect((await fetch(`${page}/map.svg`)).status).toBe(404)
  })
})
