import { randomUUID } from 'node:crypto'
import { Unavailable } from '@maps/shared/errors'
import type { NewMap } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../../test/rig/database.ts'
import { startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { mapJson } from '../routes/map-json.ts'
import { createMapStore, type MapStore, type StoredMap } from './maps.ts'
import { openPool, type Pool } from './pool.ts'
import { createWorkspaceStore } from './workspaces.ts'

let database: Database
let sql: Pool
let maps: MapStore
let workspaceId: string

beforeAll(async () => {
  database = await createDatabase()
  sql = openPool(database.url)
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
  it('is whole JSON around its stored text, whatever was written into it', async () => {
    for (const text of hostileTexts) {
      const nodes = [{ tech: text, id: text, spend: 1e308, x: -0.1 }]
      const edges = [{ target: text, label: text, source: text }]
      const { id } = await make({ name: text, nodes, edges, isPublic: false })
      const map = await maps.get(workspaceId, id)
      expect(JSON.parse(mapJson(map!))).toMatchObject({ id, name: text, nodes, edges })
      expect(map!.nodes).toBe(JSON.stringify(nodes))
    }
  })

  it('cannot hold nodes or edges that are no JSON array, whoever writes them', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    for (const text of ['', '{}', 'null', '[', '[]]', '[1,]', '"[]"', '[] "']) {
      await expect(sql`update maps set nodes = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
      await expect(sql`update maps set edges = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
    }
    expect(await maps.get(workspaceId, id)).toMatchObject({ nodes: '[]', edges: '[]' })
  })

  it('is not there for another workspace, whatever is asked of it', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    const stranger = randomUUID()
    expect(await maps.get(stranger, id)).toBeUndefined()
    expect(await maps.change(stranger, id, { name: 'y' }, defaultPlans.pro)).toBe('not found')
    expect(await maps.change(stranger, id, { name: 'y' }, defaultPlans.pro, [1])).toBe('not found')
    expect(await maps.remove(stranger, id)).toBe('not found')
    expect(await maps.getMany(stranger, [id])).toEqual([])
    expect(await maps.index(stranger, { limit: 10 })).toEqual([])
  })

  it('is read with those that others want at the same time, as if it were read alone', async () => {
    const strangerId = (await createWorkspaceStore(sql).create('strangers', 'pro'))!.id
    const owners = [workspaceId, strangerId]
    const large = { id: 'large', tech: 'x'.repeat(70_000) }
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const nodes = [index % 10 === 0 ? large : { id: `node ${index}` }]
        const content = { name: `map ${index}`, nodes, edges: [], isPublic: index % 3 === 0 }
        return (await make(content, owners[index % 2])).id
      }),
    )
    const unused = `${ids[0]!.slice(0, -12)}000000000000`
    const reads = [...ids, unused, ids[1]!].flatMap((id) => owners.map((owner) => [owner, id] as const))
    const alone: unknown[] = []
    for (const [owner, id] of reads) alone.push(await maps.get(owner, id))
    expect(alone.filter(Boolean)).toHaveLength(21)

    let queries = 0
    const counted = createMapStore((...parts) => {
      queries++
      return sql(...parts)
    })
    const fragments = queries
    expect(await Promise.all(reads.map(([owner, id]) => counted.get(owner, id)))).toEqual(alone)
    // The first goes at once, when nobody else is known of; it is large, so it would have been left out.
    const [first, leftOut, together] = [1, alone.length - 21 + 1, Math.ceil((reads.length - 1) / 16)]
    expect(queries - fragments).toBe(first + leftOut + together)
  })

  it('is read at once while nobody else reads, and with the others when several did the last time', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    let queries = 0
    const counted = createMapStore((...parts) => {
      queries++
      return sql(...parts)
    })
    const queriesOf = async (reads: number): Promise<[atOnce: number, inAll: number]> => {
      const before = queries
      const found = Promise.all(Array.from({ length: reads }, () => counted.get(workspaceId, id)))
      const atOnce = queries - before
      expect((await found).filter(Boolean)).toHaveLength(reads)
      return [atOnce, queries - before]
    }
    expect(await queriesOf(1)).toEqual([1, 1])
    expect(await queriesOf(5)).toEqual([1, 2])
    expect(await queriesOf(5)).toEqual([0, 1])
    expect(await queriesOf(1)).toEqual([0, 1])
    expect(await queriesOf(1)).toEqual([1, 1])
  })

  it('is asked for before most of the lists that were wanted earlier', async () => {
    const { id } = await make({ name: 'x', nodes: [], edges: [], isPublic: false })
    const asked: string[] = []
    const noted = createMapStore((template, ...values) => {
      if (/^\s*select/.test(template[0]!)) asked.push(template.join('').includes('ordinality') ? 'list' : 'map')
      return sql(template, ...values)
    })
    const lists = Array.from({ length: 20 }, () => noted.getMany(workspaceId, [id]))
    expect(await noted.get(workspaceId, id)).toMatchObject({ id })
    await Promise.all(lists)
    expect(asked.indexOf('map')).toBeLessThanOrEqual(2)
    expect(asked.filter((it) => it === 'list')).toHaveLength(20)
  })

  it('tells everybody who waits for the same query that the database is away', async () => {
    await using network = await startFaultProxy(database.url)
    const cutOff = openPool(throughProxy(database.url, network))
    network.refuse()
    const store = createMapStore(cutOff)
    const reads = [1, 2, 3].map(() => store.get(workspaceId, '01890a5d-ac96-774b-bcce-b302099a8057'))
    for (const it of await Promise.allSettled(reads)) {
      expect(it).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    }
    await cutOff.end()
  })

  it('tells everybody who waits for a turn when the database has fallen silent', async () => {
    await using network = await startFaultProxy(database.url)
    const cutOff = openPool(throughProxy(database.url, network))
    let asked = 0
    const store = createMapStore((template, ...values) => {
      if (template.join('').includes('ordinality')) asked++
      return cutOff(template, ...values)
    })
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    await store.getMany(workspaceId, [id])
    network.swallow()
    const lists = Array.from({ length: 20 }, () => store.getMany(workspaceId, [id]))
    for (const it of await Promise.allSettled(lists)) {
      expect(it).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    }
    expect(asked).toBe(1 + 2)
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
