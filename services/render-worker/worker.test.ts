import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { OTHER_RENDERER_TTL_MS, openArtifactStore } from '@maps/shared/artifact-store'
import {
  type ExportJob,
  exportQueues,
  jobId,
  QUEUE_PREFIX,
  selectQueue,
  TOO_COSTLY_MS,
  tooCostlyKey,
} from '@maps/shared/export-job'
import { createExportSlots } from '@maps/shared/export-slots'
import { createLogger } from '@maps/shared/logger'
import { Queue } from 'bullmq'
import { describe, expect, it, vi } from 'vitest'
import { apiUrl, mapOf } from '../../test/maps/sample-map.ts'
import { startTestRedis } from '../../test/rig/redis.ts'
import { DEAD_LETTERS_KEY, REFUSED_MS } from './crash-guard.ts'
import { MapTooCostly, ChromiumTimedOut, RenderRefused } from './renderers/renderer.ts'
import type { Render } from './threads/render.ts'
import { openWorker } from './worker.ts'

const log = createLogger('test', 'silent')
const RENDERER = '2.0.0/HeadlessChrome/153.0.0.0'

function newJob(name = 'Teapot'): ExportJob {
  const key = createHash('sha256').update(randomUUID()).digest('hex')
  const ids = { key, workspaceId: randomUUID(), mapId: randomUUID(), requestId: 'test' }
  const map = JSON.stringify(mapOf([], [], name))
  return { ...ids, format: 'markdown', options: {}, map, apiUrl, deadline: Date.now() + 30_000 }
}

