import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { median, percentile } from '../bench/statistics.ts'
import type { ServiceProcess } from '../rig/service-process.ts'
import { startSystem, type System } from '../rig/system.ts'
import { createExportClient, type ExportClient, orderOnAndOn, plansWithoutQuota, type Receipt } from './clients.ts'
import { openJobs } from './open-jobs.ts'
import { begunBy } from './renders.ts'

/** Alone and beside the flood by turns, so that a busy machine is busy for both. */
const rounds = 30
const ordersPerRound = 5
/** More than a workspace may have on their way. */
const flooders = 20
const withinShare = 10
/** Exports that wait when an order is placed beside a flood. */
const FLOODED = 7
const nodes = 60
/** Twice, where the machine has a core to spare for the requests of the flood; without turns it is ten times and more. */
const TIMES_LONGER = 2.5
/** Those that begin while the order is on its way to the queue. */
const LET_PASS = 2

async function orderOneByOne(exportClient: ExportClient, ready = async (): Promise<void> => {}): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (let order = 0; order < ordersPerRound; order++) {
    await ready()
    receipts.push(await exportClient.order())
  }
  return receipts
}

/** Resolves when so many exports wait: on a busy machine the clients of a flood take a while to have them all in the queue. */
async function untilWaiting(redisUrl: string, count: number): Promise<void> {
  await using jobs = openJobs(redisUrl)
  const waiting = (): Promise<number> => jobs.queue.getJobCountByTypes('waiting', 'prioritized')
  await expect.poll(waiting, { interval: 2, timeout: 20_000 }).toBeGreaterThanOrEqual(count)
}

/** How many others were begun between the placing of each order and its own begin. */
function countPassed(worker: ServiceProcess, { mapId }: ExportClient, orders: readonly Receipt[]): number[] {
  const begun = begunBy(worker).map((it) => ({ mapId: it.mapId, at: Date.parse(String(it.time)) }))
  return orders.map(({ at }) => {
    const placed = performance.timeOrigin + at
    return begun.filter((it) => it.at >= placed).findIndex((it) => it.mapId === mapId)
  })
}

/** Orders of one while another floods the queue, beside what they take alone. */
async function orderBesideFlood(
  { redisUrl }: System,
  { modest, greedy }: { modest: ExportClient; greedy: ExportClient },
  clients: number,
  rounds: number,
) {
  const alone: Receipt[] = []
  const beside: Receipt[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await orderOneByOne(modest)))
    const stop = new AbortController()
    const flood = orderOnAndOn(greedy, clients, stop.signal)
    try {
      // Meanwhile the flood rises.
      await modest.order()
      beside.push(...(await orderOneByOne(modest, () => untilWaiting(redisUrl, FLOODED))))
    } finally {
      stop.abort()
      await flood
    }
  }
  expect([...alone, ...beside].filter((it) => it.status !== 200)).toEqual([])
  return { alone, beside }
}

function timesOf(receipts: readonly Receipt[]) {
  const ms = receipts.map((it) => it.ms)
  return { median: median(ms), text: `${Math.round(median(ms))} ms (p95 ${Math.round(percentile(ms, 95))} ms)` }
}

/** One export at a time, so that time tells of turns and not of shared cores. */
function startSingleSlotSystem() {
  return startSystem({ plans: plansWithoutQuota, workerEnv: { CONCURRENCY: '1', LOG_LEVEL: 'debug' } })
}

