import { createLogger } from '@maps/shared/logger'
import { describe, expect, it, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../../../test/rig/redis.ts'
import { openRateLimiter } from './rate-limiter.ts'

const log = createLogger('test', 'silent')

describe('the limits of gateways that share a Redis', () => {
  it('admit exactly the quota through all gateways together, and return the remainder', async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 2)
    const [one, other] = fleet.limiters
    expect(await one!.consume('team', 300)).toMatchObject({ quota: 300, remaining: 299, isExceeded: false })
    expect(await other!.consume('team', 300)).toMatchObject({ remaining: 298 })
    const results = []
    // A limiter counts in memory when Redis takes more than 150 ms, which 500 commands at once may take.
    for (let round = 0; round < 10; round++) {
      const limiters = Array.from({ length: 50 }, (_, i) => (i % 2 ? one! : other!))
      results.push(...(await Promise.all(limiters.map((it) => it.consume('team', 300)))))
    }
    expect(results.filter((it) => !it.isExceeded)).toHaveLength(298)
    const [refused] = results.filter((it) => it.isExceeded)
    expect(refused).toMatchObject({ remaining: 0 })
    expect(refused!.resetSeconds).toBeGreaterThan(50)
    expect(refused!.resetSeconds).toBeLessThanOrEqual(60)
  })

  it('send no command to Redis once a quota is used up', async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 1)
    const [limiter] = fleet.limiters
    const commands = redis.connect()
    const countIncrements = async (times: number) => {
      await commands.config('RESETSTAT')
      for (let i = 0; i < times; i++) await limiter!.consume('team', 60)
      return Number(/cmdstat_incrby:calls=(\d+)/.exec(await commands.info('commandstats'))?.[1] ?? 0)
    }
    expect(limiter!.peekExceeded('team', 60)).toBeUndefined()
    expect(await countIncrements(59)).toBe(59)
    expect(limiter!.peekExceeded('team', 60)).toBeUndefined()
    expect(await countIncrements(60)).toBe(1)
    expect(limiter!.peekExceeded('team', 60)).toMatchObject({ quota: 60, remaining: 0, isExceeded: true })
  })

  it("refuse no key for longer than a minute after Redis's clock was set back", async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 1)
    const commands = redis.connect()
    await fleet.limiters[0]!.consume('team', 60)
    // The TTL in Redis after its clock was set back by an hour.
    await commands.expire('maps:limit:team', 3_660)
    expect((await fleet.limiters[0]!.consume('team', 60)).resetSeconds).toBe(60)
    expect(await commands.ttl('maps:limit:team')).toBeLessThanOrEqual(60)
  })
})

async function openFleet(redis: TestRedis, size: number) {
  const limiters = Array.from({ length: size }, () => openRateLimiter(redis.url, log))
  const observer = redis.connect()
  // Until it is connected, a limiter counts in memory.
  for (const [at, limiter] of limiters.entries()) {
    const isCounted = async () => {
      await limiter.consume(`ready-${at}`, 10)
      expect(await observer.exists(`maps:limit:ready-${at}`)).toBe(1)
    }
    await vi.waitFor(isCounted, { timeout: 15_000 })
  }
  return { limiters, [Symbol.asyncDispose]: async () => limiters.forEach((it) => it.close()) }
}
