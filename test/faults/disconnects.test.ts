import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { openFleet } from './fleet.ts'
import { openJobs } from './open-jobs.ts'
import { begunBy, countRenders } from './renders.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

/** In which a gateway that waits for a file asks for it several times. */
const SOME_POLLS_MS = 500

interface Download {
  /** The status of the answer, or that the client had disconnected. */
  end: Promise<number | 'disconnected'>
  disconnect(): void
}

async function openFleetAndQueue(settings: { gateways: number; workers: number; exportsInFlight?: number }) {
  await using parts = new AsyncDisposableStack()
  const fleet = parts.use(await openFleet(settings))
  const { redis, queue } = parts.use(openJobs(fleet.redisUrl))
  const team = await fleet.createClient()
  const owned = parts.move()

  return {
    fleet,
    team,
    download(mapId: string, gateway = 0): Download {
      const client = new AbortController()
      const url = `${fleet.gateways.members[gateway]!.url}/api/v1/maps/${mapId}/export/png`
      const end = fetch(url, { signal: client.signal, headers: { Authorization: `Bearer ${team.token}` } })
      return {
        end: end.then(
          (it) => it.status,
          () => 'disconnected',
        ),
        disconnect: () => client.abort(),
      }
    },
    queuedMaps: async () => (await queue.getPrioritized()).map((it) => it.data.mapId),
    /** Whether a gateway goes on asking Redis for files: it does as long as a client waits. */
    async isWaiting() {
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

describe('a client that disconnects while it waits for a file', () => {
  it('has the gateway wait no longer for it, and its export counts towards the quota until it is over', async () => {
    await using system = await openFleetAndQueue({ gateways: 1, workers: 0, exportsInFlight: 1 })
    const { fleet, team, download, queuedMaps, isWaiting } = system
    const maps = [signedMap({ map: 1, write: 1 }, 2), signedMap({ map: 2, write: 1 }, 2)]
    const [first, second] = [await team.createMap(maps[0]!), await team.createMap(maps[1]!)]
    expect(await isWaiting()).toBe(false)
    const abandoned = download(first.id)
    await expect.poll(queuedMaps).toEqual([first.id])
    expect(await isWaiting()).toBe(true)
    abandoned.disconnect()
    expect(await abandoned.end).toBe('disconnected')
    expect(await isWaiting()).toBe(false)
    expect(await download(second.id).end).toBe(503)
    await fleet.workers.add()
    await expect.poll(() => download(second.id).end, { timeout: 10_000 }).toBe(200)
  }, 60_000)

  it('keeps no file from the clients that stay, at its own gateway and at another', async () => {
    await using system = await openFleetAndQueue({ gateways: 2, workers: 0 })
    const { fleet, team, download, queuedMaps } = system
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 2))
    const downloads = [download(id, 0), download(id, 0), download(id, 1)]
    await expect.poll(queuedMaps).toEqual([id])
    await sleep(SOME_POLLS_MS)
    for (const it of downloads.slice(0, 2)) {
      it.disconnect()
      expect(await it.end).toBe('disconnected')
    }
    expect(await queuedMaps()).toEqual([id])
    await fleet.workers.add()
    expect(await downloads[2]!.end).toBe(200)
  }, 60_000)

  it('does not stop a render that has begun: a client that asks again gets its file', async () => {
    await using system = await openFleetAndQueue({ gateways: 1, workers: 1 })
    const { fleet, team, download } = system
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 1_000))
    const abandoned = download(id)
    await expect.poll(() => fleet.workers.members.flatMap(begunBy).length, { interval: 5 }).toBe(1)
    abandoned.disconnect()
    expect(await abandoned.end).toBe('disconnected')
    expect(whatIsWrong(1, 'png', await team.exportMap(id, 'png'))).toBeUndefined()
    expect(await countRenders(fleet)).toBe(1)
  }, 60_000)
})
