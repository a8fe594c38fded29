import type { MapEdge } from '@maps/shared/map'
import { lineKinds } from '@maps/shared/map-values'
import { describe, expect, it } from 'vitest'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { endPointOf, pointAt, startOf } from '../geometry/path.ts'
import type { Point } from '../geometry/rect.ts'
import { distanceBetween } from '../geometry/segment.ts'
import { buildScene } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import type { Connector } from './connector.ts'
import { drawScene } from './drawing.ts'
import { themes } from './theme.ts'

/** Positions of the target relative to the source. */
const places: Point[] = [
  { x: 300, y: 0 },
  { x: 300, y: 120 },
  { x: 300, y: -120 },
  { x: -300, y: 0 },
  { x: -300, y: 150 },
  { x: -300, y: -150 },
  { x: 0, y: 200 },
  { x: 120, y: 200 },
  { x: 0, y: -200 },
  { x: -120, y: -200 },
]
const cases = lineKinds.flatMap((line) => places.map((place) => ({ line, ...place })))

interface Drawn {
  connector: Connector
  /** The corners of each arrowhead from its tip around: wing, notch, wing. */
  heads: [tip: Point, wing: Point, notch: Point, otherWing: Point][]
  /** Where the line itself begins and ends. */
  line: { start: Point; end: Point }
}

/** The only edge of a map, as it is drawn. */
async function draw(edge: Partial<MapEdge>, place: Point): Promise<Drawn> {
  const nodes = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', ...place },
  ]
  const map = mapOf(nodes, [{ source: 'a', target: 'b', ...edge }])
  const scene = await buildScene(map, themes.light, estimated)
  const { items } = drawScene(scene, { theme: 'light', background: 'white', padding: 0, legend: true })
  const paths = items.filter((it) => it.kind === 'path')
  const heads = paths.filter((it) => it.fill !== undefined).map((it) => pointsIn(it.d) as Drawn['heads'][number])
  const [line = []] = paths.filter((it) => it.stroke !== undefined).map((it) => pointsIn(it.d))
  return { connector: scene.connectors[0]!, heads, line: { start: line.at(0)!, end: line.at(-1)! } }
}

function pointsIn(d: string): Point[] {
  return [...d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
}

/** The distances of a point from the tip of an arrow: along the line backwards, and to the side. */
function offsetsFrom(tip: Point, before: Point, point: Point): { behind: number; aside: number } {
  const length = distanceBetween(tip, before)
  const back = { x: (before.x - tip.x) / length, y: (before.y - tip.y) / length }
  const [x, y] = [point.x - tip.x, point.y - tip.y]
  return { behind: x * back.x + y * back.y, aside: x * back.y - y * back.x }
}

describe('an arrowhead', () => {
  it.each(cases)('touches the border of the card with its tip alone: $line to $x, $y', async ({ line, ...place }) => {
    const { connector, heads } = await draw({ line, arrow: 'both' }, place)
    const ends = [
      [heads[0]!, endPointOf(connector.path), connector.target.rect],
      [heads[1]!, startOf(connector.path), connector.source.rect],
    ] as const

    expect(heads).toHaveLength(2)
    for (const [[tip, ...others], end, { x, y, width, height }] of ends) {
      const depth = (it: Point): number => Math.min(it.x - x, x + width - it.x, it.y - y, y + height - it.y)
      expect(distanceBetween(tip, end)).toBeLessThan(0.01)
      expect(depth(tip)).toBeCloseTo(0, 1)
      for (const other of others) expect(depth(other)).toBeLessThan(-1)
    }
  })

  it.each(cases)('is symmetric about the end of its line: $line to $x, $y', async ({ line, ...place }) => {
    const { connector, heads } = await draw({ line, arrow: 'both' }, place)
    const { path } = connector
    const near = [pointAt(path, 1 - 0.5 / path.length), pointAt(path, 0.5 / path.length)]

    for (const [index, [tip, wing, notch, otherWing]] of heads.entries()) {
      const [one, middle, other] = [wing, notch, otherWing].map((it) => offsetsFrom(tip, near[index]!, it))
      expect(one!.behind).toBeCloseTo(other!.behind, 0)
      expect(one!.aside).toBeCloseTo(-other!.aside, 0)
      expect(Math.abs(one!.aside)).toBeGreaterThan(3)
      expect(one!.behind).toBeGreaterThan(middle!.behind)
      expect(middle!.behind).toBeGreaterThan(5)
      expect(middle!.aside).toBeCloseTo(0, 0)
    }
  })

  it.each(cases)('begins at the end of its line: $line to $x, $y', async ({ line: kind, ...place }) => {
    const { heads, line } = await draw({ line: kind, arrow: 'both' }, place)
    expect(distanceBetween(line.end, heads[0]![2])).toBeLessThan(0.75)
    expect(distanceBetween(line.start, heads[1]![2])).toBeLessThan(0.75)
  })

  it.each([
    { arrow: 'none', count: 0 },
    { arrow: 'end', count: 1 },
    { arrow: 'both', count: 2 },
    { arrow: undefined, count: 1 },
  ] as const)('is drawn $count times for the arrow $arrow', async ({ arrow, count }) => {
    const { connector, heads, line } = await draw(arrow ? { arrow } : {}, { x: 300, y: 0 })
    const atEnds = [
      distanceBetween(line.start, startOf(connector.path)) < 0.1,
      distanceBetween(line.end, endPointOf(connector.path)) < 0.1,
    ]
    expect(heads).toHaveLength(count)
    expect(atEnds).toEqual([count < 2, count < 1])
  })

  it.each(lineKinds)('of an edge from a card to itself points into the card, with the line %s', async (line) => {
    const { connector, heads } = await draw({ line, target: 'a' }, { x: 300, y: 0 })
    const [[tip, wing, , otherWing] = []] = heads
    const { rect } = connector.target
    expect(tip!.y).toBeCloseTo(rect.y, 1)
    expect(tip!.x).toBeGreaterThan(rect.x)
    expect(tip!.x).toBeLessThan(rect.x + rect.width)
    expect(Math.max(wing!.y, otherWing!.y)).toBeLessThan(rect.y - 5)
  })

  it('shrinks between close cards, so that some of the line remains', async () => {
    const { connector, heads } = await draw({ arrow: 'both' }, { x: 144 + 12, y: 0 })
    const { path } = connector
    expect(path.length).toBeCloseTo(12, 0)
    for (const [tip, wing] of heads) expect(Math.abs(wing.x - tip.x)).toBeCloseTo(path.length / 3, 1)
  })
})
