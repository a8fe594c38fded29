import { describe, expect, it } from 'vitest'
import { placeInCorners } from './unlinked.ts'

const box = (width: number) => ({ id: `${width}`, width, height: 60, at: undefined })
const taken = [
  { x: 0, y: 0, width: 400, height: 100 },
  { x: 500, y: 0, width: 300, height: 500 },
]

describe('boxes without links', () => {
  it('are in the empty corner of a drawing, beside each other', () => {
    const [first, next] = placeInCorners([box(160), box(150)], taken)
    expect(first).toEqual({ x: 0, y: 440, width: 160, height: 60 })
    expect(next).toMatchObject({ x: 0 })
    expect(next!.y + 60 + 28).toBeLessThanOrEqual(440)
  })

  it('have no position where the drawing is full', () => {
    expect(placeInCorners([box(500)], taken)).toEqual([undefined])
  })
})
