import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../../../../test/rig/cases.ts'
import { samplesOf } from '../geometry/path.ts'
import { contains, inflate, type Point, type Rect } from '../geometry/rect.ts'
import { polylineCrossings, polylineOf } from './crossings.ts'
import type { Route, UnroutedEdge } from './edge.ts'
import { facingSides } from './place-ends.ts'
import { routeAround } from './route.ts'

const edgeBetween = (source: Rect, target: Rect, line: UnroutedEdge['line']): UnroutedEdge => {
  return { line, source, target, facing: facingSides(source, target), fan: { index: 0, count: 1 } }
}

it('takes bounded work where lines are very long: the longest edge is routed directly, even behind a card', () => {
  const far = 10_000_000
  const size = { width: 100, height: 60 }
  const rows = Array.from({ length: 600 }, (_, index) => [0, far].map((x) => ({ ...size, x, y: 100 * index })))
  const [source, between, target] = [0, far, 2 * far].map((x) => ({ ...size, x, y: -5_000 }))
  const long = edgeBetween(source!, target!, 'smoothstep')
  const others = rows.map(([left, right]) => edgeBetween(left!, right!, 'smoothstep'))
  const routeOf = (edges: readonly UnroutedEdge[]) =>
    routeAround([source!, between!, target!, ...rows.flat()])(edges)[0]!
  expect(routeOf([long]).corners).not.toHaveLength(2)
  expect(routeOf([long, ...others]).corners).toHaveLength(2)
})

it('draws two edges that meet at a card without a knot', () => {
  const [first, second, shared] = [
    { x: 300, y: 160, width: 168, height: 66 },
    { x: 300, y: 320, width: 144, height: 46 },
    { x: 600, y: 320, width: 150, height: 46 },
  ]
  const routes = routeAround([first, second, shared])([
    edgeBetween(first, shared, 'smoothstep'),
    edgeBetween(second, shared, 'smoothstep'),
  ])
  const [a, b] = routes.map((it) => polylineOf(it.path))
  expect(polylineCrossings(a!, b!)).toBe(0)
})

it.each(['bezier', 'smoothstep', 'step', 'straight'] as const)('shows a %s line between cards that touch', (line) => {
  for (const gap of [0, 1, 6, 11]) {
    const cards = [
      { x: 0, y: 0, width: 144, height: 46 },
      { x: 144 + gap, y: 0, width: 144, height: 46 },
    ]
    const [route] = routeAround(cards)([edgeBetween(cards[0]!, cards[1]!, line)])
    const seen = [...samplesOf(route!.path, 1)].filter((point) => !cards.some((it) => contains(it, point)))
    expect(seen.length, `${gap} px`).toBeGreaterThan(40)
  }
})

it('stays straight 5 px beside a card', () => {
  const cards = [
    { x: 0, y: 0, width: 144, height: 46 },
    { x: 500, y: 0, width: 144, height: 46 },
    { x: 250, y: -48, width: 144, height: 66 },
  ]
  const [line] = routeAround(cards)([edgeBetween(cards[0]!, cards[1]!, 'smoothstep')])
  expect(line!.path.segments).toHaveLength(1)
})

it('leads a straight line past the corner of a card, as straight as possible', () => {
  const cards = [
    { x: 0, y: 300, width: 142, height: 46 },
    { x: 240, y: 300, width: 142, height: 46 },
    { x: 720, y: 450, width: 142, height: 46 },
  ]
  const [far] = routeAround(cards)([
    edgeBetween(cards[0]!, cards[2]!, 'straight'),
    edgeBetween(cards[0]!, cards[1]!, 'straight'),
  ])
  const passed = inflate(cards[1]!, 4)
  expect(samplesOf(far!.path, 1).some((it) => contains(passed, it))).toBe(false)
  expect(far!.path.segments.length).toBeLessThanOrEqual(2)
})

/** Corners from which an orthogonal route goes on neither horizontally nor vertically. */
function slantedAt({ corners = [] }: Route): readonly Point[] {
  return corners.filter(({ x, y }, index) => {
    const next = corners[index + 1]
    return next && next.x !== x && next.y !== y
  })
}

/** Cards in rows and columns, with narrow gaps between them. */
const cardsOfMap = fc
  .array(fc.record({ right: fc.nat(20), down: fc.nat(20), width: fc.nat(30) }), { minLength: 6, maxLength: 20 })
  .map((all) =>
    all.map(({ right, down, width }, index): Rect => {
      return { x: 200 * (index % 4) + right, y: 110 * Math.floor(index / 4) + down, width: 120 + width, height: 60 }
    }),
  )

it('has only horizontal and vertical segments in orthogonal routes, and none of them behind a card', () => {
  const lines = fc.constantFrom('smoothstep', 'step', 'bezier')
  const ends = fc.array(fc.record({ from: fc.nat(), to: fc.nat(), line: lines }), { minLength: 4, maxLength: 20 })
  fc.assert(
    fc.property(cardsOfMap, ends, (cards, all) => {
      const edges = all
        .map(({ from, to, line }) => edgeBetween(cards[from % cards.length]!, cards[to % cards.length]!, line))
        .filter(({ source, target }) => source !== target)
      for (const [index, route] of routeAround(cards)(edges).entries()) {
        expect(slantedAt(route)).toEqual([])
        const { source, target } = edges[index]!
        const others = cards.filter((it) => it !== source && it !== target).map((it) => inflate(it, -1))
        const points = route.corners ? samplesOf(route.path, 4) : []
        expect(points.filter((point) => others.some((it) => contains(it, point)))).toEqual([])
      }
    }),
    { numRuns: cases(2_000) },
  )
})

it('has no slanted segment where a detour turns back towards its card', () => {
  const places = [
    [0, 1],
    [192, 91],
    [193, 183],
    [562, 94],
    [188, 6],
  ] as const
  const cards = places.map(([x, y]): Rect => ({ x, y, width: 160, height: 64 }))
  const edges = [edgeBetween(cards[4]!, cards[2]!, 'smoothstep'), edgeBetween(cards[0]!, cards[3]!, 'smoothstep')]
  expect(routeAround(cards)(edges).flatMap(slantedAt)).toEqual([])
})

it('keeps the bends of other edges off a straight one', () => {
  const places = [
    [150, 150, 130],
    [0, 314, 130],
    [420, 216, 100],
    [300, 294, 100],
    [280, 20, 100],
    [140, 0, 100],
  ] as const
  const cards = places.map(([x, y, width]): Rect => ({ x, y, width, height: 60 }))
  const edges = [
    edgeBetween(cards[2]!, cards[0]!, 'step'),
    edgeBetween(cards[3]!, cards[4]!, 'straight'),
    edgeBetween(cards[3]!, cards[1]!, 'straight'),
  ]
  const [stepped, straight] = routeAround(cards)(edges)
  const bend = stepped!.corners!.find((it, index, all) => it.x === all[index + 1]?.x)!
  expect(Math.abs(bend.x - straight!.ends.source.x)).toBeGreaterThanOrEqual(8)
})
