import { describe, expect, it } from 'vitest'
import { createCrossings } from './crossings.ts'
import { createPath, type Path } from '../geometry/path.ts'

const straight = (fromX: number, fromY: number, toX: number, toY: number): Path =>
  createPath([
    [
      { x: fromX, y: fromY },
      { x: toX, y: toY },
    ],
  ])

describe('crossings', () => {
  it('are counted with each line that was added', () => {
    const crossings = createCrossings()
    for (const x of [10, 20, 90]) crossings.add(straight(x, 0, x, 100))
    expect(crossings.count(straight(0, 50, 50, 50))).toBe(2)
    expect(crossings.count(straight(0, 150, 50, 150))).toBe(0)
  })

  it('of a curve are as many as it has', () => {
    const crossings = createCrossings()
    crossings.add(straight(0, 3, 100, 3))
    const wave = createPath([
      [
        { x: 0, y: 20 },
        { x: 30, y: -90 },
        { x: 70, y: 90 },
        { x: 100, y: -20 },
      ],
    ])
    expect(crossings.count(wave)).toBe(3)
  })

  it('are not counted for ever where all lines lie in a heap', () => {
    const crossings = createCrossings()
    const across = Array.from({ length: 600 }, (_, index) => straight(0, index, 100, 99 - index))
    for (const it of across) crossings.add(it)
    const counts = Array.from({ length: 9_000 }, () => crossings.count(straight(50, -1_000, 51, 1_000)))
    expect(counts[0]).toBe(600)
    expect(counts.at(-1)).toBe(0)
  })
})
