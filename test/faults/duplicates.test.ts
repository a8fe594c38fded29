import { EXPORT_QUEUE, jobId } from '@maps/shared/export-job'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { queueKey } from '../rig/queue-key.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { begunBy } from './renders.ts'
import { signedMap, whatIsWrong } from './signed-maps.ts'

/** Large enough to be stopped in the middle of. */
const nodeCount = 600
const FOUND_AGAIN_WITHIN_MS = 20_000

/** Every artifact that is saved from now on, read as soon as it is announced. */
async function watchArtifacts(redisUrl: string) {
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

const runsOf = ({ workers }: Fleet): number => workers.started.flatMap(begunBy).length
const finishesOf = ({ workers }: Fleet): number =>
  workers.started.flatMap((it) => it.logs).filter((it) => it.msg === 'export').length

describe('an export that two workers make at once', () => {
  it('is one file, byte for byte the same from both, and each client has one answer', async () => {
    await using fleet = await openFleet({ gateways: 2, workers: 2, workerEnv: { CONCURRENCY: '1' } })
    using artifacts = await watchArtifacts(fleet.redisUrl)
    const team = await fleet.createClient()
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, nodeCount))
    const path = `/maps/${id}/export/png`
    const asks = Promise.all([0, 1].map((gateway) => team.request('GET', path, { gateway })))

    const busy = () => fleet.workers.members.find((it) => begunBy(it).length > 0)
    await expect.poll(busy, { interval: 5, timeout: 10_000 }).toBeDefined()
    const first = busy()!
    await first.kill('SIGSTOP')
    // As if its time were up: it cannot tell that it lives.
    await artifacts.reader.del(`${queueKey(EXPORT_QUEUE, jobId(String(begunBy(first)[0]!.key)))}:lock`)
    await expect.poll(() => runsOf(fleet), { interval: 5, timeout: FOUND_AGAIN_WITHIN_MS }).toBe(2)
    await first.kill('SIGCONT')

    const answers = await asks
    expect(answers.map((it) => whatIsWrong(1, 'png', it))).toEqual([undefined, undefined])
    await expect.poll(() => artifacts.saved.length, { timeout: FOUND_AGAIN_WITHIN_MS }).toBe(2)
    await expect.poll(() => finishesOf(fleet)).toBe(2)
    const [one, other] = artifacts.saved
    expect(one!.value.equals(other!.value)).toBe(true)
    expect(await artifacts.reader.keys('maps:artifact:*')).toEqual([`maps:artifact:${one!.key}`])
    for (const answer of answers) expect(one!.value.includes(answer.bytes)).toBe(true)
    expect(new Set(answers.map((it) => it.headers.get('etag'))).size).toBe(1)

    const again = await team.exportMap(id, 'png')
    expect(again.bytes.equals(answers[0]!.bytes)).toBe(true)
    expect(runsOf(fleet)).toBe(2)
  }, 60_000)

  it('would be told apart, were a single byte another', async () => {
    await using fleet = await openFleet({ gateways: 1, workers: 1 })
    using artifacts = await watchArtifacts(fleet.redisUrl)
    const team = await fleet.createClient()
    const { id } = await team.createMap(signedMap({ map: 1, write: 1 }, 2))
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
