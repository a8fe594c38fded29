import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { startChild } from '../../infra/local/child.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { startSystem, type System } from '../rig/system.ts'
import { unthrottledPlans } from './clients.ts'
import { warningsOf, findGrowth, findLeaks, listPersistentKeys, type ProcessStats, openStats } from './process-stats.ts'
import { type ResourceCounts, inspectEnv } from './inspector.ts'
import { runSessions } from './mixed-traffic.ts'

const waves = 6
const sessionsPerWave = 200
/** Time in which queue slots are released after the last wave. */
const IDLE_WITHIN_MS = 20_000

async function countMaps({ databaseUrl }: System): Promise<number> {
  const sql = openPostgres(databaseUrl)
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from maps`
  await sql.end()
  return row!.count
}

function describeUsage(name: string, heaps: readonly number[], first: ResourceCounts, last: ResourceCounts): string {
  const counts = Object.entries(last).map(([resource, count]) => `${first[resource]} → ${count} ${resource}`)
  return `${name} ${heaps.map((it) => it.toFixed(1)).join(', ')} MB, ${counts.join(', ')}`
}

/** Counts resources, and retries if there are more: a busy machine closes the last connections a little later. */
async function countResourcesWhenIdle(service: ProcessStats, before: ResourceCounts): Promise<ResourceCounts> {
  let counts = await service.countResources()
  for (let retries = 0; retries < 5 && findLeaks(before, counts).length > 0; retries++) {
    await sleep(1_000)
    counts = await service.countResources()
  }
  return counts
}

/** Runs waves of traffic and compares the last one with the first. An additional wave warms the services up. */
async function measureGrowth(services: readonly ProcessStats[], runWave: (number: number) => Promise<void>) {
  const heaps = services.map((): number[] => [])
  let first: ResourceCounts[] = []
  for (let number = 0; number <= waves; number++) {
    await runWave(number)
    if (number === 0) first = await Promise.all(services.map((it) => it.countResources()))
    for (const [index, it] of services.entries()) heaps[index]!.push(await it.readHeapMb())
  }
  const last = await Promise.all(services.map((it, index) => countResourcesWhenIdle(it, first[index]!)))
  return services.map(({ name }, index) => ({
    name,
    leaks: [...findGrowth(heaps[index]!), ...findLeaks(first[index]!, last[index]!)],
    figures: describeUsage(name, heaps[index]!, first[index]!, last[index]!),
  }))
}

describe('waves of requests of all kinds', () => {
  it('leave nothing in the processes, in Redis and in Postgres', async ({ annotate }) => {
    // Each wave opens all of these connections to Postgres.
    const gatewayEnv = { ...inspectEnv, DATABASE_CONNECTIONS: '2' }
    // With one export at a time, the first wave starts all render threads.
    const workerEnv = { ...inspectEnv, CONCURRENCY: '1' }
    await using system = await startSystem({ plans: unthrottledPlans, gatewayEnv, workerEnv })
    await using gateway = await openStats(system.gateways[0]!)
    await using worker = await openStats(system.workers[0]!)
    const { token } = await system.createWorkspace({ plan: 'pro' })
    const target = { baseUrl: `${system.gateways[0]!.url}/api/v1`, token }
    const statuses: number[] = []
    let keys: string[] = []
    const growth = await measureGrowth([gateway, worker], async (number) => {
      statuses.push(...(await runSessions(target, sessionsPerWave, number * sessionsPerWave)))
      if (number === 0) keys = await listPersistentKeys(system.redisUrl)
    })
    await annotate(
      `${waves} waves of ${sessionsPerWave} visits (${statuses.length} answers); heap after each: ` +
        growth.map((it) => it.figures).join('; '),
      'measured',
    )
    expect(
      statuses.filter((it) => it >= 500),
      warningsOf(system.gateways[0]!),
    ).toEqual([])
    expect(growth.flatMap(({ name, leaks }) => leaks.map((it) => `${name}: ${it}`))).toEqual([])
    const newKeys = async () => (await listPersistentKeys(system.redisUrl)).filter((it) => !keys.includes(it))
    await expect.poll(newKeys, { timeout: IDLE_WITHIN_MS }).toEqual([])
    expect(await countMaps(system)).toBe(0)
  }, 600_000)

  it('would be caught keeping things', async () => {
    await using reaper = await openReaper()
    const program = fileURLToPath(new URL('leaky-server.ts', import.meta.url))
    const port = Promise.withResolvers<string>()
    const lines: string[] = []
    await using server = await startChild(
      {
        name: 'leaky server',
        command: process.execPath,
        args: [program],
        env: inspectEnv,
        onLine(line) {
          lines.push(line)
          const match = /^port (\d+)$/.exec(line)?.[1]
          if (match) port.resolve(match)
        },
        stopSignal: 'SIGTERM',
        stopWithinMs: 5_000,
      },
      reaper,
    )
    const url = `http://127.0.0.1:${await port.promise}`
    const logs = lines.map((msg) => ({ msg }))
    await using stats = await openStats({ name: server.name, pid: server.pid, logs })
    const [growth] = await measureGrowth([stats], async () => {
      for (let request = 0; request < 20; request++) await (await fetch(url)).text()
    })
    const found = growth!.leaks.join('\n')
    for (const leak of ['MB more', 'listeners', 'IncomingMessage', 'timers', 'descriptors'])
      expect(found).toContain(leak)
  })
})
