import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS, exportQueues, QUEUE_PREFIX } from '@maps/shared/export-job'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runChecks } from '../../services/gateway/admin/doctor.ts'
import { readFigures, sumOf } from '../house/metrics-figures.ts'
import { descendantsOf } from '../rig/process-tree.ts'
import type { RestClient } from '../rig/rest-client.ts'
import type { ServiceProcess } from '../rig/service-process.ts'
import { internalUrl } from '../system/internal-url.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { exportError, markedMap } from './marked-maps.ts'
import { TOLERANCE_MS } from './run-size.ts'
import { renderingMaps } from './worker-logs.ts'

/** Maximum number of exports of a workspace at a time, and a number of requests that exceeds it. */
const QUOTA = 2
const TOO_MANY = 6
/** Longest time until a frozen or killed worker no longer counts: its heartbeat lasts for 6 s. */
const NOTICED_WITHIN_MS = 10_000
/** Longest time until another worker reports a lost one. */
const REPORTED_WITHIN_MS = 20_000
const RECOVERED_WITHIN_MS = 30_000
const WARM_UP = { timeout: 120_000, interval: 1_000 }
const OUTCOMES = 'maps_export_duration_seconds_count'

/** What operators and their programs see. A process that does not respond has the status 0. */
interface Signals {
  list: number
  storedFile: number
  gatewayReady: number
  workersReady: number[]
  maps_render_workers: number
  maps_queue_paused: number
  maps_dependency_up: number
  /** Errors of `admin doctor` about workers and the queue. */
  doctor: string[]
}

/** A fleet with a workspace, one of whose files is stored. */
interface Context extends AsyncDisposable {
  fleet: Fleet
  client: RestClient
  redis: Redis
  queues: Queue[]
  storedMap: string
}

async function openContext(workers: number): Promise<Context> {
  await using parts = new AsyncDisposableStack()
  const workerEnv = { CONCURRENCY: '2' }
  const fleet = parts.use(await openFleet({ gateways: 1, workers, workerEnv, exportsInFlight: QUOTA }))
  const redis = parts.adopt(new Redis(fleet.redisUrl, { maxRetriesPerRequest: null }), (it) => it.disconnect())
  const queues = exportQueues.map((it) =>
    parts.adopt(new Queue(it, { connection: redis, prefix: QUEUE_PREFIX }), (queue) => queue.close()),
  )
  const client = await fleet.createClient()
  // The first exports also load the render threads, which may take longer than a busy machine has time for.
  await vi.waitFor(() => exportNewMap(client, 'png'), WARM_UP)
  const storedMap = await vi.waitFor(() => exportNewMap(client), WARM_UP)
  const owned = parts.move()
  return { fleet, client, redis, queues, storedMap, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

let lastMap = 0

/** Creates a map. @returns its number and id */
async function createMap(client: RestClient, nodes = 2): Promise<{ map: number; id: string }> {
  const map = ++lastMap
  return { map, id: (await client.createMap(markedMap({ map, write: 1 }, nodes))).id }
}

/** Exports a new map, and expects its file. @returns the map's id */
async function exportNewMap(client: RestClient, format: 'markdown' | 'png' = 'markdown', nodes = 2): Promise<string> {
  const { map, id } = await createMap(client, nodes)
  expect(exportError(map, format, await client.exportMap(id, format))).toBeUndefined()
  return id
}

async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (it) => it.status,
    () => 0,
  )
}

const gatewayOf = ({ fleet }: Context): ServiceProcess => fleet.gateways.members[0]!

async function readMetrics(context: Context) {
  const figures = readFigures(await (await fetch(`${internalUrl(gatewayOf(context))}/metrics`)).text())
  return (name: string, labels = {}): number => sumOf(figures, name, labels)
}

