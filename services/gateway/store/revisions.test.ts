import { randomUUID } from 'node:crypto'
import type { MapChange } from '@maps/shared/map'
import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { openMapStore } from '../../../test/rig/map-store.ts'
import { mapJson } from '../maps/map-json.ts'
import type { Author } from './insert-map.ts'
import { createMapStore } from './maps.ts'
import { type Client, openPostgres } from './postgres.ts'
import { isMapTooLarge, type ReadOutcome } from './read-within.ts'
import type { RevisionLimits } from './revisions.ts'
import type { StoredMap } from './stored-map.ts'
import { createTokenStore } from './tokens.ts'

const { maps, newWorkspace, sql, databaseUrl } = await openMapStore()

/** Bytes of a version of which a statement drops two. */
const LARGE = 33 * 1024 ** 2

/** Runs a statement that takes longer than a gateway may take. */
async function withoutTimeLimit(run: (unlimited: Client) => Promise<unknown>): Promise<void> {
  const unlimited = openPostgres(databaseUrl, { isUnlimited: true })
  try {
    await run(unlimited)
  } finally {
    await unlimited.end()
  }
}

const anna = { tokenId: randomUUID() }
const ben = { tokenId: randomUUID() }

function mapOf(outcome: ReadOutcome): StoredMap {
  if (typeof outcome === 'string' || isMapTooLarge(outcome)) throw new Error(JSON.stringify(outcome))
  return outcome
}

