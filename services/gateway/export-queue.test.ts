import { createHash, randomUUID } from 'node:crypto'
import { Unavailable } from '@maps/shared/errors'
import {
  EXPORT_QUEUE,
  type ExportJob,
  exportQueues,
  HEAVY_EXPORT_QUEUE,
  jobId,
  QUEUE_PREFIX,
} from '@maps/shared/export-job'
import { createExportLeases, LEASES_KEY, MAX_WAITING, queueKey } from '@maps/shared/export-leases'
import { createLogger } from '@maps/shared/logger'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../../test/rig/redis.ts'
import { type ExportQueue, openExportQueue } from './export-queue.ts'

const share = 4
let server: TestRedis
let redis: Redis
let queue: ExportQueue

beforeAll(async () => {
  server = await startTestRedis()
  redis = new Redis(server.url)
  queue = openExportQueue(server.url, createLogger('test', 'silent'))
  await vi.waitFor(() => queue.add(newJob(), share))
})
beforeEach(() => redis.flushall())
afterAll(async () => {
  await queue.close()
  redis.disconnect()
  await server[Symbol.asyncDispose]()
})

function newJob(workspaceId: string = randomUUID()): ExportJob {
  const key = createHash('sha256').update(randomUUID()).digest('hex')
  const deadline = Date.now() + 30_000
  return {
    key,
    workspaceId,
    deadline,
    format: 'markdown',
    options: {},
    mapId: randomUUID(),
    map: '{}',
    apiUrl: 'http://x',
  }
}

const waiting = (): Promise<number> => redis.zcard(`${QUEUE_PREFIX}:${EXPORT_QUEUE}:prioritized`)

/** A worker begins the next export, and is gone. */
async function begin(): Promise<void> {
  const connection = redis.duplicate({ maxRetriesPerRequest: null })
  const worker = new Worker(EXPORT_QUEUE, null, { connection, prefix: QUEUE_PREFIX })
  await worker.getNextJob('token')
  await worker.close()
  connection.disconnect()
}

