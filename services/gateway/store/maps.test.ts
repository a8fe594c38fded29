import { randomUUID } from 'node:crypto'
import { Unavailable } from '@maps/shared/errors'
import { type MapField, mapFields, type NewMap } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it, vi } from 'vitest'
import { startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { openMapStore } from '../../../test/rig/map-store.ts'
import { mapJson } from '../maps/map-json.ts'
import { createMapStore, type MapStore } from './maps.ts'
import { isMapTooLarge } from './read-within.ts'
import type { StoredMap } from './stored-map.ts'
import { openDatabase } from './database.ts'
import type { Sql } from './postgres.ts'

const { databaseUrl, maps, newWorkspace, sql } = await openMapStore()
const workspaceId = (await newWorkspace()).id

/** Creates a map, empty unless it is given. */
async function make(map: Partial<NewMap> = {}, owner = workspaceId): Promise<StoredMap> {
  const empty = { name: 'x', nodes: [], edges: [], isPublic: false }
  const outcome = await maps.create(owner, { ...empty, ...map }, defaultPlans.pro)
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome.map
}

/** A store that records its queries. @param slowSql a part of the text of slow ones */
function recordingStore(slowSql: string, run: Sql = sql): { store: MapStore; queries: ('slow' | 'map')[] } {
  const queries: ('slow' | 'map')[] = []
  const store = createMapStore((template, ...values) => {
    queries.push(template.join('').includes(slowSql) ? 'slow' : 'map')
    return run(template, ...values)
  })
  return { store, queries }
}

/** Expects the database to get the query of a map before most of 20 slow ones that were requested earlier. */
async function expectMapFirst(slowSql: string, readSlowly: (store: MapStore, id: string) => Promise<unknown>) {
  const { id } = await make()
  const { store, queries } = recordingStore(slowSql)
  const reads = Array.from({ length: 20 }, () => readSlowly(store, id))
  expect(await store.get(workspaceId, id)).toMatchObject({ id })
  await Promise.all(reads)
  expect(queries.indexOf('map')).toBeLessThanOrEqual(2)
  expect(queries.filter((it) => it === 'slow')).toHaveLength(20)
}

async function read(id: string): Promise<StoredMap> {
  const outcome = await maps.get(workspaceId, id)
  if (typeof outcome === 'string' || isMapTooLarge(outcome)) throw new Error(JSON.stringify(outcome))
  return outcome
}

/** Texts that would end an unescaped string, array or statement. */
const hostileTexts = [
  '"',
  '\\',
  '"],"edges":[{"',
  '\u2028',
  '</script>',
  "'); drop table maps; --",
  '$1',
  '\ud83d\ude00',
  '\x7f\x1f',
  '{}',
]

describe('a stored map', () => {
  it('is whole JSON around its stored text, with any text in it', async () => {
    for (const text of hostileTexts) {
      const nodes = [{ tech: text, id: text, spend: 1e308, x: -0.1 }]
      const edges = [{ target: text, label: text, source: text }]
      const { id } = await make({ name: text, nodes, edges })
      const map = await read(id)
      expect(JSON.parse(mapJson(map))).toMatchObject({ id, name: text, nodes, edges })
      expect(map.nodes).toBe(JSON.stringify(nodes))
    }
  })

  it('cannot hold nodes or edges that are no JSON array, from any writer', async () => {
    const { id } = await make()
    for (const text of ['', '{}', 'null', '[', '[]]', '[1,]', '"[]"', '[] "']) {
      await expect(sql`update maps set nodes = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
      await expect(sql`update maps set edges = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
    }
    expect(await maps.get(workspaceId, id)).toMatchObject({ nodes: '[]', edges: '[]' })
  })

  it('leaves the database only where the reader has room for its texts', async () => {
    const { id, shareId } = await make({ nodes: [{ id: 'é' }], isPublic: true })
    const bytes = Buffer.byteLength('[{"id":"é"}][]')
    expect(await maps.get(workspaceId, id, bytes)).toMatchObject({ id })
    expect(await maps.getShared(shareId!, bytes)).toMatchObject({ id })
    expect(await maps.get(workspaceId, id, bytes - 1)).toEqual({ neededBytes: bytes })
    expect(await maps.getShared(shareId!, bytes - 1)).toEqual({ neededBytes: bytes })
    expect(await maps.get(workspaceId, randomUUID(), 0)).toBe('not found')
  })

  it('is changed only where the writer has room for its texts, those that it keeps included', async () => {
    const { id, nodes, edges, version } = await make({ nodes: [{ id: 'ü' }], edges: [{ source: 'a', target: 'b' }] })
    const change = (maxBytes: number, content: object) =>
      maps.change(workspaceId, id, content, { ...defaultPlans.pro, maxBytes })
    const bytes = Buffer.byteLength(nodes) + Buffer.byteLength(edges)
    expect(await change(bytes - 1, { name: 'y' })).toEqual({ neededBytes: bytes })
    expect(await change(bytes, { nodes: [{ id: 'longer' }] })).toEqual({ neededBytes: bytes + 4 })
    expect(await maps.get(workspaceId, id)).toMatchObject({ name: 'x', nodes, version })
    expect(await change(bytes, { name: 'y' })).toMatchObject({ map: { name: 'y', version: version + 1 } })
  })

  it('is not there for another workspace, by any query', async () => {
    const { id } = await make()
    const otherWorkspace = randomUUID()
    expect(await maps.get(otherWorkspace, id)).toBe('not found')
    expect(await maps.change(otherWorkspace, id, { name: 'y' }, defaultPlans.pro)).toBe('not found')
    expect(await maps.change(otherWorkspace, id, { name: 'y' }, defaultPlans.pro, { versions: [1] })).toBe('not found')
    expect(await maps.remove(otherWorkspace, id)).toBe('not found')
    expect(await maps.getMany(otherWorkspace, [id])).toEqual([])
    expect(await maps.getSummaries(otherWorkspace, [id], ['name'])).toEqual([])
    expect(await maps.listEntries(otherWorkspace, { limit: 10 })).toEqual([])
  })

  it('is queried before most of the lists that were requested earlier', () =>
    expectMapFirst('ordinality', (store, id) => store.getMany(workspaceId, [id])))

  it('is not read for a list whose client has disconnected', async () => {
    const { id } = await make()
    const { store, queries } = recordingStore('ordinality')
    const disconnect = new AbortController()
    const reads = [1, 2, 3].map((it) => store.getMany(workspaceId, [id], it === 3 ? disconnect.signal : undefined))
    disconnect.abort(new Error('gone'))
    await expect(reads[2]).rejects.toThrow('gone')
    await Promise.all(reads.slice(0, 2))
    expect(queries).toHaveLength(2)
  })

  it('fails for all waiting lists when the database stops responding, and is read again later', async () => {
    await using network = await startFaultProxy(databaseUrl)
    const cutOff = openDatabase(throughProxy(databaseUrl, network))
    const { store, queries } = recordingStore('ordinality', cutOff.sql)
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    await store.getMany(workspaceId, [id])
    network.stall()
    const lists = Array.from({ length: 20 }, () => store.getMany(workspaceId, [id]))
    const failure = { status: 'rejected', reason: expect.any(Unavailable) }
    for (const result of await Promise.allSettled(lists)) expect(result).toMatchObject(failure)
    expect(queries.filter((it) => it === 'slow')).toHaveLength(1 + 2)
    await network.restore()
    await vi.waitFor(() => store.getMany(workspaceId, [id]), { timeout: 5_000 })
    await cutOff.end({ timeout: 1 })
  })

  it('counts its versions without a gap under concurrent changes', async () => {
    const { id } = await make()
    const names = Array.from({ length: 20 }, (_, index) => `${index}`)
    const changes = await Promise.all(names.map((name) => maps.change(workspaceId, id, { name }, defaultPlans.pro)))
    const versions = changes.map((it) => (typeof it === 'object' && 'map' in it ? it.map.version : JSON.stringify(it)))
    expect(versions.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, at) => at + 2))
    const map = await read(id)
    expect(map.updatedAt.getTime()).toBeGreaterThanOrEqual(map.createdAt.getTime() + 20)
  })

  it('is changed by one of two clients that hold the same version', async () => {
    const { id } = await make()
    const both = ['mine', 'yours'].map((name) =>
      maps.change(workspaceId, id, { name }, defaultPlans.pro, { versions: [1] }),
    )
    const outcomes = await Promise.all(both)
    expect(outcomes.filter((it) => it === 'version differs')).toHaveLength(1)
  })
})

