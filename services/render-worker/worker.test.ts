import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openArtifactStore } from '@maps/shared/artifact-store'
import { EXPORT_QUEUE, type ExportJob, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { createExportLeases } from '@maps/shared/export-leases'
import { createLogger } from '@maps/shared/logger'
import { Queue } from 'bullmq'
import { describe, expect, it, vi } from 'vitest'
import { apiUrl, mapOf } from '../../test/maps/sample-map.ts'
import { startTestRedis } from '../../test/rig/redis.ts'
import { type Renderer, RenderRefused } from './renderers/renderer.ts'
import type { Renderers } from './renderers/index.ts'
import { DEAD_LETTERS_KEY, REFUSED_MS } from './suspects.ts'
import { openWorker } from './worker.ts'

const log = createLogger('test', 'silent')

function newJob(name = 'Teapot'): ExportJob {
  return {
    key: createHash('sha256').update(randomUUID()).digest('hex'),
    format: 'markdown',
    options: {},
    workspaceId: randomUUID(),
    mapId: randomUUID(),
    map: JSON.stringify(mapOf([], [], name)),
    apiUrl,
    deadline: Date.now() + 30_000,
    requestId: 'test',
  }
}

/** A queue whose jobs have the past they are given, and workers to set on it. */
async function openWorkshop() {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await startTestRedis())
  const redis = server.connect()
  const store = parts.adopt(openArtifactStore(server.url, log), (it) => it.close())
  const queue = parts.adopt(new Queue<ExportJob>(EXPORT_QUEUE, { connection: redis, prefix: QUEUE_PREFIX }), (it) =>
    it.close(),
  )
  await vi.waitFor(() => store.get('none'))
  const owned = parts.move()
  return {
    redis,
    store,
    /** Queues a job of which so many workers died, by BullMQ's own count of them. */
    async add(job: ExportJob, deaths = 0) {
      await queue.pause()
      await queue.add(job.format, job, {
        jobId: jobId(job.key),
        attempts: 2,
        removeOnComplete: true,
        removeOnFail: true,
      })
      if (deaths > 0) await redis.hset(queue.toKey(jobId(job.key)), 'stc', deaths)
      await queue.resume()
    },
    isDone: async (job: ExportJob) => (await redis.exists(queue.toKey(jobId(job.key)))) === 0,
    work(renderMarkdown: Renderer<'markdown'>) {
      const renderers = { markdown: renderMarkdown } as Renderers
      owned.adopt(
        openWorker({ log, redisUrl: server.url, concurrency: 4, store, renderers, onStage() {}, telemetry: undefined }),
        (it) => it.close(),
      )
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const file = { bytes: Buffer.from('# Teapot\n') }

describe('an export that workers died of', () => {
  it('is made by the third, and by no fourth: it is refused for a minute and leaves a dead letter without the map', async () => {
    await using shop = await openWorkshop()
    const render = vi.fn<Renderer<'markdown'>>(async () => file)
    shop.work(render)
    const [innocent, deadly] = [newJob(), newJob()]
    await shop.add(innocent, 2)
    await shop.add(deadly, 3)
    await expect.poll(() => shop.store.existing([innocent.key, deadly.key])).toHaveLength(2)
    expect(await shop.store.get(innocent.key)).toMatchObject({ kind: 'file' })
    expect(render).toHaveBeenCalledTimes(1)

    const refusal = await shop.store.get(deadly.key)
    expect(refusal).toMatchObject({ kind: 'failure', status: 503 })
    const wait = refusal?.kind === 'failure' ? refusal.until - Date.now() : 0
    expect(wait).toBeGreaterThan(REFUSED_MS / 2)
    expect(wait).toBeLessThanOrEqual(REFUSED_MS)

    await expect.poll(() => shop.isDone(deadly)).toBe(true)
    const letters = await shop.redis.xrange(DEAD_LETTERS_KEY, '-', '+')
    const { key, format, workspaceId, mapId } = deadly
    expect(letters).toHaveLength(1)
    expect(recordOf(letters[0]![1])).toEqual({
      ...{ key, format, workspaceId, mapId, requestId: 'test', runs: '3', reason: 'workers died of it' },
      ...{ first: expect.stringMatching(/^\d{13}$/), last: expect.stringMatching(/^\d{13}$/) },
    })
    expect(await shop.redis.pttl(DEAD_LETTERS_KEY)).toBeGreaterThan(0)
  })

  it('is counted over all jobs for it, each death once, until a minute has passed', async () => {
    await using shop = await openWorkshop()
    const render = vi.fn<Renderer<'markdown'>>(async () => file)
    shop.work(render)
    const job = newJob()
    const isOver = () => expect.poll(() => shop.isDone(job)).toBe(true)
    // Nobody waited any more when it came to its turn.
    await shop.add({ ...job, deadline: 0 }, 1)
    await isOver()
    await shop.add({ ...job, deadline: 0 }, 1)
    await isOver()
    expect(await shop.store.get(job.key)).toBeUndefined()
    const deaths = (await shop.redis.keys(`${QUEUE_PREFIX}:deaths:*`))[0]!
    expect(await shop.redis.pttl(deaths)).toBeLessThanOrEqual(REFUSED_MS)

    await shop.add(job, 1)
    await isOver()
    expect(await shop.store.get(job.key)).toMatchObject({ kind: 'failure', status: 503 })
    expect(render).not.toHaveBeenCalled()

    await shop.redis.del(deaths, `maps:artifact:${job.key}`)
    await shop.add(job, 1)
    await isOver()
    expect(await shop.store.get(job.key)).toMatchObject({ kind: 'file' })
  })

  it('has its last chance alone among its like: which of them is deadly is not known', async () => {
    await using shop = await openWorkshop()
    const running = new Set<string>()
    let mostSuspects = 0
    let most = 0
    shop.work(async ({ map: { name } }) => {
      running.add(name)
      most = Math.max(most, running.size)
      mostSuspects = Math.max(mostSuspects, [...running].filter((it) => it.startsWith('suspect')).length)
      await sleep(100)
      running.delete(name)
      return file
    })
    const suspects = [1, 2, 3].map((it) => newJob(`suspect ${it}`))
    const others = [1, 2, 3].map((it) => newJob(`other ${it}`))
    for (const job of suspects) await shop.add(job, 2)
    for (const job of others) await shop.add(job)
    const keys = [...suspects, ...others].map((it) => it.key)
    await expect.poll(() => shop.store.existing(keys), { timeout: 10_000 }).toHaveLength(6)
    expect(mostSuspects).toBe(1)
    expect(most).toBeGreaterThan(1)
  })
})

describe('an export that fails', () => {
  it('is tried once more, unless it is the map that rules the file out', async () => {
    await using shop = await openWorkshop()
    const render = vi.fn<Renderer<'markdown'>>()
    shop.work(render)
    const [unlucky, hopeless, failing] = [newJob(), newJob(), newJob()]
    render.mockRejectedValueOnce(new Error('the browser is gone')).mockResolvedValueOnce(file)
    await shop.add(unlucky)
    await expect.poll(() => shop.store.get(unlucky.key)).toMatchObject({ kind: 'file' })
    expect(render).toHaveBeenCalledTimes(2)

    render.mockRejectedValueOnce(new RenderRefused(400, 'Too many corners.'))
    await shop.add(hopeless)
    await expect.poll(() => shop.store.get(hopeless.key)).toMatchObject({ kind: 'failure', status: 400 })
    await expect.poll(() => shop.isDone(hopeless)).toBe(true)
    expect(render).toHaveBeenCalledTimes(3)

    render.mockRejectedValue(new Error('the browser is gone'))
    await shop.add(failing)
    await expect.poll(() => shop.store.get(failing.key)).toMatchObject({ kind: 'failure', status: 503 })
    expect(render).toHaveBeenCalledTimes(5)
  })
})

describe('an export that starts late', () => {
  it('is made in the time that is left before its deadline', async () => {
    await using shop = await openWorkshop()
    shop.work(async ({ signal }) => {
      signal.throwIfAborted()
      return file
    })
    const jobs = Array.from({ length: 5 }, () => ({ ...newJob(), deadline: Date.now() + 4_000 }))
    for (const job of jobs) await shop.add(job)
    for (const { key } of jobs) await expect.poll(() => shop.store.get(key)).toMatchObject({ kind: 'file' })
  })
})

describe('the place of an export in the queue', () => {
  it('is free when its file is announced, so that whoever waited for it may ask for the next at once', async () => {
    await using shop = await openWorkshop()
    shop.work(async ({ map: { name } }) => {
      if (name === 'refused') throw new RenderRefused(400, 'Too many corners.')
      return file
    })
    const leases = createExportLeases(shop.redis)
    const { workspaceId } = newJob()
    const taken: unknown[] = []
    let announced = Promise.withResolvers<void>()
    shop.store.onAnnounced(() => announced.resolve())
    await expect.poll(async () => shop.redis.pubsub('NUMSUB', 'maps:artifacts')).toEqual(['maps:artifacts', 1])
    for (let index = 0; index < 40; index++) {
      const job = { ...newJob(index % 4 === 0 ? 'refused' : 'made'), workspaceId }
      announced = Promise.withResolvers()
      taken.push(await leases.take(job, 1))
      await shop.add(job)
      await announced.promise
    }
    expect(taken.filter((it) => it === 'share used up')).toEqual([])
  })
})

function recordOf(fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]!] as const] : [])),
  )
}
