import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../rig/postgres.ts'
import { type ProxiedSystem, startSystem, type TestWorkspace } from '../rig/system.ts'
import { unthrottledPlans } from './clients.ts'
import { TOLERANCE_MS } from './run-size.ts'
import { READY_WITHIN_MS, UNAVAILABLE_WITHIN_MS, waitUntilReady } from './readiness.ts'
import { checkResults, startMapTraffic, type TrafficSummary } from './traffic.ts'

const OUTAGE_MS = 20_000

interface Outage {
  begin(): Promise<unknown> | void
  end(): Promise<void>
}

/** Runs traffic before, during and after an outage. The gateway must survive it, recover and keep acknowledged maps. */
async function runOutage(
  system: ProxiedSystem,
  team: TestWorkspace,
  { begin, end }: Outage,
  { annotate }: TestContext,
): Promise<TrafficSummary> {
  const gateway = system.gateways[0]!
  const kept = await team.createMap({ name: 'kept' })
  const traffic = startMapTraffic(team, 4)
  await sleep(300)
  await begin()
  await sleep(OUTAGE_MS)
  expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
  await end()
  const readyAfterMs = await waitUntilReady(gateway.url)
  await vi.waitFor(() => team.createMap({ name: 'after' }), { timeout: READY_WITHIN_MS + TOLERANCE_MS })
  const summary = checkResults(await traffic.stop())
  const { count, unavailable, longestMs } = summary
  const figures = `${count} requests, ${unavailable} refused, longest ${longestMs} ms; ready after ${readyAfterMs} ms`
  await annotate(figures, 'measured')
  expect(longestMs).toBeLessThan(UNAVAILABLE_WITHIN_MS + TOLERANCE_MS)
  expect(await team.getMap(kept.id)).toEqual(kept)
  expect(await Promise.race([gateway.exit.then(() => 'ended'), sleep(0, 'running')])).toBe('running')
  return summary
}

describe('while Postgres is not well', () => {
  let postgres: TestPostgres
  let system: ProxiedSystem
  let team: TestWorkspace

  beforeAll(async () => {
    postgres = await startTestPostgres()
    system = await startSystem({ proxied: true, workers: 0, plans: unthrottledPlans, databaseUrl: postgres.url })
    team = await system.createWorkspace({ plan: 'pro' })
  })
  afterAll(async () => {
    await system[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  it.for(['SIGINT', 'SIGKILL'] as const)('a server that %s ends is found again', async (signal, test) => {
    const outage = { begin: () => postgres.stop(signal), end: () => postgres.start() }
    const { unavailable } = await runOutage(system, team, outage, test)
    expect(unavailable).toBeGreaterThan(0)
  })

  it('a network that swallows everything costs a limited time for each request, and is used again', async (test) => {
    const proxy = system.postgresProxy
    const { unavailable } = await runOutage(system, team, { begin: proxy.stall, end: proxy.restore }, test)
    expect(unavailable).toBeGreaterThan(0)
  })

  it('connections that are half-open are replaced while the server is there all the time', async (test) => {
    const outage = {
      async begin() {
        // Fills the pool: an unopened connection would hide that the open ones are dead.
        await Promise.all(Array.from({ length: 60 }, () => team.listMaps()))
        // Waits until the pool is idle, so that these lists do not count in the time to a refusal.
        await sleep(1_000)
        system.postgresProxy.blackhole()
      },
      end: async () => {},
    }
    await runOutage(system, team, outage, test)
  })

  it('64 KB a second serve small maps, and delay them little while others ask for large ones', async (test) => {
    const proxy = system.postgresProxy
    const others = await system.createWorkspace({ plan: 'pro' })
    const nodes = Array.from({ length: 1_000 }, (_, index) => ({ id: `n${index}`, label: 'x'.repeat(80) }))
    const large = await others.createMap({ name: 'large', nodes })
    const statuses = new Set<number>()
    const outage = {
      async begin() {
        proxy.throttle(64 * 1_024)
        const small = startMapTraffic(team, 1)
        await sleep(1_000)
        expect(checkResults(await small.stop()).unavailable).toBe(0)
        const requests = Array.from({ length: 4 }, () => others.request('GET', `/maps/${large.id}`))
        for (const it of await Promise.all(requests)) statuses.add(it.status)
      },
      end: () => proxy.restore(),
    }
    await runOutage(system, team, outage, test)
    expect(statuses).toContain(503)
    expect(await others.getMap(large.id)).toEqual(large)
  })
})
