import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/rig/database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

describe('migrate', () => {
  it('applies each file once, however many start at the same time', async () => {
    await using database = await createDatabase({ isEmpty: true })
    await using connections = new AsyncDisposableStack()
    const starters = Array.from({ length: 8 }, () => {
      return connections.adopt(openPostgres(database.url), (it) => it.end())
    })
    const applied = await Promise.all(starters.map(migrate))
    expect(applied.flat()).toEqual(['0001-workspaces-tokens-maps.sql'])
    expect(await migrate(starters[0]!)).toEqual([])
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
})
