import { deepStrictEqual } from 'node:assert/strict'
import { defaultPlans } from '@maps/shared/plans'
import postgres from 'postgres'
import { createMapStore } from '../../../services/gateway/store/maps.ts'
import type { Client } from '../../../services/gateway/store/postgres.ts'
import { type AskedStore, createBareStore } from './bare-store.ts'

const tiny = { name: 'tiny', nodes: [{ id: 'a' }], edges: [], isPublic: false }

/** @throws AssertionError where the two ways do not send the database the same statements */
export async function checkSameSql(databaseUrl: string, workspaceId: string): Promise<void> {
  const ours = await statementsOf(createMapStore, databaseUrl, workspaceId)
  const bare = await statementsOf(createBareStore, databaseUrl, workspaceId)
  deepStrictEqual(bare, ours, 'bare-store.ts does not send the SQL of services/gateway/store/maps.ts any more')
}

async function statementsOf(
  createStore: (sql: Client) => AskedStore,
  databaseUrl: string,
  workspaceId: string,
): Promise<string[]> {
  const sent: string[] = []
  const note = (_connection: number, text: string): void => void sent.push(text.replaceAll(/\s+/g, ' ').trim())
  const sql = postgres(databaseUrl, { max: 1, fetch_types: false, debug: note })
  try {
    const store = createStore(sql)
    const outcome = await store.create(workspaceId, tiny, defaultPlans.pro)
    if (typeof outcome === 'string') throw new Error(outcome)
    const { id } = outcome.map
    await store.get(workspaceId, id)
    await store.change(workspaceId, id, tiny, defaultPlans.pro)
    await store.index(workspaceId, { limit: 10 })
    await store.getMany(workspaceId, [id])
    await sql`delete from maps where id = ${id}`
    return sent
  } finally {
    await sql.end()
  }
}
