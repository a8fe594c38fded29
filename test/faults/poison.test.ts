import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS, QUEUE_PREFIX } from '@maps/shared/export-job'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { DEAD_LETTERS_KEY } from '../../services/render-worker/crash-guard.ts'
import type { RestClient } from '../rig/rest-client.ts'
import { TOLERANCE_MS } from './run-size.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { startedRenders, activeMaps, renderingMaps } from './worker-logs.ts'
import { markedMap, exportError } from './marked-maps.ts'

const POISON = 0
/** Large enough for a kill during the render. */
const nodeCount = 600
const WATCH_INTERVAL_MS = 5
const MAX_RUNS = 3
/** Three times the time until BullMQ notices a crashed worker, and tolerance for a busy machine. */
const GIVEN_UP_WITHIN_MS = 3 * 8_000 + 60_000
const REFUSED_MS = 60_000
/** `Retry-After` of a refusal that is not about a poison map. */
const DEFAULT_RETRY_AFTER_S = 5
/** Timeout of an impatient client, and its pause before a retry. */
const CLIENT_TIMEOUT_MS = 4_000
const RETRY_DELAY_MS = 200
/** Lua script that sets BullMQ's counter of stalls (`stc`) to -1, so that the next stall of a job does not count. */
const RESET_STALLED_COUNTERS = `
  for _, key in ipairs(redis.call('KEYS', '${QUEUE_PREFIX}:*exports:r_*')) do
    if redis.call('TYPE', key).ok == 'hash' then redis.call('HSET', key, 'stc', -1) end
  end`

/** Kills and replaces each worker that renders this map, this many times. @returns the number of kills */
async function killWorkersRendering(
  mapId: string,
  kills: number,
  { workers }: Fleet,
  stop: AbortSignal,
): Promise<number> {
  let killed = 0
  const replacements = new Map<number, Promise<void>>()
  while (killed < kills && !stop.aborted) {
    const target = workers.members.findIndex(
      (it, index) => !replacements.has(index) && renderingMaps(it).includes(mapId),
    )
    if (target < 0) await sleep(WATCH_INTERVAL_MS)
    else {
      killed++
      await workers.kill(target)
      const replacement = workers.replace(target).finally(() => replacements.delete(target))
      replacements.set(target, replacement)
    }
  }
  await Promise.all(replacements.values())
  return killed
}

/** Creates and exports one map after another until `stop` is aborted. @returns their number and errors */
async function exportNewMaps(team: RestClient, firstMap: number, stop: AbortSignal) {
  const errors: string[] = []
  let map = firstMap
  for (; !stop.aborted; map++) {
    const { id } = await team.createMap(markedMap({ map, write: 1 }, 20))
    const error = exportError(map, 'png', await team.exportMap(id, 'png'))
    if (error) errors.push(error)
  }
  return { count: map - firstMap, errors }
}

function countRuns({ workers }: Fleet, mapId: string): number {
  return workers.started.flatMap(startedRenders).filter((it) => it.mapId === mapId).length
}

/** What a test of a poison map works with. */
interface Context {
  fleet: Fleet
  redis: Redis
  victim: RestClient & { token: string }
  mapId: string
  /** Stops killing workers. @returns the number of kills */
  stopKilling(): Promise<number>
}

/** Runs a test with a map that kills workers this many times. @returns its outcome, and the exports of another workspace meanwhile */
async function withPoisonMap<Outcome>(kills: number, run: (context: Context) => Promise<Outcome>) {
  await using parts = new AsyncDisposableStack()
  const fleet = parts.use(await openFleet({ gateways: 2, workers: 2, workerEnv: { CONCURRENCY: '2' } }))
  const redis = parts.adopt(new Redis(fleet.redisUrl), (it) => it.disconnect())
  const [victim, other] = [await fleet.createClient(), await fleet.createClient()]
  const { id: mapId } = await victim.createMap(markedMap({ map: POISON, write: 1 }, nodeCount))
  const [stopKills, stopExports] = [new AbortController(), new AbortController()]
  const killing = killWorkersRendering(mapId, kills, fleet, stopKills.signal)
  const exporting = Promise.all([1, 2].map((it) => exportNewMaps(other, it * 100_000, stopExports.signal)))
  const stopKilling = (): Promise<number> => {
    stopKills.abort()
    return killing
  }
  try {
    const outcome = await run({ fleet, redis, victim, mapId, stopKilling })
    stopExports.abort()
    const errors = (await exporting).flatMap((it) => it.errors)
    const count = (await exporting).reduce((sum, it) => sum + it.count, 0)
    await stopKilling()
    expect(await fleet.workers.orphans(10_000)).toEqual([])
    return { outcome, others: { count, errors } }
  } finally {
    stopExports.abort()
    await Promise.allSettled([exporting, stopKilling()])
  }
}

