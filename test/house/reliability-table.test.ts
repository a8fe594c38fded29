import { describe, expect, it } from 'vitest'
import type { Promised } from '../faults/promises.ts'
import { type FileResult, writeTable } from '../rig/reliability-table.ts'

const promised: Promised = {
  name: 'Speed',
  text: 'Fast.',
  shownBy: ['test/faults/a.test.ts'],
  control: 'slow | is found',
}
const result: FileResult = {
  passed: 2,
  total: 2,
  figures: [
    { test: 'alone', text: 'p95 3 ms; of 1,000' },
    { test: 'with others', text: 'p95 7 ms' },
  ],
}
const cellsOf = (row: Partial<Promised>, of: FileResult | undefined) =>
  writeTable([{ ...promised, ...row }], () => of)
    .split('\n')[2]!
    .split(' | ')

describe('the table of promises', () => {
  it('has a row a promise, with the headline of its first figure', () => {
    expect(writeTable([promised, promised], () => result).split('\n')).toHaveLength(4)
    expect(cellsOf({}, result)).toEqual([
      ...['| **Speed.** Fast.', 'P95 3 ms', '[a](../test/faults/a.test.ts)', 'Slow \\| is found |'],
    ])
  })

  it('has the figures that the promise names, and what is missing', () => {
    expect(cellsOf({ figures: ['others'], missing: 'speed alone' }, result)[1]).toBe(
      'P95 7 ms<br>**Not shown yet:** speed alone.',
    )
  })

  it('names failures, and counts tests that measure nothing', () => {
    expect(cellsOf({}, { ...result, passed: 1 })[1]).toBe('**1 of 2 tests passed**<br>P95 3 ms')
    expect(cellsOf({}, { ...result, figures: [] })[1]).toBe('2 tests passed')
    expect(cellsOf({}, undefined)[1]).toBe('0 tests passed')
  })
})
