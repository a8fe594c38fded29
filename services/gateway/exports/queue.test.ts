import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Deadline, deadlineIn } from '@maps/shared/deadline'
import { Unavailable } from '@maps/shared/errors'
import { EXPORT_QUEUE, type ExportTask, HEAVY_EXPORT_QUEUE, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { createExportSlots, MAX_WAITING, maxWaiting, STALLED_AFTER_MS, WAITING_KEY } from '@maps/shared/export-slots'
import { WORKERS_KEY } from '@maps/shared/worker-heartbeats'
import { createLogger } from '@maps/shared/logger'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { queueKey } from '../../../test/rig/queue-key.ts'
import { startTestRedis, type TestRedis } from '../../../test/rig/redis.ts'
import { ExportRefused, ExportsStalled, ExportsUnavailable } from './errors.ts'
import { type ExportQueue, openExportQueue } from './queue.ts'

const quota = 4
let server: TestRedis
let redis: Redis
let queue: ExportQueue

beforeAll(async () => {
  server = await startTestRedis()
  redis = new Redis(server.url)
  queue = openExportQueue(server.url, createLogger('test', 'silent'))
  await vi.waitFor(() => queue.add(newTask(), soon(), quota), { timeout: 15_000 })
})
beforeEach(async () => {
  await redis.flushall()
  await setWorkers(1)
})
afterAll(async () => {
  await queue.close()
  redis.disconnect()
  await server[Symbol.asyncDispose]()
})

function newTask(workspaceId: string = randomUUID()): ExportTask {
  const ids = { key: createHash('sha256').update(randomUUID()).digest('hex'), workspaceId, mapId: randomUUID() }
  return { ...ids, format: 'markdown', options: {}, map: '{}', apiUrl: 'http://x' }
}

const soon = (): Deadline => deadlineIn(30_000)

/** Makes so many workers count for a while. */
async function setWorkers(count: number): Promise<void> {
  await redis.del(WORKERS_KEY)
  for (let index = 0; index < count; index++) await redis.zadd(WORKERS_KEY, Date.now() + 600_000, `worker ${index}`)
}

const [waitingKey, heavyKey] = [queueKey(EXPORT_QUEUE, 'prioritized'), queueKey(HEAVY_EXPORT_QUEUE, 'prioritized')]
const countWaiting = (): Promise<number> => redis.zcard(waitingKey)

describe('the export queue', () => {
  it('takes one job for many requests for one artifact', async () => {
    const job = newTask()
    await Promise.all(Array.from({ length: 20 }, () => queue.add(job, soon(), quota)))
    expect(await countWaiting()).toBe(1)
  })

  it('takes no slot while Redis has no memory for the job', async () => {
    const workspaceId = randomUUID()
    await redis.config('SET', 'maxmemory', 1)
    const refused = await queue.add(newTask(workspaceId), soon(), quota).catch((error: unknown) => error)
    await redis.config('SET', 'maxmemory', 0)
    expect(refused).toBeInstanceOf(ExportsUnavailable)
    expect(await redis.exists(WAITING_KEY, `${WAITING_KEY}:${workspaceId}`)).toBe(0)
  })

  it('limits a workspace to its quota, and does not delay other workspaces', async () => {
    const busyWorkspace = randomUUID()
    const jobs = Array.from({ length: 10 }, () => newTask(busyWorkspace))
    const outcomes = await Promise.allSettled(jobs.map((it) => queue.add(it, soon(), quota)))
    const refused = outcomes.filter((it) => it.status === 'rejected')
    expect(refused).toHaveLength(6)
    expect(refused[0]!.reason).toBeInstanceOf(ExportRefused)
    expect(refused[0]!.reason).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
    await queue.add(newTask(), soon(), quota)
    expect(await countWaiting()).toBe(5)
  })

  it("counts exports for readers of public links apart from the workspace's own", async () => {
    const workspaceId = randomUUID()
    const isForPublicLink = true
    for (let index = 0; index < quota; index++)
      await queue.add({ ...newTask(workspaceId), isForPublicLink }, soon(), quota)
    await expect(queue.add({ ...newTask(workspaceId), isForPublicLink }, soon(), quota)).rejects.toThrow(ExportRefused)
    const slots = createExportSlots(redis)
    const own = newTask(workspaceId)
    await queue.add(own, soon(), 1)
    await expect(queue.add(newTask(workspaceId), soon(), 1)).rejects.toThrow(ExportRefused)
    await slots.release(own)
    await queue.add(newTask(workspaceId), soon(), 1)
  })

  it('is bounded, also for jobs that come at once', async () => {
    const outcomes: PromiseSettledResult<unknown>[] = []
    // More at once would exceed the 250 ms of a command on a busy machine.
    for (let round = 0; round < 4; round++) {
      const jobs = Array.from({ length: 50 }, () => queue.add(newTask(), soon(), quota))
      outcomes.push(...(await Promise.allSettled(jobs)))
    }
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(MAX_WAITING)
    const refused = outcomes.find((it) => it.status === 'rejected')!.reason
    expect(refused).toBeInstanceOf(ExportsUnavailable)
    expect(refused).not.toBeInstanceOf(ExportRefused)
    expect(await countWaiting()).toBe(MAX_WAITING)
  })

  it.each([0, 1, 2, 5])('is bounded by the number of live workers: %i', async (workers) => {
    await setWorkers(workers)
    await redis.zadd(WORKERS_KEY, Date.now() - 1, 'frozen')
    const slots = createExportSlots(redis)
    const results = await Promise.all(Array.from({ length: 250 }, () => slots.take(newTask(), 30_000, 1)))
    const expected = [64, 64, 96, 128, 160, 192][workers]
    expect(results.filter((it) => it !== 'queue full')).toHaveLength(expected!)
    expect(maxWaiting(workers)).toBe(expected)
  })

  it('takes at most 64 exports of large maps, whose memory does not grow with the workers', async () => {
    await setWorkers(5)
    const slots = createExportSlots(redis)
    const take = (length: number) =>
      Promise.all(Array.from({ length: 70 }, () => newLarge(length)).map((it) => slots.take(it, 30_000, 1)))
    const newLarge = (length: number): ExportTask => ({ ...newTask(), map: 'x'.repeat(length) })
    expect((await take(256 * 1_024)).filter((it) => it !== 'queue full')).toHaveLength(64)
    // The control: maps below that size have room.
    expect((await take(256 * 1_024 - 1)).filter((it) => it !== 'queue full')).toHaveLength(70)
    const begun = (await redis.zrange(`${WAITING_KEY}:large`, '0', '0'))[0]!
    await slots.begin({ ...newTask(), key: begun, deadline: 0 })
    expect(await slots.take(newLarge(1_000_000), 30_000, 1)).not.toBe('queue full')
  })

  it('takes exports of large maps of at most 192 MiB in Redis, where their quotation marks are escaped', async () => {
    const slots = createExportSlots(redis)
    const bytesKey = `${WAITING_KEY}:large:bytes`
    const MiB = 1_024 ** 2
    const large = { ...newTask(), map: 'x'.repeat(MiB) }
    const take = async (task: ExportTask, leftMs = 30_000) => {
      return typeof (await slots.take({ ...task, key: randomUUID() }, leftMs, 100)) !== 'string'
    }
    const first = { ...newTask(), map: '"'.repeat(MiB), from: '\\'.repeat(MiB), pin: 'x'.repeat(MiB) }
    await slots.take(first, 30_000, 1)
    await slots.take(first, 30_000, 1)
    expect(await redis.hgetall(bytesKey)).toEqual({ [first.key]: String(5 * MiB) })

    // As if it were many.
    await redis.hset(bytesKey, first.key, 191 * MiB)
    expect([await take(large, 2_000), await take(large)]).toEqual([true, false])
    expect(await take(newTask())).toBe(true)
    await expect.poll(() => take(large), { timeout: 10_000 }).toBe(true)
    expect(await take(large)).toBe(false)
    await slots.begin({ ...first, deadline: 0 })
    expect(await take(large)).toBe(true)
    expect(await redis.hlen(bytesKey)).toBe(2)

    const [last] = await redis.hkeys(bytesKey)
    await redis.hset(bytesKey, last!, 191 * MiB)
    expect(await take(large)).toBe(false)
    await slots.release({ ...large, key: last! })
    expect(await take(large)).toBe(true)
    // An export without an entry in the hash counts as 0 bytes.
    const [lost] = await redis.hkeys(bytesKey)
    await redis.hset(bytesKey, lost!, 192 * MiB)
    expect(await take(large)).toBe(false)
    await redis.hdel(bytesKey, lost!)
    expect(await take(large)).toBe(true)
  })

  it('takes exports of large maps of one workspace of at most 64 MiB, but always one', async () => {
    const slots = createExportSlots(redis)
    const MiB = 1_024 ** 2
    const workspaceId = randomUUID()
    const newLarge = (own: Partial<ExportTask>): ExportTask => ({
      ...newTask(),
      workspaceId,
      map: 'x'.repeat(MiB),
      ...own,
    })
    const first = newLarge({})
    const take = (own: Partial<ExportTask> = {}) => slots.take(newLarge(own), 30_000, 100)
    await slots.take(first, 30_000, 100)
    // As if it were larger.
    await redis.hset(`${WAITING_KEY}:large:bytes`, first.key, 63 * MiB)
    expect([await take(), await take()]).toEqual([expect.objectContaining({ hasOverdue: false }), 'quota used up'])
    expect(await take({ map: '{}' })).not.toBeTypeOf('string')
    expect(await take({ workspaceId: randomUUID() })).not.toBeTypeOf('string')
    expect(await take({ isForPublicLink: true })).not.toBeTypeOf('string')
    await slots.begin({ ...first, deadline: 0 })
    expect(await take()).not.toBeTypeOf('string')
    const largest = { workspaceId: randomUUID(), map: '"'.repeat(40 * MiB) }
    expect([await take(largest), await take(largest)]).toEqual([expect.any(Object), 'quota used up'])
  })

  it('counts an export in progress against the quota alone', async () => {
    const slots = createExportSlots(redis)
    const begun = Array.from({ length: 3 }, () => newTask())
    for (const job of begun) await slots.take(job, 30_000, 1)
    for (const job of begun) expect(await slots.begin({ ...job, deadline: 0 })).toBeGreaterThan(29_000)
    const results = await Promise.all(Array.from({ length: 100 }, () => slots.take(newTask(), 30_000, 1)))
    expect(results.filter((it) => it !== 'queue full')).toHaveLength(MAX_WAITING)
    expect(await slots.take(newTask(begun[0]!.workspaceId), 30_000, 1)).toBe('quota used up')
    // A later client of the same file extends its deadline without queueing it again.
    await slots.take(begun[0]!, 60_000, 1)
    expect(await redis.zcard(WAITING_KEY)).toBe(MAX_WAITING)
    expect(await slots.begin({ ...begun[0]!, deadline: 0 })).toBeGreaterThan(59_000)
  })

  it('gives the export of another workspace priority over those of a busy one', async () => {
    const busyWorkspace = randomUUID()
    const flood = Array.from({ length: quota }, () => newTask(busyWorkspace))
    for (const job of flood) await queue.add(job, soon(), quota)
    const other = newTask()
    await queue.add(other, soon(), quota)
    const order = await redis.zrange(waitingKey, '0', '-1')
    expect(order.indexOf(jobId(other.key))).toBeLessThan(quota - 1)
    expect(order.filter((it) => it !== jobId(other.key))).toEqual(flood.map((it) => jobId(it.key)))
  })

  it('has room again after the end of an export, and after its deadline', async () => {
    const workspaceId = randomUUID()
    const slots = createExportSlots(redis)
    const jobs = Array.from({ length: quota }, () => newTask(workspaceId))
    for (const job of jobs) await queue.add(job, soon(), quota)
    await expect(queue.add(newTask(workspaceId), soon(), quota)).rejects.toThrow(Unavailable)
    await slots.release(jobs[0]!)
    await queue.add(newTask(workspaceId), soon(), quota)

    const other = randomUUID()
    for (let i = 0; i < quota; i++) await queue.add(newTask(other), deadlineIn(50), quota)
    await expect.poll(() => queue.add(newTask(other), soon(), quota).then(() => 'taken', String)).toBe('taken')
  })

  it('removes jobs that no client waits for, also without a worker', async () => {
    for (const format of ['markdown', 'png'] as const) {
      const map = format === 'png' ? 'x'.repeat(1_000_000) : '{}'
      await queue.add({ ...newTask(), format, map }, deadlineIn(50), quota)
    }
    await sleep(60)
    const job = newTask()
    await queue.add(job, soon(), quota)
    await expect.poll(countWaiting).toBe(1)
    await expect.poll(() => redis.zcard(heavyKey)).toBe(0)
    expect(await redis.zrange(waitingKey, '0', '-1')).toEqual([jobId(job.key)])
    await expect.poll(() => redis.zrange(WAITING_KEY, '0', '-1')).toEqual([job.key])
  })

  it('removes them also where Redis is full', async () => {
    await queue.add(newTask(), deadlineIn(50), quota)
    await sleep(60)
    onTestFinished(() => void redis.config('SET', 'maxmemory', 0))
    await redis.config('SET', 'maxmemory', 1)
    await expect(queue.add(newTask(), soon(), quota)).rejects.toThrow(ExportsUnavailable)
    await expect.poll(countWaiting).toBe(0)
  })

  it('keeps jobs of crashed workers, with the number of crashes', async () => {
    const job = newTask()
    await queue.add(job, deadlineIn(50), quota)
    const connection = redis.duplicate({ maxRetriesPerRequest: null })
    const worker = new Worker(EXPORT_QUEUE, null, { connection, prefix: QUEUE_PREFIX })
    const begun = await worker.getNextJob('token')
    await begun?.moveToWait('token')
    await sleep(60)
    await queue.add(newTask(), soon(), quota)
    await expect.poll(() => redis.zcard(WAITING_KEY)).toBe(1)
    expect(await redis.exists(queueKey(EXPORT_QUEUE, jobId(job.key)))).toBe(1)
    await worker.close()
    connection.disconnect()
  })

  it('keeps the job of an export that is requested again after its deadline', async () => {
    const job = newTask()
    await queue.add(job, deadlineIn(50), quota)
    await sleep(60)
    await queue.add(job, soon(), quota)
    expect(await countWaiting()).toBe(1)
  })

  it('tolerates a short pause of Redis', async () => {
    await redis.call('CLIENT', 'PAUSE', '260', 'ALL')
    await queue.add(newTask(), soon(), quota)
    expect(await countWaiting()).toBe(1)
  })

  it('has a queue for exports of large maps', async () => {
    await queue.add({ ...newTask(), format: 'png', map: 'x'.repeat(1_000_000) }, soon(), quota)
    expect(await redis.zcard(heavyKey)).toBe(1)
    expect(await countWaiting()).toBe(0)
  })

  it('rejects exports while Redis is unreachable', async () => {
    const lost = openExportQueue('redis://127.0.0.1:1', createLogger('test', 'silent'))
    await expect(lost.add(newTask(), soon(), quota)).rejects.toThrow('Exports are not possible right now.')
    await lost.close()
  })
})

describe('a workspace whose exports took too much time or memory', () => {
  const addMany = async (workspaceId: string, count: number, isForPublicLink?: true) => {
    const jobs = Array.from({ length: count }, () => ({
      ...newTask(workspaceId),
      ...(isForPublicLink && { isForPublicLink }),
    }))
    const outcomes = await Promise.allSettled(jobs.map((it) => queue.add(it, soon(), quota)))
    return outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason as ExportRefused] : []))
  }
  const countTooCostly = async (workspaceId: string, count: number): Promise<void> => {
    for (let index = 0; index < count; index++) await createExportSlots(redis).countTooCostly(newTask(workspaceId))
  }
  const tooCostlyKey = (workspaceId: string): string => `${WAITING_KEY}:${workspaceId}:too-costly`

  it('has one export at a time after three of them, behind those of all others', async () => {
    const workspaceId = randomUUID()
    await countTooCostly(workspaceId, 3)
    const refusals = await addMany(workspaceId, quota)
    expect(refusals).toHaveLength(quota - 1)
    expect(refusals[0]).toBeInstanceOf(ExportRefused)
    expect(refusals[0]).toMatchObject({ headers: { 'Retry-After': '10' } })
    expect(refusals[0]!.message).toContain('one export at a time')
    const other = randomUUID()
    expect(await addMany(other, quota)).toEqual([])
    const order = await redis.zrange(waitingKey, '0', '-1')
    const [last] = await redis.zrange(`${WAITING_KEY}:${workspaceId}`, '0', '-1')
    expect(order).toHaveLength(quota + 1)
    expect(order.at(-1)).toBe(jobId(last!))
    // The readers of its public links are not restricted.
    expect(await addMany(workspaceId, quota, true)).toEqual([])
  })

  it('keeps its quota after two of them, and after the same one twice: the control', async () => {
    const [twice, same] = [randomUUID(), randomUUID()]
    await countTooCostly(twice, 2)
    const job = newTask(same)
    for (let index = 0; index < 4; index++) await createExportSlots(redis).countTooCostly(job)
    expect(await addMany(twice, quota)).toEqual([])
    expect(await addMany(same, quota)).toEqual([])
  })

  it('has its quota back when five minutes have passed without another', async () => {
    const workspaceId = randomUUID()
    const key = tooCostlyKey(workspaceId)
    const ageAll = async (ms: number): Promise<void> => {
      for (const member of await redis.zrange(key, '0', '-1')) await redis.zincrby(key, -ms, member)
    }
    await countTooCostly(workspaceId, 2)
    await ageAll(301_000)
    await countTooCostly(workspaceId, 1)
    expect(await redis.zcard(key)).toBe(1)
    await countTooCostly(workspaceId, 2)
    await ageAll(200_000)
    // Two of the three will be older than five minutes, but this one is not.
    await countTooCostly(workspaceId, 1)
    await ageAll(200_000)
    expect(await addMany(workspaceId, 2)).toHaveLength(1)
    expect(await redis.pttl(key)).toBeGreaterThan(290_000)
    expect(await redis.pttl(key)).toBeLessThanOrEqual(300_000)
    await redis.del(key)
    expect(await addMany(workspaceId, quota - 1)).toEqual([])
  })
})

