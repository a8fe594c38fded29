import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deadlineIn } from '@maps/shared/deadline'
import { openArtifactStore } from '@maps/shared/artifact-store'
import { EXPORT_DEADLINE_MS, EXPORT_QUEUE, jobId } from '@maps/shared/export-job'
import { createLogger } from '@maps/shared/logger'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { describe, expect, it, vi } from 'vitest'
import { type ExportQueue, openExportQueue } from '../../services/gateway/exports/queue.ts'
import { createExportWaiter } from '../../services/gateway/exports/waiter.ts'
import { createExporter } from '../../services/gateway/exports/exporter.ts'
import { createRecentFiles } from '../../services/gateway/exports/recent-files.ts'
import { openRateLimiter } from '../../services/gateway/auth/rate-limiter.ts'
import { queueKey } from '../rig/queue-key.ts'
import { type FaultProxy, startFaultProxy, throughProxy } from '../rig/fault-proxy.ts'
import { startTestRedis } from '../rig/redis.ts'
import { TOLERANCE_MS } from './run-size.ts'
import { checkResults } from './traffic.ts'

const log = createLogger('test', 'silent')
const LIMITER_WITHIN_MS = 300
const POLL_OPTIONS = { timeout: 15_000 }

describe.concurrent('what guards against a Redis that is not well', () => {
  const faults: [string, (proxy: FaultProxy) => void][] = [
    ['swallows everything', (proxy) => proxy.stall()],
    ['answers after two seconds', (proxy) => proxy.delay({ toServer: 1_000, toClient: 1_000 })],
    ['breaks connections and takes no new ones', (proxy) => (proxy.refuseConnections(), proxy.resetConnections())],
  ]

  it.for(faults)(
    'the limiter counts in memory, in time, where it %s',
    async ([, injectFault], { annotate, expect }) => {
      await using redis = await openProxiedRedis()
      await using parts = new AsyncDisposableStack()
      const limiter = parts.adopt(openRateLimiter(redis.url, log), (it) => it.close())
      await vi.waitFor(async () => {
        await limiter.consume('a', 100)
        expect(await redis.direct.keys('*')).toHaveLength(1)
      }, POLL_OPTIONS)
      const connection = parts.adopt(new Redis(redis.url), (it) => it.disconnect()).on('error', () => {})
      const unguarded = new RateLimiterRedis({ storeClient: connection, points: 100, duration: 60 })
      await unguarded.consume('c')
      injectFault(redis.proxy)
      const elapsedMs: number[] = []
      const remaining: number[] = []
      for (let count = 0; count < 10; count++) {
        const started = performance.now()
        const allowance = await limiter.consume('b', 100)
        elapsedMs.push(Math.round(performance.now() - started))
        remaining.push(allowance.remaining)
      }
      await annotate(`answered after ${elapsedMs.join(', ')} ms`, 'measured')
      expect(remaining).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91, 90])
      expect(elapsedMs.toSorted((a, b) => a - b)[5]).toBeLessThanOrEqual(LIMITER_WITHIN_MS)
      expect(Math.max(...elapsedMs)).toBeLessThan(LIMITER_WITHIN_MS + TOLERANCE_MS)

      const outcome = unguarded.consume('c').then(
        () => 'answered',
        () => 'refused',
      )
      expect(await Promise.race([outcome, sleep(LIMITER_WITHIN_MS, 'late')])).toBe('late')
    },
  )

  it('an export that Redis forgot is put into the queue anew, and is not where it is asked for once', async ({
    expect,
  }) => {
    await using redis = await openProxiedRedis()
    await using parts = new AsyncDisposableStack()
    const store = parts.adopt(openArtifactStore(redis.url, log), (it) => it.close())
    const queue = parts.adopt(openExportQueue(redis.url, log), (it) => it.close())
    const waiter = createExportWaiter(store, log)
    await vi.waitFor(() => store.filterExisting(['a']), POLL_OPTIONS)
    const aborter = new AbortController()
    const requestExport = async (queue: ExportQueue) => {
      const ids = { workspaceId: randomUUID(), mapId: randomUUID() }
      const prepared = await createExporter({
        store,
        queue,
        waiter,
        recentFiles: createRecentFiles(),
        currentRendererVersion: async () => undefined,
        apiUrl: 'http://x/api/v1',
        onOutcome() {},
      }).prepare({ ...ids, format: 'markdown', options: {}, map: '{}' })
      const terms = { quota: 4, requestId: 'x', deadline: deadlineIn(EXPORT_DEADLINE_MS), signal: aborter.signal }
      prepared.getFile(terms).catch(() => {})
      return queueKey(EXPORT_QUEUE, jobId(prepared.key))
    }
    const retried = await requestExport(queue)
    const lost = await requestExport(withoutRetries(queue))
    await expect.poll(() => redis.direct.exists(retried, lost), POLL_OPTIONS).toBe(2)
    await redis.direct.flushall()
    await expect.poll(() => redis.direct.exists(retried), { timeout: 15_000 }).toBe(1)
    await sleep(500)
    expect(await redis.direct.exists(lost)).toBe(0)
    aborter.abort()
  })

  it('knows an answer that is none', () => {
    const result = { request: 'GET', ms: 1, detail: '', headers: new Headers() }
    expect(() => checkResults([{ ...result, status: 500 }])).toThrow('expected 500')
    expect(() => checkResults([{ ...result, status: 404 }])).toThrow('expected 404')
    expect(() => checkResults([{ ...result, status: 503 }])).toThrow('to match')
    expect(checkResults([{ ...result, status: 503, headers: new Headers({ 'Retry-After': '5' }) }]).unavailable).toBe(1)
  })
})

/** Wraps a queue so that each job is added once, even if Redis loses it. */
function withoutRetries(queue: ExportQueue): ExportQueue {
  const added = new Set<string>()
  return {
    ...queue,
    async add(task, deadline, quota) {
      if (added.has(task.key)) return
      added.add(task.key)
      await queue.add(task, deadline, quota)
    },
  }
}

/** Starts Redis and a proxy. `url` is the address of the proxy, `direct` a connection that bypasses it. */
async function openProxiedRedis() {
  await using parts = new AsyncDisposableStack()
  const redis = parts.use(await startTestRedis())
  const proxy = parts.use(await startFaultProxy(redis.url))
  const owned = parts.move()
  return {
    url: throughProxy(redis.url, proxy),
    proxy,
    direct: redis.connect(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
