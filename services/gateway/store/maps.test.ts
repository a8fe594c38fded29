import { randomUUID } from 'node:crypto'
import { Unavailable } from '@maps/shared/errors'
import { type MapField, mapFields, type NewMap } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, type Database } from '../../../test/rig/database.ts'
import { startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { mapJson } from '../routes/map-json.ts'
import { createMapStore, type MapStore } from './maps.ts'
import type { StoredMap } from './stored-map.ts'
import { openDatabase } from './database.ts'
import { type Client, openPostgres } from './postgres.ts'
import { createWorkspaceStore } from './workspaces.ts'

let database: Database
let sql: Client
let maps: MapStore
let workspaceId: string

beforeAll(async () => {
  database = await createDatabase()
  sql = openPostgres(database.url, { max: 10 })
  maps = createMapStore(sql)
  workspaceId = (await createWorkspaceStore(sql).create('team', 'pro'))!.id
})
afterAll(async () => {
  await sql.end()
  await database[Symbol.asyncDispose]()
})

/** A map that there was room for. */
async function make(map: NewMap, owner = workspaceId): Promise<StoredMap> {
  const outcome = await maps.create(owner, map, defaultPlans.pro)
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome.map
}

/**
 * What the database is asked, in order, when a map is read after so many slow reads have been wanted.
 * @param mark a part of the slow reads' text
 */
async function askedBehind(
  count: number,
  mark: string,
  readSlowly: (noted: MapStore, id: string) => Promise<unknown>,
): Promise<('slow' | 'map')[]> {
  const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
  const asked: ('slow' | 'map')[] = []
  const noted = createMapStore((template, ...values) => {
    asked.push(template.join('').includes(mark) ? 'slow' : 'map')
    return sql(template, ...values)
  })
  const reads = Array.from({ length: count }, () => readSlowly(noted, id))
  expect(await noted.get(workspaceId, id)).toMatchObject({ id })
  await Promise.all(reads)
  return asked
}

/** Texts that would end a string, an array or a statement early, were they ever put together without care. */
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
      const { id } = await make({ name: text, nodes, edges, isPublic: false })
      const map = await maps.get(workspaceId, id)
      expect(JSON.parse(mapJson(map!))).toMatchObject({ id, name: text, nodes, edges })
      expect(map!.nodes).toBe(JSON.stringify(nodes))
    }
  })

  it('cannot hold nodes or edges that are no JSON array, from any writer', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    for (const text of ['', '{}', 'null', '[', '[]]', '[1,]', '"[]"', '[] "']) {
      await expect(sql`update maps set nodes = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
      await expect(sql`update maps set edges = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
    }
    expect(await maps.get(workspaceId, id)).toMatchObject({ nodes: '[]', edges: '[]' })
  })

  it('is not there for another workspace, by any query', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    const stranger = randomUUID()
    expect(await maps.get(stranger, id)).toBeUndefined()
    expect(await maps.change(stranger, id, { name: 'y' }, defaultPlans.pro)).toBe('not found')
    expect(await maps.change(stranger, id, { name: 'y' }, defaultPlans.pro, [1])).toBe('not found')
    expect(await maps.remove(stranger, id)).toBe('not found')
    expect(await maps.getMany(stranger, [id])).toEqual([])
    expect(await maps.getSummaries(stranger, [id], ['name'])).toEqual([])
    expect(await maps.listEntries(stranger, { limit: 10 })).toEqual([])
  })

  it('is asked for before most of the lists that were wanted earlier', async () => {
    const asked = await askedBehind(20, 'ordinality', (noted, id) => noted.getMany(workspaceId, [id]))
    expect(asked.indexOf('map')).toBeLessThanOrEqual(2)
    expect(asked.filter((it) => it === 'slow')).toHaveLength(20)
  })

  it('is not read for a list whose client has gone', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    let lists = 0
    const counted = createMapStore((template, ...values) => {
      lists++
      return sql(template, ...values)
    })
    const gone = new AbortController()
    const reads = [1, 2, 3].map((it) => counted.getMany(workspaceId, [id], it === 3 ? gone.signal : undefined))
    gone.abort(new Error('gone'))
    await expect(reads[2]).rejects.toThrow('gone')
    await Promise.all(reads.slice(0, 2))
    expect(lists).toBe(2)
  })

  it('tells all lists that wait when the database has fallen silent, and lists again afterwards', async () => {
    await using network = await startFaultProxy(database.url)
    const cutOff = openDatabase(throughProxy(database.url, network))
    let asked = 0
    const store = createMapStore((template, ...values) => {
      if (template.join('').includes('ordinality')) asked++
      return cutOff.sql(template, ...values)
    })
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    await store.getMany(workspaceId, [id])
    network.swallow()
    const lists = Array.from({ length: 20 }, () => store.getMany(workspaceId, [id]))
    for (const result of await Promise.allSettled(lists)) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    }
    expect(asked).toBe(1 + 2)
    await network.restore()
    await vi.waitFor(() => store.getMany(workspaceId, [id]), { timeout: 5_000 })
    await cutOff.end({ timeout: 1 })
  })

  it('counts its versions without a gap while many change it at once', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    const changes = Array.from({ length: 20 }, (_, index) =>
      maps.change(workspaceId, id, { name: `${index}` }, defaultPlans.pro),
    )
    const versions = (await Promise.all(changes)).map((it) => (typeof it === 'object' ? it.map.version : it))
    expect(versions.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, at) => at + 2))
    const map = await maps.get(workspaceId, id)
    expect(map!.updatedAt.getTime()).toBeGreaterThanOrEqual(map!.createdAt.getTime() + 20)
  })

  it('is changed by one of two who hold the same version', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    const both = ['mine', 'yours'].map((name) => maps.change(workspaceId, id, { name }, defaultPlans.pro, [1]))
    const outcomes = await Promise.all(both)
    expect(outcomes.filter((it) => it === 'version differs')).toHaveLength(1)
  })
})