describe('an export without a slot', () => {
  const queueName = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:meta`
  const fill = async () => {
    const fresh = openExportQueue(server.url, createLogger('test', 'silent'))
    onTestFinished(() => fresh.close())
    const addFirst = async () => {
      // An attempt that fails may have taken its slot.
      const workspaceId = randomUUID()
      await fresh.add(newTask(workspaceId), soon(), 1)
      return workspaceId
    }
    const workspaceId = await vi.waitFor(addFirst, { timeout: 15_000 })
    return () => fresh.add(newTask(workspaceId), soon(), 1).catch((error: Error) => error)
  }

  it.each([
    ['no worker responds', () => setWorkers(0), 'No render worker is taking exports'],
    ['the queue is paused', () => redis.hset(queueName, 'paused', 1), 'The export queue is paused'],
    [
      'a worker responds, and no export has begun for ten seconds',
      async () => {
        const [key] = await redis.zrange(WAITING_KEY, '0', '0')
        await redis.zincrby(WAITING_KEY, -STALLED_AFTER_MS, key!)
      },
      'No render worker is taking exports',
    ],
  ])('is told that the service is at fault where %s', async (_, injectFault, message) => {
    const add = await fill()
    await injectFault()
    const error = await add()
    expect(error).toBeInstanceOf(ExportsStalled)
    expect(error).not.toBeInstanceOf(ExportRefused)
    expect(error).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '15' },
      message: expect.stringContaining(message),
    })
  })

  it('is told of its quota while a worker takes exports, however long one waits: the control', async () => {
    const add = await fill()
    const [key] = await redis.zrange(WAITING_KEY, '0', '0')
    await redis.zincrby(WAITING_KEY, -STALLED_AFTER_MS, key!)
    await createExportSlots(redis).begin({ ...newTask(), deadline: 0 })
    expect(await add()).toBeInstanceOf(ExportRefused)
  })
})
