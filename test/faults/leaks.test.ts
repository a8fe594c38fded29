import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { startChild } from '../../infra/local/child.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { startSystem, type System } from '../rig/system.ts'
import { plansWithoutQuota } from './clients.ts'
import { complaintsOf, findGrowth, findLeaks, lastingKeys, type Watched, watch } from './process-stats.ts'
import { type ResourceCounts, inspected } from './inspector.ts'
import { runSessions } from './mixed-traffic.ts'

const waves = 6
const sessionsPerWave = 200
/** In which places in the queue are given back. */
const REST_WITHIN_MS = 20_000

async function countMaps({ databaseUrl }: System): Promise<number> {
  const sql = openPostgres(databaseUrl)
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from maps`
  await sql.end()
  return row!.count
}

function describeStock(name: string, heaps: readonly number[], first: ResourceCounts, last: ResourceCounts): string {
  const counts = Object.entries(last).map(([what, count]) => `${first[what]} → ${count} ${what}`)
  return `${name} ${heaps.map((it) => it.toFixed(1)).join(', ')} MB, ${counts.join(', ')}`
}

/** A busy machine closes the last connections a little later: that is no leak. */
async function countsAtRest(service: Watched, before: ResourceCounts): Promise<ResourceCounts> {
  let resourceCounts = await service.resourceCounts()
  for (let tries = 0; tries < 5 && findLeaks(before, resourceCounts).length > 0; tries++) {
    await sleep(1_000)
    resourceCounts = await service.resourceCounts()
  }
  return resourceCounts
}

/** Runs waves of traffic, and takes stock after the first one, which opens and loads what is kept, and after the last. */
async function takeStock(services: readonly Watched[], wave: (number: number) => Promise<void>) {
  const heaps = services.map((): number[] => [])
  let first: ResourceCounts[] = []
  for (let number = 0; number <= waves; number++) {
    await wave(number)
    if (number === 0) first = await Promise.all(services.map((it) => it.resourceCounts()))
    for (const [index, it] of services.entries()) heaps[index]!.push(await it.heapMb())
  }
  const last = await Promise.all(services.map((it, index) => countsAtRest(it, first[index]!)))
  return services.map(({ name }, index) => ({
    name,
    faults: [...findGrowth(heaps[index]!), ...findLeaks(first[index]!, last[index]!)],
    figures: describeStock(name, heaps[index]!, first[index]!, last[index]!),
  }))
}

describe('waves of requests of all kinds', () => {
  it('leave nothing in the processes, in Redis and in Postgres', async ({ annotate }) => {
    // So few connections to Postgres that each wave opens all of them.
    const gatewayEnv = { ...inspected, DATABASE_CONNECTIONS: '2' }
    await using system = await startSystem({ plans: plansWithoutQuota, gatewayEnv, workerEnv: inspected })
    await using gateway = await watch(system.gateways[0]!)
    await using worker = await watch(system.workers[0]!)
    const { token } = await system.createWorkspace({ plan: 'pro' })
    const destination = { base: `${system.gateways[0]!.url}/api/v1`, token }
    const statuses: number[] = []
    let keys: string[] = []
    const stock = await takeStock([gateway, worker], async (number) => {
      statuses.push(...(await runSessions(destination, sessionsPerWave, number * sessionsPerWave)))
      if (number === 0) keys = await lastingKeys(system.redisUrl)
    })
    await annotate(
      `${waves} waves of ${sessionsPerWave} visits (${statuses.length} answers); heap after each: ` +
        stock.map((it) => it.figures).join('; '),
      'measured',
    )
    expect(
      statuses.filter((it) => it >= 500),
      complaintsOf(system.gateways[0]!),
    ).toEqual([])
    expect(stock.flatMap((it) => it.faults.map((fault) => `${it.name}: ${fault}`))).toEqual([])
    const newKeys = async () => (await lastingKeys(system.redisUrl)).filter((it) => !keys.includes(it))
    await expect.poll(newKeys, { timeout: REST_WITHIN_MS }).toEqual([])
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
        env: inspected,
        onLine(line) {
          lines.push(line)
          const told = /^port (\d+)$/.exec(line)?.[1]
          if (told) port.resolve(told)
        },
        stopSignal: 'SIGTERM',
        stopWithinMs: 5_000,
      },
      reaper,
    )
    const url = `http://127.0.0.1:${await port.promise}`
    await using watched = await watch({ name: server.name, pid: server.pid, logs: lines.map((msg) => ({ msg })) })
    const [stock] = await takeStock([watched], async () => {
      for (let request = 0; request < 20; request++) await (await fetch(url)).text()
    })
    const found = stock!.faults.join('\n')
    for (const what of ['MB more', 'listeners', 'IncomingMessage', 'timers', 'descriptors'])
      expect(found).toContain(what)
  })
})
