import { describe, expect, it } from 'vitest'
import type { Point, Rect } from '../draw/display-list.ts'
import { endPointOf, startOf } from '../geometry/path.ts'
import type { Route, UnroutedEdge } from './candidate.ts'
import { nudge } from './nudge.ts'
import { cornersAlong, roundedPath } from './step-path.ts'

const cardAt = (x: number, y: number): Rect => ({ x, y, width: 100, height: 60 })

/** The points at these coordinates. */
const points = (...all: readonly [x: number, y: number][]): Point[] => all.map(([x, y]) => ({ x, y }))

/** An edge between cards and its route through these corners, out of the right side and into the left one. */
function routed(source: Rect, target: Rect, corners: readonly Point[]): { edge: UnroutedEdge; route: Route } {
  const ends = { source: corners[0]!, sourceSide: 'right', target: corners.at(-1)!, targetSide: 'left' } as const
  const edge = { line: 'step', source, target, facing: ['right', 'left'], fan: { index: 0, count: 1 } } as const
  return { edge, route: { ends, path: roundedPath(corners, 0) } }
}

function cornersAfter(lines: readonly { edge: UnroutedEdge; route: Route }[], cards: readonly Rect[]): Point[][] {
  const routes = nudge(
    lines.map((it) => it.edge),
    lines.map((it) => it.route),
    cards,
  )
  for (const [index, { path }] of routes.entries()) {
    expect(startOf(path)).toEqual(startOf(lines[index]!.route.path))
    expect(endPointOf(path)).toEqual(endPointOf(lines[index]!.route.path))
  }
  return routes.map((it) => cornersAlong(it.path)!)
}

const [a, b, c, d] = [cardAt(0, 0), cardAt(0, 200), cardAt(300, 400), cardAt(300, 600)] as const

describe('parallel parts that run upon each other', () => {
  const throughChannel = (source: Rect, target: Rect): ReturnType<typeof routed> => {
    const y = source.y + 30
    const endY = target.y + 30
    return routed(source, target, points([100, y], [200, y], [200, endY], [300, endY]))
  }

  it('are put 8 px apart, in the order in which they do not cross', () => {
    const [upper, lower] = cornersAfter([throughChannel(a, c), throughChannel(b, d)], [a, b, c, d])
    // Left of the other one, the upper one would cross it where it turns off, and be crossed where the other comes in.
    expect(upper![1]!.x - lower![1]!.x).toBe(8)
    expect(upper![1]!.x).toBe(upper![2]!.x)
  })

  it('are moved as a group where a card is in the way of one', () => {
    const walls = [
      { x: 120, y: 250, width: 70, height: 60 },
      { x: 212, y: 250, width: 70, height: 60 },
    ]
    const [first, second] = cornersAfter([throughChannel(a, c), throughChannel(b, d)], [a, b, c, d, ...walls])
    expect(Math.abs(first![1]!.x - second![1]!.x)).toBe(8)
    for (const { x } of [first![1]!, second![1]!]) {
      expect(x).toBeGreaterThanOrEqual(197)
      expect(x).toBeLessThanOrEqual(205)
    }
  })

  it('are put nearer to each other where cards leave less room', () => {
    const walls = [
      { x: 120, y: 250, width: 71, height: 60 },
      { x: 212, y: 250, width: 70, height: 60 },
    ]
    const [upper, lower] = cornersAfter([throughChannel(a, c), throughChannel(b, d)], [a, b, c, d, ...walls])
    expect(upper![1]!.x - lower![1]!.x).toBe(6)
  })

  it('stay where they are if cards leave no room', () => {
    const walls = [
      { x: 120, y: 250, width: 72, height: 60 },
      { x: 208, y: 250, width: 72, height: 60 },
    ]
    const before = [throughChannel(a, c), throughChannel(b, d)]
    const after = cornersAfter(before, [a, b, c, d, ...walls])
    expect(after).toEqual(before.map((it) => cornersAlong(it.route.path)))
  })

  it('keep away from those that end at a card, which stay', () => {
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
  const withJog = routed(
    from,
    to,
    points([100, 30], [200, 30], [200, 120], [300, 120], [300, 132], [400, 132], [400, 230], [600, 230]),
  )

  it('is taken out of a line', () => {
    const [corners] = cornersAfter([withJog], [from, to])
    expect(corners).toEqual(points([100, 30], [200, 30], [200, 120], [400, 120], [400, 230], [600, 230]))
  })

  it('stays where cards on both sides need it', () => {
    const cards = [from, to, { x: 220, y: 124, width: 40, height: 40 }, { x: 340, y: 80, width: 40, height: 48 }]
    const [corners] = cornersAfter([withJog], cards)
    expect(corners).toHaveLength(8)
  })
})
