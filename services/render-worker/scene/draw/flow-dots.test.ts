import type { MapEdge, MapNode } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { pointAt, samplesOf } from '../geometry/path.ts'
import { distanceBetween } from '../geometry/segment.ts'
import { buildScene } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import type { Scene } from './drawing.ts'
import { themes } from './theme.ts'

function sceneOf(nodes: MapNode[], edges: MapEdge[]): Promise<Scene> {
  return buildScene(mapOf(nodes, edges), themes.light, estimated)
}

const pair = [
  { id: 'a', x: 0, y: 0 },
  { id: 'b', x: 600, y: 0 },
]

describe('a flow dot', () => {
  it.each([
    [1, 'is animated', { animated: true }],
    [1, 'has a dotColor', { dotColor: 'tomato' }],
    [0, 'has neither field', {}],
    [0, 'has a dotColor and is not animated', { animated: false, dotColor: 'tomato' }],
  ])('is drawn on %i line where the edge %s', async (count, _case, edge) => {
    const { dots } = await sceneOf(pair, [{ source: 'a', target: 'b', ...edge }])
    expect(dots.size).toBe(count)
  })

  it('is at one third of its line', async () => {
    const { connectors, dots } = await sceneOf(pair, [{ source: 'a', target: 'b', animated: true }])
    const [line] = connectors
    expect(distanceBetween(dots.get(line!)!, pointAt(line!.path, 1 / 3))).toBeLessThan(0.1)
  })

  it('is clear of labels, which are placed first', async () => {
    const edge = { source: 'a', target: 'b', label: 'x'.repeat(30), animated: true }
    const { labelRects, dots } = await sceneOf(pair, [edge])
    const [[label], [dot]] = [[...labelRects.values()], [...dots.values()]]
    expect(dot!.x < label!.x || dot!.x > label!.x + label!.width).toBe(true)
  })

  it('is on no other line', async () => {
    const corners = [
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 600, y: 400 },
      { id: 'c', x: 0, y: 400 },
      { id: 'd', x: 600, y: 0 },
    ]
    const edges = ['ab', 'cd', 'ad', 'db'].map(([source = '', target = '']): MapEdge => {
      return { source, target, line: 'straight', animated: true }
    })
    const { connectors, dots } = await sceneOf(corners, edges)
    for (const [own, dot] of dots) {
      const others = connectors.filter((it) => it !== own).flatMap((it) => samplesOf(it.path, 1))
      expect(Math.min(...others.map((it) => distanceBetween(it, dot)))).toBeGreaterThan(6)
    }
    expect(dots.size).toBeGreaterThan(2)
  })
})
