import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { openFleet } from './fleet.ts'
import { openQueue } from './job-queue.ts'
import { startedRenders, countRenders } from './worker-logs.ts'
import { markedMap, exportError } from './marked-maps.ts'

/** Several poll intervals of a gateway that waits for a file. */
const SEVERAL_POLLS_MS = 500

async function openFleetWithQueue(settings: { gateways: number; workers: number; exportsInFlight?: number }) {
  await using parts = new AsyncDisposableStack()
  const fleet = parts.use(await openFleet(settings))
  const { redis, queue } = parts.use(openQueue(fleet.redisUrl))
  const team = await fleet.createClient()
  const owned = parts.move()

  return {
    fleet,
    team,
    /** Requests a PNG. `outcome` is the status of the response, or `disconnected` for an aborted request. */
    download(mapId: string, gateway = 0) {
      const aborter = new AbortController()
      const url = `${fleet.gateways.members[gateway]!.url}/api/v1/maps/${mapId}/export/png`
      const response = fetch(url, { signal: aborter.signal, headers: { Authorization: `Bearer ${team.token}` } })
      return {
        outcome: response.then(
          (it) => it.status,
          () => 'disconnected',
        ),
        disconnect: () => aborter.abort(),
      }
    },
    queuedMaps: async () => (await queue.getPrioritized()).map((it) => it.data.mapId),
    /** Whether a gateway polls Redis for a file, as it does while a client waits for one. */
    async isPolling() {
      const before = await countExistsCommands(redis)
      await sleep(SEVERAL_POLLS_MS)
      return (await countExistsCommands(redis)) > before
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function countExistsCommands(redis: Redis): Promise<number> {
  return Number(/cmdstat_exists:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0)
}

describe('a client that disconnects while it waits for a file', () => {
  it('has the gateway wait no longer for it, and its export counts towards the quota until it is over', async () => {
    await using system = await openFleetWithQueue({ gateways: 1, workers: 0, exportsInFlight: 1 })
    const { fleet, team, download, queuedMaps, isPolling } = system
    const first = await team.createMap(markedMap({ map: 1, write: 1 }, 2))
    const second = await team.createMap(markedMap({ map: 2, write: 1 }, 2))
    expect(await isPolling()).toBe(false)
    const abandoned = download(first.id)
    await expect.poll(queuedMaps).toEqual([first.id])
    expect(await isPolling()).toBe(true)
    abandoned.disconnect()
    expect(await abandoned.outcome).toBe('disconnected')
    expect(await isPolling()).toBe(false)
    expect(await download(second.id).outcome).toBe(503)
    await fleet.workers.add()
    await expect.poll(() => download(second.id).outcome, { timeout: 10_000 }).toBe(200)
  }, 60_000)

  it('keeps no file from the clients that stay, at its own gateway and at another', async () => {
    await using system = await openFleetWithQueue({ gateways: 2, workers: 0 })
    const { fleet, team, download, queuedMaps } = system
    const { id } = await team.createMap(markedMap({ map: 1, write: 1 }, 2))
    const downloads = [download(id, 0), download(id, 0), download(id, 1)]
    await expect.poll(queuedMaps).toEqual([id])
    await sleep(SEVERAL_POLLS_MS)
    for (const aborted of downloads.slice(0, 2)) {
      aborted.disconnect()
      expect(await aborted.outcome).toBe('disconnected')
    }
    expect(await queuedMaps()).toEqual([id])
    await fleet.workers.add()
    expect(await downloads[2]!.outcome).toBe(200)
  }, 60_000)

  it('does not stop a render that has begun: a client that asks again gets its file', async () => {
    await using system = await openFleetWithQueue({ gateways: 1, workers: 1 })
    const { fleet, team, download } = system
    const { id } = await team.createMap(markedMap({ map: 1, write: 1 }, 1_000))
    const abandoned = download(id)
    await expect.poll(() => fleet.workers.members.flatMap(startedRenders).length, { interval: 5 }).toBe(1)
    abandoned.disconnect()
    expect(await abandoned.outcome).toBe('disconnected')
    expect(exportError(1, 'png', await team.exportMap(id, 'png'))).toBeUndefined()
    expect(await countRenders(fleet)).toBe(1)
  }, 60_000)
})
