import { expect, it } from 'vitest'
import { createRoutingGrid } from './routing-grid.ts'

const region = { x: -50, y: -50, width: 250, height: 300 }
const upper = { x: 0, y: 0, width: 100, height: 60 }
const lower = { x: 4, y: 100, width: 100, height: 60 }
const points = [
  { x: -20, y: 80 },
  { x: 150, y: 80 },
]

it('has one line for borders that are a few px apart', () => {
  const grid = createRoutingGrid([upper, lower], points, [], region)
  expect(grid.xs).toEqual([-20, 0, 100, 150])
})

it('lets paths pass along such a line, but not through an obstacle', () => {
  const grid = createRoutingGrid([upper, lower], points, [], region)
  const nodeAt = (x: number, y: number): number =>
    Array.from({ length: grid.size }, (_, node) => node).find(
      (it) => grid.pointOf(it).x === x && grid.pointOf(it).y === y,
    )!
  // x = 100 is 4 px inside the lower obstacle.
  expect(grid.isBlocked(nodeAt(100, 100), false)).toBe(false)
  expect(grid.isBlocked(nodeAt(0, 80), true)).toBe(false)
  const through = createRoutingGrid([upper, lower], [...points, { x: 50, y: 130 }], [], region)
  const middle = through.nodeAt({ x: 50, y: 130 })
  for (const node of [middle, middle - 1]) expect(through.isBlocked(node, true)).toBe(true)
  for (const node of [middle, middle - through.xs.length]) expect(through.isBlocked(node, false)).toBe(true)
})