describe('the export queue', () => {
  it('takes one job for one artifact, however often it is asked for', async () => {
    const job = newJob()
    await Promise.all(Array.from({ length: 20 }, () => queue.add(job, share)))
    expect(await waiting()).toBe(1)
  })

  it("holds a workspace to its share, and no other's exports wait for it", async () => {
    const greedy = randomUUID()
    const jobs = Array.from({ length: 10 }, () => newJob(greedy))
    const outcomes = await Promise.allSettled(jobs.map((it) => queue.add(it, share)))
    const refused = outcomes.filter((it) => it.status === 'rejected')
    expect(refused).toHaveLength(6)
    expect(refused[0]!.reason).toBeInstanceOf(Unavailable)
    expect(refused[0]!.reason).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
    await queue.add(newJob(), share)
    expect(await waiting()).toBe(5)
  })

  it('is bounded, even when everybody comes at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => queue.add(newJob(), share)))
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(MAX_WAITING)
    expect(await waiting()).toBe(MAX_WAITING)
  })

  it('is bounded as well while exports render, of which some have given their place back already', async () => {
    const leases = createExportLeases(redis)
    const begun = Array.from({ length: 3 }, () => newJob())
    for (const job of begun) await leases.take(job, share)
    const [light, ...heavy] = begun.map((it) => jobId(it.key))
    await redis.rpush(queueKey(EXPORT_QUEUE, 'active'), light!)
    await redis.rpush(queueKey(HEAVY_EXPORT_QUEUE, 'active'), ...heavy)
    await leases.giveBack(begun[0]!)
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => leases.take(newJob(), share)))
    expect(verdicts.filter((it) => it !== 'queue full')).toHaveLength(MAX_WAITING)
  })

  it("lets another workspace's export pass those of one that has many on their way", async () => {
    const greedy = randomUUID()
    const flood = Array.from({ length: share }, () => newJob(greedy))
    for (const job of flood) await queue.add(job, share)
    const modest = newJob()
    await queue.add(modest, share)
    const turns = await redis.zrange(`${QUEUE_PREFIX}:${EXPORT_QUEUE}:prioritized`, '0', '-1')
    expect(turns.indexOf(jobId(modest.key))).toBeLessThan(share - 1)
    expect(turns.filter((it) => it !== jobId(modest.key))).toEqual(flood.map((it) => jobId(it.key)))
  })

  it('has room again when an export is over, and when its deadline has passed', async () => {
    const workspaceId = randomUUID()
    const leases = createExportLeases(redis)
    const jobs = Array.from({ length: share }, () => newJob(workspaceId))
    for (const job of jobs) await queue.add(job, share)
    await expect(queue.add(newJob(workspaceId), share)).rejects.toThrow(Unavailable)
    await leases.giveBack(jobs[0]!)
    await queue.add(newJob(workspaceId), share)

    const other = randomUUID()
    for (let i = 0; i < share; i++) await queue.add({ ...newJob(other), deadline: Date.now() + 50 }, share)
    await expect.poll(() => queue.add(newJob(other), share).then(() => 'taken', String)).toBe('taken')
  })

  it('outlives a moment in which Redis does not answer', async () => {
    await redis.call('CLIENT', 'PAUSE', '260', 'ALL')
    await queue.add(newJob(), share)
    expect(await waiting()).toBe(1)
  })

  it('loses no place to a Redis that is slow, and leaves none behind', async () => {
    const [kept, late] = [newJob(), newJob()]
    await queue.add(kept, share)
    await redis.call('CLIENT', 'PAUSE', '2000', 'ALL')
    await expect(queue.add(kept, share)).rejects.toThrow(Unavailable)
    await expect(queue.add(late, share)).rejects.toThrow(Unavailable)
    await expect(queue.withdraw(late)).rejects.toThrow('Command timed out')
    expect(await redis.zrange(LEASES_KEY, '0', '-1')).toEqual([kept.key])
    expect(await waiting()).toBe(1)
  })

  it('takes no place for an export that is about to be stored', async () => {
    const job = newJob()
    await queue.add(job, share)
    await begin()
    await createExportLeases(redis).giveBack(job)
    await queue.add(job, share)
    expect(await redis.zcard(LEASES_KEY)).toBe(0)
  })

  it('keeps an export that is asked for again while it is taken back', async () => {
    const other = openExportQueue(server.url, createLogger('test', 'silent'))
    await vi.waitFor(() => other.add(newJob(), share))
    await redis.flushall()
    for (let count = 1; count <= 20; count++) {
      const job = newJob()
      await queue.add(job, share)
      await Promise.all([queue.withdraw(job), other.add(job, share)])
      expect([await waiting(), await redis.zcard(LEASES_KEY)]).toEqual([count, count])
    }
    await other.close()
  })

  it('puts an export back that somebody came to wait for when it was taken out already', async () => {
    const job = newJob()
    const [one, other] = [createExportLeases(redis), createExportLeases(redis)]
    await one.take(job, share)
    expect(await one.leave(job)).toBe(false)
    expect(await redis.zcard(LEASES_KEY)).toBe(0)
    await other.take(job, share)
    expect(await one.release(job)).toMatchObject({ isQueued: false })
    expect(await other.leave(job)).toBe(false)
    expect(await one.release(job)).toBe('free')
  })

  it('counts an export by the last one who waits for it', async () => {
    const job = newJob()
    const leases = createExportLeases(redis)
    await leases.take(job, share)
    await leases.take({ ...job, deadline: job.deadline + 20_000 }, share)
    expect(await leases.deadlineOf(job)).toBeGreaterThan(job.deadline + 19_000)
    await leases.giveBack(job)
    expect(await leases.deadlineOf(job)).toBeLessThan(job.deadline + 1_000)
  })

  it('gives the place of an export that nobody waits for to the next, unless it has begun', async () => {
    const workspaceId = randomUUID()
    const jobs = Array.from({ length: share }, () => newJob(workspaceId))
    for (const job of jobs) await queue.add(job, share)
    await queue.withdraw(jobs[0]!)
    expect(await waiting()).toBe(share - 1)
    await queue.add(newJob(workspaceId), share)
    await queue.withdraw(newJob(workspaceId))
    await expect(queue.add(newJob(workspaceId), share)).rejects.toThrow(Unavailable)
  })

  it('keeps an export that another gateway waits for, until nobody does', async () => {
    const other = openExportQueue(server.url, createLogger('test', 'silent'))
    const [job, late] = [newJob(), newJob()]
    await vi.waitFor(() => other.add(late, share))
    await queue.add(job, share)
    await other.add(job, share)
    await queue.withdraw(job)
    expect(await waiting()).toBe(2)
    await other.withdraw(job)
    expect(await waiting()).toBe(1)

    // A gateway that is gone leaves nothing behind but its deadline.
    await queue.add({ ...late, deadline: late.deadline + 1_000 }, share)
    await redis.zadd(`${QUEUE_PREFIX}:waiting:${late.key}`, 1, 'gone')
    await other.withdraw(late)
    await queue.withdraw(late)
    expect(await waiting()).toBe(0)
    await other.close()
  })

  it('keeps an export that was begun, even if its worker is gone: it is not forgotten what it has cost', async () => {
    const job = newJob()
    await queue.add(job, share)
    await begin()
    const record = queueKey(EXPORT_QUEUE, jobId(job.key))
    expect(await redis.del(`${record}:lock`)).toBe(1)
    await queue.withdraw(job)
    expect(await redis.exists(record)).toBe(1)
  })

  it.each(exportQueues)("counts the jobs of %s that render by BullMQ's own list of them", async (name) => {
    const own = new Queue(name, { connection: redis, prefix: QUEUE_PREFIX })
    expect(own.toKey('active')).toBe(queueKey(name, 'active'))
    await own.close()
  })

  it('has a queue for exports of large maps, from which they are withdrawn as well', async () => {
    const heavy = { ...newJob(), format: 'png', map: 'x'.repeat(1_000_000) } as const
    await queue.add(heavy, share)
    expect(await redis.zcard(queueKey(HEAVY_EXPORT_QUEUE, 'prioritized'))).toBe(1)
    expect(await waiting()).toBe(0)
    await queue.withdraw(heavy)
    expect([await redis.zcard(queueKey(HEAVY_EXPORT_QUEUE, 'prioritized')), await redis.zcard(LEASES_KEY)]).toEqual([
      0, 0,
    ])
  })

  it('says that exports are not possible while Redis is away', async () => {
    const lost = openExportQueue('redis://127.0.0.1:1', createLogger('test', 'silent'))
    await expect(lost.add(newJob(), share)).rejects.toThrow('Exports are not possible right now.')
    await lost.close()
  })
})
