import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS, type ExportJob } from '@maps/shared/export-job'
import { createExportSlots, MAX_WAITING } from '@maps/shared/export-slots'
import { WORKERS_KEY } from '@maps/shared/worker-heartbeats'
import type { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { REQUEUE_INTERVAL_MS } from '../../services/gateway/exports/exporter.ts'
import { waitingStates } from '../../services/gateway/operations/queue-state.ts'
import { percentile } from '../bench/statistics.ts'
import { startSystem, type System } from '../rig/system.ts'
import { createExportClient, type ExportClient, unthrottledPlans, type ExportResult } from './clients.ts'
import { openQueue } from './job-queue.ts'
import { readResidentMb } from './process-stats.ts'
import { flood, type FloodLimits, checkFlood, measureCapacity, waitUntilRecovered } from './flood.ts'

const OVERLOAD = 10
const floodMs = 120_000
const capacityMs = 15_000
/** The sum of their quotas is several times the length of the queue. */
const clientCount = 40
const capacityClients = 12
/** Large enough that the service renders only some exports a second. Overload then means renders, not HTTP requests. */
const nodes = 200
/** Memory limit of the gateway's container in docker-compose.yml. */
const MAX_GATEWAY_MB = 512
/** Half of the memory limit of the worker's container: Chromium gets the other half. */
const MAX_WORKER_MB = 1_024
const SAMPLE_MS = 200

const promised: FloodLimits = { deadlineMs: 30_000, refusedWithinMs: 100, minShare: 0.8, recoveredWithinMs: 10_000 }

/** The promised limits, relaxed for clients that share the cores with the service. */
function limitsFor(capacity: number): FloodLimits {
  return {
    ...promised,
    minShare: 0.6,
    refusedWithinMs: 2_000,
    recoveredWithinMs: Math.max(promised.recoveredWithinMs, (1_500 * MAX_WAITING) / capacity),
  }
}

/** Records peak memory of processes, and the peak number of waiting jobs, until `stop` is aborted. */
async function recordPeaks(pids: readonly number[], redisUrl: string, stop: AbortSignal) {
  await using connection = openQueue(redisUrl)
  const { queue } = connection
  const peaks = { residentMb: pids.map(() => 0), waiting: 0 }
  while (!stop.aborted) {
    peaks.residentMb = pids.map((pid, index) => Math.max(peaks.residentMb[index]!, readResidentMb(pid)))
    const waiting = await queue.getJobCountByTypes(...waitingStates)
    peaks.waiting = Math.max(peaks.waiting, waiting <= MAX_WAITING ? waiting : await countBoundedJobs(queue))
    await sleep(SAMPLE_MS)
  }
  return peaks
}

/**
 * Counts the waiting jobs that the bound applies to: neither retried jobs, nor jobs past their deadline, nor those that their waiting requests added again
 * just as they ended (decision 2).
 */
async function countBoundedJobs(queue: Queue<ExportJob>): Promise<number> {
  const jobs = await queue.getJobs([...waitingStates])
  return jobs.filter(({ attemptsStarted, data: { deadline }, timestamp }) => {
    const requestedAt = deadline - EXPORT_DEADLINE_MS
    return attemptsStarted === 0 && deadline > Date.now() && timestamp - requestedAt < REQUEUE_INTERVAL_MS
  }).length
}

function createExportClients(system: System): Promise<ExportClient[]> {
  return Promise.all(
    Array.from({ length: clientCount }, async (_, index) => {
      return createExportClient(await system.createWorkspace({ plan: index % 2 === 0 ? 'free' : 'pro' }), nodes)
    }),
  )
}

describe('a queue that is full', () => {
  it('refuses further clients at once, and says when to come back', async ({ annotate }) => {
    await using system = await startSystem({ workers: 0, plans: unthrottledPlans })
    await using parts = new AsyncDisposableStack()
    const redis = parts.adopt(new Redis(system.redisUrl), (it) => it.disconnect())
    const exportClient = await createExportClient(await system.createWorkspace(), nodes)
    // Without a worker, the response would be that there is none.
    await redis.zadd(WORKERS_KEY, Date.now() + 600_000, 'worker')
    const slots = createExportSlots(redis)
    for (let index = 0; index < MAX_WAITING; index++) {
      const key = createHash('sha256').update(String(index)).digest('hex')
      await slots.take({ key, workspaceId: randomUUID(), map: '{}' }, 60_000, 1)
    }
    const results: ExportResult[] = []
    for (let index = 0; index < 1_000; index++) results.push(await exportClient.requestExport())
    const refusedMs = results.map(({ ms }) => ms)
    const [median, p99] = [50, 99].map((it) => percentile(refusedMs, it))
    await annotate(`turned away in ${median!.toFixed(1)} ms (median), ${p99!.toFixed(1)} ms (p99)`, 'measured')
    for (const result of results) {
      expect(result).toMatchObject({ status: 503, reason: expect.stringContaining('Too many exports are waiting') })
      expect(Number(result.retryAfter)).toBeGreaterThan(0)
    }
    expect(p99).toBeLessThan(promised.refusedWithinMs)
  })
})

describe('ten times as many exports as can be made', () => {
  it('are made as fast as before or turned away at once, and leave nothing behind', async ({ annotate }) => {
    await using system = await startSystem({ plans: unthrottledPlans })
    const exportClients = await createExportClients(system)
    const newcomer = await createExportClient(await system.createWorkspace(), nodes)
    await measureCapacity(exportClients.slice(0, capacityClients), capacityClients, 1_000)
    const before = await measureCapacity(exportClients.slice(0, capacityClients), capacityClients, capacityMs)
    const stop = new AbortController()
    const pids = [...system.gateways, ...system.workers].map((it) => it.pid)
    const recording = recordPeaks(pids, system.redisUrl, stop.signal)
    const flooding = flood(exportClients, OVERLOAD * before, floodMs)
    await sleep(floodMs)
    const recoveredMs = await waitUntilRecovered(newcomer, limitsFor(before).recoveredWithinMs)
    const result = await flooding
    stop.abort()
    const after = await measureCapacity(exportClients.slice(0, capacityClients), capacityClients, capacityMs)
    // Other work on this machine may change its capacity during the flood.
    const capacity = (before + after) / 2
    const { residentMb, waiting } = await recording
    const [gatewayMb, workerMb] = residentMb
    const { errors, figures } = checkFlood({ ...result, capacity, recoveredMs }, limitsFor(capacity))
    await annotate(
      `${before.toFixed(1)} files a second before, ${after.toFixed(1)} after; ${figures}; at most ${waiting} waiting, ${gatewayMb} MB in the gateway, ${workerMb} MB in the worker`,
      'measured',
    )
    expect(waiting).toBeLessThanOrEqual(MAX_WAITING)
    expect(errors).toEqual([])
    expect(gatewayMb).toBeLessThan(MAX_GATEWAY_MB)
    expect(workerMb).toBeLessThan(MAX_WORKER_MB)
  }, 400_000)

  describe('would be noticed', () => {
    const success: ExportResult = { startedAt: 0, ms: 100, status: 200, retryAfter: null, reason: '' }
    const refusal: ExportResult = {
      ...success,
      ms: 5,
      status: 503,
      retryAfter: '5',
      reason: 'Too many exports are waiting.',
    }
    const results = Array.from({ length: 100 }, (_, index) => ({
      ...(index < 10 ? success : refusal),
      startedAt: index * 10,
    }))
    const service = { capacity: 10, results, from: 0, to: 1_000, recoveredMs: 1_000 }

    it.each([
      ['nothing of a good service', {}, undefined],
      ['an answer that is a fault', { results: [...results, { ...success, status: 500 }] }, /answered 500/],
      ['no answer', { results: [...results, { ...success, status: 0 }] }, /answered 0/],
      ['a refusal for ever', { results: [...results, { ...refusal, retryAfter: null }] }, /when to come back/],
      [
        'files that come too late',
        { results: results.map((it) => (it.status === 200 ? { ...it, ms: 30_500 } : it)), to: 31_000, capacity: 0.3 },
        /p99/,
      ],
      [
        'refusals that come late',
        { results: results.map((it) => (it.status === 503 ? { ...it, ms: 150 } : it)) },
        /refusals took/,
      ],
      ['work that is not done', { capacity: 20 }, /files a second/],
      ['a long way back', { recoveredMs: 11_000 }, /not recovered/],
    ])('%s', (_, change, error) => {
      const { errors } = checkFlood({ ...service, ...change }, promised)
      expect(errors).toEqual(error ? [expect.stringMatching(error)] : [])
    })
  })
})
