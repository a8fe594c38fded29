import { expect, it } from 'vitest'
import { createBudget } from '../geometry/budget.ts'
import { createPath, verticesOf } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { orderByCrossings } from './crossing-order.ts'
import { createCrossings } from './crossings.ts'
import { createDetours } from './detour.ts'
import { endsOn, type PortedEdge } from './edge.ts'
import { assignLanes } from './lane-assignment.ts'
import { createObstacles } from './obstacles.ts'
import { createOverlaps } from './overlaps.ts'
import { endsBetween } from './place-ends.ts'
import { tautPath } from './taut-path.ts'

const card = (x: number, y: number): Rect => ({ x, y, width: 100, height: 60 })
const [source, between, target] = [card(0, 0), card(200, 0), card(400, 0)]
const facing = ['right', 'left'] as const
const fan = { index: 0, count: 1 }
const ports = endsBetween(source, target, facing, fan)
const edge: PortedEdge = { line: 'straight', source, target, facing, fan, ports }
const corners: Point[] = [100, 150, 200, 300, 400].map((x) => ({ x, y: x % 200 === 0 ? 30 : 31 }))

/** By stage, what it makes of a budget. */
const stages = {
  'the search for detours': (limit: number) => {
    const found = createDetours([source, between, target], [], createBudget(limit))
    found.find(edge, [endsOn(edge, ['bottom', 'bottom'])], surroundings(Infinity))
    return found.find(edge, [endsOn(edge, ['bottom', 'bottom'])], surroundings(Infinity))?.path
  },
  'the counting of crossings': (limit: number) => {
    const crossings = createCrossings(createBudget(limit))
    crossings.add(createPath([[at(0, -50), at(1, 50)]]))
    const across = createPath([[at(-50, 0), at(50, 0)]])
    return [crossings.count(across), crossings.count(across)]
  },
  'the order of parallel lines': (limit: number) =>
    orderByCrossings([2, 1, 3], (first, next) => (first > next ? 1 : 0), createBudget(limit)),
  'lanes between two layers': (limit: number) => {
    const gap = { from: 0, to: 200, edges: 2 }
    const hops = [0, 100].map((from) => ({ gap, from, to: from + 10, turnAt: 0 }))
    assignLanes(hops, gap, createBudget(limit))
    return hops.map((it) => it.turnAt)
  },
  'a straight line between cards': (limit: number) => verticesOf(tautPath(corners, edge, surroundings(limit))),
}

function at(x: number, y: number): Point {
  return { x, y }
}

/** The surroundings of the edge, without cards. */
function surroundings(limit: number) {
  const budget = createBudget(limit)
  budget.spend(1)
  const crossings = createCrossings(createBudget(Infinity))
  return { obstacles: createObstacles([], budget), overlaps: createOverlaps(budget), crossings, budget }
}

it.each([
  ['the search for detours', undefined],
  ['the counting of crossings', [1, 0]],
  ['the order of parallel lines', [2, 1, 3]],
  ['lanes between two layers', [94, 106]],
  ['a straight line between cards', corners],
] as const)('a spent budget ends %s', (stage, expected) => {
  expect(stages[stage](0)).toEqual(expected)
  expect(stages[stage](Infinity)).not.toEqual(expected)
})
