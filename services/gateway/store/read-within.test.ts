import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createTurns, type MapTooLarge } from './read-within.ts'

const MiB = 1024 ** 2

/** A query of a map of this size, and the bounds with which it ran. */
function openQuery(bytes: number) {
  const bounds: number[] = []
  let running = 0
  let most = 0
  return {
    bounds,
    most: () => most,
    async query(maxBytes: number): Promise<'map' | MapTooLarge> {
      bounds.push(maxBytes)
      if (maxBytes < bytes) return { neededBytes: bytes }
      most = Math.max(most, ++running)
      await sleep(1)
      running--
      return 'map'
    },
  }
}

it('lets two large maps out of the database at a time', async () => {
  const { query, most } = openQuery(5 * MiB)
  const inTurn = createTurns()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => inTurn(8 * MiB, query)))
  expect(new Set(outcomes)).toEqual(new Set(['map']))
  expect(most()).toBe(2)
})

it('lets any number of other maps out, by one query each', async () => {
  const { query, most, bounds } = openQuery(1_000)
  const inTurn = createTurns()
  await Promise.all(Array.from({ length: 20 }, () => inTurn(8 * MiB, query)))
  expect(most()).toBe(20)
  expect(bounds).toHaveLength(20)
})

it('asks no further where there is no room, and at once for the whole room where a map is known to be large', async () => {
  const inTurn = createTurns()
  const refused = openQuery(5 * MiB)
  expect(await inTurn(1_000, refused.query)).toEqual({ neededBytes: 5 * MiB })
  expect(await inTurn(4 * MiB, refused.query)).toEqual({ neededBytes: 5 * MiB })
  expect(refused.bounds).toEqual([1_000, MiB])
  const known = openQuery(5 * MiB)
  expect(await inTurn(8 * MiB, known.query, 2 * MiB)).toBe('map')
  expect(known.bounds).toEqual([8 * MiB])
})

it('lets a large map wait 6 s at most', async () => {
  vi.useFakeTimers()
  try {
    const inTurn = createTurns()
    const query = () => new Promise<'map'>(() => {})
    for (let at = 0; at < 2; at++) void inTurn(8 * MiB, query, 2 * MiB)
    const refusal = inTurn(8 * MiB, query, 2 * MiB).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await refusal).toBe('Too many large maps are being read. Try again shortly.')
  } finally {
    vi.useRealTimers()
  }
})
