import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS, EXPORT_QUEUE, jobId } from '@maps/shared/export-job'
import { type ExportFormat, exportFormats } from '@maps/shared/file-formats'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../bench/random.ts'
import { queueKey } from '../rig/queue-key.ts'
import { type ProxiedSystem, startSystem, type TestWorkspace } from '../rig/system.ts'
import { unthrottledPlans } from './clients.ts'
import { TOLERANCE_MS, seed } from './run-size.ts'
import { markedMap, exportError } from './marked-maps.ts'
import { checkResults, MAX_MAP, startExportTraffic, startMapTraffic } from './traffic.ts'

/** Less than the time for which Redis hangs: no request about maps waits for Redis. */
const MAPS_SERVED_WITHIN_MS = 3_000
const EXPORTS_RECOVER_WITHIN_MS = 10_000

const HANG_MS = 20_000
const OUTAGE_MS = 15_000

const plans = { ...unthrottledPlans, pro: { ...unthrottledPlans.pro, exportsInFlight: 60 } }

type Fault = (system: ProxiedSystem) => Promise<void>

/** Faults of Redis and of the network before it, by the end of a test's title. */
const faults: Record<string, Fault> = {
  async 'restarts with its data'({ redis }) {
    for (let round = 0; round < 10; round++) {
      await redis.restart()
      await sleep(1_000)
    }
  },
  async hangs({ redis }) {
    redis.kill('SIGSTOP')
    await sleep(HANG_MS)
    redis.kill('SIGCONT')
  },
  async 'loses everything again and again'({ redis }) {
    const connection = redis.connect()
    for (let round = 0; round < 60; round++) {
      await connection.flushall()
      await sleep(200)
    }
  },
  async 'is swallowed by the network'({ redisProxy }) {
    redisProxy.stall()
    await sleep(OUTAGE_MS)
    await redisProxy.restore()
  },
  async 'is two seconds away'({ redisProxy }) {
    redisProxy.delay({ toServer: 1_000, toClient: 1_000 })
    await sleep(OUTAGE_MS)
    await redisProxy.restore()
  },
  async 'loses its connections again and again'({ redisProxy }) {
    const random = createRandom(`resets ${seed}`)
    for (let round = 0; round < 60; round++) {
      redisProxy.resetConnections()
      await sleep(50 + random.below(400))
    }
  },
  async 'cannot be connected to'({ redisProxy }) {
    redisProxy.refuseConnections()
    redisProxy.resetConnections()
    await sleep(OUTAGE_MS)
    await redisProxy.restore()
  },
  async 'has no memory left'({ redis }) {
    const connection = redis.connect()
    await connection.config('SET', 'maxmemory', 1)
    await expect(connection.set('a', 'b')).rejects.toThrow('OOM')
    await sleep(OUTAGE_MS)
    await connection.config('SET', 'maxmemory', 0)
  },
}

/** More than the 15 s for which a worker waits for a job before it replaces a dead connection. */
const HALF_OPEN_RECOVERS_WITHIN_MS = 25_000

describe('while Redis is not well', () => {
  let system: ProxiedSystem
  let team: TestWorkspace

  beforeAll(async () => {
    console.log(`SEED=${seed}`)
    system = await startSystem({ proxied: true, redisKeepsData: true, plans })
    team = await system.createWorkspace({ plan: 'pro' })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it.for(Object.entries(faults))(
    'maps are served, and exports or the reason why not: it %s',
    async ([, injectFault], { annotate }) => {
      const mapTraffic = startMapTraffic(team)
      const exportTraffic = startExportTraffic(team)
      await sleep(300)
      await injectFault(system)
      const ended = performance.now()
      await vi.waitFor(() => exportNewMap(team), { timeout: EXPORTS_RECOVER_WITHIN_MS, interval: 50 })
      const recovery = Math.round(performance.now() - ended)
      const [crud, exports] = await Promise.all([mapTraffic.stop(), exportTraffic.stop()])
      await Promise.all([...exportFormats, ...exportFormats].map((it) => exportNewMap(team, it)))
      const [crudSummary, exportSummary] = [checkResults(crud), checkResults(exports)]
      await annotate(
        `${crudSummary.count} requests about maps, none refused, longest ${crudSummary.longestMs} ms; ` +
          `${exportSummary.count} exports, ${exportSummary.unavailable} refused, longest ${exportSummary.longestMs} ms; ` +
          `exports again after ${recovery} ms`,
        'measured',
      )
      expect(crudSummary.unavailable).toBe(0)
      expect(crudSummary.longestMs).toBeLessThan(MAPS_SERVED_WITHIN_MS)
      for (const { headers } of crud) expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
      expect(exportSummary.longestMs).toBeLessThan(EXPORT_DEADLINE_MS + TOLERANCE_MS)
      expect(await Promise.all([...system.gateways, ...system.workers].map(isRunning))).toEqual([true, true])
    },
  )

  it('exports work again by themselves where its connections have died without a word', async ({ annotate }) => {
    await exportNewMap(team)
    system.redisProxy.blackhole()
    const ended = performance.now()
    await vi.waitFor(() => exportNewMap(team), { timeout: HALF_OPEN_RECOVERS_WITHIN_MS, interval: 200 })
    await annotate(`exports again after ${Math.round(performance.now() - ended)} ms`, 'measured')
  })

  it('exports that wait are made even where Redis forgets them', async () => {
    const worker = system.workers[0]!
    const redis = system.redis.connect()
    const maps = await Promise.all(
      Array.from({ length: 8 }, (_, map) => team.createMap(markedMap({ map, write: 1 }, 1))),
    )
    await worker.kill('SIGSTOP')
    const requests = maps.map((it) => team.exportMap(it.id, 'markdown'))
    try {
      const jobs = queueKey(EXPORT_QUEUE, jobId('?'.repeat(64)))
      await expect
        .poll(async () => (await redis.keys(jobs)).length, { timeout: 4_000 })
        .toBeGreaterThanOrEqual(maps.length)
      await redis.flushall()
    } finally {
      await worker.kill('SIGCONT')
    }
    const errors = (await Promise.all(requests)).map((it, map) => exportError(map, 'markdown', it))
    expect(errors).toEqual(maps.map(() => undefined))
  })
})

async function exportNewMap(team: TestWorkspace, format: ExportFormat = 'markdown'): Promise<void> {
  const map = randomInt(MAX_MAP)
  const { id } = await team.createMap(markedMap({ map, write: 1 }, 1))
  expect(exportError(map, format, await team.exportMap(id, format))).toBeUndefined()
}

async function isRunning({ exit }: { exit: Promise<unknown> }): Promise<boolean> {
  return Promise.race([exit.then(() => false), sleep(0, true)])
}
