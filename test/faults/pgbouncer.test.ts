import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { createDatabase, type Database } from '../rig/database.ts'
import { startPgBouncer } from '../rig/pgbouncer.ts'
import { startSystem } from '../rig/system.ts'
import { unthrottledPlans } from './clients.ts'

const ignoreTimeouts = 'ignore_startup_parameters = statement_timeout,lock_timeout'

/** Starts a gateway that connects to the database through PgBouncer. */
function startGateway(pgBouncerUrl: string, databaseUrl: string) {
  const gatewayEnv = { DATABASE_URL: pgBouncerUrl, DATABASE_CONNECTIONS: '20' }
  return startSystem({ workers: 0, databaseUrl, gatewayEnv, plans: unthrottledPlans })
}

describe('a gateway behind PgBouncer in transaction mode', () => {
  let database: Database
  beforeAll(async () => void (database = await createDatabase({ isEmpty: true })))
  afterAll(() => database[Symbol.asyncDispose]())

  it('says at its start what PgBouncer keeps from it', async () => {
    await using strict = await startPgBouncer(database.url, [])
    await expect(startGateway(`${strict.url}?prepare=false`, database.url)).rejects.toThrow(/ignore_startup_parameters/)
    await using loose = await startPgBouncer(database.url, [ignoreTimeouts])
    await expect(startGateway(loose.url, database.url)).rejects.toThrow(/max_prepared_statements.*\?prepare=false/)
  })

  it('migrates and serves many at once over two connections', async () => {
    await using bouncer = await startPgBouncer(database.url, [ignoreTimeouts])
    await using system = await startGateway(`${bouncer.url}?prepare=false`, database.url)
    expect(system.gateways[0]!.logs.find((it) => it.msg?.includes('drops statement_timeout'))).toBeDefined()
    const team = await system.createWorkspace({ plan: 'pro' })
    const headers = { 'Idempotency-Key': 'one' }
    const once = Array.from({ length: 50 }, () => team.request('POST', '/maps', { body: { name: 'once' }, headers }))
    expect(new Set((await Promise.all(once)).map((it) => it.status)).difference(new Set([201, 409]))).toEqual(new Set())
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { id } = await team.createMap({ name: `${index}`, nodes: [{ id: 'a' }] })
        const changed = await team.patchMap(id, { name: `map ${index}`, isPublic: index % 2 === 0 })
        expect(await team.getMap(id)).toEqual(changed)
        expect(await team.listMaps()).toContainEqual(changed)
        if (index % 4 === 0) await team.deleteMap(id)
      }),
    )
    expect(await team.listMaps()).toHaveLength(31)
    expect(system.gateways[0]!.logs.filter((it) => it['level'] === 'error')).toEqual([])
  })

  it("has the role's limits of time, which migrations lift", async () => {
    const { username } = new URL(database.url)
    await using parts = new AsyncDisposableStack()
    const sql = parts.adopt(openPostgres(database.url), (it) => it.end())
    const [{ name }] = (await sql`select current_database() as name`) as unknown as [{ name: string }]
    await sql.unsafe(`alter role ${username} in database ${name} set statement_timeout = '2s'`)
    await sql.unsafe(`alter role ${username} in database ${name} set lock_timeout = '1s'`)
    await using bouncer = await startPgBouncer(database.url, [ignoreTimeouts])
    const holder = parts.adopt(openPostgres(database.url, { isUnlimited: true }), (it) => it.end())
    // As if another gateway migrated for longer than the role's limits allow.
    const migrating = holder.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(6273001)`
      await sleep(3_000)
    })
    await using system = await startGateway(`${bouncer.url}?prepare=false`, database.url)
    await migrating
    const warnings = system.gateways[0]!.logs.filter((it) => Number(it['level']) >= 40 || it['level'] === 'warn')
    expect(warnings).toEqual([])
  })
})
