import { describe, expect, it } from 'vitest'
import { createBudget } from '../geometry/budget.ts'
import { createPath, type Path } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import { createCrossings } from './crossings.ts'
import { MAX_CROSSINGS_COMPARED } from './tuning.ts'

const at = (x: number, y: number): Point => ({ x, y })
const straight = (fromX: number, fromY: number, toX: number, toY: number): Path =>
  createPath([[at(fromX, fromY), at(toX, toY)]])

describe('crossings', () => {
  it('are counted with all added lines', () => {
    const crossings = createCrossings(createBudget(MAX_CROSSINGS_COMPARED))
    for (const x of [10, 20, 90]) crossings.add(straight(x, 0, x, 100))
    expect(crossings.count(straight(0, 50, 50, 50))).toBe(2)
    expect(crossings.count(straight(0, 150, 50, 150))).toBe(0)
  })

  it('of a curve are all counted', () => {
    const crossings = createCrossings(createBudget(MAX_CROSSINGS_COMPARED))
    crossings.add(straight(0, 3, 100, 3))
    expect(crossings.count(createPath([[at(0, 20), at(30, -90), at(70, 90), at(100, -20)]]))).toBe(3)
  })

  it('are counted up to a limit where all lines overlap', () => {
    const crossings = createCrossings(createBudget(MAX_CROSSINGS_COMPARED))
    const across = Array.from({ length: 600 }, (_, index) => straight(0, index, 100, 99 - index))
    for (const it of across) crossings.add(it)
    const counts = Array.from({ length: 9_000 }, () => crossings.count(straight(50, -1_000, 51, 1_000)))
    expect(counts[0]).toBe(600)
    expect(counts.at(-1)).toBe(0)
  })
})
