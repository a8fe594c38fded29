import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RestClient } from '../rig/rest-client.ts'
import { isLong } from './extent.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { begunBy, inHandOf } from './renders.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

const POISON = 0
/** Large enough to be killed in the middle of. */
const nodeCount = 600
const WATCH_INTERVAL_MS = 5
/** The deadline of an export, and room for a busy machine. */
const ANSWER_WITHIN_MS = 30_000 + 5_000

/** Kills every worker that begins this map, so many times, and puts another in its place. */
async function killWhoeverTakes(mapId: string, kills: number, { workers }: Fleet, stop: AbortSignal): Promise<number> {
  let killed = 0
  while (killed < kills && !stop.aborted) {
    const place = workers.members.findIndex((it) => inHandOf(it).includes(mapId))
    if (place < 0) await sleep(WATCH_INTERVAL_MS)
    else {
      killed++
      await workers.kill(place)
      await workers.refill(place)
    }
  }
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
  return workers.everyone.flatMap(begunBy).filter((it) => it.mapId === mapId).length
}

/** Has the poisonous map exported while it kills so many workers, and other maps meanwhile. */
async function poison(kills: number) {
  await using fleet = await openFleet({ gateways: 1, workers: 2, workerEnv: { CONCURRENCY: '2' } })
  const [victim, bystander] = [await fleet.createClient(), await fleet.createClient()]
  const { id } = await victim.createMap(signedMap({ map: POISON, write: 1 }, nodeCount))
  const stop = new AbortController()
  const killing = killWhoeverTakes(id, kills, fleet, stop.signal)
  const others = Promise.all([1, 2].map((it) => exportOthers(bystander, it * 100_000, stop.signal)))
  const asked = performance.now()
  const answer = await victim.exportMap(id, 'png')
  const ms = performance.now() - asked
  stop.abort()
  const killed = await killing
  const faults = (await others).flatMap((it) => it.faults)
  const count = (await others).reduce((sum, it) => sum + it.count, 0)
  const runs = countRuns(fleet, id)
  console.log(
    `${killed} workers killed, ${runs} runs, answered ${answer.status} after ${Math.round(ms)} ms; ${count} others`,
  )
  expect(await fleet.workers.orphans(10_000)).toEqual([])
  return { answer, ms, killed, runs, others: { count, faults } }
}

describe('a map that kills the workers that take it', () => {
  it('is made by the third, where that one lives, and keeps nobody else from their files', async () => {
    const { answer, ms, killed, runs, others } = await poison(2)
    expect(whatIsWrong(POISON, 'png', answer)).toBeUndefined()
    expect({ killed, runs }).toEqual({ killed: 2, runs: 3 })
    expect(ms).toBeLessThan(ANSWER_WITHIN_MS)
    expect(others.faults).toEqual([])
    expect(others.count).toBeGreaterThan(10)
  })

  it.each(isLong ? [Infinity] : [])(
    'is told to come later, where none lives, and keeps nobody else from their files',
    async (most) => {
      const { answer, ms, others } = await poison(most)
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(ms).toBeLessThan(ANSWER_WITHIN_MS)
      expect(others.faults).toEqual([])
      expect(others.count).toBeGreaterThan(10)
    },
  )
})
