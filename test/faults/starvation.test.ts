import { describe, expect, it } from 'vitest'
import { median, percentile } from '../bench/statistics.ts'
import type { ServiceProcess } from '../rig/service-process.ts'
import { startSystem } from '../rig/system.ts'
import { createCustomer, type Customer, orderOnAndOn, plansWithoutQuota, type Receipt } from './customers.ts'
import { isLong, times } from './extent.ts'
import { begunBy } from './renders.ts'

/** Alone and beside the flood by turns, so that a busy machine is busy for both. */
const rounds = times(4, 30)
const ordersPerRound = 5
/** More than a workspace may have on their way. */
const flooders = 20
const withinShare = 10
const nodes = 60
/** Twice, where the machine has a core to spare for the requests of the flood; without turns it is ten times and more. */
const TIMES_LONGER = isLong ? 2.5 : 6
/** Those that begin while the order is on its way to the queue. */
const LET_PASS = 2

async function orderOneByOne(customer: Customer): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (let order = 0; order < ordersPerRound; order++) receipts.push(await customer.order())
  return receipts
}

/** How many others were begun between the placing of each order and its own begin. */
function countPassed(worker: ServiceProcess, { mapId }: Customer, orders: readonly Receipt[]): number[] {
  const begun = begunBy(worker).map((it) => ({ mapId: it.mapId, at: Date.parse(String(it.time)) }))
  return orders.map(({ at }) => {
    const placed = performance.timeOrigin + at
    return begun.filter((it) => it.at >= placed).findIndex((it) => it.mapId === mapId)
  })
}

/** Orders of one while another floods the queue, beside what they take alone. */
async function orderBesideFlood(modest: Customer, greedy: Customer, clients: number, rounds: number) {
  const alone: Receipt[] = []
  const beside: Receipt[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await orderOneByOne(modest)))
    const stop = new AbortController()
    const flood = orderOnAndOn(greedy, clients, stop.signal)
    try {
      // Meanwhile the flood rises.
      await modest.order()
      beside.push(...(await orderOneByOne(modest)))
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
function openShop() {
  return startSystem({ plans: plansWithoutQuota, workerEnv: { CONCURRENCY: '1', LOG_LEVEL: 'debug' } })
}

describe('a workspace that floods the queue', () => {
  it(
    'lets another one have its files after those that are in hand',
    async ({ annotate }) => {
      await using system = await openShop()
      const modest = await createCustomer(await system.createWorkspace({ plan: 'free' }), nodes)
      const greedy = await createCustomer(await system.createWorkspace({ plan: 'pro' }), nodes)
      const receipts = await orderBesideFlood(modest, greedy, flooders, rounds)
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
    },
    times(120_000, 600_000),
  )

  it('waits for its own turn, which would be noticed of another as well', async () => {
    await using system = await openShop()
    const workspace = await system.createWorkspace({ plan: 'pro' })
    const [one, other] = [await createCustomer(workspace, nodes), await createCustomer(workspace, nodes)]
    const { beside } = await orderBesideFlood(one, other, withinShare, 1)
    expect(median(countPassed(system.workers[0]!, one, beside))).toBeGreaterThan(withinShare / 2)
  }, 120_000)
})
