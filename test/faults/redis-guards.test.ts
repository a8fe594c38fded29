import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { ROOM_MS } from './run-size.ts'
import { judge } from './traffic.ts'

const log = createLogger('test', 'silent')
const LIMITER_ANSWERS_WITHIN_MS = 300
const PATIENCE = { timeout: 15_000 }

describe.concurrent('what guards against a Redis that is not well', () => {
  const states: [string, (proxy: FaultProxy) => void][] = [
    ['swallows everything', (proxy) => proxy.swallow()],
    ['answers after two seconds', (proxy) => proxy.delay({ toServer: 1_000, toClient: 1_000 })],
    ['breaks connections and takes no new ones', (proxy) => (proxy.refuse(), proxy.reset())],
  ]

  it.for(states)('the limiter counts in memory, in time, where it %s', async ([, harm], { annotate, expect }) => {
    await using line = await openLine()
    await using parts = new AsyncDisposableStack()
    const limiter = parts.adopt(openRateLimiter(line.url, log), (it) => it.close())
    await vi.waitFor(async () => {
      await limiter.consume('a', 100)
      expect(await line.server.keys('*')).toHaveLength(1)
    }, PATIENCE)
    const bare = parts.adopt(new Redis(line.url), (it) => it.disconnect()).on('error', () => {})
    const unguarded = new RateLimiterRedis({ storeClient: bare, points: 100, duration: 60 })
    await unguarded.consume('c')
    harm(line.proxy)
    const took: number[] = []
    const remaining: number[] = []
    for (let count = 0; count < 10; count++) {
      const started = performance.now()
      const allowance = await limiter.consume('b', 100)
      took.push(Math.round(performance.now() - started))
      remaining.push(allowance.remaining)
    }
    await annotate(`answered after ${took.join(', ')} ms`, 'measured')
    expect(remaining).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91, 90])
    expect(took.toSorted((a, b) => a - b)[5]).toBeLessThanOrEqual(LIMITER_ANSWERS_WITHIN_MS)
    expect(Math.max(...took)).toBeLessThan(LIMITER_ANSWERS_WITHIN_MS + ROOM_MS)

    const outcome = unguarded.consume('c').then(
      () => 'answered',
      () => 'refused',
    )
    expect(await Promise.race([outcome, sleep(LIMITER_ANSWERS_WITHIN_MS, 'late')])).toBe('late')
  })

  it('an export that Redis forgot is put into the queue anew, and is not where it is asked for once', async ({
    expect,
  }) => {
    await using line = await openLine()
    await using parts = new AsyncDisposableStack()
    const store = parts.adopt(openArtifactStore(line.url, log), (it) => it.close())
    const queue = parts.adopt(openExportQueue(line.url, log), (it) => it.close())
    const waiter = createExportWaiter(store, log)
    await vi.waitFor(() => store.existing(['a']), PATIENCE)
    const given = new AbortController()
    const order = async (queue: ExportQueue) => {
      const source = {
        format: 'markdown',
        options: {},
        workspaceId: randomUUID(),
        mapId: randomUUID(),
        map: '{}',
      } as const
      const recentFiles = createRecentFiles()
      const prepared = await createExporter({
        store,
        queue,
        waiter,
        recentFiles,
        currentRendererVersion: async () => undefined,
        apiUrl: 'http://x/api/v1',
        onOutcome() {},
      }).prepare(source)
      const terms = { quota: 4, requestId: 'x', deadline: Date.now() + EXPORT_DEADLINE_MS, signal: given.signal }
      prepared.getFile(terms).catch(() => {})
      return queueKey(EXPORT_QUEUE, jobId(prepared.key))
    }
    const reminded = await order(queue)
    const forgotten = await order(askingOnce(queue))
    await expect.poll(() => line.server.exists(reminded, forgotten), PATIENCE).toBe(2)
    await line.server.flushall()
    await expect.poll(() => line.server.exists(reminded), { timeout: 15_000 }).toBe(1)
    await sleep(500)
    expect(await line.server.exists(forgotten)).toBe(0)
    given.abort()
  })

  it('knows an answer that is none', () => {
    const outcome = { what: 'GET', ms: 1, detail: '', headers: new Headers() }
    expect(() => judge([{ ...outcome, status: 500 }])).toThrow('expected 500')
    expect(() => judge([{ ...outcome, status: 404 }])).toThrow('expected 404')
    expect(() => judge([{ ...outcome, status: 503 }])).toThrow('to match')
    expect(judge([{ ...outcome, status: 503, headers: new Headers({ 'Retry-After': '5' }) }]).unavailable).toBe(1)
  })
})

/** The queue as it would be if no gateway asked again for a job that Redis may have forgotten. */
function askingOnce(queue: ExportQueue): ExportQueue {
  const asked = new Set<string>()
  return {
    ...queue,
    async add(job, share) {
      if (asked.has(job.key)) return
      asked.add(job.key)
      await queue.add(job, share)
    },
  }
}

interface Line extends AsyncDisposable {
  /** Of Redis behind the proxy. */
  url: string
  proxy: FaultProxy
  /** A connection past the proxy. */
  server: Redis
}

async function openLine(): Promise<Line> {
  await using parts = new AsyncDisposableStack()
  const redis = parts.use(await startTestRedis())
  const proxy = parts.use(await startFaultProxy(redis.url))
  const owned = parts.move()
  return {
    url: throughProxy(redis.url, proxy),
    proxy,
    server: redis.connect(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
