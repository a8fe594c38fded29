import { describe, expect, it } from 'vitest'
import { createPath, startOf } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { createCrossings } from './crossings.ts'
import { createDetours } from './detour.ts'
import type { Route, UnroutedEdge } from './edge.ts'
import { createObstacles } from './obstacles.ts'

const card = (x: number, y: number): Rect => ({ x, y, width: 100, height: 60 })
const row = [card(0, 0), card(200, 0), card(400, 0)]
const edge = (source: Rect, target: Rect): UnroutedEdge => {
  return { line: 'smoothstep', source, target, facing: ['right', 'left'], fan: { index: 0, count: 1 } }
}
const find = (cards: readonly Rect[], crossings = createCrossings()): Route | undefined =>
  createDetours(cards).find(edge(cards[0]!, cards[2]!), crossings, (_, crossed) => 600 * crossed)

describe('a detour', () => {
  it('runs around the card between two others', () => {
    const found = find(row)!
    expect(createObstacles(row).hiddenLength(found.path, Infinity)).toBe(0)
    expect(startOf(found.path)).toEqual(found.ends.source)
  })

  it('takes the side on which it crosses fewer lines', () => {
    const crossings = createCrossings()
    crossings.add(createPath([[60, 400].map((y) => ({ x: 250, y })) as [Point, Point]]))
    const points = find(row, crossings)!.path.segments.flat()
    expect(Math.min(...points.map((it) => it.y))).toBeLessThan(0)
  })

  it('is none where cards leave no room', () => {
    const wall = Array.from({ length: 14 }, (_, index) => card(200, 80 * (index - 7)))
    expect(find([row[0]!, wall[7]!, row[2]!, ...wall])).toBeUndefined()
  })
})