describe('a workspace that floods the queue', () => {
  it('lets another one have its files after those that are in hand', async ({ annotate }) => {
    await using system = await startSingleSlotSystem()
    const modest = await createExportClient(await system.createWorkspace({ plan: 'free' }), nodes)
    const greedy = await createExportClient(await system.createWorkspace({ plan: 'pro' }), nodes)
    const receipts = await orderBesideFlood(system, { modest, greedy }, flooders, rounds)
    const [alone, beside] = [timesOf(receipts.alone), timesOf(receipts.beside)]
    const ratio = beside.median / alone.median
    const passed = countPassed(system.workers[0]!, modest, receipts.beside)
    await annotate(
      `a file takes ${alone.text} alone and ${beside.text} while another workspace asks for ${flooders} at a time, ` +
        `${ratio.toFixed(1)} times as long; ${median(passed)} others come before it (p95 ${percentile(passed, 95)})`,
      'measured',
    )
    expect(median(passed)).toBeLessThanOrEqual(LET_PASS)
    expect(ratio).toBeLessThan(TIMES_LONGER)
  }, 600_000)

  it('waits for its own turn, which would be noticed of another as well', async () => {
    await using system = await startSingleSlotSystem()
    const workspace = await system.createWorkspace({ plan: 'pro' })
    const modest = await createExportClient(workspace, nodes)
    const greedy = await createExportClient(workspace, nodes)
    const { beside } = await orderBesideFlood(system, { modest, greedy }, withinShare, 1)
    expect(median(countPassed(system.workers[0]!, modest, beside))).toBeGreaterThan(withinShare / 2)
  }, 120_000)
})

/** Loaded into a gateway before its program: no export is heavy, so that large pictures may take all slots. */
const oneQueue = { NODE_OPTIONS: `--import=${new URL('one-queue.ts', import.meta.url).href}` }
const heavy = { clients: 16, nodes: 400, edges: 2_000 }
const SMALL_EVERY_MS = 100
const promised = { othersWithinMs: 1_000, leastThroughput: 0.85 }
const besideMs = 60_000

/** Small pictures of one workspace, one after the other, while another has large ones made; and how many of these a second. */
async function orderBesideHeavy(gatewayEnv: Record<string, string>) {
  await using system = await startSystem({ plans: plansWithoutQuota, gatewayEnv })
  const modest = await createExportClient(await system.createWorkspace({ plan: 'free' }), 8)
  const greedy = await createExportClient(await system.createWorkspace({ plan: 'pro' }), heavy.nodes, heavy.edges)
  await modest.order()
  await greedy.order()
  const stop = new AbortController()
  const flood = orderOnAndOn(greedy, heavy.clients, stop.signal)
  const small: Receipt[] = []
  const begun = performance.now()
  let over = begun
  try {
    while (over - begun < besideMs) {
      small.push(await modest.order())
      over = performance.now()
      await sleep(SMALL_EVERY_MS)
    }
  } finally {
    stop.abort()
  }
  const large = (await flood).filter((it) => it.status === 200)
  expect(small.filter((it) => it.status !== 200)).toEqual([])
  const made = large.filter((it) => it.at + it.ms <= over).length
  return { ms: small.map((it) => it.ms), perSecond: (1_000 * made) / (over - begun) }
}

describe('a workspace that has large pictures made', () => {
  it('leaves others their small ones, and gets nearly as many as if it had all slots: the control', async ({
    annotate,
  }) => {
    const shared = await orderBesideHeavy({})
    const control = await orderBesideHeavy(oneQueue)
    const [own, unruled] = [percentile(shared.ms, 95), percentile(control.ms, 95)]
    const text = (ms: number, perSecond: number): string =>
      `p95 ${Math.round(ms)} ms, ${perSecond.toFixed(2)} large pictures a second`
    await annotate(
      `small pictures beside ${heavy.clients} of ${heavy.nodes} services and ${heavy.edges} connections: ` +
        `${text(own, shared.perSecond)}; without a queue for heavy ones ${text(unruled, control.perSecond)}`,
      'measured',
    )
    expect(own).toBeLessThanOrEqual(promised.othersWithinMs)
    // How long the control takes depends on the machine.
    expect(unruled).toBeGreaterThan(2 * own)
    expect(shared.perSecond).toBeGreaterThanOrEqual(promised.leastThroughput * control.perSecond)
  }, 600_000)
})
