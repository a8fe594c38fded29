import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPostgres, type Client } from '../../services/gateway/store/postgres.ts'
import { plansWithoutQuota } from './clients.ts'
import { peakBytes } from './memory-cage.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'

const count = 100_000
const listsAtOnce = 4
/** Beyond what as many lists of a tenth of the maps take: room for garbage, and less than the text of the lists. */
const MAX_GROWTH_MB = 80

/** A workspace of so many small maps. */
async function fill(system: System, sql: Client, maps: number): Promise<TestWorkspace> {
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

function listAtOnce(team: TestWorkspace) {
  return Promise.all(Array.from({ length: listsAtOnce }, () => team.listMaps()))
}

it('a list of as many maps as a plan allows has every map once while they are updated, in little memory', async ({
  annotate,
}) => {
  await using system = await startSystem({ workers: 0, plans: plansWithoutQuota })
  await using parts = new AsyncDisposableStack()
  const sql = parts.adopt(openPostgres(system.databaseUrl, { isUnlimited: true }), (it) => it.end())
  const [small, team] = [await fill(system, sql, count / 10), await fill(system, sql, count)]
  const expected = (await sql<{ id: string }[]>`select id from maps where workspace_id = ${team.id}`).map((it) => it.id)
  for (let warm = 0; warm < 10; warm++) await listAtOnce(small)
  const { pid } = system.gateways[0]!
  const before = await peakBytes(pid)

  const stop = new AbortController()
  const updates = (async () => {
    let made = 0
    for (; !stop.signal.aborted; made++) {
      await team.patchMap(expected[Math.floor(Math.random() * count)]!, { name: `changed ${made}` })
      await sleep(2)
    }
    return made
  })()
  const started = performance.now()
  const lists = await listAtOnce(team)
  const seconds = (performance.now() - started) / 1_000
  stop.abort()
  const changed = await updates
  const growth = ((await peakBytes(pid)) - before) / 1024 ** 2
  for (const list of lists) {
    expect(list).toHaveLength(count)
    expect(new Set(list.map((it) => it.id))).toEqual(new Set(expected))
  }
  expect(growth).toBeLessThan(MAX_GROWTH_MB)
  // The control: as text alone.
  expect(JSON.stringify(lists).length / 1024 ** 2).toBeGreaterThan(MAX_GROWTH_MB)

  await annotate(
    `${listsAtOnce} lists of ${count} maps at once, ${changed} updates meanwhile: each map once in each list, ` +
      `${seconds.toFixed(1)} s, ${growth.toFixed(0)} MB more in the gateway than lists of a tenth took`,
    'measured',
  )
}, 240_000)
