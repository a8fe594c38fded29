import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPostgres, type Client } from '../../services/gateway/store/postgres.ts'
import { createRandom } from '../bench/random.ts'
import { unthrottledPlans } from './clients.ts'
import { readPeakBytes } from './memory-limit.ts'
import { seed } from './run-size.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'

const count = 100_000
const concurrentLists = 4
/** Peak memory allowed beyond that for lists of a tenth of the maps; less than the JSON of the lists takes. */
const MAX_GROWTH_MB = 80

/** Creates a workspace with this many small maps. */
async function fillWorkspace(system: System, sql: Client, maps: number): Promise<TestWorkspace> {
  const workspace = await system.createWorkspace({ plan: 'pro' })
  await sql.begin(async (transaction) => {
    await transaction`set local maps.recounts = 'on'`
    await transaction`
      insert into maps (workspace_id, name, is_public, nodes, edges, created_at, updated_at)
      select ${workspace.id}, 'map ' || n, false, '[{"id":"a","label":"Storefront"}]', '[]', at, at
      from generate_series(1, ${maps}::int) as n, lateral (select now() - n * interval '1 second' as at) as times`
  })
  return workspace
}

function listConcurrently(team: TestWorkspace) {
  return Promise.all(Array.from({ length: concurrentLists }, () => team.listMaps()))
}

it('a list of as many maps as a plan allows has every map once while they are updated, in little memory', async ({
  annotate,
}) => {
  await using system = await startSystem({ workers: 0, plans: unthrottledPlans })
  await using parts = new AsyncDisposableStack()
  const sql = parts.adopt(openPostgres(system.databaseUrl, { isUnlimited: true }), (it) => it.end())
  const [small, team] = [await fillWorkspace(system, sql, count / 10), await fillWorkspace(system, sql, count)]
  const expected = (await sql<{ id: string }[]>`select id from maps where workspace_id = ${team.id}`).map((it) => it.id)
  for (let warmUp = 0; warmUp < 10; warmUp++) await listConcurrently(small)
  const { pid } = system.gateways[0]!
  const before = await readPeakBytes(pid)

  const stop = new AbortController()
  const random = createRandom(seed)
  const updates = (async () => {
    let updated = 0
    for (; !stop.signal.aborted; updated++) {
      await team.patchMap(random.pick(expected), { name: `changed ${updated}` })
      await sleep(2)
    }
    return updated
  })()
  const started = performance.now()
  const lists = await listConcurrently(team)
  const seconds = (performance.now() - started) / 1_000
  stop.abort()
  const updateCount = await updates
  const growth = ((await readPeakBytes(pid)) - before) / 1024 ** 2
  for (const list of lists) {
    expect(list).toHaveLength(count)
    expect(new Set(list.map((it) => it.id))).toEqual(new Set(expected))
  }
  expect(growth).toBeLessThan(MAX_GROWTH_MB)
  // The control: the JSON of the lists alone is larger than the limit.
  expect(JSON.stringify(lists).length / 1024 ** 2).toBeGreaterThan(MAX_GROWTH_MB)

  await annotate(
    `${concurrentLists} lists of ${count} maps at once, ${updateCount} updates meanwhile: each map once in each list, ` +
      `${seconds.toFixed(1)} s, ${growth.toFixed(0)} MB more in the gateway than lists of a tenth took`,
    'measured',
  )
}, 240_000)
