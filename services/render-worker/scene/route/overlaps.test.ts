import { expect, it } from 'vitest'
import { createBudget } from '../geometry/budget.ts'
import { createPath } from '../geometry/path.ts'
import type { Rect } from '../geometry/rect.ts'
import { createOverlaps } from './overlaps.ts'

const [a, b, c, d] = [0, 1, 2, 3].map((index): Rect => ({ x: 300 * index, y: 0, width: 100, height: 60 })) as [
  Rect,
  Rect,
  Rect,
  Rect,
]
const line = createPath([
  [
    { x: 100, y: 30 },
    { x: 300, y: 30 },
  ],
])

it.each([
  ['another edge', { source: c, target: d }, true],
  ['an edge between the same cards', { source: a, target: b }, true],
  ['an edge with the same source', { source: a, target: d }, false],
  ['an edge with the same target', { source: c, target: b }, false],
] as const)('measures the overlap with %s, unless it is a fork', (_, other, doesCount) => {
  const overlaps = createOverlaps(createBudget(Infinity))
  overlaps.add(line, other)
  const overlap = overlaps.measurePath(line, { source: a, target: b })
  expect(overlap >= 200).toBe(doesCount)
  expect(overlap > 0).toBe(doesCount)
})