async function readSignals(context: Context): Promise<Signals> {
  const { fleet, client, storedMap } = context
  const value = await readMetrics(context)
  const results = await Array.fromAsync(runChecks({ DATABASE_URL: fleet.databaseUrl, REDIS_URL: fleet.redisUrl }))
  const errors = results.filter((it) => it.state === 'BAD').map((it) => it.text)
  expect(errors.join()).not.toContain('start more render workers')
  return {
    list: (await client.request('GET', '/maps')).status,
    storedFile: (await client.exportMap(storedMap, 'markdown')).status,
    gatewayReady: await statusOf(`${gatewayOf(context).url}/readyz`),
    workersReady: await Promise.all(fleet.workers.members.map((it) => statusOf(`${it.url}/readyz`))),
    maps_render_workers: value('maps_render_workers'),
    maps_queue_paused: value('maps_queue_paused'),
    maps_dependency_up: value('maps_dependency_up', { dependency: 'redis', mode: 'write' }),
    doctor: errors.filter((it) => /render worker|queue is paused/.test(it)),
  }
}

const healthy = (workers: number): Signals => ({
  list: 200,
  storedFile: 200,
  gatewayReady: 200,
  workersReady: Array.from({ length: workers }, () => 200),
  maps_render_workers: workers,
  maps_queue_paused: 0,
  maps_dependency_up: 1,
  doctor: [],
})

/** Requests more pictures at a time than the quota allows. @returns the errors, the growth of both outcomes, and all responses */
async function exceedQuota(context: Context, { isStalled }: { isStalled: boolean }) {
  const { client } = context
  const before = await readMetrics(context)
  const { id } = await createMap(client, 300)
  const backgrounds = Array.from({ length: TOO_MANY }, (_, index) => `#00000${index}`)
  const texts: string[] = []
  const responses = Promise.all(
    backgrounds.map(async (background) => {
      const response = await client.exportMap(id, 'png', { background })
      if (response.status === 503) texts.push(`${response.headers.get('retry-after')} ${response.text}`)
      return response.status
    }),
  )
  if (isStalled) await expect.poll(() => texts.length, { timeout: 10_000 }).toBe(TOO_MANY - QUOTA)
  else await responses
  const after = await readMetrics(context)
  const growthOf = (outcome: string): number => after(OUTCOMES, { outcome }) - before(OUTCOMES, { outcome })
  return { texts, failed: growthOf('failed'), refused: growthOf('refused'), responses }
}

/** A fault of the only worker or of the queue, during which no export is made. */
interface Stall {
  name: string
  begin(context: Context): Promise<unknown>
  end(context: Context): Promise<unknown>
  signals: Partial<Signals>
  message: string
  /** Whether an autoscaler is asked for more workers. */
  asksForWorkers: boolean
}

const stalls: Stall[] = [
  {
    name: 'an operator pauses the queue',
    begin: ({ queues }) => Promise.all(queues.map((it) => it.pause())),
    end: ({ queues }) => Promise.all(queues.map((it) => it.resume())),
    signals: { maps_queue_paused: 1, doctor: [expect.stringContaining('The queue is paused')] },
    message: 'The export queue is paused',
    asksForWorkers: false,
  },
  {
    name: 'the only worker is frozen',
    begin: ({ fleet }) => fleet.workers.members[0]!.kill('SIGSTOP'),
    end: ({ fleet }) => fleet.workers.members[0]!.kill('SIGCONT'),
    signals: {
      workersReady: [0],
      maps_render_workers: 0,
      doctor: [expect.stringContaining('No render worker is responding')],
    },
    message: 'No render worker is taking exports',
    asksForWorkers: true,
  },
]

