import { describe, expect, it } from 'vitest'
import type { PlacedShape } from './placed-shape.ts'
import { sortIntoStrips, stripRowsOf } from './strips.ts'

function icon(y: number, offsetY = 0): PlacedShape {
  const item = { kind: 'icon', x: 0, y, size: 10, shape: { d: '' }, color: '#000000' } as const
  return { item, offset: { x: 0, y: offsetY }, path: undefined }
}

describe('the strips of a picture', () => {
  it.each([
    [1_024, 5_000, 1_024],
    [1_000, 5_000, 1_048],
    [1_000_000, 5_000, 8],
    [1_000, 30, 30],
  ])('%d pixels wide and %d high, have %d rows', (width, height, rows) => {
    expect(stripRowsOf(width, height)).toBe(rows)
  })

  it('have the shapes that may reach them, in the order of painting', () => {
    const upper = icon(5)
    const middle = icon(45)
    const lower = icon(-5, 60)
    expect(sortIntoStrips([lower, middle, upper], 200, 100, 2)).toEqual([
      [middle, upper],
      [lower, middle],
    ])
  })

  it('leave out shapes beyond the picture', () => {
    expect(sortIntoStrips([icon(-20), icon(110)], 100, 50, 1)).toEqual([[], []])
  })
})
