import { describe, expect, it } from 'vitest'
import { findAnomalies, findListAnomalies, type Operation } from './history.ts'

const common = { client: 0, map: 1, outcome: 'ok' } as const

function write(number: number, version: number, start: number, end: number): Operation {
  return { ...common, kind: 'write', write: number, version, start, end }
}

function create(map = 1): Operation {
  return { ...common, map, kind: 'create', write: map * 100, version: 1, start: 0, end: 1 }
}

function read(seen: number, start: number, end: number): Operation {
  return { ...common, kind: 'read', seen: { map: 1, write: seen }, start, end }
}

function exported(seen: number, start: number, end: number): Operation {
  return { ...read(seen, start, end), kind: 'export' }
}

const anomaliesIn = (...history: Operation[]): string[] => findAnomalies(history).map((it) => it.kind)

describe('the judge of histories', () => {
  it('finds nothing wrong with one after the other', () => {
    expect(anomaliesIn(create(), read(100, 2, 3), write(5, 2, 4, 5), read(5, 6, 7), exported(5, 8, 9))).toEqual([])
  })

  it('lets what happens at the same time happen in any order', () => {
    const during = write(5, 2, 10, 20)
    expect(anomaliesIn(create(), during, read(100, 12, 18), exported(5, 11, 19), read(5, 20.5, 21))).toEqual([])
    expect(anomaliesIn(create(), during, read(5, 11, 12), exported(100, 5, 13))).toEqual([])
  })

  it('lets a write without an answer have happened, or not, or late', () => {
    const unknown: Operation = { ...write(5, 2, 10, Infinity), outcome: 'unknown' }
    expect(anomaliesIn(create(), unknown, read(100, 20, 21), read(5, 30, 31), exported(5, 40, 41))).toEqual([])
    expect(anomaliesIn(create(), unknown, write(6, 2, 20, 21), read(6, 30, 31))).toEqual([])
    // Once a read has shown the write, no later read may miss it.
    expect(anomaliesIn(create(), unknown, read(5, 30, 31), read(100, 40, 41))).toEqual(['stale read'])
  })

  it.each<[string, string, Operation[]]>([
    ['an acknowledged write that is gone', 'lost write', [write(5, 2, 4, 5), read(100, 6, 7)]],
    ['two acknowledged writes to one version', 'lost write', [write(5, 2, 4, 5), write(6, 2, 4.5, 6)]],
    ['a write that comes before one it knows', 'lost write', [write(5, 3, 4, 5), write(6, 2, 6, 7)]],
    ['a read that goes back', 'stale read', [write(5, 2, 4, 20), read(5, 6, 7), read(100, 8, 9)]],
    ['a file older than an acknowledged write', 'stale file', [write(5, 2, 4, 5), exported(100, 6, 7)]],
    ['a file older than one before', 'stale file', [write(5, 2, 4, 20), exported(5, 6, 7), exported(100, 8, 9)]],
    ['a file of another map', 'foreign answer', [{ ...exported(200, 6, 7), seen: { map: 2, write: 200 } }]],
    ['an answer that is of two maps, or of none', 'mixed answer', [{ ...read(100, 6, 7), seen: undefined }]],
    ['an answer that no client wrote', 'never written', [read(77, 6, 7)]],
    ["an answer with another map's write", 'never written', [{ ...create(2), end: 2 }, read(200, 6, 7)]],
    ['an answer from the future', 'never written', [read(5, 2, 3), write(5, 2, 4, 5)]],
    [
      'a refused write that was done',
      'refused write done',
      [{ ...write(5, 2, 4, 5), outcome: 'refused' }, read(5, 6, 7)],
    ],
    ['another version than was written', 'wrong version', [write(5, 2, 4, 5), { ...read(5, 6, 7), version: 3 }]],
  ])('finds %s', (_, kind, history) => {
    expect(anomaliesIn(create(), ...history)).toEqual([kind])
  })

  it('counts what was made', () => {
    const unknown: Operation = { ...create(3), outcome: 'unknown' }
    const refused: Operation = { ...create(4), outcome: 'refused' }
    const history = [create(1), create(2), unknown, refused]
    expect(findListAnomalies(history, [1, 2])).toEqual([])
    expect(findListAnomalies(history, [1, 2, 3])).toEqual([])
    expect(findListAnomalies(history, [1, 1])).toEqual(['map 1 is there 2 times', 'map 2 is lost'])
    expect(findListAnomalies(history, [1, 2, 3, 3, 4])).toEqual(['map 3 is there 2 times', 'no client made map 4'])
  })
})
