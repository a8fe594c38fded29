import { randomUUID } from 'node:crypto'
import type { MapEdge, MapNode, NewMap } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { openMapStore } from '../../../test/rig/map-store.ts'
import type { StorageLimits } from './insert-map.ts'
import { openPostgres } from './postgres.ts'

const { databaseUrl, maps, newWorkspace, sql } = await openMapStore()

const content = { name: 'x', nodes: [{ id: 'ä' }], edges: [], isPublic: true }
/** Size of the nodes and edges of `content` as JSON in UTF-8. */
const contentBytes = 15

async function usageOf(workspaceId: string) {
  const [counted] = await sql`
    select map_count as maps, stored_bytes::int as bytes,
      (select count(*)::int from maps where workspace_id = workspaces.id) as "mapsThere",
      (select coalesce(sum(octet_length(nodes) + octet_length(edges)), 0)::int from maps
        where workspace_id = workspaces.id) as "bytesThere"
    from workspaces where id = ${workspaceId}`
  return counted!
}

/** Creates maps concurrently. */
async function makeMany(workspaceId: string, count: number, limits: StorageLimits, key?: string) {
  const creations = Array.from({ length: count }, () => maps.create(workspaceId, content, limits, key))
  return (await Promise.all(creations)).map((it) => (typeof it === 'string' ? it : it.isReplayed ? 'replayed' : 'made'))
}

describe('the quota of a workspace', () => {
  it('is exact for maps that are created at once, and has room again after a deletion', async () => {
    const workspaceId = (await newWorkspace()).id
    const limits = { ...defaultPlans.pro, maps: 5 }
    const outcomes = await makeMany(workspaceId, 40, limits)
    expect(outcomes.filter((it) => it === 'made')).toHaveLength(5)
    expect(outcomes.filter((it) => it === 'too many maps')).toHaveLength(35)
    const [first] = await maps.listEntries(workspaceId, { limit: 1 })
    expect(await maps.remove(workspaceId, first!.id)).toBe('removed')
    expect(await makeMany(workspaceId, 2, limits)).toEqual(expect.arrayContaining(['made', 'too many maps']))
  })

  it('limits the bytes of new maps and of growing changes', async () => {
    const workspaceId = (await newWorkspace()).id
    const limits = { ...defaultPlans.pro, storedBytes: 3 * contentBytes + 4 }
    const outcomes = await makeMany(workspaceId, 20, limits)
    expect(outcomes.filter((it) => it === 'made')).toHaveLength(3)
    expect(outcomes.filter((it) => it === 'too many bytes')).toHaveLength(17)
    const { id } = (await maps.listEntries(workspaceId, { limit: 1 }))[0]!
    const change = (nodeId: string, versions?: number[]) =>
      maps.change(workspaceId, id, { nodes: [{ id: nodeId }] }, limits, { versions })
    expect(await change('x'.repeat(7))).toBe('too many bytes')
    expect(await change('x'.repeat(7), [9])).toBe('version differs')
    expect(await change('x'.repeat(6))).toMatchObject({ map: { version: 2 } })
    const full = { ...limits, storedBytes: 1 }
    expect(await maps.change(workspaceId, id, { nodes: [], name: 'y' }, full)).toMatchObject({ map: { nodes: '[]' } })
    expect(await maps.change(workspaceId, id, { isPublic: false }, full)).toMatchObject({ map: { isPublic: false } })
  })

  it('counts correctly for any writer', async () => {
    const workspaceId = (await newWorkspace()).id
    await makeMany(workspaceId, 30, defaultPlans.pro)
    const entries = await maps.listEntries(workspaceId, { limit: 20 })
    const grown = { edges: [{ source: 'a', target: 'b' }] }
    const write = (id: string, at: number) =>
      at % 2 === 0 ? maps.remove(workspaceId, id) : maps.change(workspaceId, id, grown, defaultPlans.pro)
    await Promise.all(entries.map(({ id }, at) => write(id, at)))
    // A gateway of the previous version inserts maps like this.
    await sql`
      insert into maps (workspace_id, name, is_public, nodes, edges, created_at, updated_at)
      values (${workspaceId}, 'old', false, '[1]', '[]', now(), now())`
    const { maps: counted, bytes, mapsThere, bytesThere } = await usageOf(workspaceId)
    expect({ counted, bytes }).toEqual({ counted: 21, bytes: bytesThere })
    expect(mapsThere).toBe(21)
  })
})

