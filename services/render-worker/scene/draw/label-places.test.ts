import type { MapEdge, MapNode } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { architectures } from '../../../../test/gallery/architectures.ts'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { pointAt, samplesOf, verticesOf } from '../geometry/path.ts'
import { contains, doOverlap, type Point, type Rect } from '../geometry/rect.ts'
import { distanceBetween, pointOn } from '../geometry/segment.ts'
import { buildScene } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import type { Connector } from './connector.ts'
import { drawScene, type Scene } from './drawing.ts'
import { themes } from './theme.ts'

function sceneOf(nodes: MapNode[], edges: MapEdge[]): Promise<Scene> {
  return buildScene(mapOf(nodes, edges), themes.light, estimated)
}

function distanceFrom(point: Point, { path }: Connector): number {
  return Math.min(...samplesOf(path, 2).map((it) => distanceBetween(point, it)))
}

const labelOf = ({ labelRects }: Scene): Rect => [...labelRects.values()][0]!
const middleOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The scene of an edge from a card at (0, 0) to another one. */
function sceneOfPair(at: Point, edge: Partial<MapEdge>, node: Partial<MapNode> = {}): Promise<Scene> {
  const nodes = [{ x: 0, y: 0 }, at].map((it, index) => ({ id: 'ab'.charAt(index), ...node, ...it }))
  return sceneOf(nodes, [{ source: 'a', target: 'b', ...edge }])
}

describe('an edge label', () => {
  it('is on the middle of a line with room for it', async () => {
    const { x, y } = middleOf(labelOf(await sceneOfPair({ x: 600, y: 0 }, { label: 'SQL' })))
    expect(x).toBeCloseTo((144 + 600) / 2, 0)
    expect(y).toBeCloseTo(47 / 2, 0)
  })

  it('is beside a line that is too short for it, and covers neither card', async () => {
    const node = { tech: 'Node.js', spend: 10 }
    const scene = await sceneOfPair({ x: 190, y: 0 }, { label: 'one topic per stream' }, node)
    const label = labelOf(scene)
    expect(scene.cards.some((it) => doOverlap(it.rect, label))).toBe(false)
    const [line] = scene.connectors
    expect(samplesOf(line!.path, 2).some((it) => contains(label, it))).toBe(false)
  })

  it('keeps a long word whole, unless it is longer than any', async () => {
    const linesOf = async (label: string) =>
      (await sceneOfPair({ x: 900, y: 0 }, { label })).connectors[0]!.label!.lines.map((it) => it.text)
    expect(await linesOf('Bestandsdatenübernahmeschnittstelle')).toEqual(['Bestandsdatenübernahmeschnittstelle'])
    expect(await linesOf('Bestände der Übernahmeschnittstelle')).toHaveLength(2)
    expect((await linesOf('x'.repeat(100))).length).toBeGreaterThan(2)
  })

  it('is on no bend of its line', async () => {
    const scene = await sceneOfPair({ x: 400, y: 14 }, { label: 'picking lists', line: 'step' })
    const label = labelOf(scene)
    expect(verticesOf(scene.connectors[0]!.path).some((it) => contains(label, it))).toBe(false)
  })

  it('is on no corner of its line', async () => {
    const { nodes, edges } = architectures.supabase!
    const { labelRects } = await sceneOf([...nodes], [...edges])
    for (const [{ path }, rect] of labelRects) {
      const corners = path.segments.length > 1 ? path.segments.filter((it) => it.length === 4) : []
      expect(corners.some((it) => contains(rect, pointOn(it, 0.5)))).toBe(false)
    }
  })

  it('is on no other line', async () => {
    const nodes = [
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 800, y: 0 },
      { id: 'c', x: 400, y: -300 },
      { id: 'd', x: 400, y: 300 },
    ]
    const scene = await sceneOf(nodes, [
      { source: 'a', target: 'b', label: 'across' },
      { source: 'c', target: 'd' },
    ])

    const crossing = scene.connectors[1]!
    expect(samplesOf(crossing.path, 2).some((it) => contains(labelOf(scene), it))).toBe(false)
  })

  it('is beside its line rather than on several that cross it all along', async () => {
    const nodes = [
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 420, y: 0 },
      ...[0, 1, 2, 3].flatMap((it) =>
        ['c', 'd'].map((id, end) => ({ id: id + it, x: 170 + 66 * it, y: end ? 320 : -320 })),
      ),
    ]
    const across = [0, 1, 2, 3].map((it): MapEdge => ({ source: `c${it}`, target: `d${it}`, line: 'straight' }))
    const scene = await sceneOf(nodes, [{ source: 'a', target: 'b', label: 'all orders', line: 'straight' }, ...across])
    const label = labelOf(scene)
    for (const { path } of scene.connectors.slice(1))
      expect(samplesOf(path, 1).some((it) => contains(label, it))).toBe(false)
  })

  it('has a halo close to its text between near lines', async () => {
    const nodes = [
      { id: 'a', tech: 'Rails', x: 0, y: 0 },
      { id: 'b', tech: 'COBOL', x: 520, y: 0 },
    ]
    const labels = ['authorise', 'capture', 'refund', 'payout', 'report', 'webhook', 'statement', 'dispute']
    const scene = await sceneOf(
      nodes,
      labels.map((label) => ({ source: 'a', target: 'b', label })),
    )
    expect(scene.labelRects.size).toBe(labels.length)
    for (const [own, rect] of scene.labelRects) {
      const others = scene.connectors.filter((it) => it !== own).flatMap((it) => samplesOf(it.path, 2))
      expect(others.some((it) => contains(rect, it))).toBe(false)
    }
  })

  it('breaks at the joint of a name between near lines', async () => {
    const below = Array.from({ length: 8 }, (_, index) => ({ id: `below ${index}`, x: 160 * index - 280, y: 500 }))
    const nodes = [{ id: 'a', x: 0, y: 0 }, { id: 'b', x: 560, y: 0 }, { id: 'above', x: 280, y: -200 }, ...below]
    const across = below.map(({ id }): MapEdge => ({ source: 'above', target: id, line: 'straight' }))
    const scene = await sceneOf(nodes, [{ source: 'a', target: 'b', label: 'order.created' }, ...across])
    const [placed] = scene.labelRects.values()
    expect(placed!.lines.map((it) => it.text)).toEqual(['order.', 'created'])
    const drawn = drawScene(scene, { theme: 'light', background: undefined, padding: 0, legend: false })
    const texts = drawn.items.flatMap((it) => (it.kind === 'text' ? [it.text] : []))
    expect(texts).toEqual(expect.arrayContaining(['order.', 'created']))
  })

  it('is nearer to its own line than to parallel ones', async () => {
    const nodes = [
      { id: 'a', x: 0, y: 60 },
      { id: 'b', x: 260, y: 0 },
    ]
    const edges = ['HTTPS', 'order.created', 'SQL'].map((label) => ({ source: 'a', target: 'b', label }))
    const scene = await sceneOf(nodes, edges)
    for (const [own, rect] of scene.labelRects) {
      const middle = middleOf(rect)
      const byDistance = scene.connectors.toSorted((a, b) => distanceFrom(middle, a) - distanceFrom(middle, b))
      expect(byDistance[0]!.edge.label).toBe(own.edge.label)
    }
  })
})

