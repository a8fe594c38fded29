import { describe, expect, it } from 'vitest'
import { createBudget } from '../geometry/budget.ts'
import { createPath, startOf } from '../geometry/path.ts'
import { boundingBox, inflate, type Point, type Rect } from '../geometry/rect.ts'
import { allSides } from '../geometry/sides.ts'
import { createCrossings } from './crossings.ts'
import { createDetours } from './detour.ts'
import type { LineKind } from './edge-path.ts'
import { endsOn, type PortedEdge, type Route } from './edge.ts'
import { createObstacles } from './obstacles.ts'
import { createOverlaps } from './overlaps.ts'
import { endsBetween } from './place-ends.ts'

const unlimited = createBudget(Infinity)
const fan = { index: 0, count: 1 }
const card = (x: number, y: number): Rect => ({ x, y, width: 100, height: 60 })
const row = [card(0, 0), card(200, 0), card(400, 0)]
/** Finds a detour between the first card and the third one, from any sides. */
function find(
  cards: readonly Rect[],
  crossings = createCrossings(unlimited),
  line: LineKind = 'smoothstep',
  areas: readonly Rect[] = [],
): Route | undefined {
  const [source, target] = [cards[0]!, cards[2]!]
  const sides = ['right', 'left'] as const
  const ports = endsBetween(source, target, sides, fan)
  const edge: PortedEdge = { line, source, target, facing: sides, fan, ports }
  const anySides = allSides.map((side) => endsOn(edge, [side, side]))
  const obstacles = createObstacles(cards, unlimited)
  const around = { obstacles, overlaps: createOverlaps(unlimited), crossings, budget: unlimited }
  return createDetours(cards, areas, unlimited).find(edge, anySides, around)
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

  it('of a straight line has as few bends as the cards in its way make necessary', () => {
    const found = find([card(0, 0), card(200, 40), card(400, 0)], undefined, 'straight')!
    expect(found.path.segments.length).toBe(1)
    expect(createObstacles(row.with(1, card(200, 40)), unlimited).hiddenLength(found.path, Infinity)).toBe(0)
    const bent = find([card(0, 0), card(200, 0), card(400, 0), card(200, -80)], undefined, 'straight')!
    expect(bent.path.segments.every((it) => it.length === 2)).toBe(true)
  })

  it('runs around an area instead of its cards, if too many cards are near', () => {
    const crowd = Array.from({ length: 70 }, (_, index) => card(190 + 12 * (index % 10), 12 * Math.floor(index / 10)))
    const cards = [row[0]!, crowd[0]!, row[2]!, ...crowd.slice(1)]
    expect(find(cards)).toBeUndefined()
    const area = inflate(boundingBox(crowd), 16)
    const { path } = find([row[0]!, crowd[0]!, { ...row[2]!, x: 500 }, ...crowd.slice(1)], undefined, undefined, [
      area,
    ])!
    expect(createObstacles([area], unlimited).hiddenLength(path, Infinity)).toBe(0)
  })

  it('is none where cards leave no room', () => {
    const wall = Array.from({ length: 14 }, (_, index) => card(200, 80 * (index - 7)))
    expect(find([row[0]!, wall[7]!, row[2]!, ...wall])).toBeUndefined()
  })
})
