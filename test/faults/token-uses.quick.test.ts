import { describe, expect, it } from 'vitest'
import { findTokenAnomalies, type TokenUse } from './token-uses.ts'

const revocation = { start: 10_000, end: 10_100 }
const anomaliesIn = (uses: TokenUse[], at = revocation) =>
  findTokenAnomalies([{ revocation: at, uses }]).map((it) => it.kind)

describe('the judge of tokens', () => {
  it('lets a token be accepted until 15 s after its revocation, and refused from its start on', () => {
    const uses = [
      { start: 0, end: 10, status: 200 },
      { start: 9_990, end: 10_010, status: 401 },
      { start: 10_050, end: 10_060, status: 200 },
      { start: 25_100, end: 27_000, status: 200 },
      { start: 25_200, end: 25_300, status: 401 },
      { start: 25_200, end: 25_300, status: 503 },
      { start: 25_200, end: 25_300 },
    ]
    expect(anomaliesIn(uses)).toEqual([])
  })

  it('finds a revoked token that is accepted, and a valid one that is refused', () => {
    expect(anomaliesIn([{ start: 25_101, end: 25_200, status: 200 }])).toEqual(['revoked token accepted'])
    expect(anomaliesIn([{ start: 9_000, end: 9_010, status: 401 }])).toEqual(['valid token refused'])
  })

  it('expects nothing of a revocation without an acknowledgement', () => {
    const uses = [
      { start: 30_000, end: 30_010, status: 200 },
      { start: 30_000, end: 30_010, status: 401 },
    ]
    expect(anomaliesIn(uses, { start: 10_000, end: Infinity })).toEqual([])
  })
})
