import { exportFormats } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import {
  createClient,
  type MapsClient,
  NotFoundError,
  PreconditionFailedError,
  RateLimitedError,
  UnauthorizedError,
  ValidationError,
} from '../../clients/typescript/index.ts'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from './shop.ts'

const { system, client: workspace } = await useSystem()
const maps = clientWith(workspace.token)

function clientWith(token: string): MapsClient {
  return createClient({ baseUrl: `${system.url}/api/v1`, token })
}

describe('the TypeScript client', () => {
  it('creates, fetches, changes and deletes a map, each at its version', async () => {
    const created = await maps.create(shop)
    expect(created).toMatchObject({ ...shop, isPublic: false, etag: '"v1"' })
    expect(await maps.get(created.id)).toEqual(created)
    const changed = await maps.update(created, { name: 'Changed' })
    expect(changed).toMatchObject({ name: 'Changed', nodes: shop.nodes, etag: '"v2"' })
    await expect(maps.update(created, { name: 'Too late' })).rejects.toThrow(PreconditionFailedError)
    await expect(maps.delete(created)).rejects.toThrow(PreconditionFailedError)
    await maps.delete(changed)
    await expect(maps.get(created.id)).rejects.toThrow(NotFoundError)
  })

  it('makes no second map by the same key', async () => {
    const [first, second] = [1, 2].map(() => maps.create({ name: 'Once' }, { idempotencyKey: 'push 1' }))
    expect((await first!).id).toBe((await second!).id)
  })

  it('lists maps in pages: whole, in part, and by name', async () => {
    const { token, listMaps } = await system.createWorkspace({ plan: 'pro' })
    const client = clientWith(token)
    for (let i = 1; i <= 5; i++) await client.create({ name: `Map ${i}`, isPublic: i === 4 })
    const whole = await Array.fromAsync(client.list({ pageSize: 2 }))
    expect(whole).toEqual(await listMaps())
    const fields = ['name', 'isPublic'] as const
    const parts = await Array.fromAsync(client.list({ q: 'MAP', fields, pageSize: 3 }))
    const { shareUrl } = await client.get(whole[1]!.id)
    expect(parts).toEqual([
      { name: 'Map 5', isPublic: false },
      { name: 'Map 4', isPublic: true, shareUrl },
      ...[3, 2, 1].map((it) => ({ name: `Map ${it}`, isPublic: false })),
    ])
    expect((await fetch(shareUrl!)).status).toBe(200)
    expect(await Array.fromAsync(client.list({ q: '%' }))).toEqual([])
  })

  it.each(exportFormats)('downloads a %s as bytes and as a stream', async (format) => {
    const { id } = await workspace.createMap({ ...shop, name: 'Café ☕' })
    const { bytes, headers } = await workspace.request('GET', `/maps/${id}/export/${format}`, { direct: true })
    const file = await maps.export(id, format)
    expect(Buffer.from(file.bytes).equals(bytes)).toBe(true)
    expect(file).toMatchObject({ format, etag: headers.get('etag'), contentType: headers.get('content-type') })
    expect(file.fileName).toMatch(/^(café\.|CLAUDE\.md|AGENTS\.md)/)
    const { stream } = await maps.exportStream(id, format)
    expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('fetches the picture as SVG', async () => {
    const { id } = await workspace.createMap(shop)
    const { text } = await workspace.request('GET', `/maps/${id}/picture.svg?theme=auto&labels=sans`, { direct: true })
    expect(await maps.svg(id, { theme: 'auto', labels: 'sans' })).toBe(text)
    await expect(maps.svg('nope')).rejects.toThrow(NotFoundError)
    const file = await maps.export(id, 'svg', { theme: 'auto', labels: 'sans' })
    expect(file).toMatchObject({ format: 'svg', contentType: 'image/svg+xml', fileName: 'web-shop.svg' })
    expect(Buffer.from(file.bytes).toString()).toBe(text)
  })

  it.each(['mermaid', 'excalidraw'] as const)('downloads a %s from its own path', async (format) => {
    const { id } = await workspace.createMap(shop)
    const file = await maps.export(id, format)
    expect(file).toMatchObject({ format, fileName: `web-shop.${format === 'mermaid' ? 'mmd' : format}` })
    expect(Buffer.from(file.bytes).toString()).toContain('Storefront')
  })

  it('draws a map that is not stored', async () => {
    const svg = await maps.preview(shop, 'svg', { theme: 'auto' })
    expect(svg).toMatchObject({
      format: 'svg',
      contentType: 'image/svg+xml',
      fileName: 'web-shop.svg',
      etag: undefined,
    })
    expect(Buffer.from(svg.bytes).toString()).toContain('prefers-color-scheme')
    expect(await maps.preview(shop, 'png', { width: 400 })).toMatchObject({
      contentType: 'image/png',
      scale: expect.any(Number),
    })
    await expect(maps.preview({ name: '' }, 'svg')).rejects.toThrow(ValidationError)
  })

  it('fetches a map again only if it has changed', async () => {
    const map = await maps.create(shop)
    expect(await maps.getIfChanged(map)).toBeUndefined()
    const changed = await maps.update(map, { name: 'Changed' })
    expect(await maps.getIfChanged(map)).toEqual(changed)
    await maps.delete(changed)
    await expect(maps.getIfChanged(changed)).rejects.toThrow(NotFoundError)
  })

  it('fetches the workspace of its token', async () => {
    const { json } = await workspace.request('GET', '/workspace')
    expect(await maps.workspace()).toMatchObject({
      id: workspace.id,
      name: workspace.name,
      token: json.workspace.token,
    })
    await expect(clientWith('mapsws_wrong').workspace()).rejects.toThrow(UnauthorizedError)
  })

  it('downloads with every option of every format', async () => {
    const { id } = await workspace.createMap(shop)
    const plain = await maps.export(id, 'png')
    const drawn = await maps.export(id, 'png', { scale: 1.5, theme: 'dark', background: 'transparent', padding: 0 })
    expect(Buffer.from(plain.bytes).equals(drawn.bytes)).toBe(false)
    const textOf = async (file: Promise<{ bytes: Uint8Array }>) => new TextDecoder().decode((await file).bytes)
    expect(await textOf(maps.export(id, 'markdown', { connections: true }))).toContain('places orders')
    expect(await textOf(maps.export(id, 'agents', { costs: false, compact: true }))).not.toContain('$2.4k')
    expect(await textOf(maps.export(id, 'claude', { since: 'v1' }))).toContain('No change since version 1')
    const parent = '0123456789abcdef0123456789abcdef'
    expect(await textOf(maps.export(id, 'notion', { part: 1, parent }))).toContain(parent)
    await expect(maps.export(id, 'notion', { parent, dataSource: parent })).rejects.toThrow(ValidationError)
  })

  it('returns the number of the next part of a large export', async () => {
    const nodes = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, label: 'x'.repeat(400) }))
    const edges = Array.from({ length: 1_000 }, (_, index) => ({ source: `n${index % 300}`, target: 'n0' }))
    const { id } = await workspace.createMap({ name: 'Large', nodes, edges })
    const first = await maps.export(id, 'notion')
    expect(first.nextPart).toBe(2)
    expect((await maps.export(id, 'notion', { part: 2 })).fileName).toBe('large-2.notion.json')
  })

  it('throws errors that name the wrong fields', async () => {
    const creating = maps.create({ name: '', nodes: [{ id: 'a', x: Number.NaN }] })
    await expect(creating).rejects.toMatchObject({
      status: 400,
      fields: { name: 'must not be blank', 'nodes[0].x': expect.any(String) },
      requestId: expect.any(String),
    })
    await expect(clientWith('mapsws_wrong').list().next()).rejects.toThrow(UnauthorizedError)
  })
})

it('the client does not wait for a quota when it may not retry', async () => {
  const free = await system.createWorkspace({ plan: 'free' })
  const client = createClient({ baseUrl: `${system.url}/api/v1`, token: free.token, retries: 0 })
  const { id } = await client.create({ name: 'Tea' })
  const reads = Array.from({ length: 150 }, () => client.get(id))
  const refused = (await Promise.allSettled(reads)).filter((it) => it.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(RateLimitedError)
    expect(reason).toMatchObject({ retryAfter: expect.any(Number) })
  }
})
