import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { exportFormats } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { median, percentile } from '../bench/statistics.ts'
import { descendantsOf, survivorsOf } from '../rig/process-tree.ts'
import type { ApiResponse, RestClient } from '../rig/rest-client.ts'
import { TOLERANCE_MS } from './run-size.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { startedRenders, countRenders, activeMaps, renderingMaps } from './worker-logs.ts'
import { markedMap, exportError } from './marked-maps.ts'

const kills = 500
const clients = 12
/** Large enough for a kill during the render, small enough to leave the machine time to start the next worker. */
const nodeCount = 20
const pauseMs = 200
/** Loops that each kill a worker and replace it before the next kill. There is one worker more than that. */
const killLoops = 2
/** Longest time from a kill to the response to an export that it interrupted, p95. */
const RECOVERED_WITHIN_MS = 9_000
const CHILDREN_END_WITHIN_MS = 10_000
/** Worker crashes after which an export is refused. */
const MAX_CRASHES = 3
/** At most one export may be refused in this many kills, because `MAX_CRASHES` of them hit it. */
const KILLS_PER_REFUSAL = 100

/** State and results of the test that kills workers. */
interface KillTest {
  responseCount: number
  /** Failed exports, apart from `refused`. */
  errors: string[]
  /** Maps whose exports were refused after `MAX_CRASHES` kills. */
  refused: string[]
  slowestMs: number
  /** Times of the kills that interrupted a job, by map id. */
  killedAt: Map<string, number[]>
  /** Indexes of killed workers that have not been replaced yet. */
  killed: Set<number>
  /** Times from a kill to the response. */
  recoveriesMs: number[]
}

/** Creates maps and exports each once, mostly as PNG, until `stop` is aborted. */
async function exportNewMaps(team: RestClient, client: number, test: KillTest, stop: AbortSignal): Promise<void> {
  for (let round = 0; !stop.aborted; round++) {
    const map = round * clients + client
    const format = round % 4 === 0 ? exportFormats[(round / 4) % exportFormats.length]! : 'png'
    const { id } = await team.createMap(markedMap({ map, write: 1 }, nodeCount))
    const started = performance.now()
    const response = await team.exportMap(id, format)
    const now = performance.now()
    const error = exportError(map, format, response)
    const killedAt = test.killedAt.get(id) ?? []
    if (isRefusedAfterCrashes(response) && killedAt.length >= MAX_CRASHES) test.refused.push(id)
    else if (error) test.errors.push(error)
    const lastKill = killedAt.at(-1)
    if (lastKill !== undefined) test.recoveriesMs.push(now - lastKill)
    test.slowestMs = Math.max(test.slowestMs, now - started)
    test.responseCount++
    await sleep(pauseMs)
  }
}

function isRefusedAfterCrashes({ status, text }: ApiResponse): boolean {
  return status === 503 && text.includes('broke off several times')
}

/** Finds the index of a worker that renders a map, and has no job that a kill has interrupted before. */
function findBusyWorker({ workers }: Fleet, { killedAt, killed }: KillTest): number {
  return workers.members.findIndex((worker, index) => {
    const isBusy = !killed.has(index) && renderingMaps(worker).length > 0
    return isBusy && activeMaps(worker).every((it) => !killedAt.has(it))
  })
}

