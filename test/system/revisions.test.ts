import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { dumpPostgres, dumpRedis } from '../security/secrets.ts'
import { runAdminCommand } from './admin-program.ts'

const MARK = 'Mbwe-Kioto'
let system: System

beforeAll(async () => {
  system = await startSystem({ workers: 0 })
})
afterAll(() => system[Symbol.asyncDispose]())

/** Creates a map with several versions and a pinned layout, each with a mark in every text. @returns its id */
async function createVersions(workspace: TestWorkspace): Promise<string> {
  const { id } = await workspace.createMap({ name: MARK, nodes: [{ id: MARK }] })
  for (const at of [1, 2, 3]) {
    const node = { id: 'a', label: `${MARK} ${at}` }
    const body = { name: `${MARK} ${at}`, nodes: [node], edges: [{ source: MARK, target: MARK }] }
    await workspace.request('PATCH', `/maps/${id}`, { body, headers: { 'Maps-Note': `${MARK} ${at}` } })
  }
  const pin = await workspace.request('PUT', `/maps/${id}/layout`, { body: { nodes: [{ id: MARK, x: 1, y: 2 }] } })
  expect(pin.status).toBe(204)
  return id
}

/** Counts the rows of Postgres and the values of Redis with a mark. */
async function countMarks(): Promise<{ rows: number; values: number }> {
  const rows = (await dumpPostgres(system.databaseUrl)).filter((it) => it.includes(MARK)).length
  const values = (await dumpRedis(system.redisUrl)).filter((it) => it.includes(MARK)).length
  return { rows, values }
}

it('a deleted map and a deleted workspace leave no byte of any version or pin behind', async () => {
  const [workspace, other] = [await system.createWorkspace(), await system.createWorkspace()]
  const id = await createVersions(workspace)
  await createVersions(other)
  expect(await countMarks()).toEqual({ rows: 2 * 5, values: 0 })
  await workspace.deleteMap(id)
  expect(await countMarks()).toEqual({ rows: 5, values: 0 })
  const { code } = await runAdminCommand({ DATABASE_URL: system.databaseUrl }, [
    'workspace',
    'delete',
    other.name,
    '--yes',
  ])
  expect(code).toBe(0)
  expect(await countMarks()).toEqual({ rows: 0, values: 0 })
})
