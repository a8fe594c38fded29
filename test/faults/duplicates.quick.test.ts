import { EXPORT_QUEUE, jobId } from '@maps/shared/export-job'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { queueKey } from '../rig/queue-key.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { startedRenders } from './worker-logs.ts'
import { markedMap, exportError } from './marked-maps.ts'

/** Large enough for a render to be stopped halfway. */
const nodeCount = 600
const STALLED_WITHIN_MS = 20_000

/** Records every artifact that is saved from now on. It reads an artifact when Redis publishes its key. */
async function recordArtifacts(redisUrl: string) {
  const redis = new Redis(redisUrl)
  const saved: { key: string; value: Buffer }[] = []
  const reader = redis.duplicate()
  await redis.subscribe('maps:artifacts')
  redis.on('message', (_channel, key: string) => {
    void reader.getBuffer(`maps:artifact:${key}`).then((value) => saved.push({ key, value: value! }))
  })
  return {
    saved,
    reader,
    [Symbol.dispose]() {
      redis.disconnect()
      reader.disconnect()
    },
  }
}

const countStarted = ({ workers }: Fleet): number => workers.started.flatMap(startedRenders).length
const countFinished = ({ workers }: Fleet): number =>
  workers.started.flatMap((it) => it.logs).filter((it) => it.msg === 'export').length

describe('an export that two workers make at once', () => {
  it('is one file, byte for byte the same from both, and each client has one answer', async () => {
    await using fleet = await openFleet({ gateways: 2, workers: 2, workerEnv: { CONCURRENCY: '1' } })
    using artifacts = await recordArtifacts(fleet.redisUrl)
    const team = await fleet.createClient()
    const { id } = await team.createMap(markedMap({ map: 1, write: 1 }, nodeCount))
    const path = `/maps/${id}/export/png`
    const requests = Promise.all([0, 1].map((gateway) => team.request('GET', path, { gateway })))

    const findBusyWorker = () => fleet.workers.members.find((it) => startedRenders(it).length > 0)
    await expect.poll(findBusyWorker, { interval: 5, timeout: 10_000 }).toBeDefined()
    const first = findBusyWorker()!
    await first.kill('SIGSTOP')
    // The stopped worker cannot renew its job lock: this has it expire now.
    await artifacts.reader.del(`${queueKey(EXPORT_QUEUE, jobId(String(startedRenders(first)[0]!.key)))}:lock`)
    await expect.poll(() => countStarted(fleet), { interval: 5, timeout: STALLED_WITHIN_MS }).toBe(2)
    await first.kill('SIGCONT')

    const responses = await requests
    expect(responses.map((it) => exportError(1, 'png', it))).toEqual([undefined, undefined])
    await expect.poll(() => artifacts.saved.length, { timeout: STALLED_WITHIN_MS }).toBe(2)
    await expect.poll(() => countFinished(fleet)).toBe(2)
    const [one, other] = artifacts.saved
    expect(one!.value.equals(other!.value)).toBe(true)
    expect(await artifacts.reader.keys('maps:artifact:*')).toEqual([`maps:artifact:${one!.key}`])
    for (const { bytes } of responses) expect(one!.value.includes(bytes)).toBe(true)
    expect(new Set(responses.map((it) => it.headers.get('etag'))).size).toBe(1)

    const again = await team.exportMap(id, 'png')
    expect(again.bytes.equals(responses[0]!.bytes)).toBe(true)
    expect(countStarted(fleet)).toBe(2)
  }, 60_000)

  it('would be told apart, were a single byte another', async () => {
    await using fleet = await openFleet({ gateways: 1, workers: 1 })
    using artifacts = await recordArtifacts(fleet.redisUrl)
    const team = await fleet.createClient()
    const { id } = await team.createMap(markedMap({ map: 1, write: 1 }, 2))
    expect((await team.exportMap(id, 'png')).status).toBe(200)
    await expect.poll(() => artifacts.saved.length).toBe(1)
    const { key, value } = artifacts.saved[0]!
    const other = Buffer.from(value)
    other[other.length - 1]! ^= 1
    await artifacts.reader.multi().set(`maps:artifact:${key}`, other).publish('maps:artifacts', key).exec()
    await expect.poll(() => artifacts.saved.length).toBe(2)
    expect(artifacts.saved[1]!.key).toBe(key)
    expect(artifacts.saved[1]!.value.equals(value)).toBe(false)
  })
})