async function killDuringRender(fleet: Fleet, test: KillTest): Promise<void> {
  await expect.poll(() => findBusyWorker(fleet, test), { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(0)
  const index = findBusyWorker(fleet, test)
  // The render may have finished since the poll.
  if (index < 0) return killDuringRender(fleet, test)
  test.killed.add(index)
  const now = performance.now()
  const worker = await fleet.workers.kill(index)
  for (const map of activeMaps(worker)) test.killedAt.set(map, [...(test.killedAt.get(map) ?? []), now])
  await fleet.workers.replace(index)
  test.killed.delete(index)
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

describe('a worker that is killed', () => {
  it('takes no export with it, and leaves no Chromium', async ({ annotate }) => {
    await using fleet = await openFleet({ gateways: 1, workers: killLoops + 1, workerEnv: { CONCURRENCY: '2' } })
    const team = await fleet.createClient()
    const test: KillTest = {
      responseCount: 0,
      errors: [],
      refused: [],
      slowestMs: 0,
      recoveriesMs: [],
      killedAt: new Map(),
      killed: new Set(),
    }
    const stop = new AbortController()
    const exporting = Promise.all(
      Array.from({ length: clients }, (_, client) => exportNewMaps(team, client, test, stop.signal)),
    )
    try {
      // All loops share this iterator.
      const remaining = Array.from({ length: kills }).values()
      const runKillLoop = async () => {
        for (const _ of remaining) {
          await killDuringRender(fleet, test)
          expect(test.errors).toEqual([])
        }
      }
      await Promise.all(Array.from({ length: killLoops }, runKillLoop))
    } finally {
      stop.abort()
      await exporting
    }
    const { responseCount, recoveriesMs, slowestMs, errors, refused } = test
    const p95 = percentile(recoveriesMs, 95)
    expect(errors).toEqual([])
    expect(refused.length).toBeLessThanOrEqual(kills / KILLS_PER_REFUSAL)
    // Some kills come just after the render.
    expect(recoveriesMs.length).toBeGreaterThanOrEqual(kills / 2)
    expect(slowestMs).toBeLessThan(EXPORT_DEADLINE_MS + TOLERANCE_MS)
    expect(p95).toBeLessThan(RECOVERED_WITHIN_MS)
    expect(await fleet.workers.orphans(CHILDREN_END_WITHIN_MS)).toEqual([])
    await annotate(
      `${kills} kills, ${responseCount} exports, ${recoveriesMs.length} of them hit: ` +
        `from kill to answer ${seconds(median(recoveriesMs))} s, p95 ${seconds(p95)} s, 0 lost, ` +
        `${refused.length} refused that had met ${MAX_CRASHES} kills`,
      'measured',
    )
  }, 3_600_000)

  it('would be caught leaving a process, and a file would be caught being of another map', async () => {
    await using parts = new AsyncDisposableStack()
    const folder = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-faults-')), (it) => rm(it, { recursive: true }))
    const program = join(folder, 'clinging-chromium')
    await writeFile(
      program,
      `#!/bin/sh\nsleep 60 < /dev/null > /dev/null 2>&1 3>&- 4>&- &\nexec '${process.env.CHROMIUM_PATH}' "$@"\n`,
    )
    await Promise.all([chmod(folder, 0o755), chmod(program, 0o755)])
    const fleet = parts.use(await openFleet({ gateways: 1, workers: 1, workerEnv: { CHROMIUM_PATH: program } }))
    const team = await fleet.createClient()
    const { id } = await team.createMap(markedMap({ map: 1, write: 1 }, 2))
    for (const format of exportFormats) {
      const response = await team.exportMap(id, format)
      expect(exportError(1, format, response)).toBeUndefined()
      expect(exportError(2, format, response)).toBe(`map 2 as ${format} is map 1`)
    }

    const clinging = descendantsOf(fleet.workers.members[0]!.pid).filter((it) => it.name === 'sleep')
    parts.defer(async () => {
      for (const { pid } of await survivorsOf(clinging, 0)) process.kill(pid, 'SIGKILL')
    })
    await fleet.workers.kill(0)
    expect(await fleet.workers.orphans(4_000)).toEqual([`sleep (${clinging[0]?.pid})`])
  })
})

describe('a gateway that is killed in the middle of an export', () => {
  it('leaves the file to clients of another gateway, during the render and after it', async () => {
    await using fleet = await openFleet({ gateways: 2, workers: 1 })
    const team = await fleet.createClient()
    const { id } = await team.createMap(markedMap({ map: 1, write: 1 }, 1_000))
    const path = `/maps/${id}/export/png`
    const first = team.request('GET', path, { gateway: 0 }).then(
      () => 'answered',
      () => 'cut off',
    )
    await expect.poll(() => fleet.workers.members.flatMap(startedRenders).length, { interval: 5 }).toBe(1)
    await fleet.gateways.kill(0)
    expect(await first).toBe('cut off')

    const retries = [await team.request('GET', path, { gateway: 1 }), await team.request('GET', path, { gateway: 1 })]
    expect(retries.map((it) => exportError(1, 'png', it))).toEqual([undefined, undefined])
    expect(await countRenders(fleet)).toBe(1)

    // The control: another file of the same map is another render.
    await team.request('GET', path, { gateway: 1, query: { scale: '1' } })
    expect(await countRenders(fleet)).toBe(2)
  })
})
