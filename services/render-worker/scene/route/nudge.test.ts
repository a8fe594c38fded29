import { describe, expect, it } from 'vitest'
import { endPointOf, startOf } from '../geometry/path.ts'
import type { Point, Rect } from '../geometry/rect.ts'
import { orthogonalRoute, type Route, type UnroutedEdge } from './edge.ts'
import { nudge } from './nudge.ts'

const cardAt = (x: number, y: number): Rect => ({ x, y, width: 100, height: 60 })

/** The points at these coordinates. */
const points = (...all: readonly [x: number, y: number][]): Point[] => all.map(([x, y]) => ({ x, y }))

/** An edge between cards and its route through these corners, out of the right side and into the left one. */
function routed(source: Rect, target: Rect, corners: readonly Point[]): { edge: UnroutedEdge; route: Route } {
  const ends = { source: corners[0]!, sourceSide: 'right', target: corners.at(-1)!, targetSide: 'left' } as const
  const edge = { line: 'step', source, target, facing: ['right', 'left'], fan: { index: 0, count: 1 } } as const
  return { edge, route: orthogonalRoute('step', ends, corners) }
}

function cornersAfter(lines: readonly { edge: UnroutedEdge; route: Route }[], cards: readonly Rect[]): Point[][] {
  const [edges, before] = [lines.map((it) => it.edge), lines.map((it) => it.route)]
  const routes = nudge(edges, before, cards)
  for (const [index, { path }] of routes.entries()) {
    expect(startOf(path)).toEqual(startOf(before[index]!.path))
    expect(endPointOf(path)).toEqual(endPointOf(before[index]!.path))
  }
  return routes.map((it) => [...it.corners!])
}

const [a, b, c, d] = [cardAt(0, 0), cardAt(0, 200), cardAt(300, 400), cardAt(300, 600)] as const

describe('overlapping parallel segments', () => {
  const throughChannel = (source: Rect, target: Rect): ReturnType<typeof routed> => {
    const y = source.y + 30
    const endY = target.y + 30
    return routed(source, target, points([100, y], [200, y], [200, endY], [300, endY]))
  }

  const both = [throughChannel(a, c), throughChannel(b, d)]
  const wall = (x: number, width: number): Rect => ({ x, y: 250, width, height: 60 })

  it('are put 8 px apart, in the order without a crossing', () => {
    const [upper, lower] = cornersAfter(both, [a, b, c, d])
    // The upper segment is at the right: at the left it would cross the lower one twice.
    expect(upper![1]!.x - lower![1]!.x).toBe(8)
    expect(upper![1]!.x).toBe(upper![2]!.x)
  })

  it('are put 8 px apart, where two of them come near a third one only when they move', () => {
    const at = (y: number, x: number): ReturnType<typeof routed> => {
      return routed(
        cardAt(0, y),
        cardAt(300, y + 400),
        points([100, y + 30], [x, y + 30], [x, y + 430], [300, y + 430]),
      )
    }
    const lines = [at(0, 214.5), at(100, 206), at(200, 200)]
    const bends = cornersAfter(lines, []).map((it) => it[1]!.x)
    expect(bends.toSorted((a, b) => a - b).map((it, index, all) => it - all[0]! - 8 * index)).toEqual([0, 0, 0])
  })

  it('are moved as a group where a card is in the way of one', () => {
    const [first, second] = cornersAfter(both, [a, b, c, d, wall(120, 70), wall(212, 70)])
    expect(Math.abs(first![1]!.x - second![1]!.x)).toBe(8)
    for (const { x } of [first![1]!, second![1]!]) {
      expect(x).toBeGreaterThanOrEqual(197)
      expect(x).toBeLessThanOrEqual(205)
    }
  })

  it('are put closer together where cards leave less room', () => {
    const [upper, lower] = cornersAfter(both, [a, b, c, d, wall(120, 71), wall(212, 70)])
    expect(upper![1]!.x - lower![1]!.x).toBe(6)
  })

  it('stay where they are if cards leave no room', () => {
    const after = cornersAfter(both, [a, b, c, d, wall(120, 72), wall(208, 72)])
    expect(after).toEqual(both.map((it) => it.route.corners))
  })

  it('are put into their present order if there is only space for that one', () => {
    // The upper segment has space at the left alone, the lower one at the right.
    const cards = [
      { x: 204, y: 120, width: 70, height: 60 },
      { x: 120, y: 480, width: 76, height: 60 },
    ]
    const [upper, lower] = cornersAfter(both, [a, b, c, d, ...cards])
    expect(lower![1]!.x - upper![1]!.x).toBe(8)
    expect(upper![1]!.x).toBeLessThanOrEqual(197)
    expect(lower![1]!.x).toBeGreaterThanOrEqual(203)
  })

  it('are moved to where there is space from too near a card', () => {
    const cards = [a, b, c, d, wall(120, 76)]
    for (const corners of cornersAfter(both, cards)) expect(corners[1]!.x).toBeGreaterThanOrEqual(203)
  })

  it('are moved away from segments that end at a card', () => {
    const straight = routed(cardAt(0, 100), cardAt(600, 100), points([100, 130], [600, 130]))
    const [from, to] = [cardAt(0, 200), cardAt(600, 200)]
    const over = routed(from, to, points([100, 230], [200, 230], [200, 132], [500, 132], [500, 230], [600, 230]))
    const [, corners] = cornersAfter([straight, over], [from, to])
    expect(corners![2]!.y).toBe(138)
    expect(corners![3]!.y).toBe(138)
  })
})

describe('a jog', () => {
  const [from, to] = [cardAt(0, 0), cardAt(600, 200)]
  const jog = points([100, 30], [200, 30], [200, 120], [300, 120], [300, 132], [400, 132], [400, 230], [600, 230])
  const withJog = routed(from, to, jog)

  it('is removed from a line', () => {
    const [corners] = cornersAfter([withJog], [from, to])
    expect(corners).toEqual(points([100, 30], [200, 30], [200, 120], [400, 120], [400, 230], [600, 230]))
  })

  it('stays where cards on both sides need it', () => {
    const cards = [from, to, { x: 220, y: 124, width: 40, height: 40 }, { x: 340, y: 80, width: 40, height: 48 }]
    const [corners] = cornersAfter([withJog], cards)
    expect(corners).toHaveLength(8)
  })

  it('becomes long enough to look meant where a card needs it', () => {
    const beside = cardAt(600, 0)
    const around = routed(from, beside, points([100, 30], [200, 30], [200, 40], [400, 40], [400, 30], [600, 30]))
    const [corners] = cornersAfter([around], [from, beside, { x: 250, y: -20, width: 100, height: 48 }])
    expect(corners![1]).toEqual({ x: 200, y: 30 })
    expect(corners![2]).toEqual({ x: 200, y: 43 })
  })
})
