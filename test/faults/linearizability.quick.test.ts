import { describe, expect, it } from 'vitest'
import { createRandom } from '../bench/random.ts'
import { type Call, findContradiction, searchOrder } from './linearizability.ts'

const MAX_STEPS = 10_000

const write = (value: number, start: number, end: number): Call<number> => ({ start, end, apply: () => value })
const read = (value: number, start: number, end: number): Call<number> => ({
  start,
  end,
  apply: (state) => (state === value ? state : undefined),
})
const verdictOn = (...calls: Call<number>[]) => searchOrder(calls, 0, MAX_STEPS)

describe('the search of an order', () => {
  it('finds one for calls one after the other, and at the same time', () => {
    expect(verdictOn()).toBe('linearizable')
    expect(verdictOn(read(0, 0, 1), write(1, 2, 3), read(1, 4, 5))).toBe('linearizable')
    // A read may come before or after a write at the same time, but two reads agree on it.
    expect(verdictOn(write(1, 0, 9), read(0, 1, 2), read(1, 3, 4))).toBe('linearizable')
    expect(verdictOn(write(1, 0, 9), read(1, 1, 2), read(0, 3, 4))).toBe('not linearizable')
    expect(verdictOn(write(1, 0, 1), read(0, 1, 2))).toBe('linearizable')
    expect(verdictOn(write(1, 0, 1), read(0, 1.5, 2))).toBe('not linearizable')
  })

  it('takes back what it has placed too early', () => {
    const calls = [write(1, 0, 10), write(2, 0, 10), write(3, 0, 10), read(2, 1, 9), read(1, 11, 12), read(1, 13, 14)]
    expect(verdictOn(...calls)).toBe('linearizable')
    expect(verdictOn(...calls, read(2, 15, 16))).toBe('not linearizable')
  })

  it('lets a call without a response take effect once, at any time after its start, or never', () => {
    const unknown = write(1, 5, Infinity)
    expect(verdictOn(unknown, read(0, 6, 7), read(0, 50, 51))).toBe('linearizable')
    expect(verdictOn(unknown, read(0, 6, 7), read(1, 50, 51))).toBe('linearizable')
    expect(verdictOn(unknown, read(1, 1, 2))).toBe('not linearizable')
    expect(verdictOn(unknown, read(1, 6, 7), write(2, 8, 9), read(1, 10, 11))).toBe('not linearizable')
  })

  it('agrees with a search of all orders on random histories', () => {
    const random = createRandom('linearizability')
    const counts = { linearizable: 0, 'not linearizable': 0, undecided: 0 }
    for (let round = 0; round < 2_000; round++) {
      const calls = Array.from({ length: 6 }, () => {
        const start = random.below(12)
        const end = random.below(8) === 0 ? Infinity : start + 1 + random.below(6)
        return random.pick([write, read])(random.below(3), start, end)
      })
      const verdict = verdictOn(...calls)
      counts[verdict]++
      expect(verdict === 'linearizable', JSON.stringify(calls)).toBe(hasOrder(calls, 0))
    }
    expect(Math.min(counts.linearizable, counts['not linearizable'])).toBeGreaterThan(300)
  })

  it('decides a long history of few calls at a time in few steps', () => {
    const calls = Array.from({ length: 1_000 }, (_, index) => [
      write(index, index * 3, index * 3 + 4),
      read(index, index * 3 + 1, index * 3 + 5),
    ]).flat()
    expect(verdictOn(...calls)).toBe('linearizable')
  })

  it('tries calls that are alike in one order only', () => {
    const add = (index: number): Call<number> => ({ start: index, end: Infinity, apply: (sum) => sum + 1 })
    const alike = Array.from({ length: 20 }, (_, index) => ({ ...add(index), alike: 'add' }))
    const withOwnLabels = alike.map((it) => ({ ...it, alike: undefined }))
    const after = [read(10, 30, 31), read(9, 32, 33)]
    expect(verdictOn(...alike, read(10, 30, 31), read(20, 32, 33))).toBe('linearizable')
    expect(verdictOn(...alike, ...after)).toBe('not linearizable')
    expect(verdictOn(...withOwnLabels, ...after)).toBe('undecided')
    // The one that starts last cannot take effect before its start.
    expect(verdictOn(...alike, read(20, 5, 6))).toBe('not linearizable')
  })

  it('says so if it gives up', () => {
    const writes = Array.from({ length: 30 }, (_, index) => write(index, 0, 10))
    expect(searchOrder([...writes, read(-1, 11, 12)], 0, MAX_STEPS)).toBe('undecided')
    expect(findContradiction([...writes, read(-1, 11, 12)], 0, MAX_STEPS)).toBe('undecided')
  })
})

describe('the first contradiction', () => {
  it('is the response that no order of the calls until its end explains', () => {
    const valid = [write(1, 0, 1), write(2, 2, 9), read(2, 3, 4), write(3, 5, Infinity), read(2, 6, 7)]
    expect(findContradiction(valid, 0, MAX_STEPS)).toBeUndefined()
    const calls = [read(1, 30, 31), ...valid, read(1, 20, 21), read(7, 40, 41)]
    expect(findContradiction(calls, 0, MAX_STEPS)).toBe(valid.length + 1)
  })
})

/** Tries all orders, without any of the search's shortcuts. */
function hasOrder(calls: readonly Call<number>[], state: number): boolean {
  if (calls.every((it) => it.end === Infinity)) return true
  const firstEnd = Math.min(...calls.map((it) => it.end))
  return calls.some((call) => {
    const next = call.start <= firstEnd ? call.apply(state) : undefined
    const others = calls.filter((it) => it !== call)
    return next !== undefined && hasOrder(others, next)
  })
}