/** A queue with workers to start on it, whose jobs may have crashed workers before. */
async function openQueueAndWorkers() {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await startTestRedis())
  const redis = server.connect()
  const store = parts.adopt(openArtifactStore(server.url, log), (it) => it.close())
  const [light, heavy] = exportQueues.map((name) =>
    parts.adopt(new Queue<ExportJob>(name, { connection: redis, prefix: QUEUE_PREFIX }), (it) => it.close()),
  )
  const queueFor = (job: ExportJob): Queue<ExportJob> => (selectQueue(job) === exportQueues[0] ? light! : heavy!)
  await vi.waitFor(() => store.get('none'), { timeout: 10_000 })
  const owned = parts.move()
  const options = { attempts: 2, removeOnComplete: true, removeOnFail: true }
  const system = {
    redis,
    store,
    /** Queues a job whose workers crashed so many times, by BullMQ's own count. */
    async add(job: ExportJob, crashes = 0) {
      const queue = queueFor(job)
      await queue.pause()
      await queue.add(job.format, job, { ...options, jobId: jobId(job.key) })
      if (crashes > 0) await redis.hset(queue.toKey(jobId(job.key)), 'stc', crashes)
      await queue.resume()
    },
    isDone: async (job: ExportJob) => (await redis.exists(queueFor(job).toKey(jobId(job.key)))) === 0,
    isDelayed: async (job: ExportJob) => (await queueFor(job).getJobState(jobId(job.key))) === 'delayed',
    /** Queues jobs one after the other, each until it is done. */
    async run(...jobs: ExportJob[]) {
      for (const job of jobs) {
        await system.add(job)
        await expect.poll(() => system.isDone(job)).toBe(true)
      }
    },
    async state(job: ExportJob) {
      const found = await queueFor(job).getJob(jobId(job.key))
      return { state: await found?.getState(), crashes: found?.stalledCounter }
    },
    /** Starts a worker that the caller closes. */
    openWorker(render: Render) {
      const parts = { log, redisUrl: server.url, concurrency: 4, store, render, rendererVersion: () => RENDERER }
      const worker = openWorker({ ...parts, leavesExports: async () => false, onStage() {}, telemetry: undefined })
      void worker.start()
      return worker
    },
    startWorker<R extends Render>(render: R): R {
      owned.adopt(system.openWorker(render), (it) => it.close())
      return render
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
  return system
}

const nameOf = ({ map }: Pick<ExportJob, 'map'>): string => (JSON.parse(map) as { name: string }).name
const file = { bytes: Buffer.from('# Teapot\n') }

describe('a file', () => {
  it('is stored for an hour where its renderer version is the one in its key, and otherwise only briefly', async () => {
    await using system = await openQueueAndWorkers()
    system.startWorker(async () => file)
    const own = { ...newJob(), rendererVersion: RENDERER }
    const older = { ...newJob(), rendererVersion: '1.0.0/x' }
    const unknown = newJob()
    for (const job of [own, older, unknown]) {
      await system.run(job)
      expect(await system.store.get(job.key)).toMatchObject({ kind: 'file', rendererVersion: RENDERER })
    }
    const left = await Promise.all([own, older, unknown].map((it) => system.redis.pttl(`maps:artifact:${it.key}`)))
    expect(left.map((it) => it > OTHER_RENDERER_TTL_MS)).toEqual([true, false, false])
    expect(left.every((it) => it > 0)).toBe(true)
  })
})

describe('an export whose workers crashed', () => {
  it('is made by a third worker and by no fourth: it is refused for a minute, with a dead letter without the map', async () => {
    await using system = await openQueueAndWorkers()
    const render = system.startWorker(vi.fn<Render>(async () => file))
    const [healthy, poison] = [newJob(), newJob()]
    await system.add(healthy, 2)
    await system.add(poison, 3)
    await expect.poll(() => system.store.filterExisting([healthy.key, poison.key])).toHaveLength(2)
    expect(await system.store.get(healthy.key)).toMatchObject({ kind: 'file' })
    expect(render).toHaveBeenCalledTimes(1)

    const refusal = await system.store.get(poison.key)
    expect(refusal).toMatchObject({ kind: 'failure', status: 503 })
    const wait = refusal?.kind === 'failure' ? refusal.retryInMs : 0
    expect(wait).toBeGreaterThan(REFUSED_MS / 2)
    expect(wait).toBeLessThanOrEqual(REFUSED_MS)

    await expect.poll(() => system.isDone(poison)).toBe(true)
    const letters = await system.redis.xrange(DEAD_LETTERS_KEY, '-', '+')
    const { key, format, workspaceId, mapId } = poison
    const time = expect.stringMatching(/^\d{13}$/)
    const record = { key, format, workspaceId, mapId, requestId: 'test', crashes: '3', since: time, last: time }
    expect(letters).toHaveLength(1)
    expect(recordOf(letters[0]![1])).toEqual(record)
    expect(await system.redis.pttl(DEAD_LETTERS_KEY)).toBeGreaterThan(0)
  })

  it('is delayed while another export with two crashes runs', async () => {
    await using system = await openQueueAndWorkers()
    const [poison, healthy, fresh] = [newJob(), newJob(), newJob()]
    const ending = Promise.withResolvers<typeof file>()
    const render = system.startWorker(
      vi.fn<Render>(({ key }) => (key === poison.key ? ending.promise : Promise.resolve(file))),
    )
    await system.add(poison, 2)
    await expect.poll(() => render.mock.calls.length).toBe(1)
    await system.add(healthy, 2)
    await system.run(fresh)
    await expect.poll(() => system.isDelayed(healthy)).toBe(true)
    expect(render).toHaveBeenCalledTimes(2)

    ending.resolve(file)
    await expect.poll(() => system.isDone(healthy)).toBe(true)
    expect(await system.store.filterExisting([poison.key, healthy.key])).toHaveLength(2)
  })

  it('keeps its crash count where no client waits any more', async () => {
    await using system = await openQueueAndWorkers()
    const render = system.startWorker(vi.fn<Render>(async () => file))
    const crashed = { ...newJob(), deadline: 0 }
    const late = { ...newJob(), deadline: 0 }
    await system.add(crashed, 1)
    await system.add(late)
    for (const job of [crashed, late]) await expect.poll(() => system.isDone(job)).toBe(true)
    expect(await system.store.filterExisting([crashed.key, late.key])).toEqual([crashed.key])
    expect(render).toHaveBeenCalledTimes(1)
  })
})

describe('an export that fails', () => {
  it('is retried once, unless the map makes the file impossible', async () => {
    await using system = await openQueueAndWorkers()
    const render = system.startWorker(vi.fn<Render>())
    const [retried, impossible, failing] = [newJob(), newJob(), newJob()]
    render.mockRejectedValueOnce(new Error('the browser is gone')).mockResolvedValueOnce(file)
    await system.add(retried)
    await expect.poll(() => system.store.get(retried.key)).toMatchObject({ kind: 'file' })
    expect(render).toHaveBeenCalledTimes(2)

    render.mockRejectedValueOnce(new RenderRefused(400, 'Too many corners.'))
    await system.add(impossible)
    await expect.poll(() => system.store.get(impossible.key)).toMatchObject({ kind: 'failure', status: 400 })
    await expect.poll(() => system.isDone(impossible)).toBe(true)
    expect(render).toHaveBeenCalledTimes(3)

    render.mockRejectedValue(new Error('the browser is gone'))
    await system.add(failing)
    await expect.poll(() => system.store.get(failing.key)).toMatchObject({ kind: 'failure', status: 503 })
    expect(render).toHaveBeenCalledTimes(5)
  })
})

describe('a map that takes too much time or memory', () => {
  it('is refused for a while in this format with any options, without another render', async () => {
    await using system = await openQueueAndWorkers()
    const render = system.startWorker(vi.fn<Render>(async () => file))
    const job = newJob()
    const again = { ...job, key: newJob().key, options: { compact: 'true' } }
    const changed = { ...job, key: newJob().key, map: newJob('Teacup').map }
    const otherFormat = { ...job, key: newJob().key, format: 'agents' as const }
    render.mockRejectedValueOnce(new MapTooCostly('longer than 5 s'))
    await system.run(job, again, changed, otherFormat)
    expect(render).toHaveBeenCalledTimes(3)
    const refusals = await Promise.all([job, again].map((it) => system.store.get(it.key)))
    const message = expect.stringContaining('longer than 5 s')
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ kind: 'failure', status: 503, message, isTooCostly: true })
      expect(refusal?.kind === 'failure' && refusal.retryInMs).toBeGreaterThan(TOO_COSTLY_MS / 2)
    }
    const files = await Promise.all([changed, otherFormat].map((it) => system.store.get(it.key)))
    expect(files.map((it) => it?.kind)).toEqual(['file', 'file'])
  })
})

