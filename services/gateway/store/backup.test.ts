import { defaultPlans } from '@maps/shared/plans'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/rig/database.ts'
import { type BackupMap, createBackupStore, readSnapshot } from './backup.ts'
import { createMapStore } from './maps.ts'
import { openPostgres, type Client } from './postgres.ts'
import { createWorkspaceStore } from './workspaces.ts'

const bare = { nodes: [], edges: [], isPublic: false }

async function openStore() {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await createDatabase())
  const sql = parts.adopt(openPostgres(url), (it) => it.end())
  const other = parts.adopt(openPostgres(url), (it) => it.end())
  const { id } = (await createWorkspaceStore(sql).create('team', 'pro'))!
  const maps = createMapStore(other)
  const owned = parts.move()
  return { sql, id, maps, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function readAll(sql: Client, id: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const read: BackupMap[] = []
  let count = 0
  await readSnapshot(sql, async (snapshot) => {
    const backup = createBackupStore(snapshot)
    ;({ maps: count } = await backup.count(id))
    await meanwhile()
    for await (const map of backup.read(id)) read.push(map)
  })
  return { count, names: read.map((it) => it.name) }
}

describe('the backup store', () => {
  it('reads one snapshot of a workspace, without later writes', async () => {
    await using store = await openStore()
    const { sql, id, maps } = store
    const gone = await maps.create(id, { ...bare, name: 'gone' }, defaultPlans.pro)
    await maps.create(id, { ...bare, name: 'stays' }, defaultPlans.pro)
    const write = async () => {
      await maps.remove(id, typeof gone === 'string' ? gone : gone.map.id)
      await maps.create(id, { ...bare, name: 'new' }, defaultPlans.pro)
    }
    expect(await readAll(sql, id, write)).toEqual({ count: 2, names: ['stays', 'gone'] })
    expect(await readAll(sql, id)).toEqual({ count: 2, names: ['new', 'stays'] })
  })

  it('reads for longer than the role may take for a statement', async () => {
    await using database = await createDatabase()
    await using parts = new AsyncDisposableStack()
    const admin = parts.adopt(openPostgres(database.url), (it) => it.end())
    await admin.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} set statement_timeout = '100ms'`)
    const sql = parts.adopt(openPostgres(database.url, { isUnlimited: true }), (it) => it.end())
    await readSnapshot(sql, async (snapshot) => void (await snapshot`select pg_sleep(0.3)`))
    await expect(sql`select pg_sleep(0.3)`).rejects.toThrow('statement timeout')
  })

  it('reads every map once, and none of another workspace', async () => {
    await using store = await openStore()
    const { sql, id, maps } = store
    const other = (await createWorkspaceStore(sql).create('other', 'pro'))!
    await maps.create(other.id, { ...bare, name: 'foreign' }, defaultPlans.pro)
    const names = Array.from({ length: 20 }, (_, index) => `map ${index}`)
    for (const name of names) await maps.create(id, { ...bare, name }, defaultPlans.pro)
    expect(await readAll(sql, id)).toEqual({ count: 20, names: names.toReversed() })
  })
})
