import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { MAX_MEGABYTES } from '../../services/gateway/exports/recent-files.ts'
import { startSystem } from '../rig/system.ts'
import { unthrottledPlans } from './clients.ts'
import { warningsOf, listPersistentKeys, readResidentMb, openStats } from './process-stats.ts'
import { inspectEnv } from './inspector.ts'
import { type Target, runSessions } from './mixed-traffic.ts'
import { describeSeries, findGrowingSeries, type Series } from './trend.ts'

const minutes = 10
const SAMPLE_MS = 10_000
const SESSIONS_PER_BATCH = 60
/** More than the 4 MB by which a worker's heap grows in 30,000 sessions, until it restarts Chromium. */
const HEAP_GROWTH_MB = 5
/** Memory that a service allocates once, and the gateway's cache of recent files. */
const RESIDENT_GROWTH_MB = 40 + MAX_MEGABYTES

/** Runs sessions for a fifth of the time until `stop` is aborted, because other tests need the machine too. */
async function runTraffic(target: Target, stop: AbortSignal): Promise<number[]> {
  const statuses: number[] = []
  for (let first = 0; !stop.aborted; first += SESSIONS_PER_BATCH) {
    const started = performance.now()
    statuses.push(...(await runSessions(target, SESSIONS_PER_BATCH, first)))
    await sleep(4 * (performance.now() - started))
  }
  return statuses
}

describe('steady traffic at a fifth of what the service can do', () => {
  it(`leaves it as it is, for ${minutes} minutes`, { timeout: (minutes + 2) * 60_000 }, async ({ annotate }) => {
    await using system = await startSystem({ plans: unthrottledPlans, gatewayEnv: inspectEnv, workerEnv: inspectEnv })
    const [gateway, worker] = [system.gateways[0]!, system.workers[0]!]
    const { token } = await system.createWorkspace({ plan: 'pro' })
    await using gatewayStats = await openStats(gateway)
    await using workerStats = await openStats(worker)
    const probes = [
      { service: gateway, stats: gatewayStats },
      { service: worker, stats: workerStats },
    ].flatMap(({ service: { name, pid }, stats }) => [
      { name: `${name} heap MB`, maxGrowth: HEAP_GROWTH_MB, measure: () => stats.readHeapMb() },
      { name: `${name} resident MB`, maxGrowth: RESIDENT_GROWTH_MB, measure: async () => readResidentMb(pid) },
      { name: `${name} descriptors`, maxGrowth: 5, measure: async () => stats.countDescriptors() },
      { name: `${name} processes`, maxGrowth: 1, measure: async () => stats.countProcesses() },
    ])
    const keys = {
      name: 'lasting keys',
      maxGrowth: 5,
      measure: async () => (await listPersistentKeys(system.redisUrl)).length,
    }
    const series = [...probes, keys].map((it) => ({ ...it, values: [] as number[] }))

    const stop = new AbortController()
    const running = runTraffic({ baseUrl: `${gateway.url}/api/v1`, token }, stop.signal)
    try {
      const end = performance.now() + minutes * 60_000
      while (performance.now() < end) {
        await sleep(SAMPLE_MS)
        for (const { values, measure } of series) values.push(await measure())
      }
    } finally {
      stop.abort()
    }
    const statuses = await running
    const figures = series.map(describeSeries).join('; ')
    await annotate(`${minutes} minutes, ${statuses.length} answers: ${figures}`, 'measured')
    expect(
      statuses.filter((it) => it >= 500),
      warningsOf(gateway),
    ).toEqual([])
    expect(findGrowingSeries(series)).toEqual([])
  })

  it('would be noticed leaving more and more, and only then', () => {
    const createSeries = (valueAt: (index: number) => number): Series => {
      return { name: 'heap', maxGrowth: 2, values: Array.from({ length: 30 }, (_, index) => valueAt(index)) }
    }
    const noise = (index: number): number => (index % 3) * 2
    expect(findGrowingSeries([createSeries((index) => 30 + noise(index))])).toEqual([])
    expect(findGrowingSeries([createSeries((index) => Math.min(30, 3 * index) + noise(index))])).toEqual([])
    expect(findGrowingSeries([createSeries((index) => 30 + noise(index) + index / 4)])).toEqual([
      expect.stringMatching(/^heap grew by/),
    ])
  })
})
