import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS, QUEUE_PREFIX } from '@maps/shared/export-job'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { DEAD_LETTERS_KEY } from '../../services/render-worker/crash-guard.ts'
import type { RestClient } from '../rig/rest-client.ts'
import { ROOM_MS } from './run-size.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { begunBy, heldBy, inHandOf } from './renders.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

const POISON = 0
/** Large enough to be killed in the middle of. */
const nodeCount = 600
const WATCH_INTERVAL_MS = 5
const MAX_RUNS = 3
/** Three times what it takes to notice a death, and room for a busy machine. */
const GIVEN_UP_WITHIN_MS = 3 * 8_000 + 60_000
const REFUSED_MS = 60_000
/** What a client is told to wait where nothing is known about its map. */
const USUAL_WAIT_S = 5
/** After which an impatient client leaves, and how long it stays away. */
const PATIENCE_MS = 4_000
const PAUSE_MS = 200
/** Makes BullMQ forget that workers died of jobs: for it, the next death is none. */
const FORGET_DEATHS = `
  for _, key in ipairs(redis.call('KEYS', '${QUEUE_PREFIX}:*exports:r_*')) do
    if redis.call('TYPE', key).ok == 'hash' then redis.call('HSET', key, 'stc', -1) end
  end`

/** Kills every worker that begins this map, so many times, and puts another in its place. */
async function killWorkersTaking(mapId: string, kills: number, { workers }: Fleet, stop: AbortSignal): Promise<number> {
  let killed = 0
  const refills = new Map<number, Promise<void>>()
  while (killed < kills && !stop.aborted) {
    const place = workers.members.findIndex((it, index) => !refills.has(index) && inHandOf(it).includes(mapId))
    if (place < 0) await sleep(WATCH_INTERVAL_MS)
    else {
      killed++
      await workers.kill(place)
      refills.set(
        place,
        workers.refill(place).finally(() => refills.delete(place)),
      )
    }
  }
  await Promise.all(refills.values())
  return killed
}

/** Exports map after map until it is told to stop, and answers how many and what was wrong with them. */
async function exportOthers(team: RestClient, firstMap: number, stop: AbortSignal) {
  const faults: string[] = []
  let map = firstMap
  for (; !stop.aborted; map++) {
    const { id } = await team.createMap(signedMap({ map, write: 1 }, 20))
    const fault = whatIsWrong(map, 'png', await team.exportMap(id, 'png'))
    if (fault) faults.push(fault)
  }
  return { count: map - firstMap, faults }
}

function countRuns({ workers }: Fleet, mapId: string): number {
  return workers.started.flatMap(begunBy).filter((it) => it.mapId === mapId).length
}

/** What a test of a killing map works with. */
interface Context {
  fleet: Fleet
  redis: Redis
  victim: RestClient & { token: string }
  mapId: string
  /** No more workers are killed from now on. Answers how many were. */
  stopKilling(): Promise<number>
}

/** Runs a test with a map that kills so many of the workers that take it. Answers what came of it, and how others fared meanwhile. */
async function poison<Outcome>(kills: number, run: (context: Context) => Promise<Outcome>) {
  await using parts = new AsyncDisposableStack()
  const fleet = parts.use(await openFleet({ gateways: 2, workers: 2, workerEnv: { CONCURRENCY: '2' } }))
  const redis = parts.adopt(new Redis(fleet.redisUrl), (it) => it.disconnect())
  const [victim, bystander] = [await fleet.createClient(), await fleet.createClient()]
  const { id: mapId } = await victim.createMap(signedMap({ map: POISON, write: 1 }, nodeCount))
  const [killingStops, othersStop] = [new AbortController(), new AbortController()]
  const killing = killWorkersTaking(mapId, kills, fleet, killingStops.signal)
  const others = Promise.all([1, 2].map((it) => exportOthers(bystander, it * 100_000, othersStop.signal)))
  const stopKilling = (): Promise<number> => {
    killingStops.abort()
    return killing
  }
  try {
    const outcome = await run({ fleet, redis, victim, mapId, stopKilling })
    othersStop.abort()
    const faults = (await others).flatMap((it) => it.faults)
    const count = (await others).reduce((sum, it) => sum + it.count, 0)
    await stopKilling()
    expect(await fleet.workers.orphans(10_000)).toEqual([])
    return { outcome, others: { count, faults } }
  } finally {
    othersStop.abort()
    await Promise.allSettled([others, stopKilling()])
  }
}

