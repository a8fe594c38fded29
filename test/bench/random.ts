import { createHash } from 'node:crypto'

/** A pseudorandom generator: the same seed gives the same values. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number
  /** An element of a list. */
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T
  /** Five letters and digits, unlikely to repeat. */
  word(): string
}

const WORD_LENGTH = 5

/** Creates a generator. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()

  /** Mulberry32: a number from 0 to 1, uniform enough for test data. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    word: () => Array.from({ length: WORD_LENGTH }, () => below(36).toString(36)).join(''),
  }
}