/** A map in a workspace of its own, whose versions are called by their names. */
async function openMap(author: Author = anna, limits: RevisionLimits = defaultPlans.pro) {
  const workspace = await newWorkspace()
  const create = async (name: string) => {
    const content = { name, nodes: [{ id: 'a' }], edges: [], isPublic: false }
    const outcome = await maps.create(workspace.id, content, defaultPlans.pro, undefined, author)
    if (typeof outcome === 'string') throw new Error(outcome)
    return outcome.map
  }
  const { id } = await create('first')
  const change = async (change: MapChange | string, by: Author = anna, of = id): Promise<StoredMap> => {
    const content = typeof change === 'string' ? { name: change } : change
    const outcome = await maps.change(workspace.id, of, content, { ...defaultPlans.pro, ...limits }, { author: by })
    if (typeof outcome === 'string' || isMapTooLarge(outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.map
  }
  return {
    id,
    workspace,
    create,
    change,
    /** Moves all that has happened to the map into the past. */
    async pass(time: string) {
      await sql`
        update maps set updated_at = updated_at - ${time}::interval, revised_at = revised_at - ${time}::interval
        where id = ${id}`
      await sql`
        update map_revisions set created_at = created_at - ${time}::interval, expires_at = expires_at - ${time}::interval
        where map_id = ${id}`
    },
    list: () => maps.listRevisions(workspace.id, id, { limit: 1_000 }),
    /** Names of the versions that are kept, newest first. */
    async names(of = id) {
      const entries = await maps.listRevisions(workspace.id, of, { limit: 1_000 })
      const kept = await Promise.all(entries.map((it) => maps.getRevision(workspace.id, of, it.version)))
      return kept.map((it) => mapOf(it).name)
    },
    async usage() {
      const [row] = await sql<{ count: number; bytes: number }[]>`
        select revision_count as count, revision_bytes::int as bytes from workspaces where id = ${workspace.id}`
      return row!
    },
  }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)

describe('a change of a map', () => {
  it('keeps the version before it, as it was, under the number of its ETag', async () => {
    const map = await openMap()
    const before = await maps.get(map.workspace.id, map.id)
    const second = await map.change({
      nodes: [{ id: 'b' }, { id: 'c' }],
      edges: [{ source: 'b', target: 'c' }],
      isPublic: true,
    })
    const third = await map.change('third', ben)
    const read = async (version: number) => mapJson(mapOf(await maps.getRevision(map.workspace.id, map.id, version)))
    expect(await read(1)).toBe(mapJson(mapOf(before)))
    const bytes = Buffer.byteLength(second.nodes + second.edges)
    expect(await maps.getRevision(map.workspace.id, map.id, 2, bytes)).toMatchObject({ version: 2 })
    expect(await maps.getRevision(map.workspace.id, map.id, 2, bytes - 1)).toEqual({ neededBytes: bytes })
    expect(await maps.findNearestVersions(map.workspace.id, map.id, 2)).toEqual({ before: 1, after: 3 })
    expect(await read(2)).toBe(mapJson(second))
    expect(await read(3)).toBe(mapJson(third))
    const counts = [
      [2, 1],
      [2, 1],
      [1, 0],
    ]
    expect((await map.list()).map((it) => [it.nodeCount, it.edgeCount])).toEqual(counts)
  })

  it('is joined with those by the same token in the ten minutes before it', async () => {
    const map = await openMap()
    for (const name of ['a', 'b', 'c']) await map.change(name)
    expect(await map.names()).toEqual(['c', 'first'])
    await map.pass('10 minutes')
    await map.change('d')
    await map.change('e', ben)
    await map.change('f', ben)
    await map.change('g')
    expect(await map.names()).toEqual(['g', 'f', 'd', 'c', 'first'])
  })

  it('is not joined with those before midnight in UTC, so that the last version of each day is kept', async () => {
    const map = await openMap()
    await map.change('a')
    await map.change('b')
    await sql`
      update maps set revised_at = date_trunc('day', now(), 'utc') - interval '1 second',
        updated_at = date_trunc('day', now(), 'utc') - interval '1 second' where id = ${map.id}`
    await map.change('c')
    expect(await map.names()).toEqual(['c', 'b', 'first'])
  })

  it('without a new value raises the version, and keeps none but one with a note that gets another', async () => {
    const map = await openMap({ ...anna, note: 'why' })
    await map.change({ name: 'first', nodes: [{ id: 'a' }], edges: [], isPublic: false }, ben)
    expect(await map.list()).toMatchObject([{ version: 2, note: 'why' }])
    await map.change('first', { ...ben, note: 'why' })
    expect(await map.list()).toMatchObject([{ version: 3, note: 'why' }])
    await map.change('first', { ...ben, note: 'because' })
    expect(await map.list()).toMatchObject([
      { version: 4, note: 'because' },
      { version: 3, note: 'why' },
    ])
    await map.change('next')
    expect(await map.list()).toMatchObject([
      { version: 5, note: null },
      { version: 4, note: 'because' },
      { version: 3, note: 'why' },
    ])
  })

  it('with a note is kept with the version before it, also among changes that are joined', async () => {
    const map = await openMap()
    for (const name of ['a', 'b']) await map.change(name)
    await map.change('c', { ...anna, note: 'why' })
    for (const name of ['d', 'e']) await map.change(name)
    expect(await map.names()).toEqual(['e', 'c', 'b', 'first'])
    expect((await map.list()).map((it) => it.note)).toEqual([null, 'why', null, null])
  })

  it('names its token, which other workspaces do not see', async () => {
    const map = await openMap()
    const record = { workspace: map.workspace.name, name: 'ci', hash: Buffer.from(map.id), lastFour: 'abcd' }
    const tokenId = (await createTokenStore(sql).create({ ...record, expiresAt: undefined }))!
    await map.change('a', { tokenId })
    expect((await map.list()).map((it) => it.token)).toEqual(['ci', null])
  })

  it('by a gateway of the version before keeps the version before it, and claims neither its token nor its note', async () => {
    const map = await openMap({ ...anna, note: 'why' })
    for (const name of ['a', 'b']) {
      await sql`
        update maps set name = ${name}, version = version + 1, updated_at = updated_at + interval '1 second' where id = ${map.id}`
    }
    expect(await map.list()).toMatchObject([{ note: null }, { note: null }, { note: 'why' }])
    expect(await map.names()).toEqual(['b', 'a', 'first'])
    await map.change('c')
    expect(await map.names()).toEqual(['c', 'b', 'a', 'first'])
  })

  it('leaves a chain of versions without a gap, however many clients make it at the same time', async () => {
    const map = await openMap()
    await Promise.all(names(20).map((name, at) => map.change(name, { tokenId: randomUUID(), note: `${at}` })))
    const versions = (await map.list()).map((it) => it.version)
    expect(versions).toEqual(Array.from({ length: 21 }, (_, at) => 21 - at))
    expect(new Set(await map.names()).size).toBe(21)
  })
})

describe('revisions', () => {
  it('stay for 30 days, the last one of a day for a year, and the first and those with a note for ever', async () => {
    const map = await openMap()
    const changeDaily = async () => {
      for (const [name, note] of [['x'], ['y'], ['noted', 'why'], ['z']])
        await map.change(name!, { tokenId: randomUUID(), note })
      await map.pass('1 day')
    }
    await changeDaily()
    await changeDaily()
    const other = await map.create('other')
    /** Drops what has expired, by a change of another map. */
    const dropAfter = async (time: string) => {
      await map.pass(time)
      await map.change(randomUUID(), { tokenId: randomUUID() }, other.id)
      return map.names()
    }
    const day = ['noted', 'y', 'x']
    expect(await dropAfter('27 days')).toEqual(['z', ...day, 'z', ...day, 'first'])
    expect(await dropAfter('2 days')).toEqual(['z', 'noted', 'z', 'noted', 'first'])
    expect(await dropAfter('335 days')).toEqual(['z', 'noted', 'noted', 'first'])
    expect(await dropAfter('100 years')).toEqual(['z', 'noted', 'noted', 'first'])
  })

  it('stay for 30 days after they were replaced, however long they stood', async () => {
    const map = await openMap()
    await map.change('old')
    const other = await map.create('other')
    const dropAfter = async (time: string) => {
      await map.pass(time)
      await map.change(randomUUID(), { tokenId: randomUUID() }, other.id)
      return map.names()
    }
    await dropAfter('3 years')
    await map.change('new', ben)
    expect(await dropAfter('29 days')).toEqual(['new', 'old', 'first'])
    expect(await dropAfter('2 days')).toEqual(['new', 'first'])
  })

  it('are dropped beyond the number of the plan, the oldest without a note first', async () => {
    const map = await openMap(anna, { ...defaultPlans.pro, revisions: 4 })
    await map.change('noted', { ...ben, note: 'why' })
    for (const name of names(6)) await map.change(name, { tokenId: randomUUID() })
    expect(await map.names()).toEqual(['n5', 'n4', 'n3', 'noted', 'first'])
    for (const note of names(4)) await map.change(note, { ...ben, note })
    expect(await map.names()).toEqual(['n3', 'n2', 'n1', 'n0', 'noted'])
  })

  it('are dropped after those with notes where the map has just replaced them', async () => {
    const map = await openMap(anna, { ...defaultPlans.pro, revisions: 3 })
    for (const note of names(4)) await map.change(note, { ...ben, note })
    for (const name of ['slip', 'next']) await map.change(name, { tokenId: randomUUID() })
    expect(await map.names()).toEqual(['next', 'slip', 'n3', 'n2'])
  })

  it('are dropped beyond the bytes of the plan, the oldest of the workspace first', async () => {
    const bytes = '[{"id":"a"}][]'.length
    const map = await openMap(anna, { ...defaultPlans.pro, revisionBytes: 4 * bytes })
    const other = await map.create('other')
    for (const name of names(2)) await map.change(name, { tokenId: randomUUID() })
    for (const name of names(3)) await map.change(name, { tokenId: randomUUID() }, other.id)
    expect([await map.names(), await map.names(other.id)]).toEqual([
      ['n1', 'first'],
      ['n2', 'n1', 'n0', 'other'],
    ])
    expect(await map.usage()).toEqual({ count: 4, bytes: 4 * bytes })
  })

  it('are counted, and gone with their map', async () => {
    const map = await openMap()
    for (const it of [anna, ben, anna]) await map.change(randomUUID(), it)
    expect(await map.usage()).toEqual({ count: 3, bytes: 3 * '[{"id":"a"}][]'.length })
    await maps.remove(map.workspace.id, map.id)
    expect(await map.usage()).toEqual({ count: 0, bytes: 0 })
    expect(await sql`select from map_revisions where map_id = ${map.id}`).toHaveLength(0)
  })

  it('of hundreds of MiB are dropped in parts, before their map, and only if it may be deleted', async () => {
    const map = await openMap()
    await map.change('x')
    const { id } = map
    await withoutTimeLimit(
      (unlimited) => unlimited`
        insert into map_revisions
          (map_id, version, workspace_id, name, is_public, nodes, edges, node_count, edge_count, created_at)
        select map_id, 100 + n, workspace_id, name, is_public, repeat('x', ${LARGE}::int), edges, 1, 0, created_at
        from map_revisions, generate_series(1, 3) as n where map_id = ${id}`,
    )
    const parts: number[] = []
    const store = createMapStore(async (template, ...values) => {
      const rows = await sql(template, ...values)
      if (template.join('').includes('delete from map_revisions')) parts.push(rows.length)
      return rows as never
    })
    expect(await store.remove(map.workspace.id, id, [1])).toBe('version differs')
    expect(await store.remove(randomUUID(), id)).toBe('not found')
    expect(await map.list()).toHaveLength(5)
    expect(await store.remove(map.workspace.id, id)).toBe('removed')
    expect(parts).toEqual([0, 0, 3, 0])
    expect(await map.usage()).toEqual({ count: 0, bytes: 0 })
  })

  it('are dropped a few at a time where they are large', async () => {
    const map = await openMap()
    for (const name of names(3)) await map.change(name, { tokenId: randomUUID() })
    await withoutTimeLimit(
      (unlimited) => unlimited`
        update map_revisions set expires_at = '2000-01-01', nodes = repeat('x', ${LARGE}::int) where map_id = ${map.id}`,
    )
    const other = await map.create('other')
    const kept: number[] = []
    for (const name of names(2)) {
      await map.change(name, { tokenId: randomUUID() }, other.id)
      kept.push((await map.list()).length)
    }
    expect(kept).toEqual([2, 1])
  })

  it('are not there for another workspace, by any query', async () => {
    const { id } = await openMap()
    const other = randomUUID()
    expect(await maps.listRevisions(other, id, { limit: 10 })).toEqual([])
    expect(await maps.getRevision(other, id, 1)).toBe('not found')
    expect(await maps.findNearestVersions(other, id, 2)).toEqual({ before: null, after: null })
  })

  it('are listed by stored counts, without a look at their texts', async () => {
    const map = await openMap()
    for (const name of names(3)) await map.change(name, { tokenId: randomUUID() })
    await sql`update map_revisions set nodes = 'no JSON', edges = 'no JSON' where map_id = ${map.id}`
    const entries = await map.list()
    expect(entries.map((it) => it.nodeCount)).toEqual([1, 1, 1, 1])
  })
})
