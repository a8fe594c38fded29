import { createLogger } from '@maps/shared/logger'
import { describe, expect, it, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../../test/rig/redis.ts'
import { openRateLimiter } from './rate-limiter.ts'

const log = createLogger('test', 'silent')

describe('the limits of gateways that share a Redis', () => {
  it('let never more pass than the quota, whoever asks whom, and tell what is left', async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 2)
    const [one, other] = fleet.limiters
    const first = await one!.consume('team', 300)
    expect(first).toMatchObject({ quota: 300, remaining: 299, isExceeded: false })
    expect((await one!.consume('team', 300)).remaining).toBe(298)
    const crowd = await Promise.all(
      Array.from({ length: 500 }, async (_, i) => (i % 2 ? one! : other!).consume('team', 300)),
    )
    const passed = 2 + crowd.filter((it) => !it.isExceeded).length
    expect(passed).toBeLessThanOrEqual(300)
    // What the other may hold and not spend is a hundredth of the quota.
    expect(passed).toBeGreaterThanOrEqual(297)
    const [refused] = crowd.filter((it) => it.isExceeded)
    expect(refused).toMatchObject({ remaining: 0 })
    expect(refused!.resetSeconds).toBeGreaterThan(50)
    expect(refused!.resetSeconds).toBeLessThanOrEqual(60)
  })

  it('are exact where the quota is small', async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 3)
    const asked = Array.from({ length: 100 }, async (_, i) => fleet.limiters[i % 3]!.consume('address', 30))
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((it) => !it.isExceeded)).toHaveLength(30)
  })

  it('ask Redis once for a hundredth of the quota, and not at all once it is used up', async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 1)
    const [limiter] = fleet.limiters
    const commands = redis.connect()
    const countAsked = async () => Number(/cmdstat_incrby:calls=(\d+)/.exec(await commands.info('commandstats'))?.[1])
    const ask = async (key: string, quota: number, times: number) => {
      const before = await countAsked()
      for (let i = 0; i < times; i++) await limiter!.consume(key, quota)
      return (await countAsked()) - before
    }
    expect(await ask('large', 1_200, 60)).toBe(5)
    expect(await ask('small', 120, 60)).toBe(60)
    expect(await ask('small', 120, 60)).toBe(60)
    expect(await ask('small', 120, 60)).toBe(0)
  })
})

async function openFleet(redis: TestRedis, size: number) {
  const limiters = Array.from({ length: size }, () => openRateLimiter(redis.url, log))
  const look = redis.connect()
  // Until its connection is there, a limiter counts for itself.
  for (const [at, limiter] of limiters.entries()) {
    const isCounted = async () => {
      await limiter.consume(`ready-${at}`, 10)
      expect(await look.exists(`maps:limit:ready-${at}`)).toBe(1)
    }
    await vi.waitFor(isCounted, { timeout: 15_000 })
  }
  return { limiters, [Symbol.asyncDispose]: async () => limiters.forEach((it) => it.close()) }
}
