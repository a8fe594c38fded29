import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../../test/rig/database.ts'
import { mapJson } from '../routes/map-json.ts'
import { createMapStore, type MapStore } from './maps.ts'
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
      const { id } = await maps.create(workspaceId, { name: text, nodes, edges, isPublic: false })
      const map = await maps.get(workspaceId, id)
      expect(JSON.parse(mapJson(map!))).toMatchObject({ id, name: text, nodes, edges })
      expect(map!.nodes).toBe(JSON.stringify(nodes))
    }
  })

  it('cannot hold nodes or edges that are no JSON array, whoever writes them', async () => {
    const { id } = await maps.create(workspaceId, { name: 'x', nodes: [], edges: [], isPublic: false })
    for (const text of ['', '{}', 'null', '[', '[]]', '[1,]', '"[]"', '[] "']) {
      await expect(sql`update maps set nodes = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
      await expect(sql`update maps set edges = ${text} where id = ${id}`).rejects.toThrow(/violates check constraint/)
    }
    expect(await maps.get(workspaceId, id)).toMatchObject({ nodes: '[]', edges: '[]' })
  })

  it('is not there for another workspace, whatever is asked of it', async () => {
    const { id } = await maps.create(workspaceId, { name: 'x', nodes: [], edges: [], isPublic: false })
    const stranger = randomUUID()
    expect(await maps.get(stranger, id)).toBeUndefined()
    expect(await maps.change(stranger, id, { name: 'y' })).toBe('not found')
    expect(await maps.change(stranger, id, { name: 'y' }, [1])).toBe('not found')
    expect(await maps.remove(stranger, id)).toBe('not found')
    expect(await maps.getMany(stranger, [id])).toEqual([])
    expect(await maps.index(stranger, {})).toEqual([])
  })

  it('is read with those that others want at the same time, each as if it were alone', async () => {
    const strangerId = (await createWorkspaceStore(sql).create('strangers', 'pro'))!.id
    const names = Array.from({ length: 40 }, (_, index) => `map ${index}`)
    const ids = await Promise.all(
      names.map(async (name, index) => {
        const content = { name, nodes: [], edges: [], isPublic: false }
        return (await maps.create(index % 2 ? strangerId : workspaceId, content)).id
      }),
    )
    const unused = `${ids[0]!.slice(0, -12)}000000000000`
    let queries = 0
    const counted = createMapStore((...parts) => {
      queries++
      return sql(...parts)
    })
    queries = 0
    const found = await Promise.all([...ids, ids[0]!, unused, 'none'].map((id) => counted.get(workspaceId, id)))
    const own = names.map((name, index) => (index % 2 ? undefined : name))
    expect(found.map((it) => it?.name)).toEqual([...own, names[0], undefined, undefined])
    expect(queries).toBe(3)

    queries = 0
    for (const id of ids.slice(0, 4)) await counted.get(workspaceId, id)
    expect(queries).toBe(4)
  })

  it('counts its versions without a gap while many change it at once', async () => {
    const { id } = await maps.create(workspaceId, { name: 'x', nodes: [], edges: [], isPublic: false })
    const changes = Array.from({ length: 20 }, (_, index) => maps.change(workspaceId, id, { name: `${index}` }))
    const versions = (await Promise.all(changes)).map((it) => (typeof it === 'object' ? it.map.version : it))
    expect(versions.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, at) => at + 2))
    const map = await maps.get(workspaceId, id)
    expect(map!.updatedAt.getTime()).toBeGreaterThanOrEqual(map!.createdAt.getTime() + 20)
  })

  it('is changed by one of two who hold the same version', async () => {
    const { id } = await maps.create(workspaceId, { name: 'x', nodes: [], edges: [], isPublic: false })
    const both = ['mine', 'yours'].map((name) => maps.change(workspaceId, id, { name }, [1]))
    const outcomes = await Promise.all(both)
    expect(outcomes.filter((it) => it === 'version differs')).toHaveLength(1)
  })
})
