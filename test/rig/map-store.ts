import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { createMapStore, type MapStore } from '../../services/gateway/store/maps.ts'
import { type Client, openPostgres } from '../../services/gateway/store/postgres.ts'
import { createWorkspaceStore } from '../../services/gateway/store/workspaces.ts'
import { createDatabase } from './database.ts'

/** A map store in a database of its own. */
interface TestMapStore {
  maps: MapStore
  sql: Client
  databaseUrl: string
  /** Creates a workspace of the Pro plan. */
  newWorkspace: () => Promise<{ id: string; name: string }>
}

/** Opens a map store for the tests of a file. It is closed after them. */
export async function openMapStore(): Promise<TestMapStore> {
  const database = await createDatabase()
  const sql = openPostgres(database.url, { max: 10 })
  afterAll(async () => {
    await sql.end()
    await database[Symbol.asyncDispose]()
  })
  return {
    maps: createMapStore(sql),
    sql,
    databaseUrl: database.url,
    newWorkspace: async () => (await createWorkspaceStore(sql).create(randomUUID(), 'pro'))!,
  }
}
