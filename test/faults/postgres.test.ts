import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../rig/postgres.ts'
import { type ProxiedSystem, startSystem, type TestWorkspace } from '../rig/system.ts'
import { plansWithoutQuota } from './clients.ts'
import { ROOM_MS } from './run-size.ts'
import { READY_WITHIN_MS, UNAVAILABLE_WITHIN_MS, untilReady } from './readiness.ts'
import { judge, useMaps, type Verdict } from './traffic.ts'

const spell = 20_000

interface Outage {
  harm(): Promise<unknown> | void
  heal(): Promise<void>
}

/** Clients use maps before, during and after an outage; nothing is restarted, and no acknowledged map is lost. */
async function live(
  system: ProxiedSystem,
  team: TestWorkspace,
  { harm, heal }: Outage,
  { annotate }: TestContext,
): Promise<Verdict> {
  const gateway = system.gateways[0]!
  const kept = await team.createMap({ name: 'kept' })
  const traffic = useMaps(team, 4)
  await sleep(300)
  await harm()
  await sleep(spell)
  expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
  await heal()
  const readyAfterMs = await untilReady(gateway.url)
  await vi.waitFor(() => team.createMap({ name: 'after' }), { timeout: READY_WITHIN_MS + ROOM_MS })
  const verdict = judge(await traffic.stop())
  const { count, unavailable, longestMs } = verdict
  const told = `${count} requests, ${unavailable} refused, longest ${longestMs} ms; ready after ${readyAfterMs} ms`
  await annotate(told, 'measured')
  expect(verdict.longestMs).toBeLessThan(UNAVAILABLE_WITHIN_MS + ROOM_MS)
  expect(await team.getMap(kept.id)).toEqual(kept)
  expect(await Promise.race([gateway.exit.then(() => 'ended'), sleep(0, 'running')])).toBe('running')
  return verdict
}

describe('while Postgres is not well', () => {
  let postgres: TestPostgres
  let system: ProxiedSystem
  let team: TestWorkspace

  beforeAll(async () => {
    postgres = await startTestPostgres()
    system = await startSystem({ proxied: true, workers: 0, plans: plansWithoutQuota, databaseUrl: postgres.url })
    team = await system.createWorkspace({ plan: 'pro' })
  })
  afterAll(async () => {
    await system[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  it.for(['SIGINT', 'SIGKILL'] as const)('a server that %s ends is found again', async (signal, test) => {
    const outage = { harm: () => postgres.end(signal), heal: () => postgres.start() }
    const { unavailable } = await live(system, team, outage, test)
    expect(unavailable).toBeGreaterThan(0)
  })

  it('a network that swallows everything costs a limited time for each request, and is used again', async (test) => {
    const proxy = system.postgresProxy
    const { unavailable } = await live(system, team, { harm: proxy.swallow, heal: proxy.restore }, test)
    expect(unavailable).toBeGreaterThan(0)
  })

  it('connections that are half-open are replaced while the server is there all the time', async (test) => {
    const outage = {
      async harm() {
        // So that the pool has opened all that it may: one that is left would hide what became of the others.
        await Promise.all(Array.from({ length: 60 }, () => team.listMaps()))
        // The time to a refusal is measured from a pool at rest, not behind these lists.
        await sleep(1_000)
        system.postgresProxy.deafen()
      },
      heal: async () => {},
    }
    await live(system, team, outage, test)
  })

  it('64 KB a second serve small maps, and delay them little while others ask for large ones', async (test) => {
    const proxy = system.postgresProxy
    const others = await system.createWorkspace({ plan: 'pro' })
    const nodes = Array.from({ length: 1_000 }, (_, index) => ({ id: `n${index}`, label: 'x'.repeat(80) }))
    const large = await others.createMap({ name: 'large', nodes })
    const statuses = new Set<number>()
    const outage = {
      async harm() {
        proxy.throttle(64 * 1_024)
        const small = useMaps(team, 1)
        await sleep(1_000)
        expect(judge(await small.stop()).unavailable).toBe(0)
        const answers = Array.from({ length: 4 }, () => others.request('GET', `/maps/${large.id}`))
        for (const it of await Promise.all(answers)) statuses.add(it.status)
      },
      heal: () => proxy.restore(),
    }
    await live(system, team, outage, test)
    expect(statuses).toContain(503)
    expect(await others.getMap(large.id)).toEqual(large)
  })
})
