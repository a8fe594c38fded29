import { createLogger } from '@maps/shared/logger'
import { countWorkers, HEARTBEAT_TTL_MS, LOST_AFTER_MS, WORKERS_KEY } from '@maps/shared/worker-heartbeats'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../../test/rig/redis.ts'
import { openHeartbeat } from './heartbeat.ts'

let server: TestRedis
let redis: Redis

beforeAll(async () => {
  server = await startTestRedis()
  redis = server.connect()
})
beforeEach(async () => {
  await redis.flushall()
  // Time passes by `advanceTimersByTime` alone; the timers of Redis' client stay real.
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => void vi.useRealTimers())
afterAll(() => server[Symbol.asyncDispose]())

/** Starts the heartbeat of a worker. */
async function openWorker() {
  const log = createLogger('test', 'silent')
  const warn = vi.spyOn(log, 'warn')
  const state = { isReady: true }
  const heartbeat = await openHeartbeat({ redisUrl: server.url, log, isReady: () => state.isReady })
  const lostWorkers = () => warn.mock.calls.flatMap(([fields]) => (fields as { worker?: string }).worker ?? [])
  return { ...heartbeat, state, lostWorkers, [Symbol.asyncDispose]: heartbeat.close }
}

/** Adds a worker whose last heartbeat expired so long ago. */
const addExpired = (worker: string, agoMs: number) => redis.zadd(WORKERS_KEY, Date.now() - agoMs, worker)
const becomeContinuous = () => vi.advanceTimersByTime(LOST_AFTER_MS + 1)

describe('a heartbeat', () => {
  it('counts its worker from its start to its close', async () => {
    const worker = await openWorker()
    expect(await countWorkers(redis)).toEqual({ responding: 1, lost: 0 })
    await worker.close()
    expect(await countWorkers(redis)).toEqual({ responding: 0, lost: 0 })
  })

  it('lasts for seconds, so that a frozen worker does not count', async () => {
    await addExpired('frozen', 1)
    await using worker = await openWorker()
    expect(await countWorkers(redis)).toEqual({ responding: 1, lost: 0 })
    const expiry = Number(await redis.zscore(WORKERS_KEY, worker.worker))
    expect(expiry - Date.now()).toBeLessThanOrEqual(HEARTBEAT_TTL_MS)
  })

  it('stops while the worker is not ready, without counting it as lost', async () => {
    await using worker = await openWorker()
    worker.state.isReady = false
    vi.advanceTimersByTime(HEARTBEAT_TTL_MS + 1)
    await expect.poll(() => redis.zscore(WORKERS_KEY, worker.worker)).toBeNull()
    worker.state.isReady = true
    await expect.poll(() => countWorkers(redis)).toEqual({ responding: 1, lost: 0 })
  })

  it('is accepted by a full Redis, whose workers have to empty it', async () => {
    await redis.config('SET', 'maxmemory', 1)
    try {
      await using _ = await openWorker()
      expect(await countWorkers(redis)).toEqual({ responding: 1, lost: 0 })
    } finally {
      await redis.config('SET', 'maxmemory', 0)
    }
  })
})

describe('a worker that ended without a goodbye', () => {
  it('is logged and counted once', async () => {
    await using first = await openWorker()
    await using second = await openWorker()
    becomeContinuous()
    await addExpired('killed', LOST_AFTER_MS + 1)
    await expect.poll(() => countWorkers(redis)).toEqual({ responding: 2, lost: 1 })
    await addExpired('another', LOST_AFTER_MS + 1)
    await expect.poll(() => countWorkers(redis)).toEqual({ responding: 2, lost: 2 })
    const reported = () => [...first.lostWorkers(), ...second.lostWorkers()]
    await expect.poll(reported).toEqual(expect.arrayContaining(['killed', 'another']))
    expect(reported()).toHaveLength(2)
  })

  it('is logged by the next start where it was the only one', async () => {
    await addExpired('killed', 3_600_000)
    await using next = await openWorker()
    becomeContinuous()
    await expect.poll(next.lostWorkers).toEqual(['killed'])
  })

  it('is no worker whose heartbeat expired together with that of the reporting one, as in an outage of Redis', async () => {
    await using worker = await openWorker()
    becomeContinuous()
    await redis
      .multi()
      .zadd(WORKERS_KEY, Date.now() - 20_000, worker.worker)
      .zadd(WORKERS_KEY, Date.now() - 20_000, 'other')
      .exec()
    await expect.poll(() => countWorkers(redis)).toEqual({ responding: 1, lost: 0 })
    // The control: it is reported if it stays away.
    becomeContinuous()
    await expect.poll(worker.lostWorkers).toEqual(['other'])
  })
})