describe('an idempotency key', () => {
  it('creates one map for a thousand requests, with equal responses', async () => {
    const workspaceId = (await newWorkspace()).id
    const requests = Array.from({ length: 1_000 }, () => maps.create(workspaceId, content, defaultPlans.pro, 'k'))
    const outcomes = await Promise.all(requests)
    const created = outcomes.filter((it) => typeof it !== 'string')
    expect(outcomes.filter((it) => typeof it === 'string' && it !== 'under way')).toEqual([])
    expect(created.filter((it) => !it.isReplayed)).toHaveLength(1)
    for (const { map } of created) expect(map).toEqual(created[0]!.map)
    expect(await usageOf(workspaceId)).toMatchObject({ maps: 1 })
    // The control: without a key, each request creates a map.
    expect(new Set(await makeMany(workspaceId, 20, defaultPlans.pro))).toEqual(new Set(['made']))
  })

  it('repeats the first response after the map was changed and deleted, and in a full workspace', async () => {
    const workspaceId = (await newWorkspace()).id
    const first = await maps.create(workspaceId, content, defaultPlans.pro, 'k')
    if (typeof first === 'string') throw new Error(first)
    const again = () => maps.create(workspaceId, content, { maps: 1, storedBytes: 1 }, 'k')
    await maps.change(workspaceId, first.map.id, { name: 'y', isPublic: false }, defaultPlans.pro)
    expect(await again()).toEqual({ ...first, isReplayed: true })
    await maps.remove(workspaceId, first.map.id)
    expect(await again()).toEqual({ ...first, isReplayed: true })
    expect(await usageOf(workspaceId)).toMatchObject({ maps: 0 })
    const edges = [{ source: 'a', target: 'b' }]
    for (const change of [{ name: 'y' }, { isPublic: false }, { nodes: [] }, { edges }]) {
      const outcome = await maps.create(workspaceId, { ...content, ...change }, defaultPlans.pro, 'k')
      expect(outcome).toBe('key of another request')
    }
    expect(await maps.create((await newWorkspace()).id, content, defaultPlans.pro, 'k')).toMatchObject({
      isReplayed: false,
    })
  })

  it('stands for a map, however its fields are ordered', async () => {
    const workspaceId = (await newWorkspace()).id
    const create = (map: Partial<NewMap>) => maps.create(workspaceId, { ...content, ...map }, defaultPlans.pro, 'k')
    const nodes: MapNode[] = [{ id: 'a', label: 'A', billing: ['flat', 'usage'], spend: 1, x: 1, y: 2 }, { id: 'b' }]
    const edges: MapEdge[] = [{ source: 'a', target: 'b', label: 'x', arrow: 'both', dashed: true }]
    const reversed = <T extends object>(items: T[]): T[] =>
      items.map((it) => Object.fromEntries(Object.entries(it).toReversed()) as T)
    expect(await create({ nodes, edges })).toMatchObject({ isReplayed: false })
    expect(await create({ nodes: reversed(nodes), edges: reversed(edges) })).toMatchObject({ isReplayed: true })
    for (const change of [{ x: 2 }, { billing: ['usage', 'flat'] as const }, { label: undefined, tech: 'A' }]) {
      const changed = { ...nodes[0]!, ...change } as MapNode
      expect(await create({ nodes: [changed, nodes[1]!], edges })).toBe('key of another request')
    }
    expect(await create({ nodes: nodes.toReversed(), edges })).toBe('key of another request')
    expect(await create({ nodes, edges: [{ ...edges[0]!, arrow: 'none' }] })).toBe('key of another request')
  })

  it('is under way while another connection holds it, and creates no second map', async () => {
    const workspaceId = (await newWorkspace()).id
    const limits = defaultPlans.pro
    await using slow = await holdNewMaps(workspaceId)
    const first = maps.create(workspaceId, content, limits, 'k')
    // The server also has the locks of other tests' databases.
    const locks = () => sql`
      select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(locks, { interval: 5 }).toHaveLength(1)
    expect(await maps.create(workspaceId, content, limits, 'k')).toBe('under way')
    await slow.release()
    expect(await first).toMatchObject({ isReplayed: false })
    expect(await maps.create(workspaceId, content, limits, 'k')).toMatchObject({ isReplayed: true })
  })

  it('expires after a day, and is deleted by later ones', async () => {
    const workspaceId = (await newWorkspace()).id
    for (const key of ['a', 'b', 'c']) await maps.create(workspaceId, content, defaultPlans.pro, key)
    await sql`update idempotency_keys set created_at = created_at - interval '25 hours'`
    expect(await maps.create(workspaceId, content, defaultPlans.pro, 'a')).toMatchObject({ isReplayed: false })
    expect(await sql`select from idempotency_keys where workspace_id = ${workspaceId}`).toHaveLength(1)
    expect(await maps.create(workspaceId, content, defaultPlans.pro, 'a')).toMatchObject({ isReplayed: true })
    expect(await usageOf(workspaceId)).toMatchObject({ maps: 4 })
  })

  it('has no effect in a deleted workspace', async () => {
    expect(await maps.create(randomUUID(), content, defaultPlans.pro, 'k')).toBe('no workspace')
  })
})

/** Blocks the creation of maps in a workspace until `release`. */
async function holdNewMaps(workspaceId: string) {
  const holder = openPostgres(databaseUrl)
  await holder`begin`
  await holder`select from workspaces where id = ${workspaceId} for no key update`
  const release = async () => void (await holder`commit`)
  return { release, [Symbol.asyncDispose]: () => holder.end() }
}
