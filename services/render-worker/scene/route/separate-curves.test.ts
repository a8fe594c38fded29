import { describe, expect, it } from 'vitest'
import { createBudget } from '../geometry/budget.ts'
import { createPath, endDirection, type Path, reversed, samplesOf } from '../geometry/path.ts'
import type { Rect } from '../geometry/rect.ts'
import { distanceBetween } from '../geometry/segment.ts'
import { polylineCrossings, polylineOf } from './crossings.ts'
import type { Route } from './edge.ts'
import { createObstacles } from './obstacles.ts'
import { separateCurves } from './separate-curves.ts'

/** A curve between two cards, as React Flow draws it. */
function curve(x: number, y: number, targetX: number, targetY: number): Route {
  const middle = (x + targetX) / 2
  const source = { x, y }
  const target = { x: targetX, y: targetY }
  const path = createPath([[source, { x: middle, y }, { x: middle, y: targetY }, target]])
  return { ends: { source, sourceSide: 'right', target, targetSide: 'left' }, path }
}

/** Px of a path with another one less than 3.5 px away. */
function sharedLength(path: Path, other: Path): number {
  const points = samplesOf(other, 2)
  return 2 * samplesOf(path, 2).filter((at) => points.some((it) => distanceBetween(at, it) < 3.5)).length
}

const steep = [curve(100, 0, 260, 600), curve(100, 12, 260, 612)] as const

describe('two steep curves side by side', () => {
  it('get other shapes, in which they share less of their way', () => {
    const [first, second] = separateCurves(steep, [])
    expect(sharedLength(steep[0].path, steep[1].path)).toBeGreaterThan(200)
    expect(sharedLength(first!.path, second!.path)).toBeLessThan(40)
  })

  it('keep their ends and the directions there', () => {
    for (const [index, { ends, path }] of separateCurves(steep, []).entries()) {
      const before = steep[index]!
      expect(ends).toEqual(before.ends)
      expect(endDirection(path)).toEqual(endDirection(before.path))
      expect(endDirection(reversed(path))).toEqual(endDirection(reversed(before.path)))
    }
  })

  it('get no shape that runs behind a card', () => {
    const free = separateCurves(steep, [])
    const cards = free.flatMap((it, index): Rect[] => {
      const own = samplesOf(steep[index]!.path, 2)
      const aside = samplesOf(it.path, 8).filter((at) => own.every((point) => distanceBetween(at, point) > 9))
      return aside.map(({ x, y }) => ({ x: x - 1, y: y - 1, width: 2, height: 2 }))
    })
    const { hiddenLength } = createObstacles(cards, createBudget(Infinity))
    const hiddenBy = (routes: readonly Route[]): number[] => routes.map(({ path }) => hiddenLength(path, Infinity))
    const around = separateCurves(steep, cards)
    expect(Math.max(...hiddenBy(free))).toBeGreaterThan(20)
    expect(hiddenBy(around)).toEqual(hiddenBy(steep))
  })
})

it('adds no crossing', () => {
  const bundle = Array.from({ length: 6 }, (_, index) => curve(100, 8 * index, 260, 600 + 8 * index))
  const crossingsOf = (routes: readonly Route[]): number[] => {
    const lines = routes.map((it) => polylineOf(it.path))
    return lines.map((line) => lines.reduce((sum, it) => (it === line ? sum : sum + polylineCrossings(line, it)), 0))
  }
  const separated = separateCurves(bundle, [])
  expect(separated).not.toEqual(bundle)
  expect(crossingsOf(separated)).toEqual(crossingsOf(bundle))
})

it('leaves lines alone that only cross', () => {
  const crossing = [curve(100, 0, 400, 200), curve(100, 200, 400, 0)]
  expect(separateCurves(crossing, [])).toEqual(crossing)
})

it('takes bounded work among very many lines: the last ones keep their shapes', () => {
  const overlapping = Array.from({ length: 400 }, (_, index) => curve(100, index / 10, 260, 600 + index / 10))
  const routes = separateCurves(overlapping, [])
  expect(routes[0]).not.toBe(overlapping[0])
  expect(routes.at(-1)).toBe(overlapping.at(-1))
})