/** Requests the export from the gateways in turn, each time with a short timeout, until a response matches or `forMs` have passed. */
async function exportImpatiently(
  { fleet, victim, mapId }: Context,
  until: (response: Response) => boolean,
  forMs: number,
): Promise<Response | undefined> {
  const end = performance.now() + forMs
  for (let attempt = 0; performance.now() < end; attempt++) {
    const url = `${fleet.gateways.members[attempt % 2]!.url}/api/v1/maps/${mapId}/export/png`
    const headers = { Authorization: `Bearer ${victim.token}` }
    const signal = AbortSignal.timeout(CLIENT_TIMEOUT_MS)
    const response = await fetch(url, { headers, signal }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => {})
    if (response && until(response)) return response
    if (response) await sleep(RETRY_DELAY_MS)
  }
  return undefined
}

const retryAfterOf = ({ headers }: { headers: Headers }): number => Number(headers.get('retry-after'))
const isRefusedAsPoison = (it: Response): boolean => it.status === 503 && retryAfterOf(it) > DEFAULT_RETRY_AFTER_S

function expectUnaffected({ count, errors }: { count: number; errors: string[] }): void {
  expect(errors).toEqual([])
  expect(count).toBeGreaterThan(10)
}

/** Reads the fields of all dead letters. */
async function readDeadLetters(redis: Redis): Promise<Record<string, string>[]> {
  const letters = await redis.xrange(DEAD_LETTERS_KEY, '-', '+')
  return letters.map(([, fields]) =>
    Object.fromEntries(fields.flatMap((name, index) => (index % 2 ? [] : [[name, fields[index + 1]!]]))),
  )
}

describe('a map that kills the workers that take it', () => {
  it('is made by the third, where that one lives, and keeps no other client from its file', async ({ annotate }) => {
    const { outcome, others } = await withPoisonMap(2, async ({ fleet, victim, mapId, stopKilling }) => {
      const started = performance.now()
      const response = await victim.exportMap(mapId, 'png')
      const ms = performance.now() - started
      expect(exportError(POISON, 'png', response)).toBeUndefined()
      return { ms, killed: await stopKilling(), runs: countRuns(fleet, mapId) }
    })
    const { ms, killed, runs } = outcome
    expect({ killed, runs }).toEqual({ killed: 2, runs: 3 })
    expect(ms).toBeLessThan(EXPORT_DEADLINE_MS + TOLERANCE_MS)
    expectUnaffected(others)
    await annotate(`2 workers killed by a map, its file there after ${(ms / 1_000).toFixed(1)} s`, 'measured')
  })

  it('runs three times however impatiently it is asked for, and is refused for a minute', async ({ annotate }) => {
    const { others } = await withPoisonMap(Infinity, async (context) => {
      const { fleet, redis, victim, mapId, stopKilling } = context
      const started = performance.now()
      const refused = await exportImpatiently(context, isRefusedAsPoison, GIVEN_UP_WITHIN_MS)
      const ms = performance.now() - started
      expect(refused && retryAfterOf(refused)).toBeLessThanOrEqual(REFUSED_MS / 1_000)
      expect(countRuns(fleet, mapId)).toBe(MAX_RUNS)
      // The killed workers never logged the end of the job; the worker that refuses it logs that a moment later.
      await expect
        .poll(() => fleet.workers.started.filter((it) => activeMaps(it).includes(mapId)))
        .toHaveLength(MAX_RUNS)

      // The gateway refuses further requests at once, without a worker.
      const path = `/maps/${mapId}/export/png`
      const responses = await Promise.all([0, 1].map((gateway) => victim.request('GET', path, { gateway })))
      expect(responses.map((it) => it.status)).toEqual([503, 503])
      for (const it of responses) expect(retryAfterOf(it)).toBeGreaterThan(DEFAULT_RETRY_AFTER_S)
      const letters = await readDeadLetters(redis)
      expect(letters).toMatchObject([{ mapId, format: 'png', crashes: String(MAX_RUNS) }])
      expect(JSON.stringify(letters)).not.toContain(`N${POISON}x1`)
      const ttlMs = await redis.pttl(`maps:artifact:${letters[0]!.key}`)
      expect(ttlMs).toBeGreaterThan(0)
      expect(ttlMs).toBeLessThanOrEqual(REFUSED_MS)

      await exportImpatiently(context, (it) => it.status !== 503, ttlMs - 2_000)
      expect(countRuns(fleet, mapId)).toBe(MAX_RUNS)
      await stopKilling()
      const response = await exportImpatiently(context, (it) => it.status === 200, GIVEN_UP_WITHIN_MS)
      expect(response?.status).toBe(200)
      await annotate(
        `a map that kills every worker: given up after ${MAX_RUNS} runs, ${(ms / 1_000).toFixed(1)} s`,
        'measured',
      )
    })
    expectUnaffected(others)
  }, 240_000)

  it('would run again and again if deaths were forgotten', { timeout: 240_000 }, async () => {
    await withPoisonMap(Infinity, async (context) => {
      const resetting = setInterval(() => void context.redis.eval(RESET_STALLED_COUNTERS, 0), 500)
      const refused = await exportImpatiently(context, isRefusedAsPoison, 60_000)
      clearInterval(resetting)
      expect(refused).toBeUndefined()
      expect(countRuns(context.fleet, context.mapId)).toBeGreaterThan(MAX_RUNS)
    })
  })
})
