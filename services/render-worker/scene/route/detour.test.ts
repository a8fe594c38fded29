import { describe, expect, it } from 'vitest'
import { createBudget } from '../geometry/budget.ts'
import { createPath, startOf } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { allSides } from '../geometry/sides.ts'
import { createCrossings } from './crossings.ts'
import { createDetours } from './detour.ts'
import { endsOn, type PortedEdge, type Route } from './edge.ts'
import { createObstacles } from './obstacles.ts'
import { createOverlaps } from './overlaps.ts'
import { endsBetween } from './place-ends.ts'

const unlimited = createBudget(Infinity)
const fan = { index: 0, count: 1 }
const card = (x: number, y: number): Rect => ({ x, y, width: 100, height: 60 })
const row = [card(0, 0), card(200, 0), card(400, 0)]
/** Finds a detour between the first card and the third one, from any sides. */
function find(cards: readonly Rect[], crossings = createCrossings(unlimited)): Route | undefined {
  const [source, target] = [cards[0]!, cards[2]!]
  const sides = ['right', 'left'] as const
  const ports = endsBetween(source, target, sides, fan)
  const edge: PortedEdge = { line: 'smoothstep', source, target, facing: sides, fan, ports }
  const anySides = allSides.map((side) => endsOn(edge, [side, side]))
  return createDetours(cards, unlimited).find(edge, anySides, { overlaps: createOverlaps(unlimited), crossings })
}

describe('a detour', () => {
  it('runs around the card between two others', () => {
    const found = find(row)!
    expect(createObstacles(row, unlimited).hiddenLength(found.path, Infinity)).toBe(0)
    expect(startOf(found.path)).toEqual(found.ends.source)
  })

  it('takes the side on which it crosses fewer lines', () => {
    const crossings = createCrossings(unlimited)
    crossings.add(createPath([[60, 400].map((y) => ({ x: 250, y })) as [Point, Point]]))
    const points = find(row, crossings)!.path.segments.flat()
    expect(Math.min(...points.map((it) => it.y))).toBeLessThan(0)
  })

  it('is none where cards leave no room', () => {
    const wall = Array.from({ length: 14 }, (_, index) => card(200, 80 * (index - 7)))
    expect(find([row[0]!, wall[7]!, row[2]!, ...wall])).toBeUndefined()
  })
})
