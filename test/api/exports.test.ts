import { exportFormats } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import { hardMap, shop } from '../system/shop.ts'

const { system, client } = await useSystem()
const { id: mapId } = await client.createMap(shop)

describe('exporting a map', () => {
  it('§4 6: GET /maps/{id}/export/{format} answers the file itself, with a name to save it under', async () => {
    const names = {
      png: 'web-shop.png',
      markdown: 'web-shop.md',
      claude: 'CLAUDE.md',
      agents: 'AGENTS.md',
      figma: 'web-shop.figma.json',
      notion: 'web-shop.notion.json',
    }
    for (const format of exportFormats) {
      const response = await client.exportMap(mapId, format)
      expect(response.status, response.text).toBe(200)
      expect(response.bytes.length).toBeGreaterThan(100)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${names[format]}"`)
      expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
    }
  })

  it('§4.1 markdown: it is text/markdown with the heading of the map', async () => {
    const response = await client.exportMap(mapId, 'markdown')
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.text.startsWith('# Web shop\n')).toBe(true)
  })

  it('§4.1 claude: it is text/markdown for a CLAUDE.md', async () => {
    const response = await client.exportMap(mapId, 'claude')
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.text).toContain('## Working rules')
    expect(response.text).toContain(`/maps/${mapId}/export/claude`)
    expect(response.text).not.toContain(client.token)
  })

  it('§4.1 agents: it is text/markdown for an AGENTS.md', async () => {
    const response = await client.exportMap(mapId, 'agents')
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.text).toContain('## Working rules')
    expect(response.text).toContain(`/maps/${mapId}/export/agents`)
  })

  it('§4.1 figma: it is JSON with the map in it, lossless', async () => {
    const response = await client.exportMap(mapId, 'figma')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.json).toMatchObject({ editorType: 'figjam' })
    expect(response.json.maps).toEqual(await client.getMap(mapId))
  })

  it('§4.1 figma: the map in it can be posted again, and is the same map', async () => {
    const otherClient = await system.createWorkspace({ plan: 'pro' })
    const original = await client.createMap({
      ...hardMap,
      nodes: [hardMap.nodes[0]!, { ...hardMap.nodes[1]!, x: -1e308 }],
      edges: [...hardMap.edges, hardMap.edges[1]!],
      isPublic: true,
    })
    const { maps } = (await client.exportMap(original.id, 'figma')).json
    const { name, nodes, edges, isPublic } = maps as ArchitectureMap
    const copy = await otherClient.createMap({ name, nodes, edges, isPublic })
    const { id, workspaceId, createdAt, updatedAt } = copy
    expect(copy).toEqual({ ...original, id, workspaceId, createdAt, updatedAt })
    expect([id, workspaceId]).not.toContain(original.id)
    expect(JSON.stringify([copy.nodes, copy.edges])).toBe(JSON.stringify([original.nodes, original.edges]))
  })

  it('§4.1 notion: it is JSON that creates a page', async () => {
    const response = await client.exportMap(mapId, 'notion')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.json).toMatchObject({ properties: { title: expect.anything() }, children: expect.any(Array) })
  })

  it('§4.1 png: it is a picture that is not blank', async () => {
    const response = await client.exportMap(mapId, 'png')
    expect(response.headers.get('content-type')).toBe('image/png')
    const picture = PNG.sync.read(response.bytes)
    expect(picture.width).toBeGreaterThan(600)
    const colours = new Set<number>()
    for (let at = 0; at < picture.data.length; at += 4) colours.add(picture.data.readUInt32BE(at))
    expect(colours.size).toBeGreaterThan(50)
  })

  it('§4.1 rule 1: an unknown format answers 400 and names the six, even for an unknown map', async () => {
    for (const format of ['svg', 'PNG', 'constructor', '%20png']) {
      for (const id of [mapId, 'nope']) {
        const response = await client.request('GET', `/maps/${id}/export/${format}`, { direct: true })
        const message = expect.stringMatching(
          /^must be one of png, markdown, claude, agents, figma, notion; svg is at \/maps\/{id}\/picture\.svg/,
        )
        expect(response).toMatchObject({ status: 400, json: { fields: { format: message } } })
      }
    }
  })

  it('§4.1 rule 2: figma and notion answer 403 on the free plan, the other four are included', async () => {
    const free = await system.createWorkspace({ plan: 'free' })
    const { id } = await free.createMap(shop)
    for (const format of exportFormats) {
      const { status, json } = await free.exportMap(id, format)
      if (format === 'figma' || format === 'notion') {
        expect({ status, json }).toMatchObject({ status: 403, json: { detail: expect.stringContaining(format) } })
      } else expect(status).toBe(200)
    }
  })

  it('§4.1 rule 3: a markdown export has the title, the note, one bullet per node and one per edge', async () => {
    const { text } = await client.exportMap(mapId, 'markdown')
    const lines = text.split('\n')
    expect(lines[0]).toBe('# Web shop')
    expect(lines[2]).toMatch(/^> .*exported/i)
    expect(lines).toContain('## Services')
    expect(lines).toContain('- **Storefront** - Next.js ($420)')
    expect(lines).toContain('- **Orders API** - Go (€1.3k)')
    expect(lines).toContain('- **Orders DB** - PostgreSQL ($2.4k)')
    expect(lines).toContain('## Dependencies')
    expect(lines.some((it) => it.startsWith('- Storefront → Orders API'))).toBe(true)
    const lists = fromMarkdown(text).children.flatMap((it) => (it.type === 'list' ? [it.children.length] : []))
    expect(lists).toEqual([shop.nodes.length, shop.edges.length])
  })

  it('gives the same bytes for the same version, and other bytes after a change', async () => {
    const map = await client.createMap(shop)
    for (const format of exportFormats) {
      const first = await client.exportMap(map.id, format)
      const again = await client.exportMap(map.id, format)
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(again.bytes.equals(first.bytes)).toBe(true)
    }
    const before = await client.exportMap(map.id, 'markdown')
    await client.patchMap(map.id, { name: 'Renamed' })
    const after = await client.exportMap(map.id, 'markdown')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(after.text.startsWith('# Renamed\n')).toBe(true)
  })

  it.each(['markdown', 'claude', 'agents'] as const)(
    'gives the same bytes and ETag of %s after a change without effect, and after a service was moved',
    async (format) => {
      const map = await client.createMap(shop)
      const before = await client.exportMap(map.id, format)
      const tag = before.headers.get('etag')!
      for (const change of [{ name: map.name }, { nodes: map.nodes.map((it) => ({ ...it, x: 5, y: 5 })) }]) {
        await client.patchMap(map.id, change)
        const path = `/maps/${map.id}/export/${format}`
        const { status, headers } = await client.request('GET', path, {
          headers: { 'If-None-Match': tag },
          direct: true,
        })
        expect([status, headers.get('etag')]).toEqual([304, tag])
        expect((await client.exportMap(map.id, format)).text).toBe(before.text)
      }
      await client.patchMap(map.id, { name: 'Renamed' })
      expect((await client.exportMap(map.id, format)).headers.get('etag')).not.toBe(tag)
    },
  )

  it.each(exportFormats)(
    'sends the length of the %s export, and 304 to a client that has it already',
    async (format) => {
      const download = (headers: Record<string, string> = {}) =>
        client.request('GET', `/maps/${mapId}/export/${format}`, { headers, direct: true })
      const { bytes, headers } = await download()
      expect(headers.get('content-length')).toBe(String(bytes.length))
      const tag = headers.get('etag')!
      for (const tags of [tag, `"other", W/${tag}`, '*']) {
        const response = await download({ 'If-None-Match': tags })
        expect(response).toMatchObject({ status: 304, text: '' })
        // Weak or strong, as the client sent it.
        expect(response.headers.get('etag')).toBe(tags.includes('W/') ? `W/${tag}` : tag)
      }
      expect((await download({ 'If-None-Match': '"other"' })).bytes.equals(bytes)).toBe(true)
    },
  )

  it('names an unknown option, and an option with an invalid value', async () => {
    const containing = (text: string) => expect.stringContaining(text) as string
    const cases = [
      ['png', { scale: '5' }, { scale: 'must be at most 4' }],
      ['png', { scale: '0.5' }, { scale: 'must be at least 1' }],
      ['png', { scale: 'big' }, { scale: 'must be a number from 1 to 4' }],
      ['png', { width: '1200', scale: '1' }, { width: containing('together with scale, maxWidth or maxHeight') }],
      ['png', { height: '630' }, { height: 'must be given together with width' }],
      ['png', { theme: 'blue' }, { theme: 'must be one of light, dark' }],
      ['png', { background: 'url(x)' }, { background: containing('must be a hex') }],
      ['png', { maxBytes: '99999' }, { maxBytes: 'must be at least 100000' }],
      ['png', { padding: '-1' }, { padding: 'must be a whole number from 0 to 400' }],
      [
        'png',
        { colour: 'red' },
        { colour: containing('known are scale, width, maxWidth, maxHeight, maxBytes, theme') },
      ],
      ['markdown', { scale: '2' }, { scale: containing('is not a known field; known are connections, focus') }],
      ['figma', { scale: '2' }, { scale: containing('is not a known field; known are groups, focus') }],
      ['claude', { compact: 'yes' }, { compact: 'must be one of true, false' }],
      ['notion', { part: '0' }, { part: 'must be at least 1' }],
      ['notion', { parent: 'x' }, { parent: 'must be a Notion id of 32 hex digits' }],
    ] as const
    for (const [format, query, fields] of cases) {
      const response = await client.exportMap(mapId, format, query)
      expect(response, `${format} ${JSON.stringify(query)}`).toMatchObject({ status: 400, json: { fields } })
    }
  })

  it('draws a picture of the size, theme and background in the query', async () => {
    const draw = async (query: Record<string, string>): Promise<PNG> => {
      const response = await client.exportMap(mapId, 'png', query)
      expect(response.status, response.text).toBe(200)
      return PNG.sync.read(response.bytes)
    }
    const standard = await draw({})
    const single = await draw({ scale: '1' })
    expect(single.width * 2).toBe(standard.width)
    expect((await draw({ width: '1200' })).width).toBe(1_200)
    expect((await draw({ maxWidth: '500' })).width).toBe(500)
    expect((await draw({ maxHeight: '200' })).height).toBe(200)
    expect(await draw({ width: '1280', height: '720' })).toMatchObject({ width: 1_280, height: 720 })
    const padded = await draw({ scale: '1', padding: '148' })
    expect(padded.width).toBe(single.width + 200)
    const cornerColor = (picture: PNG): number[] => [...picture.data.subarray(0, 4)]
    expect(cornerColor(await draw({ background: 'rgb(1 2 3)' }))).toEqual([1, 2, 3, 255])
    expect(cornerColor(await draw({ background: 'transparent' }))[3]).toBe(0)
    expect(cornerColor(await draw({ theme: 'dark' }))[0]).toBeLessThan(64)
  })

  it('exports an empty map and a map of dangling edges in every format', async () => {
    const edges = ['b', 'a'].map((target) => ({ source: 'a', target }))
    for (const map of [{ name: 'empty' }, { name: 'ghosts', edges }]) {
      const { id } = await client.createMap(map)
      for (const format of exportFormats) {
        const response = await client.exportMap(id, format)
        expect(response.status, `${map.name} as ${format}: ${response.text}`).toBe(200)
      }
    }
  })

  it.each([
    ['a path', '../../etc/passwd', 'etc-passwd'],
    ["another system's path", String.raw`C:\Windows\win.ini`, 'c-windows-win-ini'],
    ['a quote and a parameter', '"; filename=x', 'filename-x'],
    ['a header', 'a\r\nSet-Cookie: b=c', 'a-set-cookie-b-c'],
    ['an option', '--help', 'help'],
    ['dots', '...', 'map'],
    ['emoji', '🦊🦊', 'map'],
    ['emoji with selectors', '❤️ ⚙️', 'map'],
    ['a pictograph first', '☁️ Cloud', 'cloud'],
    ['a device', 'LPT1', 'map-lpt1'],
    ['200 letters', 'x'.repeat(200), 'x'.repeat(80)],
    ['200 letters of four bytes', '𠀀'.repeat(200), '_', '𠀀'.repeat(50)],
    ['letters of other scripts', 'Übersicht 支付', 'ubersicht-_', 'übersicht-支付'],
  ])('saves a map named after %s under a name that every system accepts', async (_, name, plain, full = plain) => {
    const { id } = await client.createMap({ name })
    const disposition = (suffix: string): string => {
      const extended = full === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(full)}${suffix}`
      return `attachment; filename="${plain}${suffix}"${extended}`
    }
    const dispositions = {
      png: disposition('.png'),
      markdown: disposition('.md'),
      claude: 'attachment; filename="CLAUDE.md"',
      agents: 'attachment; filename="AGENTS.md"',
      figma: disposition('.figma.json'),
      notion: disposition('.notion.json'),
    }
    for (const format of exportFormats) {
      const { headers } = await client.exportMap(id, format)
      expect(headers.get('content-disposition'), format).toBe(dispositions[format])
      expect(headers.get('set-cookie')).toBeNull()
    }
  })
})
