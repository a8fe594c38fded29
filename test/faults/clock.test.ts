import { randomUUID } from 'node:crypto'
import { jobId } from '@maps/shared/export-job'
import { exportFormats } from '@maps/shared/file-formats'
import { defaultPlans } from '@maps/shared/plans'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { createRestClient } from '../rig/rest-client.ts'
import { baseEnvironment, type ServiceProcess, startServiceProcess } from '../rig/service-process.ts'
import { startSystem } from '../rig/system.ts'
import { openQueue } from './job-queue.ts'
import { startedRenders } from './worker-logs.ts'
import { markedMap, exportError } from './marked-maps.ts'

const SHIFT_MS = 300_000
const ahead = shiftedClockEnv(SHIFT_MS)
const behind = shiftedClockEnv(-SHIFT_MS)

/** Environment of a service whose clock is ahead of the machine's by `aheadMs`. */
function shiftedClockEnv(aheadMs: number): Record<string, string> {
  const { href } = new URL('shifted-clock.ts', import.meta.url)
  return { NODE_OPTIONS: `--import=${href}`, CLOCK_AHEAD_MS: String(aheadMs), LOG_LEVEL: 'debug' }
}

/** Reads from a service's first log line how many seconds its clock is ahead of the machine's. */
function secondsAhead({ logs }: ServiceProcess): number {
  const ready = logs.find((it) => it.msg === 'listening' || it.msg === 'ready')
  return (Date.parse(String(ready?.['time'])) - Date.now()) / 1_000
}

describe('a clock that is set back', () => {
  it.each([-30_000, -3_600_000])('by %i ms refuses no client for longer than the minute', async (jumpMs) => {
    const plans = { ...defaultPlans, free: { ...defaultPlans.free, requestsPerMinute: 5 } }
    const gatewayEnv = { ...shiftedClockEnv(0), CLOCK_JUMP_MS: String(jumpMs) }
    await using system = await startSystem({ workers: 0, plans, gatewayEnv })
    const team = await system.createWorkspace()
    const redis = new Redis(system.redisUrl)
    const requestList = async () => (await team.request('GET', '/maps')).status
    try {
      const key = `maps:limit:${team.id}`
      // The gateway may serve its first requests before it is connected to Redis.
      await expect.poll(async () => (await requestList(), redis.exists(key)), { timeout: 10_000 }).toBe(1)
      // The rate limit's window has four seconds left.
      await redis.pexpire(key, 4_000)
      await expect.poll(requestList, { interval: 1, timeout: 3_500 }).toBe(429)
      await system.gateways[0]!.kill('SIGUSR2')
      expect(await requestList()).toBe(429)
      await expect.poll(requestList, { timeout: 20_000 }).toBe(200)
      const log = system.gateways[0]!.logs
      await expect.poll(() => Date.parse(String(log.at(-1)?.['time'])) - Date.now()).toBeLessThan(jumpMs + 10_000)
    } finally {
      redis.disconnect()
    }
  })
})

describe('clocks that differ', () => {
  it.for([
    { name: 'the gateway is 5 min ahead, the worker 5 min behind', gatewayEnv: ahead, workerEnv: behind },
    { name: 'the gateway is 5 min behind, the worker 5 min ahead', gatewayEnv: behind, workerEnv: ahead },
  ])('keep no client from its file: $name', async ({ gatewayEnv, workerEnv }, { annotate }) => {
    await using system = await startSystem({ gatewayEnv, workerEnv })
    const apart = Math.abs(secondsAhead(system.gateways[0]!) - secondsAhead(system.workers[0]!))
    expect(apart).toBeGreaterThan(500)
    const team = await system.createWorkspace({ plan: 'pro' })
    const { id } = await team.createMap(markedMap({ map: 1, write: 1 }, 5))
    const started = performance.now()
    for (const format of exportFormats) {
      // On a busy machine, an export may be refused for a moment.
      const error = async () => exportError(1, format, await team.exportMap(id, format))
      await expect.poll(error, { timeout: 40_000 }).toBeUndefined()
    }
    const ms = Math.round(performance.now() - started)
    await annotate(`clocks ${Math.round(apart)} s apart: ${exportFormats.length} files in ${ms} ms`, 'measured')
  })

  it('do not let an export be made that no client waits for any more', async () => {
    await using system = await startSystem({ gateways: 0, workerEnv: behind })
    await using connection = openQueue(system.redisUrl)
    const { queue } = connection
    const addJob = async (key: string, deadline: number) => {
      const [workspaceId, mapId] = [randomUUID(), randomUUID()]
      const map = JSON.stringify({ id: mapId, name: 'a', nodes: [], edges: [] })
      const job = { key: key.repeat(64), format: 'markdown', options: {}, workspaceId, mapId, map, deadline } as const
      await queue.add(job.format, { ...job, apiUrl: 'http://x/api/v1' }, { jobId: jobId(job.key) })
      await expect
        .poll(async () => (await queue.getJob(jobId(job.key)))?.getState(), { timeout: 10_000 })
        .toBe('completed')
    }
    await addJob('a', Date.now() - 1_000)
    await addJob('b', Date.now() + 10_000)
    await expect.poll(() => startedRenders(system.workers[0]!).map((it) => it.key)).toEqual(['b'.repeat(64)])
  })

  it('do not let a gateway give away the places of another', async () => {
    await using system = await startSystem({ workers: 0, gatewayEnv: behind })
    await using parts = new AsyncDisposableStack()
    const reaper = parts.use(await openReaper())
    const addresses = { DATABASE_URL: system.databaseUrl, REDIS_URL: system.redisUrl }
    const settings = { PORT: '0', INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: '0' }
    const env = { ...baseEnvironment(), ...addresses, ...settings, ...ahead }
    const other = await startServiceProcess('gateway', env, reaper)
    parts.defer(async () => expect(await other.stop()).toBeUndefined())
    const team = await system.createWorkspace()
    const otherClient = createRestClient({ direct: [`${other.url}/api/v1`], validated: undefined }, team.token)
    const quota = defaultPlans.free.exportsInFlight
    const clients = parts.adopt(new AbortController(), (it) => it.abort())
    const requestExport = (url: string, mapId: string, signal: AbortSignal) =>
      fetch(`${url}/api/v1/maps/${mapId}/export/markdown`, {
        signal,
        headers: { Authorization: `Bearer ${team.token}` },
      })
    for (let map = 0; map < quota; map++) {
      const { id } = await team.createMap(markedMap({ map, write: 1 }, 2))
      requestExport(system.gateways[0]!.url, id, clients.signal).catch(() => {})
    }
    const { queue } = parts.use(openQueue(system.redisUrl))
    await expect.poll(() => queue.getPrioritizedCount()).toBe(quota)
    const { id } = await otherClient.createMap(markedMap({ map: quota, write: 1 }, 2))
    const refused = await requestExport(other.url, id, AbortSignal.timeout(10_000))
    expect(refused.status).toBe(503)
    // No worker runs, so the service is to blame, and not the client.
    expect(refused.headers.get('retry-after')).toBe('15')
  })
})
