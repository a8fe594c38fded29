import { createLogger } from '@maps/shared/logger'
import { describe, expect, it, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../../../test/rig/redis.ts'
import { openRateLimiter } from './rate-limiter.ts'

const log = createLogger('test', 'silent')

describe('the limits of gateways that share a Redis', () => {
  it('let exactly the quota pass, whichever gateway is asked, and tell what is left', async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 2)
    const [one, other] = fleet.limiters
    expect(await one!.consume('team', 300)).toMatchObject({ quota: 300, remaining: 299, isExceeded: false })
    expect(await other!.consume('team', 300)).toMatchObject({ remaining: 298 })
    const crowd = await Promise.all(
      Array.from({ length: 500 }, async (_, i) => (i % 2 ? one! : other!).consume('team', 300)),
    )
    expect(crowd.filter((it) => !it.isExceeded)).toHaveLength(298)
    const [refused] = crowd.filter((it) => it.isExceeded)
    expect(refused).toMatchObject({ remaining: 0 })
    expect(refused!.resetSeconds).toBeGreaterThan(50)
    expect(refused!.resetSeconds).toBeLessThanOrEqual(60)
  })

  it('ask Redis no more once a quota is used up', async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 1)
    const [limiter] = fleet.limiters
    const commands = redis.connect()
    const ask = async (times: number) => {
      await commands.config('RESETSTAT')
      for (let i = 0; i < times; i++) await limiter!.consume('team', 60)
      return Number(/cmdstat_incrby:calls=(\d+)/.exec(await commands.info('commandstats'))?.[1] ?? 0)
    }
    expect(limiter!.exceeded('team', 60)).toBeUndefined()
    expect(await ask(59)).toBe(59)
    expect(limiter!.exceeded('team', 60)).toBeUndefined()
    expect(await ask(60)).toBe(1)
    expect(limiter!.exceeded('team', 60)).toMatchObject({ quota: 60, remaining: 0, isExceeded: true })
  })

  it("refuse no key for longer than a minute after Redis's clock was set back", async () => {
    await using redis = await startTestRedis()
    await using fleet = await openFleet(redis, 1)
    const commands = redis.connect()
    await fleet.limiters[0]!.consume('team', 60)
    // As Redis keeps it after its clock was set back by an hour.
    await commands.expire('maps:limit:team', 3_660)
    expect((await fleet.limiters[0]!.consume('team', 60)).resetSeconds).toBe(60)
    expect(await commands.ttl('maps:limit:team')).toBeLessThanOrEqual(60)
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