describe('a list', () => {
  /** A new workspace with maps of these names, the last one the newest. */
  async function workspaceOf(...names: string[]): Promise<string> {
    const owner = (await newWorkspace()).id
    for (const name of names) await make({ name, nodes: [{ id: 'a' }], isPublic: true }, owner)
    return owner
  }

  async function namesWith(owner: string, q: string): Promise<(string | undefined)[]> {
    const ids = (await maps.listEntries(owner, { limit: 10, q })).map((it) => it.id)
    return (await maps.getSummaries(owner, ids, ['name'])).map((it) => it.name)
  }

  it('reads only the columns of the requested fields', async () => {
    const owner = await workspaceOf('tea')
    const [entry] = await maps.listEntries(owner, { limit: 1 })
    const keysOf = async (...fields: MapField[]) =>
      Object.keys((await maps.getSummaries(owner, [entry!.id], fields))[0]!)
    expect(await keysOf('name')).toEqual(['name'])
    expect(await keysOf('id', 'updatedAt')).toEqual(['id', 'updatedAt'])
    expect(await keysOf('isPublic')).toEqual(['isPublic', 'shareId'])
    expect(await keysOf(...mapFields)).toEqual([...mapFields.toSpliced(4, 0, 'shareId' as MapField)])
  })

  it('counts the bytes of a map that it will read', async () => {
    const owner = await workspaceOf('tea')
    const sizeOf = async (...fields: MapField[]) => (await maps.listEntries(owner, { limit: 1, fields }))[0]!.size
    const nodes = '[{"id":"a"}]'
    expect((await maps.listEntries(owner, { limit: 1 }))[0]!.size).toBe(nodes.length + '[]'.length)
    const plain = await sizeOf('id', 'name')
    const sizes = [await sizeOf('nodes'), await sizeOf('edges'), await sizeOf('nodes', 'edges')]
    expect(sizes).toEqual([nodes.length, 2, nodes.length + 2].map((it) => plain + it))
  })

  it('finds the maps whose name contains a text, in upper or lower case of any script', async () => {
    const owner = await workspaceOf('Web shop', 'web SHOP 2', 'Straße & Café', 'ΟΔΟΣ', 'tea')
    expect(await namesWith(owner, 'SHOP')).toEqual(['web SHOP 2', 'Web shop'])
    expect(await namesWith(owner, 'STRASSE & CAFÉ')).toEqual(['Straße & Café'])
    expect(await namesWith(owner, 'οδος')).toEqual(['ΟΔΟΣ'])
    expect(await namesWith(owner, 'coffee')).toEqual([])
    expect(await namesWith(owner, '')).toHaveLength(5)
  })

  it('finds accents as separate characters, as macOS writes them, and composed', async () => {
    const owner = await workspaceOf('Über uns', 'Kůň'.normalize('NFD'))
    expect(await namesWith(owner, 'über'.normalize('NFD'))).toEqual(['Über uns'])
    expect(await namesWith(owner, 'KŮŇ')).toEqual(['Kůň'.normalize('NFD')])
    expect(await namesWith(owner, 'uber')).toEqual([])
  })

  it('takes every character of that text literally', async () => {
    const names = ['100% tea', '100 teas', 'a_b', 'axb', 'back\\slash', ...hostileTexts]
    const owner = await workspaceOf(...names)
    expect(await namesWith(owner, '0%')).toEqual(['100% tea'])
    expect(await namesWith(owner, 'a_b')).toEqual(['a_b'])
    for (const it of hostileTexts) expect(await namesWith(owner, it), it).toContain(it)
  })

  it('is searched by a few queries at a time, while single maps are read', () =>
    expectMapFirst('order by', (store) => store.listEntries(workspaceId, { limit: 10, q: 'x' })))

  it('has one search of a workspace at a time, for which neither lists nor other workspaces wait', async () => {
    const { id } = await make()
    const slow = Promise.withResolvers<void>()
    const searched: string[] = []
    const store = createMapStore(async (template, ...values) => {
      if (!template.join('').includes('order by updated_at')) return sql(template, ...values)
      searched.push(String(values.find((it) => it === 'hostile' || it === 'other')))
      if (searched.at(-1) === 'other') return [] as never
      await slow.promise
      throw new Unavailable('too slow', 1, { cause: Object.assign(new Error(), { code: '57014', severity: 'ERROR' }) })
    })
    const hostile = Array.from({ length: 3 }, () => store.listEntries('hostile', { limit: 10, q: 'x' }))
    const settled = Promise.allSettled(hostile)
    await expect(store.listEntries('other', { limit: 10, q: 'x' })).resolves.toEqual([])
    expect(await store.getMany(workspaceId, [id])).toHaveLength(1)
    expect(searched).toEqual(['hostile', 'other'])
    slow.resolve()
    // The time of a statement tells nothing of the next one.
    for (const { status } of await settled) expect(status).toBe('rejected')
    expect(searched).toHaveLength(4)
  })

  it('has pages of those maps alone', async () => {
    const owner = await workspaceOf('tea 1', 'coffee 1', 'tea 2', 'coffee 2', 'tea 3')
    const first = await maps.listEntries(owner, { limit: 2, q: 'tea' })
    const second = await maps.listEntries(owner, { limit: 2, q: 'tea', after: first.at(-1) })
    const since = await maps.listEntriesSince(owner, second[0]!, 10, { q: 'tea' })
    const ids = [...first, ...second, ...since].map((it) => it.id)
    const summaries = await maps.getSummaries(owner, ids, ['name'])
    expect(summaries.map((it) => it.name)).toEqual(['tea 3', 'tea 2', 'tea 1', 'tea 2', 'tea 3'])
  })
})
