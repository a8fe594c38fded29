import type { MapEdge, MapNode } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import type { Connector } from './connector.ts'
import type { Point, Rect } from './display-list.ts'
import { estimated } from '../text/measure.ts'
import { pointAt, samplesOf, verticesOf } from '../geometry/path.ts'
import { contains, doOverlap } from '../geometry/rect.ts'
import { distanceBetween } from '../geometry/segment.ts'
import { buildScene, type Scene } from '../scene.ts'
import { themes } from './theme.ts'

function sceneOf(nodes: MapNode[], edges: MapEdge[]): Promise<Scene> {
  return buildScene(mapOf(nodes, edges), themes.light, estimated)
}

function distanceFrom(point: Point, { path }: Connector): number {
  return Math.min(...samplesOf(path, 2).map((it) => distanceBetween(point, it)))
}

const labelOf = ({ labelRects }: Scene): Rect => [...labelRects.values()][0]!

describe('an edge label', () => {
  it('stands on the middle of a line that has room for it', async () => {
    const scene = await sceneOf(
      [
        { id: 'a', x: 0, y: 0 },
        { id: 'b', x: 600, y: 0 },
      ],
      [{ source: 'a', target: 'b', label: 'SQL' }],
    )

    const { x, y, width, height } = labelOf(scene)
    expect(x + width / 2).toBeCloseTo((144 + 600) / 2, 0)
    expect(y + height / 2).toBeCloseTo(47 / 2, 0)
  })

  it('stands beside a line that is too short for it, and covers neither card', async () => {
    const scene = await sceneOf(
      [
        { id: 'a', x: 0, y: 0, tech: 'Node.js', spend: 10 },
        { id: 'b', x: 190, y: 0, tech: 'Node.js', spend: 10 },
      ],
      [{ source: 'a', target: 'b', label: 'one topic per stream' }],
    )

    const label = labelOf(scene)
    expect(scene.cards.some((it) => doOverlap(it.rect, label))).toBe(false)
    const [line] = scene.connectors
    expect(samplesOf(line!.path, 2).some((it) => contains(label, it))).toBe(false)
  })

  it('stands on no bend of a line with bends', async () => {
    const scene = await sceneOf(
      [
        { id: 'a', x: 0, y: 0 },
        { id: 'b', x: 400, y: 14 },
      ],
      [{ source: 'a', target: 'b', label: 'picking lists', line: 'step' }],
    )

    const label = labelOf(scene)
    expect(verticesOf(scene.connectors[0]!.path).some((it) => contains(label, it))).toBe(false)
  })

  it('gives way to the lines of others', async () => {
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

  it('stands nearer to its own line than to those beside it', async () => {
    const nodes = [
      { id: 'a', x: 0, y: 60 },
      { id: 'b', x: 260, y: 0 },
    ]
    const labels = ['HTTPS', 'order.created', 'SQL']
    const scene = await sceneOf(
      nodes,
      labels.map((label) => ({ source: 'a', target: 'b', label })),
    )

    for (const [own, { x, y, width, height }] of scene.labelRects) {
      const middle = { x: x + width / 2, y: y + height / 2 }
      const byDistance = scene.connectors.toSorted((a, b) => distanceFrom(middle, a) - distanceFrom(middle, b))
      expect(byDistance[0]!.edge.label).toBe(own.edge.label)
    }
  })
})

describe('a heap of labels', () => {
  it('takes bounded work: what comes after it stands on the middle of its line', async () => {
    const nodes = Array.from({ length: 100 }, (_, index) => ({ id: `n${index}`, x: index % 3, y: index % 5 }))
    const edges = Array.from({ length: 10_000 }, (_, index) => {
      return {
        source: `n${index % 100}`,
        target: `n${(index * 7 + 1) % 100}`,
        line: 'step',
        label: `label ${index}`,
      } as const
    })
    const { connectors, labelRects } = await sceneOf(nodes, edges)
    expect(labelRects.size).toBe(10_000)
    const last = labelRects.get(connectors.at(-1)!)!
    const middle = pointAt(connectors.at(-1)!.path, 0.5)
    expect(last.x + last.width / 2).toBeCloseTo(middle.x, 0)
    expect(last.y + last.height / 2).toBeCloseTo(middle.y, 0)
  })

  it('takes bounded work where lines lie in a heap too: a label on a short line is not put beside it any more', async () => {
    const loop = { source: 'a', target: 'a' }
    const loops = Array.from({ length: 1_999 }, (_, index) =>
      index < 150 ? { ...loop, label: `call ${index}` } : loop,
    )
    const nodes = [
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 3_000, y: 0 },
      { id: 'c', x: 3_190, y: 0 },
    ]
    const { connectors, labelRects } = await sceneOf(nodes, [
      ...loops,
      { source: 'b', target: 'c', label: 'publishes' },
    ])
    const last = labelRects.get(connectors.at(-1)!)!
    const middle = pointAt(connectors.at(-1)!.path, 0.5)
    expect(last.y + last.height / 2).toBeCloseTo(middle.y, 0)
  })
})
