import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_QUEUE, type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { ROOM_MS } from './extent.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { begunBy } from './renders.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

const FREED_WITHIN_MS = 1_000
/** Longer than a gateway takes to remind the queue of what it waits for. */
const REMINDED_WITHIN_MS = 6_000
/** In which a gateway that waits for a file asks for it several times. */
const SOME_POLLS_MS = 500

interface Visit {
  /** The status of the answer, or that the client was gone. */
  end: Promise<number | 'left'>
  leave(): void
}

async function openHall(settings: { gateways: number; workers: number; exportsInFlight?: number }) {
  await using parts = new AsyncDisposableStack()
  const fleet = parts.use(await openFleet(settings))
  const redis = parts.adopt(new Redis(fleet.redisUrl, { maxRetriesPerRequest: null }), (it) => it.disconnect())
  const queue = parts.adopt(new Queue<ExportJob>(EXPORT_QUEUE, { connection: redis, prefix: QUEUE_PREFIX }), (it) =>
    it.close(),
  )
  const team = await fleet.createClient()
  const owned = parts.move()

  return {
    fleet,
    team,
    visit(mapId: string, gateway = 0): Visit {
      const client = new AbortController()
      const url = `${fleet.gateways.members[gateway]!.url}/api/v1/maps/${mapId}/export/png`
      const end = fetch(url, { signal: client.signal, headers: { Authorization: `Bearer ${team.token}` } })
      return {
        end: end.then(
          (it) => it.status,
          () => 'left',
        ),
        leave: () => client.abort(),
      }
    },
    /** How many gateways wait for the one export that is asked for. */
    async gatewaysWaiting() {
      const [key] = await redis.keys(`${QUEUE_PREFIX}:waiting:*`)
      return key === undefined ? 0 : redis.zcard(key)
    },
    queuedMaps: async () => (await queue.getPrioritized()).map((it) => it.data.mapId),
    /** Whether a gateway goes on asking Redis for files: it does as long as somebody waits. */
    async isAnybodyWaiting() {
      const before = await countLookUps(redis)
      await sleep(SOME_POLLS_MS)
      return (await countLookUps(redis)) > before
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function countLookUps(redis: Redis): Promise<number> {
  return Number(/cmdstat_exists:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0)
}

/** Log lines may arrive a little later than the answers they are about. */
async function countRenders({ workers }: Fleet): Promise<number> {
  await sleep(500)
  return workers.everyone.flatMap(begunBy).length
}

describe('a client that leaves while it waits for a file', () => {
  it('gives everything back that was taken for it, and one that stays keeps its place', async () => {
    await using hall = await openHall({ gateways: 1, workers: 0, exportsInFlight: 1 })
    const { team, visit, queuedMaps, isAnybodyWaiting } = hall
    const [first, second] = [
      await team.createMap(signedMap({ map: 1, write: 1 }, 2)),
      await team.createMap(signedMap({ map: 2, write: 1 }, 2)),
    ]
    expect(await isAnybodyWaiting()).toBe(false)
    const leaver = visit(first.id)
    await expect.poll(queuedMaps).toEqual([first.id])
    expect(await isAnybodyWaiting()).toBe(true)
    expect(await visit(second.id).end).toBe(503)

    leaver.leave()
    expect(await leaver.end).toBe('left')
    await expect.poll(queuedMaps, { timeout: FREED_WITHIN_MS + ROOM_MS }).toEqual([])
    expect(await isAnybodyWaiting()).toBe(false)

    const stayer = visit(second.id)
    await expect.poll(queuedMaps).toEqual([second.id])
    await sleep(REMINDED_WITHIN_MS)
    expect(await queuedMaps()).toEqual([second.id])
    expect(await isAnybodyWaiting()).toBe(true)
    stayer.leave()
    await stayer.end
  })

  it('leaves those who wait for the same file alone, at its own gateway and at another', async () => {
    await using hall = await openHall({ gateways: 2, workers: 0 })
    const { fleet, team, visit, queuedMaps } = hall
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 2))
    const visits = [visit(id, 0), visit(id, 0), visit(id, 1)]
    await expect.poll(() => hall.gatewaysWaiting()).toBe(2)
    await expect.poll(queuedMaps).toEqual([id])
    visits[0]!.leave()
    expect(await visits[0]!.end).toBe('left')
    await sleep(SOME_POLLS_MS)
    expect(await queuedMaps()).toEqual([id])

    visits[1]!.leave()
    expect(await visits[1]!.end).toBe('left')
    await sleep(SOME_POLLS_MS)
    expect(await queuedMaps()).toEqual([id])
    await fleet.workers.hire()
    expect(await visits[2]!.end).toBe(200)
  }, 60_000)

  it('takes the export back when it is the last one, whichever gateway asked first', async () => {
    await using hall = await openHall({ gateways: 2, workers: 0 })
    const { team, visit, queuedMaps } = hall
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 2))
      const first = visit(id, 0)
      await expect.poll(queuedMaps).toEqual([id])
      const visits = [first, visit(id, 1)]
      await expect.poll(() => hall.gatewaysWaiting()).toBe(2)
      for (const place of order) {
        expect(await queuedMaps()).toEqual([id])
        visits[place]!.leave()
        expect(await visits[place]!.end).toBe('left')
        await sleep(SOME_POLLS_MS)
      }
      expect(await queuedMaps()).toEqual([])
    }
  }, 60_000)

  it('does not stop a render that has begun: whoever asks again gets its file', async () => {
    await using hall = await openHall({ gateways: 1, workers: 1 })
    const { fleet, team, visit } = hall
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 1_000))
    const leaver = visit(id)
    await expect.poll(() => fleet.workers.members.flatMap(begunBy).length, { interval: 5 }).toBe(1)
    leaver.leave()
    expect(await leaver.end).toBe('left')
    expect(whatIsWrong(1, 'png', await team.exportMap(id, 'png'))).toBeUndefined()
    expect(await countRenders(fleet)).toBe(1)
  }, 60_000)
})
