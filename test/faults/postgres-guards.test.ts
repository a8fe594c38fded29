import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@maps/shared/errors'
import { describe, expect, inject, it, vi } from 'vitest'
import { findFreePort } from '../../infra/local/free-port.ts'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { openDatabase } from '../../services/gateway/store/database.ts'
import { migrate } from '../../services/gateway/store/migrate.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { createDatabase } from '../rig/database.ts'
import { startFaultProxy, throughProxy } from '../rig/fault-proxy.ts'
import { chooseLoopbackAddress } from '../rig/loopback-address.ts'
import { createRestClient } from '../rig/rest-client.ts'
import { baseEnvironment, startServiceProcess } from '../rig/service-process.ts'
import { startSystem } from '../rig/system.ts'
import { TOLERANCE_MS } from './run-size.ts'
import { UNAVAILABLE_WITHIN_MS, waitUntilReady } from './readiness.ts'

const OUTAGE_MS = 20_000

describe.concurrent('a gateway that starts without Postgres', () => {
  it('lives, says that it is not ready, and serves as soon as Postgres is there', async ({ annotate, expect }) => {
    await using parts = new AsyncDisposableStack()
    const reaper = parts.use(await openReaper())
    const system = parts.use(await startSystem({ gateways: 0, workers: 0 }))
    const team = await system.createWorkspace()
    const proxy = parts.use(await startFaultProxy(system.databaseUrl))
    proxy.refuseConnections()
    const host = chooseLoopbackAddress()
    const port = await findFreePort(host)
    const url = `http://${host}:${port}`
    const addresses = { DATABASE_URL: throughProxy(system.databaseUrl, proxy), REDIS_URL: system.redisUrl }
    const settings = { HOST: host, PORT: `${port}`, INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: '0' }
    const start = startServiceProcess('gateway', { ...baseEnvironment(), ...addresses, ...settings }, reaper)
    parts.defer(async () => expect(await (await start).stop()).toBeUndefined())

    const statusOf = async (path: string) => (await fetch(url + path)).status
    await vi.waitFor(async () => expect(await statusOf('/livez')).toBe(200), { timeout: 15_000 })
    const client = createRestClient({ direct: [`${url}/api/v1`], validated: undefined }, team.token)
    const end = Date.now() + OUTAGE_MS
    while (Date.now() < end) {
      const responses = await Promise.all([
        client.request('GET', '/maps'),
        client.request('POST', '/maps', { body: {} }),
      ])
      for (const { status, headers } of responses) {
        expect(status).toBe(503)
        expect(headers.get('retry-after')).toBe('1')
      }
      expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503])
      await sleep(200)
    }
    await proxy.restore()
    await annotate(`ready ${await waitUntilReady(url)} ms after Postgres was there`, 'measured')
    expect(await client.listMaps()).toEqual([])
  })
})

describe.concurrent('what guards against a Postgres that is not well', () => {
  it('without the limits of time, a query into a swallowing network is never answered', async () => {
    await using parts = new AsyncDisposableStack()
    const proxy = parts.use(await startFaultProxy(inject('templateUrl')))
    const url = new URL('/postgres', throughProxy(inject('templateUrl'), proxy)).href
    const guarded = parts.adopt(openDatabase(url), (it) => it.end({ timeout: 0 }))
    const unlimited = parts.adopt(openPostgres(url, { isUnlimited: true }), (it) => it.end({ timeout: 0 }))
    await Promise.all([guarded.sql`select 1`, unlimited`select 1`])
    proxy.stall()
    const timeout = sleep(UNAVAILABLE_WITHIN_MS + TOLERANCE_MS, 'late')
    const guardedResult = guarded.sql`select 1`.catch((error: unknown) => error)
    const unlimitedResult = unlimited`select 1`.then(String, String)
    expect(await Promise.race([guardedResult, timeout])).toBeInstanceOf(Unavailable)
    expect(await Promise.race([unlimitedResult, timeout])).toBe('late')
  })

  it('without trying again, a gateway that starts alone would end', async () => {
    await using database = await createDatabase({ isEmpty: true })
    await using proxy = await startFaultProxy(database.url)
    proxy.refuseConnections()
    const sql = openPostgres(throughProxy(database.url, proxy), { isUnlimited: true })
    await expect(migrate(sql)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await sql.end()
  })
})
