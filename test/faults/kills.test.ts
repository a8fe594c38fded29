import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { exportFormats } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { median, percentile } from '../bench/statistics.ts'
import { descendantsOf, survivorsOf } from '../rig/process-tree.ts'
import type { Answer, RestClient } from '../rig/rest-client.ts'
import { ROOM_MS } from './run-size.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { begunBy, countRenders, heldBy, inHandOf } from './renders.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

const kills = 500
const clients = 12
/** Large enough to be killed in the middle of, small enough to leave the machine time to start the next worker. */
const nodeCount = 20
const pauseMs = 200
/** Each kills the next worker once the one before has a successor; one more worker is always there. */
const killers = 2
/** Of those that were hit by a kill, 95 in 100 are answered this soon. */
const RECOVERED_WITHIN_MS = 9_000
const CHILDREN_END_WITHIN_MS = 10_000
/** Workers that may die during an export before it is refused; and of how many kills one export at most may meet so many of them. */
const MAX_CRASHES = 3
const KILLS_PER_REFUSAL = 100

/** What became of the exports that were asked for while workers were killed. */
interface Account {
  answered: number
  /** What is wrong with an answer, or with there being none. */
  faults: string[]
  /** The exports that were refused because they had met so many kills that they could be what workers die of. */
  refused: string[]
  slowestMs: number
  /** When the workers were killed that held this map. */
  killedAt: Map<string, number[]>
  /** The places of workers that were killed and have no successor yet. */
  vacant: Set<number>
  /** From the kill to the answer. */
  recoveriesMs: number[]
}

/** Makes maps and exports each once, mostly as pictures, until it is told to stop. */
async function askAgainAndAgain(team: RestClient, client: number, account: Account, stop: AbortSignal): Promise<void> {
  for (let turn = 0; !stop.aborted; turn++) {
    const map = turn * clients + client
    const format = turn % 4 === 0 ? exportFormats[(turn / 4) % exportFormats.length]! : 'png'
    const { id } = await team.createMap(signedMap({ map, write: 1 }, nodeCount))
    const asked = performance.now()
    const answer = await team.exportMap(id, format)
    const now = performance.now()
    const fault = whatIsWrong(map, format, answer)
    const killedAt = account.killedAt.get(id) ?? []
    if (isRefusedAsDeadly(answer) && killedAt.length >= MAX_CRASHES) account.refused.push(id)
    else if (fault) account.faults.push(fault)
    const lastKill = killedAt.at(-1)
    if (lastKill !== undefined) account.recoveriesMs.push(now - lastKill)
    account.slowestMs = Math.max(account.slowestMs, now - asked)
    account.answered++
    await sleep(pauseMs)
  }
}

function isRefusedAsDeadly({ status, text }: Answer): boolean {
  return status === 503 && text.includes('broke off several times')
}

/** The place of a worker that renders, and nothing that was hit before: what kills worker after worker is another story. */
function findBusy({ workers }: Fleet, { killedAt, vacant }: Account): number {
  return workers.members.findIndex((worker, place) => {
    return !vacant.has(place) && inHandOf(worker).length > 0 && heldBy(worker).every((it) => !killedAt.has(it))
  })
}

async function killInTheMiddle(fleet: Fleet, account: Account): Promise<void> {
  await expect.poll(() => findBusy(fleet, account), { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(0)
  const place = findBusy(fleet, account)
  // It may have finished just now.
  if (place < 0) return killInTheMiddle(fleet, account)
  account.vacant.add(place)
  const now = performance.now()
  const killed = await fleet.workers.kill(place)
  for (const map of heldBy(killed)) account.killedAt.set(map, [...(account.killedAt.get(map) ?? []), now])
  await fleet.workers.refill(place)
  account.vacant.delete(place)
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

describe('a worker that is killed', () => {
  it('takes no export with it, and leaves no Chromium', async ({ annotate }) => {
    await using fleet = await openFleet({ gateways: 1, workers: killers + 1, workerEnv: { CONCURRENCY: '2' } })
    const team = await fleet.createClient()
    const account: Account = {
      answered: 0,
      faults: [],
      refused: [],
      slowestMs: 0,
      recoveriesMs: [],
      killedAt: new Map(),
      vacant: new Set(),
    }
    const stop = new AbortController()
    const asking = Promise.all(
      Array.from({ length: clients }, (_, client) => askAgainAndAgain(team, client, account, stop.signal)),
    )
    try {
      const victims = Array.from({ length: kills }).values()
      const killNext = async () => {
        for (const _ of victims) {
          await killInTheMiddle(fleet, account)
          expect(account.faults).toEqual([])
        }
      }
      await Promise.all(Array.from({ length: killers }, killNext))
    } finally {
      stop.abort()
      await asking
    }
    const { answered, recoveriesMs, slowestMs, faults, refused } = account
    const p95 = percentile(recoveriesMs, 95)
    expect(faults).toEqual([])
    expect(refused.length).toBeLessThanOrEqual(kills / KILLS_PER_REFUSAL)
    // A few may all come a moment too late.
    expect(recoveriesMs.length).toBeGreaterThanOrEqual(kills / 2)
    expect(slowestMs).toBeLessThan(EXPORT_DEADLINE_MS + ROOM_MS)
    expect(p95).toBeLessThan(RECOVERED_WITHIN_MS)
    expect(await fleet.workers.orphans(CHILDREN_END_WITHIN_MS)).toEqual([])
    await annotate(
      `${kills} kills, ${answered} exports, ${recoveriesMs.length} of them hit: ` +
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
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 2))
    for (const format of exportFormats) {
      const answer = await team.exportMap(id, format)
      expect(whatIsWrong(1, format, answer)).toBeUndefined()
      expect(whatIsWrong(2, format, answer)).toBe(`map 2 as ${format} is map 1`)
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
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 1_000))
    const path = `/maps/${id}/export/png`
    const first = team.request('GET', path, { gateway: 0 }).then(
      () => 'answered',
      () => 'cut off',
    )
    await expect.poll(() => fleet.workers.members.flatMap(begunBy).length, { interval: 5 }).toBe(1)
    await fleet.gateways.kill(0)
    expect(await first).toBe('cut off')

    const retries = [await team.request('GET', path, { gateway: 1 }), await team.request('GET', path, { gateway: 1 })]
    expect(retries.map((it) => whatIsWrong(1, 'png', it))).toEqual([undefined, undefined])
    expect(await countRenders(fleet)).toBe(1)

    // Another file of the same map counts.
    await team.request('GET', path, { gateway: 1, query: { scale: '1' } })
    expect(await countRenders(fleet)).toBe(2)
  })
})
