import { describe, expect, it } from 'vitest'
import { checkServer } from './artifacts.ts'

const healthy = {
  version: '8.2.1',
  runId: 'x',
  policy: 'allkeys-lru',
  keepsData: false,
  usedBytes: 1,
  limitBytes: 2,
}

describe('the check of the Redis server of the files', () => {
  it.each([
    [2_000, 'ok', "The files' Redis 8.2.1 answers (2000 ms)"],
    [
      2_001,
      'BAD',
      "The files' Redis 8.2.1 answers (2001 ms), too slowly: gateways do not wait so long. Look for its load and the network",
    ],
  ])('takes an answer after %i ms as %s', (tookMs, state, text) => {
    expect([...checkServer({ ...healthy, tookMs })]).toEqual([{ state, text }])
  })
})
