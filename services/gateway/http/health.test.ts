import { expect, it, vi } from 'vitest'
import { Health } from './health.ts'

it('checks its dependencies once a second for any number of probes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const states = ['writable', 'away', 'writable'] as const
    let checks = 0
    const health = new Health(async () => states[checks++]!)
    expect(await health.findFault()).toBe('The service is starting.')
    expect(checks).toBe(0)
    health.start()
    for (const state of states) {
      const expected = state === 'away' ? 'The database is not available.' : undefined
      const probes = await Promise.all(Array.from({ length: 100 }, () => health.findFault()))
      expect(new Set(probes)).toEqual(new Set([expected]))
      vi.advanceTimersByTime(999)
      expect(await health.findFault()).toBe(expected)
      vi.advanceTimersByTime(1)
    }
    expect(checks).toBe(3)
    health.stop()
    expect(await health.findFault()).toBe('The service is stopping.')
    expect(checks).toBe(3)
  } finally {
    vi.useRealTimers()
  }
})

it('is ready without writes only for probes that ask for reads', async () => {
  const health = new Health(async () => 'read-only')
  health.start()
  expect(await health.findFault()).toBe('The database accepts no writes.')
  expect(await health.findFault(true)).toBeUndefined()
})
