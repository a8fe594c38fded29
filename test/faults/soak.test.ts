import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { MAX_MEGABYTES } from '../../services/gateway/exports/recent-files.ts'
import { startSystem } from '../rig/system.ts'
import { plansWithoutQuota } from './clients.ts'
import { complaintsOf, lastingKeys, residentMegabytes, watch } from './process-stats.ts'
import { inspected } from './inspector.ts'
import { type Destination, runSessions } from './mixed-traffic.ts'
import { describeSeries, findGrowing, type Series } from './trend.ts'

const minutes = 10
const SAMPLE_MS = 10_000
const WARM_UP_VISITS = 60
/** A worker's heap grows by 4 MB in 30,000 visits, until its Chromium is renewed: a run may end before that. */
const HEAP_GROWTH_MB = 5
/** Memory that is used once, and the files that a gateway keeps. */
const RESIDENT_GROWTH_MB = 40 + MAX_MEGABYTES

/** As many visits as the service can make in a fifth of the time, until told to stop: the rest is for what else is tested meanwhile. */
async function visitUntil(stop: AbortSignal, destination: Destination): Promise<number[]> {
  const statuses: number[] = []
  for (let first = 0; !stop.aborted; first += WARM_UP_VISITS) {
    const started = performance.now()
    statuses.push(...(await runSessions(destination, WARM_UP_VISITS, first)))
    await sleep(4 * (performance.now() - started))
  }
  return statuses
}

describe('steady traffic at a fifth of what the service can do', () => {
  it(`leaves it as it is, for ${minutes} minutes`, { timeout: (minutes + 2) * 60_000 }, async ({ annotate }) => {
    await using system = await startSystem({ plans: plansWithoutQuota, gatewayEnv: inspected, workerEnv: inspected })
    const [gateway, worker] = [system.gateways[0]!, system.workers[0]!]
    const { token } = await system.createWorkspace({ plan: 'pro' })
    await using watchedGateway = await watch(gateway)
    await using watchedWorker = await watch(worker)
    const probes = [
      { service: gateway, watched: watchedGateway },
      { service: worker, watched: watchedWorker },
    ].flatMap(({ service: { name, pid }, watched }) => [
      { name: `${name} heap MB`, mostGrowth: HEAP_GROWTH_MB, measure: () => watched.heapMb() },
      { name: `${name} resident MB`, mostGrowth: RESIDENT_GROWTH_MB, measure: async () => residentMegabytes(pid) },
      { name: `${name} descriptors`, mostGrowth: 5, measure: async () => watched.descriptors() },
      { name: `${name} processes`, mostGrowth: 1, measure: async () => watched.processes() },
    ])
    const keys = {
      name: 'lasting keys',
      mostGrowth: 5,
      measure: async () => (await lastingKeys(system.redisUrl)).length,
    }
    const all = [...probes, keys].map((it) => ({ ...it, values: [] as number[] }))

    const stop = new AbortController()
    const visiting = visitUntil(stop.signal, { base: `${gateway.url}/api/v1`, token })
    try {
      const end = performance.now() + minutes * 60_000
      while (performance.now() < end) {
        await sleep(SAMPLE_MS)
        for (const { values, measure } of all) values.push(await measure())
      }
    } finally {
      stop.abort()
    }
    const statuses = await visiting
    const figures = all.map(describeSeries).join('; ')
    await annotate(`${minutes} minutes, ${statuses.length} answers: ${figures}`, 'measured')
    expect(
      statuses.filter((it) => it >= 500),
      complaintsOf(gateway),
    ).toEqual([])
    expect(findGrowing(all)).toEqual([])
  })

  it('would be noticed leaving more and more, and only then', () => {
    const of = (valueAt: (index: number) => number): Series => {
      return { name: 'heap', mostGrowth: 2, values: Array.from({ length: 30 }, (_, index) => valueAt(index)) }
    }
    const noise = (index: number): number => (index % 3) * 2
    expect(findGrowing([of((index) => 30 + noise(index))])).toEqual([])
    expect(findGrowing([of((index) => Math.min(30, 3 * index) + noise(index))])).toEqual([])
    expect(findGrowing([of((index) => 30 + noise(index) + index / 4)])).toEqual([
      expect.stringMatching(/^heap grew by/),
    ])
  })
})
