import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@maps/shared/errors'
import { EXPORT_QUEUE, type ExportJob, HEAVY_EXPORT_QUEUE, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { createExportSlots, MAX_WAITING, WAITING_KEY } from '@maps/shared/export-slots'
import { createLogger } from '@maps/shared/logger'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { queueKey } from '../../../test/rig/queue-key.ts'
import { startTestRedis, type TestRedis } from '../../../test/rig/redis.ts'
import { ExportRefused, ExportsUnavailable } from './errors.ts'
import { type ExportQueue, openExportQueue } from './queue.ts'

const quota = 4
let server: TestRedis
let redis: Redis
let queue: ExportQueue

beforeAll(async () => {
  server = await startTestRedis()
  redis = new Redis(server.url)
  queue = openExportQueue(server.url, createLogger('test', 'silent'))
  await vi.waitFor(() => queue.add(newJob(), quota))
})
beforeEach(() => redis.flushall())
afterAll(async () => {
  await queue.close()
  redis.disconnect()
  await server[Symbol.asyncDispose]()
})

function newJob(workspaceId: string = randomUUID()): ExportJob {
  const ids = { key: createHash('sha256').update(randomUUID()).digest('hex'), workspaceId, mapId: randomUUID() }
  const deadline = Date.now() + 30_000
  return { ...ids, deadline, format: 'markdown', options: {}, map: '{}', apiUrl: 'http://x' }
}

const [waitingKey, heavyKey] = [queueKey(EXPORT_QUEUE, 'prioritized'), queueKey(HEAVY_EXPORT_QUEUE, 'prioritized')]
const countWaiting = (): Promise<number> => redis.zcard(waitingKey)

describe('the export queue', () => {
  it('takes one job for many requests for one artifact', async () => {
    const job = newJob()
    await Promise.all(Array.from({ length: 20 }, () => queue.add(job, quota)))
    expect(await countWaiting()).toBe(1)
  })

  it('takes no slot while Redis has no memory for the job', async () => {
    const workspaceId = randomUUID()
    await redis.config('SET', 'maxmemory', 1)
    const refused = await queue.add(newJob(workspaceId), quota).catch((error: unknown) => error)
    await redis.config('SET', 'maxmemory', 0)
    expect(refused).toBeInstanceOf(ExportsUnavailable)
    expect(await redis.exists(WAITING_KEY, `${WAITING_KEY}:${workspaceId}`)).toBe(0)
  })

  it('limits a workspace to its quota, and does not delay other workspaces', async () => {
    const busyWorkspace = randomUUID()
    const jobs = Array.from({ length: 10 }, () => newJob(busyWorkspace))
    const outcomes = await Promise.allSettled(jobs.map((it) => queue.add(it, quota)))
    const refused = outcomes.filter((it) => it.status === 'rejected')
    expect(refused).toHaveLength(6)
    expect(refused[0]!.reason).toBeInstanceOf(ExportRefused)
    expect(refused[0]!.reason).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
    await queue.add(newJob(), quota)
    expect(await countWaiting()).toBe(5)
  })

  it("counts exports for readers of public links apart from the workspace's own", async () => {
    const workspaceId = randomUUID()
    const isForPublicLink = true
    for (let index = 0; index < quota; index++) await queue.add({ ...newJob(workspaceId), isForPublicLink }, quota)
    await expect(queue.add({ ...newJob(workspaceId), isForPublicLink }, quota)).rejects.toThrow(ExportRefused)
    const slots = createExportSlots(redis)
    const own = newJob(workspaceId)
    await queue.add(own, 1)
    await expect(queue.add(newJob(workspaceId), 1)).rejects.toThrow(ExportRefused)
    await slots.release(own)
    await queue.add(newJob(workspaceId), 1)
  })

  it('is bounded, also for jobs that come at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => queue.add(newJob(), quota)))
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(MAX_WAITING)
    const refused = outcomes.find((it) => it.status === 'rejected')!.reason
    expect(refused).toBeInstanceOf(ExportsUnavailable)
    expect(refused).not.toBeInstanceOf(ExportRefused)
    expect(await countWaiting()).toBe(MAX_WAITING)
  })

  it('counts an export in progress against the quota alone', async () => {
    const slots = createExportSlots(redis)
    const begun = Array.from({ length: 3 }, () => newJob())
    for (const job of begun) await slots.take(job, 1)
    for (const job of begun) expect(await slots.begin({ ...job, deadline: 0 })).toBeGreaterThan(29_000)
    const results = await Promise.all(Array.from({ length: 100 }, () => slots.take(newJob(), 1)))
    expect(results.filter((it) => it !== 'queue full')).toHaveLength(MAX_WAITING)
    expect(await slots.take(newJob(begun[0]!.workspaceId), 1)).toBe('quota used up')
    // A later client of the same file extends its deadline without queueing it again.
    await slots.take({ ...begun[0]!, deadline: Date.now() + 60_000 }, 1)
    expect(await redis.zcard(WAITING_KEY)).toBe(MAX_WAITING)
    expect(await slots.begin({ ...begun[0]!, deadline: 0 })).toBeGreaterThan(59_000)
  })

  it('gives the export of another workspace priority over those of a busy one', async () => {
    const busyWorkspace = randomUUID()
    const flood = Array.from({ length: quota }, () => newJob(busyWorkspace))
    for (const job of flood) await queue.add(job, quota)
    const other = newJob()
    await queue.add(other, quota)
    const order = await redis.zrange(waitingKey, '0', '-1')
    expect(order.indexOf(jobId(other.key))).toBeLessThan(quota - 1)
    expect(order.filter((it) => it !== jobId(other.key))).toEqual(flood.map((it) => jobId(it.key)))
  })

  it('has room again after the end of an export, and after its deadline', async () => {
    const workspaceId = randomUUID()
    const slots = createExportSlots(redis)
    const jobs = Array.from({ length: quota }, () => newJob(workspaceId))
    for (const job of jobs) await queue.add(job, quota)
    await expect(queue.add(newJob(workspaceId), quota)).rejects.toThrow(Unavailable)
    await slots.release(jobs[0]!)
    await queue.add(newJob(workspaceId), quota)

    const other = randomUUID()
    for (let i = 0; i < quota; i++) await queue.add({ ...newJob(other), deadline: Date.now() + 50 }, quota)
    await expect.poll(() => queue.add(newJob(other), quota).then(() => 'taken', String)).toBe('taken')
  })

  it('removes jobs that no client waits for, also without a worker', async () => {
    for (const format of ['markdown', 'png'] as const) {
      const map = format === 'png' ? 'x'.repeat(1_000_000) : '{}'
      await queue.add({ ...newJob(), format, map, deadline: Date.now() + 50 }, quota)
    }
    await sleep(60)
    const job = newJob()
    await queue.add(job, quota)
    await expect.poll(countWaiting).toBe(1)
    await expect.poll(() => redis.zcard(heavyKey)).toBe(0)
    expect(await redis.zrange(waitingKey, '0', '-1')).toEqual([jobId(job.key)])
    await expect.poll(() => redis.zrange(WAITING_KEY, '0', '-1')).toEqual([job.key])
  })

  it('removes them also where Redis is full', async () => {
    await queue.add({ ...newJob(), deadline: Date.now() + 50 }, quota)
    await sleep(60)
    onTestFinished(() => void redis.config('SET', 'maxmemory', 0))
    await redis.config('SET', 'maxmemory', 1)
    await expect(queue.add(newJob(), quota)).rejects.toThrow(ExportsUnavailable)
    await expect.poll(countWaiting).toBe(0)
  })

  it('keeps jobs of crashed workers, with the number of crashes', async () => {
    const job = newJob()
    await queue.add({ ...job, deadline: Date.now() + 50 }, quota)
    const connection = redis.duplicate({ maxRetriesPerRequest: null })
    const worker = new Worker(EXPORT_QUEUE, null, { connection, prefix: QUEUE_PREFIX })
    const begun = await worker.getNextJob('token')
    await begun?.moveToWait('token')
    await sleep(60)
    await queue.add(newJob(), quota)
    await expect.poll(() => redis.zcard(WAITING_KEY)).toBe(1)
    expect(await redis.exists(queueKey(EXPORT_QUEUE, jobId(job.key)))).toBe(1)
    await worker.close()
    connection.disconnect()
  })

  it('keeps the job of an export that is requested again after its deadline', async () => {
    const job = newJob()
    await queue.add({ ...job, deadline: Date.now() + 50 }, quota)
    await sleep(60)
    await queue.add(job, quota)
    expect(await countWaiting()).toBe(1)
  })

  it('tolerates a short pause of Redis', async () => {
    await redis.call('CLIENT', 'PAUSE', '260', 'ALL')
    await queue.add(newJob(), quota)
    expect(await countWaiting()).toBe(1)
  })

  it('has a queue for exports of large maps', async () => {
    await queue.add({ ...newJob(), format: 'png', map: 'x'.repeat(1_000_000) }, quota)
    expect(await redis.zcard(heavyKey)).toBe(1)
    expect(await countWaiting()).toBe(0)
  })

  it('rejects exports while Redis is unreachable', async () => {
    const lost = openExportQueue('redis://127.0.0.1:1', createLogger('test', 'silent'))
    await expect(lost.add(newJob(), quota)).rejects.toThrow('Exports are not possible right now.')
    await lost.close()
  })
})