/** Asks one gateway and then the other, for as long as that, by a client that never stays long. */
async function askImpatiently(
  { fleet, victim, mapId }: Context,
  until: (answer: Response) => boolean,
  forMs: number,
): Promise<Response | undefined> {
  const ends = performance.now() + forMs
  for (let turn = 0; performance.now() < ends; turn++) {
    const url = `${fleet.gateways.members[turn % 2]!.url}/api/v1/maps/${mapId}/export/png`
    const headers = { Authorization: `Bearer ${victim.token}` }
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => {})
    if (answer && until(answer)) return answer
    if (answer) await sleep(PAUSE_MS)
  }
  return undefined
}

const waitOf = ({ headers }: { headers: Headers }): number => Number(headers.get('retry-after'))
const isRefusedForLong = (answer: Response): boolean => answer.status === 503 && waitOf(answer) > USUAL_WAIT_S

function expectUndisturbed({ count, faults }: { count: number; faults: string[] }): void {
  expect(faults).toEqual([])
  expect(count).toBeGreaterThan(10)
}

/** Every letter, as the fields that it has. */
async function readDeadLetters(redis: Redis): Promise<Record<string, string>[]> {
  const letters = await redis.xrange(DEAD_LETTERS_KEY, '-', '+')
  return letters.map(([, fields]) =>
    Object.fromEntries(fields.flatMap((name, index) => (index % 2 ? [] : [[name, fields[index + 1]!]]))),
  )
}

describe('a map that kills the workers that take it', () => {
  it('is made by the third, where that one lives, and keeps no other client from its file', async ({ annotate }) => {
    const { outcome, others } = await poison(2, async ({ fleet, victim, mapId, stopKilling }) => {
      const asked = performance.now()
      const answer = await victim.exportMap(mapId, 'png')
      const ms = performance.now() - asked
      expect(whatIsWrong(POISON, 'png', answer)).toBeUndefined()
      return { ms, killed: await stopKilling(), runs: countRuns(fleet, mapId) }
    })
    const { ms, killed, runs } = outcome
    expect({ killed, runs }).toEqual({ killed: 2, runs: 3 })
    expect(ms).toBeLessThan(EXPORT_DEADLINE_MS + ROOM_MS)
    expectUndisturbed(others)
    await annotate(`2 workers killed by a map, its file there after ${(ms / 1_000).toFixed(1)} s`, 'measured')
  })

  it('runs three times however impatiently it is asked for, and is refused for a minute', async ({ annotate }) => {
    const { others } = await poison(Infinity, async (context) => {
      const { fleet, redis, victim, mapId, stopKilling } = context
      const asked = performance.now()
      const refused = await askImpatiently(context, isRefusedForLong, GIVEN_UP_WITHIN_MS)
      const ms = performance.now() - asked
      expect(refused && waitOf(refused)).toBeLessThanOrEqual(REFUSED_MS / 1_000)
      expect(countRuns(fleet, mapId)).toBe(MAX_RUNS)
      // The one that gave it up has it for a moment longer.
      await expect.poll(() => fleet.workers.started.filter((it) => heldBy(it).includes(mapId))).toHaveLength(MAX_RUNS)

      // Every client is answered at once: with what is known, and not by a worker.
      const path = `/maps/${mapId}/export/png`
      const asks = await Promise.all([0, 1].map((gateway) => victim.request('GET', path, { gateway })))
      expect(asks.map((it) => it.status)).toEqual([503, 503])
      for (const it of asks) expect(waitOf(it)).toBeGreaterThan(USUAL_WAIT_S)
      const letters = await readDeadLetters(redis)
      expect(letters).toMatchObject([{ mapId, format: 'png', crashes: String(MAX_RUNS) }])
      expect(JSON.stringify(letters)).not.toContain(`N${POISON}x1`)
      const left = await redis.pttl(`maps:artifact:${letters[0]!.key}`)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(REFUSED_MS)

      await askImpatiently(context, (it) => it.status !== 503, left - 2_000)
      expect(countRuns(fleet, mapId)).toBe(MAX_RUNS)
      await stopKilling()
      const answer = await askImpatiently(context, (it) => it.status === 200, GIVEN_UP_WITHIN_MS)
      expect(answer?.status).toBe(200)
      await annotate(
        `a map that kills every worker: given up after ${MAX_RUNS} runs, ${(ms / 1_000).toFixed(1)} s`,
        'measured',
      )
    })
    expectUndisturbed(others)
  }, 240_000)

  it('would run again and again if deaths were forgotten', async () => {
    await poison(Infinity, async (context) => {
      const forgetting = setInterval(() => void context.redis.eval(FORGET_DEATHS, 0), 500)
      const refused = await askImpatiently(context, isRefusedForLong, 60_000)
      clearInterval(forgetting)
      expect(refused).toBeUndefined()
      expect(countRuns(context.fleet, context.mapId)).toBeGreaterThan(MAX_RUNS)
    })
  })
})