describe('a picture that Chromium works on until its time is up', () => {
  it('is retried in another Chromium before its map is refused', async () => {
    await using system = await openQueueAndWorkers()
    const render = system.startWorker(vi.fn<Render>())
    const [retried, costly] = [newJob(), newJob()]
    render.mockRejectedValueOnce(new ChromiumTimedOut(10_000)).mockResolvedValueOnce(file)
    await system.add(retried)
    await expect.poll(() => system.store.get(retried.key)).toMatchObject({ kind: 'file' })

    render.mockRejectedValue(new ChromiumTimedOut(10_000))
    await system.add(costly)
    const refused = { kind: 'failure', message: expect.stringContaining('longer than 10 s') }
    await expect.poll(() => system.store.get(costly.key)).toMatchObject(refused)
    expect(await system.store.get(tooCostlyKey(costly))).toMatchObject(refused)
    expect(render).toHaveBeenCalledTimes(4)
  })
})

describe('an export whose worker stops', () => {
  it('is in its queue again, and no crash is counted', async () => {
    await using system = await openQueueAndWorkers()
    const started = Promise.withResolvers<void>()
    const worker = system.openWorker(async (_job, _deadline, stopped) => {
      started.resolve()
      await once(stopped, 'abort')
      throw new Error('stopped')
    })
    const job = newJob()
    await system.add(job)
    await started.promise
    await worker.close()
    expect(await system.state(job)).toEqual({ state: 'waiting', crashes: 0 })
    system.startWorker(async () => file)
    await expect.poll(() => system.isDone(job)).toBe(true)
    expect(await system.store.get(job.key)).toMatchObject({ kind: 'file' })
  })
})

