import { describe, expect, it } from 'vitest'
import { useSystem } from '../rig/shared-system.ts'
import type { ApiResponse, RequestOptions } from '../rig/rest-client.ts'
import { shop } from '../system/shop.ts'

const { system, client } = await useSystem()

/** Changes a map with a note, so that its version is kept. */
async function patch(id: string, name: string, note?: string, options: RequestOptions = {}): Promise<ApiResponse> {
  const headers = { ...options.headers, ...(note !== undefined && { 'Maps-Note': note }) }
  return client.request('PATCH', `/maps/${id}`, { ...options, body: { name }, headers })
}

async function listOf(id: string, query: Record<string, string> = {}): Promise<ApiResponse> {
  return client.request('GET', `/maps/${id}/revisions`, { query })
}

describe('the versions of a map', () => {
  it('are listed with their notes, tokens and counts, and each is read as it was', async () => {
    const created = await client.createMap(shop)
    const path = `/maps/${created.id}`
    await patch(created.id, 'Second', 'A better name')
    const { json: third } = await client.request('PATCH', path, { body: { nodes: [{ id: 'a' }], isPublic: true } })
    const { status, json } = await listOf(created.id)
    const [current, second, first] = json.revisions
    expect({ status, count: json.revisions.length }).toEqual({ status: 200, count: 3 })
    expect(current).toEqual({ version: 3, createdAt: third.map.updatedAt, token: 'test', nodeCount: 1, edgeCount: 3 })
    expect(second).toMatchObject({ version: 2, note: 'A better name', token: 'test', nodeCount: 3, edgeCount: 3 })
    expect(first).toMatchObject({ version: 1, createdAt: created.createdAt })

    const read = async (version: number) => (await client.request('GET', `${path}/revisions/${version}`)).json
    expect(await read(1)).toEqual({ map: created })
    expect(await read(2)).toEqual({ map: { ...created, name: 'Second', updatedAt: second.createdAt } })
    expect(await read(3)).toEqual(third)
  })

  it('come in pages, to which the Link header leads', async () => {
    const { id } = await client.createMap(shop)
    for (const note of ['b', 'c', 'd']) await patch(id, note, note)
    const first = await listOf(id, { limit: '2' })
    const next = /^<\/api\/v1(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')![1]!
    const second = await client.request('GET', next)
    expect([first, second].map((it) => it.json.revisions.map((entry: { version: number }) => entry.version))).toEqual([
      [4, 3],
      [2, 1],
    ])
    expect(second.headers.get('link')).toBeNull()
    expect(await listOf(id, { cursor: '1' })).toMatchObject({ status: 200, json: { revisions: [] } })
    for (const query of [{ limit: '0' }, { limit: '1001' }, { cursor: 'x' }, { cursor: '2147483648' }, { page: '1' }])
      expect(await client.request('GET', `/maps/${id}/revisions`, { query, direct: true })).toMatchObject({
        status: 400,
      })
  })

  it('that were joined are 404, which names the versions next to them', async () => {
    const { id } = await client.createMap(shop)
    for (const name of ['a', 'b', 'c']) await patch(id, name)
    const versions = (await listOf(id)).json.revisions.map((it: { version: number }) => it.version)
    expect(versions).toEqual([4, 1])
    const read = (version: string, direct = false) =>
      client.request('GET', `/maps/${id}/revisions/${version}`, { direct })
    const detail = 'Version 2 of the map is not kept. Next to it are 1 and 4.'
    expect(await read('2')).toMatchObject({ status: 404, json: { detail } })
    const later = 'Version 5 of the map is not kept. Next to it is 4.'
    expect(await read('5')).toMatchObject({ status: 404, json: { detail: later } })
    for (const version of ['0', 'v1', '2147483648']) expect(await read(version, true)).toMatchObject({ status: 400 })
  })

  it('are not there for another workspace, and not for a map that was deleted', async () => {
    const { id } = await client.createMap(shop)
    const other = await system.createWorkspace()
    const paths = ['revisions', 'revisions/1'].map((it) => `/maps/${id}/${it}`)
    const detail = `There is no map "${id}" in this workspace.`
    for (const path of paths) expect(await other.request('GET', path)).toMatchObject({ status: 404, json: { detail } })
    for (const path of paths) expect(await client.request('GET', path)).toMatchObject({ status: 200 })
    await client.deleteMap(id)
    for (const path of paths) expect(await client.request('GET', path)).toMatchObject({ status: 404, json: { detail } })
  })

  it('count in the usage of the workspace', async () => {
    const workspace = await system.createWorkspace()
    const { id, nodes, edges } = await workspace.createMap(shop)
    await workspace.patchMap(id, { name: 'x' })
    const revisionBytes = Buffer.byteLength(JSON.stringify(nodes) + JSON.stringify(edges))
    const usageOf = async () => (await workspace.request('GET', '/workspace')).json.workspace.usage
    expect(await usageOf()).toMatchObject({ revisions: 1, revisionBytes })
    await workspace.deleteMap(id)
    expect(await usageOf()).toMatchObject({ revisions: 0, revisionBytes: 0 })
  })
})

describe('Maps-Note', () => {
  it('is plain ASCII, or UTF-8 that is percent-encoded, on POST and PATCH', async () => {
    for (const [header, note] of [
      ['plain', 'plain'],
      ['20% cheaper', '20% cheaper'],
      [encodeURIComponent('für 翻訳 👩‍💻, 100 %'), 'für 翻訳 👩‍💻, 100 %'],
      [encodeURIComponent('👩'.repeat(200)), '👩'.repeat(200)],
    ] as const) {
      const options = { body: { name: 'x' }, headers: { 'Maps-Note': header } }
      const { map } = (await client.request('POST', '/maps', options)).json
      await patch(map.id, 'y', header)
      const { revisions } = (await listOf(map.id)).json
      expect(revisions.map((it: { note: string }) => it.note)).toEqual([note, note])
    }
  })

  it('is refused if it is empty or blank, too long, of several lines, or of other letters', async () => {
    const { id } = await client.createMap(shop)
    for (const [header, problem] of [
      ['', 'must not be empty'],
      ['x'.repeat(201), 'must have at most 200 characters'],
      ['a%0Ab', 'must be on one line, without control characters'],
      ['%00', 'must be on one line, without control characters'],
      ['a%E2%80%A8b', 'must be on one line, without control characters'],
      ['%E2%80%8B%20', 'must not be blank'],
      ['für', 'must be ASCII: write other characters in UTF-8, percent-encoded'],
    ] as const) {
      const { status, json } = await patch(id, 'x', header, { direct: true })
      expect({ status, fields: json.fields }, header).toEqual({ status: 400, fields: { 'Maps-Note': problem } })
    }
    expect(await client.getMap(id)).toMatchObject({ name: shop.name })
  })
})
