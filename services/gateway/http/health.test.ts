import { expect, it, vi } from 'vitest'
import { Health } from './health.ts'

it('checks its dependencies once a second for any number of probes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const results = [true, false, true]
    let checks = 0
    const health = new Health(async () => results[checks++]!)
    expect(await health.isReady()).toBe(false)
    expect(checks).toBe(0)
    health.start()
    for (const expected of results) {
      const probes = await Promise.all(Array.from({ length: 100 }, () => health.isReady()))
      expect(new Set(probes)).toEqual(new Set([expected]))
      vi.advanceTimersByTime(999)
      expect(await health.isReady()).toBe(expected)
      vi.advanceTimersByTime(1)
    }
    expect(checks).toBe(3)
    health.stop()
    expect(await health.isReady()).toBe(false)
    expect(checks).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})
