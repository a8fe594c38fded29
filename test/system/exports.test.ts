import { exportFormats } from '@maps/shared/file-formats'
import type { ArchitectureMap, NewMap } from '@maps/shared/map'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../rig/rest-client.ts'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

/** A map whose numbers, texts and orders of fields are easily lost on the way. */
const oddMap = {
  name: ' 支付 "👩‍👩‍👧"\n\u2028',
  nodes: [
    { id: 'ä', label: '', tech: '\u0001\u007f', spend: 0.1, currency: 'JPY', billing: [], x: -1.5e-7, y: 1e21 },
    { y: 2, spend: 9_007_199_254_740_993, id: '🦊', x: -1e308 },
  ],
  edges: [
    { source: '🦊', target: 'nobody', line: 'step', label: '</svg>', labelColor: 'HSL(1 2% 3%)', labelSize: 6.25 },
    { dashed: true, target: 'ä', arrow: 'none', color: '#FFF', dotColor: 'tomato', animated: false, source: 'ä' },
    { dashed: true, target: 'ä', arrow: 'none', color: '#FFF', dotColor: 'tomato', animated: false, source: 'ä' },
  ],
  isPublic: true,
} satisfies NewMap

let system: SharedSystem
let team: TestWorkspace
let mapId: string

beforeAll(async () => {
  system = await joinSystem()
  team = await system.createWorkspace({ plan: 'pro' })
  mapId = (await team.createMap(shop)).id
})
afterAll(() => system[Symbol.asyncDispose]())

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
      const answer = await team.exportMap(mapId, format)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.bytes.length).toBeGreaterThan(100)
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${names[format]}"`)
      expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/)
    }
  })

  it('§4.1 markdown: it is text/markdown with the heading of the map', async () => {
    const answer = await team.exportMap(mapId, 'markdown')
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(answer.text.startsWith('# Web shop\n')).toBe(true)
  })

  it('§4.1 claude: it is text/markdown for a CLAUDE.md', async () => {
    const answer = await team.exportMap(mapId, 'claude')
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(answer.text).toContain('## Working rules')
    expect(answer.text).toContain(`/maps/${mapId}/export/claude`)
    expect(answer.text).not.toContain(team.token)
  })

  it('§4.1 agents: it is text/markdown for an AGENTS.md', async () => {
    const answer = await team.exportMap(mapId, 'agents')
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(answer.text).toContain('## Working rules')
    expect(answer.text).toContain(`/maps/${mapId}/export/agents`)
  })

  it('§4.1 figma: it is JSON with the map in it, lossless', async () => {
    const answer = await team.exportMap(mapId, 'figma')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.json).toMatchObject({ editorType: 'figjam' })
    expect(answer.json.maps).toEqual(await team.getMap(mapId))
  })

  it('§4.1 figma: the map in it can be posted again, and is the same map', async () => {
    const others = await system.createWorkspace({ plan: 'pro' })
    const original = await team.createMap(oddMap)
    const { maps } = (await team.exportMap(original.id, 'figma')).json
    const { name, nodes, edges, isPublic } = maps as ArchitectureMap
    const copy = await others.createMap({ name, nodes, edges, isPublic })
    const { id, workspaceId, createdAt, updatedAt } = copy
    expect(copy).toEqual({ ...original, id, workspaceId, createdAt, updatedAt })
    expect([id, workspaceId]).not.toContain(original.id)
    expect(JSON.stringify([copy.nodes, copy.edges])).toBe(JSON.stringify([original.nodes, original.edges]))
  })

  it('§4.1 notion: it is JSON that creates a page', async () => {
    const answer = await team.exportMap(mapId, 'notion')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.json).toMatchObject({ properties: { title: expect.anything() }, children: expect.any(Array) })
  })

  it('§4.1 png: it is a picture that is not blank', async () => {
    const answer = await team.exportMap(mapId, 'png')
    expect(answer.headers.get('content-type')).toBe('image/png')
    const picture = PNG.sync.read(answer.bytes)
    expect(picture.width).toBeGreaterThan(600)
    const colours = new Set<number>()
    for (let at = 0; at < picture.data.length; at += 4) colours.add(picture.data.readUInt32BE(at))
    expect(colours.size).toBeGreaterThan(50)
  })

  it('§4.1 rule 1: an unknown format answers 400 and names the six, even for an unknown map', async () => {
    for (const format of ['svg', 'PNG', 'constructor', '%20png']) {
      for (const id of [mapId, 'nope']) {
        const answer = await team.request('GET', `/maps/${id}/export/${format}`, { direct: true })
        const message = `must be one of ${exportFormats.join(', ')}; SVG is at /maps/{id}/picture.svg`
        expect(answer).toMatchObject({ status: 400, json: { fields: { format: message } } })
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
    const { text } = await team.exportMap(mapId, 'markdown')
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

  it('answers the same bytes for the same version, and others after a change', async () => {
    const map = await team.createMap(shop)
    for (const format of exportFormats) {
      const first = await team.exportMap(map.id, format)
      const again = await team.exportMap(map.id, format)
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(again.bytes.equals(first.bytes)).toBe(true)
    }
    const before = await team.exportMap(map.id, 'markdown')
    await team.patchMap(map.id, { name: 'Renamed' })
    const after = await team.exportMap(map.id, 'markdown')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(after.text.startsWith('# Renamed\n')).toBe(true)
  })

  it.each(['markdown', 'claude', 'agents'] as const)(
    'gives the same bytes and ETag of %s after a change without effect, and after a service was moved',
    async (format) => {
      const map = await team.createMap(shop)
      const before = await team.exportMap(map.id, format)
      const tag = before.headers.get('etag')!
      for (const change of [{ name: map.name }, { nodes: map.nodes.map((it) => ({ ...it, x: 5, y: 5 })) }]) {
        await team.patchMap(map.id, change)
        const path = `/maps/${map.id}/export/${format}`
        const held = await team.request('GET', path, { headers: { 'If-None-Match': tag }, direct: true })
        expect([held.status, held.headers.get('etag')]).toEqual([304, tag])
        expect((await team.exportMap(map.id, format)).text).toBe(before.text)
      }
      await team.patchMap(map.id, { name: 'Renamed' })
      expect((await team.exportMap(map.id, format)).headers.get('etag')).not.toBe(tag)
    },
  )

  it.each(exportFormats)(
    'tells the length of the %s export, and answers 304 to a client that has it already',
    async (format) => {
      const ask = (headers: Record<string, string> = {}): Promise<Answer> =>
        team.request('GET', `/maps/${mapId}/export/${format}`, { headers, direct: true })
      const { bytes, headers } = await ask()
      expect(headers.get('content-length')).toBe(String(bytes.length))
      const tag = headers.get('etag')!
      for (const held of [tag, `"other", W/${tag}`, '*']) {
        const answer = await ask({ 'If-None-Match': held })
        expect(answer).toMatchObject({ status: 304, text: '' })
        // In the form in which the client has it.
        expect(answer.headers.get('etag')).toBe(held.includes('W/') ? `W/${tag}` : tag)
      }
      expect((await ask({ 'If-None-Match': '"other"' })).bytes.equals(bytes)).toBe(true)
    },
  )

  it('names an option that it does not know, or whose value is not possible', async () => {
    const cases = [
      ['png', { scale: '5' }, { scale: 'must be at most 4' }],
      ['png', { scale: '0.5' }, { scale: 'must be at least 1' }],
      ['png', { scale: 'big' }, { scale: 'must be a number from 1 to 4' }],
      [
        'png',
        { width: '1200', scale: '1' },
        { width: expect.stringContaining('together with scale, maxWidth or maxHeight') },
      ],
      ['png', { height: '630' }, { height: 'must be given together with width' }],
      ['png', { theme: 'blue' }, { theme: 'must be one of light, dark' }],
      ['png', { background: 'url(x)' }, { background: expect.stringContaining('must be a hex') }],
      ['png', { maxBytes: '99999' }, { maxBytes: 'must be at least 100000' }],
      ['png', { padding: '-1' }, { padding: 'must be a whole number from 0 to 400' }],
      [
        'png',
        { colour: 'red' },
        { colour: expect.stringContaining('known are scale, width, maxWidth, maxHeight, maxBytes, theme') },
      ],
      ['markdown', { scale: '2' }, { scale: 'is not a known field; known are connections' }],
      ['figma', { scale: '2' }, { scale: 'is not a known field; there are none here' }],
      ['claude', { compact: 'yes' }, { compact: 'must be one of true, false' }],
      ['notion', { part: '0' }, { part: 'must be at least 1' }],
      ['notion', { parent: 'x' }, { parent: 'must be a Notion id of 32 hex digits' }],
    ] as const
    for (const [format, query, fields] of cases) {
      const answer = await team.exportMap(mapId, format, query)
      expect(answer, `${format} ${JSON.stringify(query)}`).toMatchObject({ status: 400, json: { fields } })
    }
  })

  it('draws a picture as large, dark and coloured as it was asked for', async () => {
    const sizeOf = async (query: Record<string, string>): Promise<PNG> => {
      const answer = await team.exportMap(mapId, 'png', query)
      expect(answer.status, answer.text).toBe(200)
      return PNG.sync.read(answer.bytes)
    }
    const standard = await sizeOf({})
    const single = await sizeOf({ scale: '1' })
    expect(single.width * 2).toBe(standard.width)
    expect((await sizeOf({ width: '1200' })).width).toBe(1_200)
    expect((await sizeOf({ maxWidth: '500' })).width).toBe(500)
    expect((await sizeOf({ maxHeight: '200' })).height).toBe(200)
    expect(await sizeOf({ width: '1280', height: '720' })).toMatchObject({ width: 1_280, height: 720 })
    const padded = await sizeOf({ scale: '1', padding: '148' })
    expect(padded.width).toBe(single.width + 200)
    const corner = (picture: PNG): number[] => [...picture.data.subarray(0, 4)]
    expect(corner(await sizeOf({ background: 'rgb(1 2 3)' }))).toEqual([1, 2, 3, 255])
    expect(corner(await sizeOf({ background: 'transparent' }))[3]).toBe(0)
    expect(corner(await sizeOf({ theme: 'dark' }))[0]).toBeLessThan(64)
  })

  it('exports a map of nothing, and one whose edges lead nowhere, in every format', async () => {
    const maps = [
      { name: 'empty' },
      {
        name: 'ghosts',
        edges: [
          { source: 'a', target: 'b' },
          { source: 'a', target: 'a' },
        ],
      },
    ]
    for (const body of maps) {
      const { id } = await team.createMap(body)
      for (const format of exportFormats) {
        const answer = await team.exportMap(id, format)
        expect(answer.status, `${body.name} as ${format}: ${answer.text}`).toBe(200)
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
    const { id } = await team.createMap({ name })
    const named = (suffix: string): string => {
      const extended = full === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(full)}${suffix}`
      return `attachment; filename="${plain}${suffix}"${extended}`
    }
    const names = {
      png: named('.png'),
      markdown: named('.md'),
      claude: 'attachment; filename="CLAUDE.md"',
      agents: 'attachment; filename="AGENTS.md"',
      figma: named('.figma.json'),
      notion: named('.notion.json'),
    }
    for (const format of exportFormats) {
      const { headers } = await team.exportMap(id, format)
      expect(headers.get('content-disposition'), format).toBe(names[format])
      expect(headers.get('set-cookie')).toBeNull()
    }
  })
})