describe('while no export is made', () => {
  let context: Context
  beforeAll(async () => {
    context = await openContext(1)
  }, 180_000)
  afterAll(() => context?.[Symbol.asyncDispose]())

  it('control: all is well, and a workspace that exceeds its quota is told so', async () => {
    expect(await readSignals(context)).toEqual(healthy(1))
    const { texts, failed, refused, responses } = await exceedQuota(context, { isStalled: false })
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(text).toMatch(/^5 .*Too many exports of this workspace/)
    expect({ failed, refused }).toEqual({ failed: 0, refused: texts.length })
    expect((await responses).filter((it) => it === 200)).toHaveLength(TOO_MANY - texts.length)
  })

  it.for(stalls)(
    'every signal names the part at fault, no client is blamed, and exports are made soon after: $name',
    { timeout: 120_000 },
    async ({ begin, end, signals, message, asksForWorkers }, { annotate }) => {
      await begin(context)
      try {
        await expect
          .poll(() => readSignals(context), { timeout: NOTICED_WITHIN_MS + TOLERANCE_MS, interval: 200 })
          .toEqual({ ...healthy(1), ...signals })
        // A gateway asks once a second whether the queue is stalled.
        await sleep(1_000)
        const { texts, failed, refused, responses } = await exceedQuota(context, { isStalled: true })
        for (const text of texts) expect(text).toMatch(new RegExp(`^15 .*${message}`))
        expect({ failed, refused }).toEqual({ failed: texts.length, refused: 0 })
        const scale = await fetch(`${internalUrl(gatewayOf(context))}/internal/scale`)
        expect(((await scale.json()) as { backlog: number }).backlog > 0).toBe(asksForWorkers)
        // BullMQ counts connections, and a frozen process keeps its own.
        expect(await context.queues[0]!.getWorkersCount()).toBe(1)
        await end(context)
        const ended = performance.now()
        // The exports that waited are made, too.
        expect((await responses).filter((it) => it === 200)).toHaveLength(QUOTA)
        await exportNewMap(context.client, 'png')
        const ms = performance.now() - ended
        await expect.poll(() => readSignals(context), { timeout: RECOVERED_WITHIN_MS }).toEqual(healthy(1))
        await annotate(`exports again after ${(ms / 1_000).toFixed(1)} s`, 'measured')
        expect(ms).toBeLessThan(RECOVERED_WITHIN_MS)
      } finally {
        await end(context)
      }
    },
  )

  it('is not the case where Chromium stops: pictures are made in a fresh one, and text meanwhile', async ({
    annotate,
  }) => {
    const { client, fleet } = context
    const [worker] = fleet.workers.members
    for (const { pid } of descendantsOf(worker!.pid)) process.kill(pid, 'SIGSTOP')
    const started = performance.now()
    const { id } = await createMap(client)
    const picture = client.exportMap(id, 'png')
    await exportNewMap(client, 'markdown')
    expect(await readSignals(context)).toEqual(healthy(1))
    // On a busy machine, the fresh Chromium may start too late for this picture, but not for the next.
    expect([200, 503]).toContain((await picture).status)
    expect(performance.now() - started).toBeLessThan(EXPORT_DEADLINE_MS + TOLERANCE_MS)
    await vi.waitFor(() => exportNewMap(client, 'png'), { timeout: RECOVERED_WITHIN_MS, interval: 500 })
    const ms = performance.now() - started
    await annotate(`pictures again after ${(ms / 1_000).toFixed(1)} s, with Chromium stopped`, 'measured')
    expect(worker!.logs.some((it) => it.msg === 'lost Chromium')).toBe(true)
  }, 90_000)

  it('is not the case where the worker gets half of its processor time: it counts, and makes files', async () => {
    const { client, fleet } = context
    const [worker] = fleet.workers.members
    const stop = new AbortController()
    const starving = (async () => {
      while (!stop.signal.aborted) {
        for (const signal of ['SIGSTOP', 'SIGCONT'] as const) {
          await worker!.kill(signal)
          await sleep(250)
        }
      }
    })()
    const signals: number[] = []
    try {
      for (const end = performance.now() + NOTICED_WITHIN_MS; performance.now() < end;) {
        await exportNewMap(client, 'markdown')
        await exportNewMap(client, 'png')
        signals.push((await readMetrics(context))('maps_render_workers'))
      }
    } finally {
      stop.abort()
      await starving
    }
    expect(new Set(signals)).toEqual(new Set([1]))
    await expect.poll(() => readSignals(context), { timeout: RECOVERED_WITHIN_MS }).toEqual(healthy(1))
  }, 60_000)
})

