import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createLogger } from '@maps/shared/logger'
import { describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../../../test/rig/database.ts'
import { type Blocker, migrate, migrateWhenReachable, readSchemaState } from './migrate.ts'
import { type Client, openPostgres } from './postgres.ts'

/** The migrations after the first one. */
const later = [
  '0002-usage-idempotency-read-only.sql',
  '0003-map-revisions.sql',
  '0004-map-layouts.sql',
  '0005-expiry-of-revisions.sql',
  '0006-retirement-of-tokens.sql',
  '0007-revisions-before-a-note.sql',
]

/** Applies the first migration alone. */
async function applyFirst(sql: Client): Promise<void> {
  const name = '0001-workspaces-tokens-maps.sql'
  const text = await readFile(new URL(`migrations/${name}`, import.meta.url), 'utf8')
  await sql.unsafe(text)
  await sql`create table migrations (name text primary key, hash text not null, applied_at timestamptz default now())`
  await sql`insert into migrations (name, hash) values (${name}, ${createHash('sha256').update(text).digest('hex')})`
}

describe('migrate', () => {
  it('applies each file once, also for several gateways at the same time', async () => {
    await using database = await createDatabase({ isEmpty: true })
    await using connections = new AsyncDisposableStack()
    const connect = () => connections.adopt(openPostgres(database.url), (it) => it.end())
    const gateways = Array.from({ length: 8 }, connect)
    const applied = await Promise.all(gateways.map((it) => migrate(it)))
    expect(applied.flat()).toEqual(['0001-workspaces-tokens-maps.sql', ...later])
    expect(await migrate(gateways[0]!)).toEqual([])
  })

  it('refuses a file that was edited after it had been applied, but not a database that is ahead', async () => {
    await using database = await createDatabase()
    await using connections = new AsyncDisposableStack()
    const sql = connections.adopt(openPostgres(database.url), (it) => it.end())
    await sql`insert into migrations (name, hash) values ('9999-from-the-future.sql', '')`
    expect(await migrate(sql)).toEqual([])
    await sql`update migrations set hash = 'other'`
    await expect(migrate(sql)).rejects.toThrow(/was edited after it had been applied/)
  })

  it('keeps no request waiting while a backup holds its tables, names its session, and goes on after it', async () => {
    await using database = await createDatabase({ isEmpty: true })
    await using connections = new AsyncDisposableStack()
    const connect = (url: string): Client => connections.adopt(openPostgres(url), (it) => it.end())
    await connect(database.url)`create schema "Maps"`
    const url = new URL(database.url)
    url.searchParams.set('schema', 'Maps')
    const [gateway, request, backup] = [connect(url.href), connect(url.href), connect(url.href)]
    await applyFirst(gateway)
    await backup`set application_name = 'pg_dump'`
    await backup`begin`
    await backup`select from maps, workspaces`
    const blocked = Promise.withResolvers<readonly Blocker[]>()
    const migrated = migrate(gateway, blocked.resolve)
    expect(await blocked.promise).toEqual([
      { pid: expect.any(Number), role: new URL(database.url).username, program: 'pg_dump' },
    ])
    expect(await request`select from maps, workspaces`).toEqual([])
    await backup`commit`
    expect(await migrated).toEqual(later)
  })

  it('waits for a backup no longer than its gateway runs', async () => {
    await using database = await createDatabase({ isEmpty: true })
    await using connections = new AsyncDisposableStack()
    const connect = (): Client => connections.adopt(openPostgres(database.url), (it) => it.end())
    const [first, backup] = [connect(), connect()]
    await applyFirst(first)
    await backup`begin`
    await backup`select from maps, workspaces`
    const stop = new AbortController()
    const log = createLogger('test', 'silent')
    const warn = vi.spyOn(log, 'warn')
    const migrated = migrateWhenReachable(database.url, stop.signal, log)
    await expect.poll(() => warn).toHaveBeenCalled()
    stop.abort()
    await migrated
    // The backup still blocks it.
    expect((await readSchemaState(first)).pending).toEqual(later)
    await backup`rollback`
  })

  it('counts the maps of workspaces that are older than the counters', async () => {
    await using database = await createDatabase({ isEmpty: true })
    await using connections = new AsyncDisposableStack()
    const sql = connections.adopt(openPostgres(database.url), (it) => it.end())
    await applyFirst(sql)
    await sql`insert into workspaces (name, plan) values ('empty', 'free'), ('team', 'free')`
    await sql`
      insert into maps (workspace_id, name, is_public, nodes, edges, created_at, updated_at)
      select id, 'x', false, '["ä"]', '[]', now(), now() from workspaces, generate_series(1, 3) where workspaces.name = 'team'`
    expect(await migrate(sql)).toEqual(later)
    const counted = await sql`select name, map_count as maps, stored_bytes::int as bytes from workspaces order by name`
    expect([...counted]).toEqual([
      { name: 'empty', maps: 0, bytes: 0 },
      { name: 'team', maps: 3, bytes: 24 },
    ])
  })
})