describe('a large number of labels', () => {
  it('takes bounded work: the last label is on the middle of its line', async () => {
    const nodes = Array.from({ length: 100 }, (_, index) => {
      return { id: `n${index}`, x: 75 * (index % 10), y: 25 * Math.floor(index / 10) }
    })
    const edges = Array.from({ length: 10_000 }, (_, index): MapEdge => {
      const ends = { source: `n${index % 100}`, target: `n${(index * 7 + 1) % 100}` }
      return { ...ends, line: 'step', label: `label ${index}` }
    })
    const { connectors, labelRects } = await sceneOf(nodes, edges)
    expect(labelRects.size).toBe(10_000)
    const last = middleOf(labelRects.get(connectors.at(-1)!)!)
    const middle = pointAt(connectors.at(-1)!.path, 0.5)
    expect(last.x).toBeCloseTo(middle.x, 0)
    expect(last.y).toBeCloseTo(middle.y, 0)
  })

  it('takes bounded work on overlapping lines: the last label stays on its short line', async () => {
    const loop = { source: 'a', target: 'a' }
    const loops = Array.from({ length: 1_999 }, (_, index) => ({
      ...loop,
      ...(index < 150 && { label: `call ${index}` }),
    }))
    const nodes = [
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 3_000, y: 0 },
      { id: 'c', x: 3_190, y: 0 },
    ]
    const { connectors, labelRects } = await sceneOf(nodes, [
      ...loops,
      { source: 'b', target: 'c', label: 'publishes' },
    ])
    const last = middleOf(labelRects.get(connectors.at(-1)!)!)
    expect(last.y).toBeCloseTo(pointAt(connectors.at(-1)!.path, 0.5).y, 0)
  })
})