/** Has one of the workers render a large picture, and ends or freezes it meanwhile. @returns the export, and the other worker */
async function interruptRender({ fleet, client }: Context, interrupt: (index: number) => Promise<unknown>) {
  const { map, id } = await createMap(client, 1_000)
  const started = performance.now()
  const response = client.exportMap(id, 'png').then((it) => {
    return { error: exportError(map, 'png', it), ms: performance.now() - started }
  })
  const findWorker = (): number => fleet.workers.members.findIndex((it) => renderingMaps(it).includes(id))
  await expect.poll(findWorker, { interval: 5, timeout: 20_000 }).toBeGreaterThanOrEqual(0)
  const index = findWorker()
  await interrupt(index)
  return { response, index, other: fleet.workers.members[1 - index]! }
}

describe('while one of two workers is out of order', () => {
  let context: Context
  beforeAll(async () => {
    context = await openContext(2)
  }, 180_000)
  afterAll(() => context?.[Symbol.asyncDispose]())

  it('control: both count', async () => {
    expect(await readSignals(context)).toEqual(healthy(2))
    expect((await readMetrics(context))('maps_workers_lost_total')).toBe(0)
    expect((await readMetrics(context))('maps_export_queue_limit')).toBe(96)
  })

  it('its exports move to the other, which makes all: it is frozen', async ({ annotate }) => {
    const { fleet, client } = context
    const { response, index } = await interruptRender(context, (it) => fleet.workers.members[it]!.kill('SIGSTOP'))
    try {
      for (let count = 0; count < 5; count++) await exportNewMap(client, 'png', 8)
      const { error, ms } = await response
      expect(error).toBeUndefined()
      expect(ms).toBeLessThan(EXPORT_DEADLINE_MS + TOLERANCE_MS)
      const workersReady = [0, 1].map((it) => (it === index ? 0 : 200))
      await expect
        .poll(() => readSignals(context), { timeout: NOTICED_WITHIN_MS + TOLERANCE_MS })
        .toEqual({ ...healthy(2), workersReady, maps_render_workers: 1 })
      expect((await readMetrics(context))('maps_export_queue_limit')).toBe(64)
      await annotate(`the export of a frozen worker: there after ${(ms / 1_000).toFixed(1)} s`, 'measured')
    } finally {
      await fleet.workers.members[index]!.kill('SIGCONT')
    }
    await expect.poll(() => readSignals(context), { timeout: RECOVERED_WITHIN_MS }).toEqual(healthy(2))
    await exportNewMap(client, 'png')
  }, 120_000)

  it('its exports move to the other, which says so: the kernel has ended it', async ({ annotate }) => {
    const { fleet, client } = context
    const lostBefore = (await readMetrics(context))('maps_workers_lost_total')
    const { response, index, other } = await interruptRender(context, (it) => fleet.workers.kill(it))
    const id = fleet.workers.members[index]!.logs.find((it) => it.msg === 'ready')!['worker']
    for (let count = 0; count < 5; count++) await exportNewMap(client, 'png', 8)
    const { error, ms } = await response
    expect(error).toBeUndefined()
    const findReports = () =>
      other.logs.filter((it) => String(it.msg).startsWith('render worker lost') && it['worker'] === id)
    await expect.poll(findReports, { timeout: REPORTED_WITHIN_MS + TOLERANCE_MS }).toHaveLength(1)
    expect((await readMetrics(context))('maps_workers_lost_total')).toBe(lostBefore + 1)
    expect((await readMetrics(context))('maps_render_workers')).toBe(1)
    await fleet.workers.replace(index)
    await expect.poll(() => readSignals(context), { timeout: RECOVERED_WITHIN_MS }).toEqual(healthy(2))
    expect(findReports()).toHaveLength(1)
    await annotate(`the export of a killed worker: there after ${(ms / 1_000).toFixed(1)} s`, 'measured')
  }, 120_000)
})
