import { diffFormats, filePath } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import type { ApiResponse } from '../rig/rest-client.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()

/** A later shop: a cache more, a dearer and renamed database, no mail. */
const later = {
  nodes: [
    ...shop.nodes.slice(0, 2),
    { id: 'orders', label: 'Orders DB', tech: 'PostgreSQL', spend: 2_900, currency: 'USD', x: 640, y: 0 },
    { id: 'cache', label: 'Cache', tech: 'Redis', spend: 100 },
  ],
  edges: [shop.edges[0], { ...shop.edges[1], target: 'orders' }, { source: 'api', target: 'cache', label: 'reads' }],
} as Partial<typeof shop>

/** Creates the shop and changes it, so that version 1 is the shop and version 2 the later one. */
async function createVersions(workspace: TestWorkspace = client): Promise<string> {
  const { id } = await workspace.createMap(shop)
  await workspace.patchMap(id, later)
  return id
}

async function diffOf(id: string, query: Record<string, string> = {}, file = 'diff'): Promise<ApiResponse> {
  return client.request('GET', `/maps/${id}/${file}`, { query })
}

describe('the difference of two versions', () => {
  it('is that of the current version from the one before, or of the versions that the query names', async () => {
    const id = await createVersions()
    const { status, json, headers, text } = await diffOf(id)
    expect(status, text).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(json.diff).toMatchObject({
      from: 1,
      to: 2,
      nodes: { added: [{ id: 'cache' }], removed: [], renamed: [{ from: 'db', to: 'orders' }] },
      edges: { added: [{ target: 'cache' }], removed: [{ target: 'mail' }], changed: [] },
      costs: [{ currency: 'USD', from: 2_820, to: 3_420 }],
      moved: 0,
    })
    expect(json.diff.nodes.changed).toEqual([{ id: 'orders', changes: [{ field: 'spend', from: 2_400, to: 2_900 }] }])
    expect((await diffOf(id, { from: '1', to: '2' })).json).toEqual(json)
    const backwards = (await diffOf(id, { from: '2', to: '1' })).json.diff
    expect(backwards).toMatchObject({ from: 2, to: 1, nodes: { added: [], removed: [{ id: 'cache' }] } })
    expect((await diffOf(id, { from: '2' })).json.diff).toMatchObject({ nodes: { added: [], changed: [] }, costs: [] })
  })

  it('is a document of a sentence, a table and a picture', async () => {
    const id = await createVersions()
    const { text, headers } = await diffOf(id, {}, 'diff.md')
    expect(headers.get('content-disposition')).toBe('attachment; filename="web-shop.diff.md"')
    expect(text).toMatch(
      /^From version 1 to version 2 of Web shop: 1 service added, 1 renamed; 1 connection added, 1 removed\.\n/,
    )
    for (const part of ['\n- USD per month:', '\n| Change |', '\n```mermaid\n']) expect(text).toContain(part)
  })

  it('may be that from another map of the workspace, at any of its versions', async () => {
    const [id, base] = [await createVersions(), await createVersions()]
    await client.patchMap(base, { name: 'Old shop' })
    const same = (await diffOf(id, { base })).json.diff
    expect(same).toMatchObject({ base, from: 3, to: 2, nodes: { added: [], removed: [], changed: [] } })
    expect((await diffOf(id, { base, from: '1' })).json.diff.nodes.added).toMatchObject([{ id: 'cache' }])
    expect((await diffOf(id, { base }, 'diff.md')).text).toMatch(
      /^From Old shop \(version 3\) to Web shop \(version 2\): /,
    )
  })

  it.each(diffFormats)(
    'is the same bytes for the same versions, and 304 to a client that has them: %s',
    async (format) => {
      const id = await createVersions()
      const get = (query: Record<string, string> = {}, headers = {}) =>
        client.request('GET', filePath(format, id), { query, headers, direct: true })
      const { bytes, headers } = await get()
      expect(headers.get('cache-control')).toBe('private, no-cache')
      const tag = headers.get('etag')!
      expect((await get({ from: '1', to: '2' })).bytes.equals(bytes)).toBe(true)
      expect(await get({}, { 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' })
      expect((await get({ from: '2', to: '1' })).headers.get('etag')).not.toBe(tag)
    },
  )

  it('needs versions that are kept: a 404 names those next to it', async () => {
    const { id } = await client.createMap(shop)
    const first = 'Version 1 is the first of the map that is kept: there is none before it.'
    expect(await diffOf(id)).toMatchObject({ status: 404, json: { detail: first } })
    for (const name of ['a', 'b', 'c']) await client.patchMap(id, { name })
    expect((await diffOf(id)).json.diff).toMatchObject({ from: 1, to: 4, name: { from: 'Web shop', to: 'c' } })
    const detail = 'Version 3 of the map is not kept. Next to it are 1 and 4.'
    for (const query of [{ from: '3' }, { to: '3' }, { base: id, from: '3' }] as Record<string, string>[])
      expect(await diffOf(id, query)).toMatchObject({ status: 404, json: { detail } })
    const unknown = { page: '1' }
    for (const query of [{ from: '0' }, { to: 'v1' }, { to: '2147483648' }, unknown] as Record<string, string>[])
      expect(await client.request('GET', `/maps/${id}/diff`, { query, direct: true })).toMatchObject({ status: 400 })
  })

  it('is told to read-only tokens, and never of maps of another workspace', async () => {
    const [id, other] = [await createVersions(), await system.createWorkspace({ plan: 'pro' })]
    const own = await createVersions(other)
    const detail = `There is no map "${id}" in this workspace.`
    for (const format of diffFormats) {
      const path = filePath(format, id)
      expect(await other.request('GET', path)).toMatchObject({ status: 404, json: { detail } })
      const query = { base: id }
      expect(await other.request('GET', filePath(format, own), { query })).toMatchObject({
        status: 404,
        json: { detail },
      })
    }
    const { token } = await client.createToken({ isReadOnly: true })
    const response = await fetch(`${system.url}/api/v1/maps/${id}/diff`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
  })

  it('is refused for maps that are too large together, by the name of the field', async () => {
    const text = 'x'.repeat(500)
    const nodes = Array.from({ length: 2_000 }, (_, at) => ({
      id: `n${at}${'i'.repeat(150)}`,
      label: text,
      tech: text,
    }))
    const edges = Array.from({ length: 10_000 }, (_, at) => ({
      source: nodes[at % 2_000]!.id,
      target: nodes[(at + 1) % 2_000]!.id,
    }))
    const { id } = await client.createMap({ name: 'Large', nodes })
    await client.patchMap(id, { edges })
    expect(await diffOf(id, { from: '1' })).toMatchObject({ status: 200 })
    const fields = { base: expect.stringContaining('may have 8.0') }
    expect(await diffOf(id, { base: id })).toMatchObject({ status: 400, json: { fields } })
  })
})

describe('a guide of what changed since a version', () => {
  it.each(['claude', 'agents'] as const)(
    'has only the changes, and is the same for the same versions: %s',
    async (format) => {
      const id = await createVersions()
      const { status, text, headers } = await client.exportMap(id, format, { since: 'v1' })
      expect(status, text).toBe(200)
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(text).toContain('\nChanges since version 1 (now version 2): 1 service added, 1 renamed; ')
      expect(text).toContain('| renamed | Orders DB | id: "db" → "orders"; spend: 2400 → 2900 |')
      expect(text).not.toContain('Storefront')
      const again = { query: { since: '1' }, headers: { 'If-None-Match': headers.get('etag')! } }
      expect(await client.request('GET', `/maps/${id}/export/${format}`, again)).toMatchObject({ status: 304 })
      expect((await client.exportMap(id, format, { since: 'v2' })).text).toContain(
        'No change since version 2 (now version 2).',
      )
      const whole = (await client.exportMap(id, format)).text
      // The content is as it was at version 1, and the file still tells the version that it is of.
      await client.patchMap(id, { nodes: shop.nodes, edges: shop.edges })
      expect((await client.exportMap(id, format, { since: 'v1' })).text).toContain(
        'No change since version 1 (now version 3).',
      )
      expect((await client.exportMap(id, format)).text).not.toBe(whole)
    },
  )

  it('is refused as a comparison is', async () => {
    const { id } = await client.createMap(shop)
    for (const name of ['a', 'b', 'c']) await client.patchMap(id, { name })
    const detail = 'Version 3 of the map is not kept. Next to it are 1 and 4.'
    expect(await client.exportMap(id, 'claude', { since: 'v3' })).toMatchObject({ status: 404, json: { detail } })
    expect(await client.exportMap(id, 'claude', { since: 'v9' })).toMatchObject({ status: 404 })
    const together = { since: 'v1', collapse: 'a' }
    const fields = { collapse: 'must not be given together with since' }
    expect(await client.exportMap(id, 'claude', together)).toMatchObject({ status: 400, json: { fields } })
    const missing = { focus: expect.stringContaining('must be the id of a node of the map') as string }
    expect(await client.exportMap(id, 'claude', { since: 'v1', focus: 'none' })).toMatchObject({
      status: 400,
      json: { fields: missing },
    })
    const nodes = Array.from({ length: 2_000 }, (_, at) => ({
      id: `${at}`,
      label: 'x'.repeat(500),
      tech: '文'.repeat(500),
    }))
    const large = await client.createMap({ name: 'Large', nodes })
    const edges = Array.from({ length: 5_000 }, () => ({
      source: 'i'.repeat(200),
      target: 'j'.repeat(200),
      label: '文'.repeat(120),
    }))
    await client.patchMap(large.id, { edges })
    const both = await client.exportMap(large.id, 'agents', { since: 'v2' })
    expect(both).toMatchObject({ status: 400, json: { fields: { since: expect.stringContaining('may have 8.0') } } })
  })
})