describe('heavy exports', () => {
  it('leave a slot to the others, and use all other slots', async () => {
    await using system = await openQueueAndWorkers()
    const release = Promise.withResolvers<void>()
    let heavyNow = 0
    let mostHeavy = 0
    system.startWorker(async (job) => {
      if (nameOf(job) === 'small') return file
      mostHeavy = Math.max(mostHeavy, ++heavyNow)
      await release.promise
      heavyNow--
      return file
    })
    const large = Array.from({ length: 6 }, () => ({ ...newJob('large'), map: newJob('large').map.padEnd(600_000) }))
    for (const job of large) await system.add(job)
    await expect.poll(() => heavyNow).toBe(3)
    const small = Array.from({ length: 6 }, () => newJob('small'))
    for (const job of small) await system.add(job)
    await expect.poll(() => system.store.filterExisting(small.map((it) => it.key))).toHaveLength(6)
    release.resolve()
    await expect.poll(() => system.store.filterExisting(large.map((it) => it.key))).toHaveLength(6)
    expect(mostHeavy).toBe(3)
  })
})

describe('a workspace whose maps are too costly', () => {
  it('is restricted to one export after three of them, and not after three refusals for other reasons', async () => {
    await using system = await openQueueAndWorkers()
    system.startWorker(async (job) => {
      if (nameOf(job) === 'costly') throw new MapTooCostly('longer than 5 s')
      throw new RenderRefused(400, 'Too many corners.')
    })
    const slots = createExportSlots(system.redis)
    const takeTwo = async (workspaceId: string) => {
      const results = [
        await slots.take({ ...newJob(), workspaceId }, 30_000, 4),
        await slots.take({ ...newJob(), workspaceId }, 30_000, 4),
      ]
      return results.map((it) => (typeof it === 'string' ? it : 'taken'))
    }
    const [costly, control] = [randomUUID(), randomUUID()]
    for (let index = 0; index < 3; index++) {
      await system.run({ ...newJob('costly'), workspaceId: costly }, { ...newJob('refused'), workspaceId: control })
    }
    expect(await takeTwo(costly)).toEqual(['taken', 'restricted'])
    expect(await takeTwo(control)).toEqual(['taken', 'taken'])
  })
})

describe('the slot of an export', () => {
  it('is free after its file is stored, also where a client that still waits has taken it meanwhile', async () => {
    await using system = await openQueueAndWorkers()
    const slots = createExportSlots(system.redis)
    const job = newJob()
    const { put } = system.store
    system.store.put = async (...file) => {
      await slots.take(job, 30_000, 1)
      await put(...file)
    }
    system.startWorker(async () => file)
    await system.run(job)
    expect(await slots.take({ ...newJob(), workspaceId: job.workspaceId }, 30_000, 1)).toMatchObject({
      deadline: expect.any(Number),
    })
  })

  it('is free when its file is announced, for the next export of its client', async () => {
    await using system = await openQueueAndWorkers()
    system.startWorker(async (job) => {
      if (nameOf(job) === 'refused') throw new RenderRefused(400, 'Too many corners.')
      return file
    })
    const slots = createExportSlots(system.redis)
    const { workspaceId } = newJob()
    const taken: unknown[] = []
    let announced = Promise.withResolvers<void>()
    system.store.onAnnounced(() => announced.resolve())
    await expect.poll(async () => system.redis.pubsub('NUMSUB', 'maps:artifacts')).toEqual(['maps:artifacts', 1])
    for (let index = 0; index < 40; index++) {
      const job = { ...newJob(index % 4 === 0 ? 'refused' : 'made'), workspaceId }
      announced = Promise.withResolvers()
      taken.push(await slots.take(job, 30_000, 1))
      await system.add(job)
      await announced.promise
    }
    expect(taken.filter((it) => it === 'quota used up')).toEqual([])
  })
})

function recordOf(fields: readonly string[]): Record<string, string> {
  const names = fields.filter((_, index) => index % 2 === 0)
  return Object.fromEntries(names.map((name, index) => [name, fields[2 * index + 1]!]))
}
