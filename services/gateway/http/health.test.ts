import { expect, it, vi } from 'vitest'
import { Health } from './health.ts'

it('looks once a second at what the service depends on, however many probe it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const found = [true, false, true]
    let looks = 0
    const health = new Health(async () => found[looks++]!)
    expect(await health.isReady()).toBe(false)
    expect(looks).toBe(0)
    health.start()
    for (const expected of found) {
      const probes = await Promise.all(Array.from({ length: 100 }, () => health.isReady()))
      expect(new Set(probes)).toEqual(new Set([expected]))
      vi.advanceTimersByTime(999)
      expect(await health.isReady()).toBe(expected)
      vi.advanceTimersByTime(1)
    }
    expect(looks).toBe(3)
    health.stop()
    expect(await health.isReady()).toBe(false)
    expect(looks).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})