describe('a list', () => {
  /** A workspace of its own with maps of these names, the last one the newest. */
  async function workspaceOf(...names: string[]): Promise<string> {
    const owner = (await createWorkspaceStore(sql).create(randomUUID(), 'pro'))!.id
    for (const name of names) await make({ name, nodes: [{ id: 'a' }], edges: [], isPublic: true }, owner)
    return owner
  }

  async function namesWith(owner: string, q: string): Promise<(string | undefined)[]> {
    const ids = (await maps.listEntries(owner, { limit: 10, q })).map((it) => it.id)
    return (await maps.getSummaries(owner, ids, ['name'])).map((it) => it.name)
  }

  it('reads the columns of the fields that are asked for, and no other', async () => {
    const owner = await workspaceOf('tea')
    const [entry] = await maps.listEntries(owner, { limit: 1 })
    const keysOf = async (...fields: MapField[]) =>
      Object.keys((await maps.getSummaries(owner, [entry!.id], fields))[0]!)
    expect(await keysOf('name')).toEqual(['name'])
    expect(await keysOf('id', 'updatedAt')).toEqual(['id', 'updatedAt'])
    expect(await keysOf('isPublic')).toEqual(['isPublic', 'shareId'])
    expect(await keysOf(...mapFields)).toEqual([...mapFields.toSpliced(4, 0, 'shareId' as MapField)])
  })

  it('counts what will be read of a map', async () => {
    const owner = await workspaceOf('tea')
    const sizeOf = async (...fields: MapField[]) => (await maps.listEntries(owner, { limit: 1, fields }))[0]!.size
    const nodes = '[{"id":"a"}]'
    expect((await maps.listEntries(owner, { limit: 1 }))[0]!.size).toBe(nodes.length + '[]'.length)
    const plain = await sizeOf('id', 'name')
    expect([await sizeOf('nodes'), await sizeOf('edges'), await sizeOf('nodes', 'edges')]).toEqual(
      [nodes.length, 2, nodes.length + 2].map((it) => plain + it),
    )
  })

  it('has the maps whose name contains a text, in upper or lower case of any script', async () => {
    const owner = await workspaceOf('Web shop', 'web SHOP 2', 'Straße & Café', 'ΟΔΟΣ', 'tea')
    expect(await namesWith(owner, 'SHOP')).toEqual(['web SHOP 2', 'Web shop'])
    expect(await namesWith(owner, 'STRASSE & CAFÉ')).toEqual(['Straße & Café'])
    expect(await namesWith(owner, 'οδος')).toEqual(['ΟΔΟΣ'])
    expect(await namesWith(owner, 'coffee')).toEqual([])
    expect(await namesWith(owner, '')).toHaveLength(5)
  })

  it('takes every character of that text for itself', async () => {
    const names = ['100% tea', '100 teas', 'a_b', 'axb', 'back\\slash', ...hostileTexts]
    const owner = await workspaceOf(...names)
    expect(await namesWith(owner, '0%')).toEqual(['100% tea'])
    expect(await namesWith(owner, 'a_b')).toEqual(['a_b'])
    for (const it of hostileTexts) expect(await namesWith(owner, it), it).toContain(it)
  })

  it('is searched for a few at a time, while single maps are read', async () => {
    const asked = await askedBehind(20, 'order by', (noted) => noted.listEntries(workspaceId, { limit: 10, q: 'x' }))
    expect(asked.indexOf('map')).toBeLessThanOrEqual(2)
    expect(asked.filter((it) => it === 'slow')).toHaveLength(20)
  })

  it('is in pages of those maps alone', async () => {
    const owner = await workspaceOf('tea 1', 'coffee 1', 'tea 2', 'coffee 2', 'tea 3')
    const first = await maps.listEntries(owner, { limit: 2, q: 'tea' })
    const second = await maps.listEntries(owner, { limit: 2, q: 'tea', after: first.at(-1) })
    const since = await maps.listEntriesSince(owner, second[0]!, 10, { q: 'tea' })
    const ids = [...first, ...second, ...since].map((it) => it.id)
    const summaries = await maps.getSummaries(owner, ids, ['name'])
    expect(summaries.map((it) => it.name)).toEqual(['tea 3', 'tea 2', 'tea 1', 'tea 2', 'tea 3'])
  })
})
