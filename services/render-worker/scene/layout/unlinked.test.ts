import { describe, expect, it } from 'vitest'
import { placeInCorner } from './unlinked.ts'

const box = (width: number) => ({ id: `${width}`, width, height: 60, at: undefined })
const taken = [
  { x: 0, y: 0, width: 400, height: 100 },
  { x: 500, y: 0, width: 300, height: 500 },
]

describe('a box without links', () => {
  it('is in the empty corner of a drawing', () => {
    expect(placeInCorner(box(160), taken)).toEqual({ x: 0, y: 440, width: 160, height: 60 })
  })

  it('has no position where the drawing is full', () => {
    expect(placeInCorner(box(500), taken)).toBeUndefined()
  })
})
