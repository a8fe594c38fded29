import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExportJob } from '@maps/shared/export-job'
import { createExportSlots, MAX_WAITING } from '@maps/shared/export-slots'
import type { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { waitingStates } from '../../services/gateway/operations/queue-state.ts'
import { percentile } from '../bench/statistics.ts'
import { startSystem, type System } from '../rig/system.ts'
import { createExportClient, type ExportClient, plansWithoutQuota, type Receipt } from './clients.ts'
import { openJobs } from './open-jobs.ts'
import { residentMegabytes } from './process-stats.ts'
import { flood, type FloodTerms, judgeFlood, measureCapacity, untilRecovered } from './flood.ts'

const OVERLOAD = 10
const floodMs = 120_000
const capacityMs = 15_000
/** Their shares together are several times what may wait in all. */
const clientCount = 40
const capacityClients = 12
/** Makes some pictures a second: the flood is to cost renders, not requests. */
const nodes = 200
/** The shipped limit of the gateway's container. */
const GATEWAY_MEGABYTES = 512
/** Half of the shipped limit of the worker's container; the other half is Chromium's. */
const WORKER_MEGABYTES = 1_024
const SAMPLE_MS = 200

const promised: FloodTerms = { deadlineMs: 30_000, refusedWithinMs: 100, leastShare: 0.8, recoveredWithinMs: 10_000 }

/** What a flood that shares the cores with its own clients can show of the promises. */
function termsFor(capacity: number): FloodTerms {
  return {
    ...promised,
    refusedWithinMs: 2_000,
    recoveredWithinMs: Math.max(promised.recoveredWithinMs, (1_500 * MAX_WAITING) / capacity),
  }
}

interface Peaks {
  megabytes: number[]
  waiting: number
}

/** The most that each process had in memory, and that waited in the queue, until told to stop. */
async function watchPeaks(pids: readonly number[], redisUrl: string, stop: AbortSignal): Promise<Peaks> {
  await using jobs = openJobs(redisUrl)
  const { queue } = jobs
  const peaks: Peaks = { megabytes: pids.map(() => 0), waiting: 0 }
  while (!stop.aborted) {
    peaks.megabytes = pids.map((pid, index) => Math.max(peaks.megabytes[index]!, residentMegabytes(pid)))
    const waiting = await queue.getJobCountByTypes(...waitingStates)
    peaks.waiting = Math.max(peaks.waiting, waiting <= MAX_WAITING ? waiting : await countNeverBegun(queue))
    await sleep(SAMPLE_MS)
  }
  return peaks
}

/** Those that a worker gave back come on top of the bound, and so do those that are just being discarded after their deadline. */
async function countNeverBegun(queue: Queue<ExportJob>): Promise<number> {
  const jobs = await queue.getJobs([...waitingStates])
  return jobs.filter((it) => it.attemptsStarted === 0 && it.data.deadline > Date.now()).length
}

function openCustomers(system: System): Promise<ExportClient[]> {
  return Promise.all(
    Array.from({ length: clientCount }, async (_, index) => {
      return createExportClient(await system.createWorkspace({ plan: index % 2 === 0 ? 'free' : 'pro' }), nodes)
    }),
  )
}

describe('a queue that is full', () => {
  it('refuses further clients at once, and says when to come back', async ({ annotate }) => {
    await using system = await startSystem({ workers: 0, plans: plansWithoutQuota })
    await using parts = new AsyncDisposableStack()
    const redis = parts.adopt(new Redis(system.redisUrl), (it) => it.disconnect())
    const exportClient = await createExportClient(await system.createWorkspace(), nodes)
    const slots = createExportSlots(redis)
    for (let index = 0; index < MAX_WAITING; index++) {
      const key = createHash('sha256').update(String(index)).digest('hex')
      await slots.take({ key, workspaceId: randomUUID(), deadline: Date.now() + 60_000 }, 1)
    }
    const receipts: Receipt[] = []
    for (let index = 0; index < 1_000; index++) receipts.push(await exportClient.order())
    const refusedMs = receipts.map(({ ms }) => ms)
    const [median, late] = [50, 99].map((it) => percentile(refusedMs, it))
    await annotate(`turned away in ${median!.toFixed(1)} ms (median), ${late!.toFixed(1)} ms (p99)`, 'measured')
    for (const it of receipts) {
      expect(it).toMatchObject({ status: 503, reason: expect.stringContaining('Too many exports are waiting') })
      expect(Number(it.retryAfter)).toBeGreaterThan(0)
    }
    expect(late).toBeLessThan(promised.refusedWithinMs)
  })
})

describe('ten times as many exports as can be made', () => {
  it('are made as fast as before or turned away at once, and leave nothing behind', async ({ annotate }) => {
    await using system = await startSystem({ plans: plansWithoutQuota })
    const exportClients = await openCustomers(system)
    const newcomer = await createExportClient(await system.createWorkspace(), nodes)
    await measureCapacity(exportClients.slice(0, capacityClients), capacityClients, 1_000)
    const before = await measureCapacity(exportClients.slice(0, capacityClients), capacityClients, capacityMs)
    const stop = new AbortController()
    const pids = [...system.gateways, ...system.workers].map((it) => it.pid)
    const watching = watchPeaks(pids, system.redisUrl, stop.signal)
    const flooding = flood(exportClients, OVERLOAD * before, floodMs)
    await sleep(floodMs)
    const recoveredMs = await untilRecovered(newcomer, termsFor(before).recoveredWithinMs)
    const result = await flooding
    stop.abort()
    const after = await measureCapacity(exportClients.slice(0, capacityClients), capacityClients, capacityMs)
    // Other work on this machine comes and goes.
    const capacity = (before + after) / 2
    const { megabytes, waiting } = await watching
    const [gatewayMb, workerMb] = megabytes
    const { faults, figures } = judgeFlood({ ...result, capacity, recoveredMs }, termsFor(capacity))
    await annotate(
      `${before.toFixed(1)} files a second before, ${after.toFixed(1)} after; ${figures}; at most ${waiting} waiting, ${gatewayMb} MB in the gateway, ${workerMb} MB in the worker`,
      'measured',
    )
    expect(waiting).toBeLessThanOrEqual(MAX_WAITING)
    expect(faults).toEqual([])
    expect(gatewayMb).toBeLessThan(GATEWAY_MEGABYTES)
    expect(workerMb).toBeLessThan(WORKER_MEGABYTES)
  }, 400_000)

  describe('would be noticed', () => {
    const good: Receipt = { at: 0, ms: 100, status: 200, retryAfter: null, reason: '' }
    const turnedAway: Receipt = {
      ...good,
      ms: 5,
      status: 503,
      retryAfter: '5',
      reason: 'Too many exports are waiting.',
    }
    const receipts = Array.from({ length: 100 }, (_, index) => ({
      ...(index < 10 ? good : turnedAway),
      at: index * 10,
    }))
    const service = { capacity: 10, receipts, from: 0, to: 1_000, recoveredMs: 1_000 }

    it.each([
      ['nothing of a good service', {}, undefined],
      ['an answer that is a fault', { receipts: [...receipts, { ...good, status: 500 }] }, /answered 500/],
      ['no answer', { receipts: [...receipts, { ...good, status: 0 }] }, /answered 0/],
      ['a refusal for ever', { receipts: [...receipts, { ...turnedAway, retryAfter: null }] }, /when to come back/],
      [
        'files that come too late',
        { receipts: receipts.map((it) => (it.status === 200 ? { ...it, ms: 30_500 } : it)), to: 31_000, capacity: 0.3 },
        /p99/,
      ],
      [
        'refusals that come late',
        { receipts: receipts.map((it) => (it.status === 503 ? { ...it, ms: 150 } : it)) },
        /refusals took/,
      ],
      ['work that is not done', { capacity: 20 }, /files a second/],
      ['a long way back', { recoveredMs: 11_000 }, /not recovered/],
    ])('%s', (_, change, fault) => {
      const { faults } = judgeFlood({ ...service, ...change }, promised)
      expect(faults).toEqual(fault ? [expect.stringMatching(fault)] : [])
    })
  })
})
