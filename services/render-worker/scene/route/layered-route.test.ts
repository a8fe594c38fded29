import type { MapEdge } from '@maps/shared/map'
import { lineKinds } from '@maps/shared/map-values'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, qualityOf } from '../../../../test/gallery/quality.ts'
import { astronomyShop } from '../../../../test/gallery/maps/astronomy-shop.ts'
import { immich } from '../../../../test/gallery/maps/immich.ts'
import { sentry } from '../../../../test/gallery/maps/sentry.ts'
import { serviceMap } from '../../../../test/gallery/service-map.ts'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { cases } from '../../../../test/rig/cases.ts'
import type { Scene } from '../draw/drawing.ts'
import { themes } from '../draw/theme.ts'
import { endDirection, samplesOf } from '../geometry/path.ts'
import { distanceBetween } from '../geometry/segment.ts'
import { buildScene } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import type { LineKind } from './edge-path.ts'
import { type PassageEdge, routeThroughPassages } from './layered-route.ts'

const sceneOf = (count: number, edges: readonly MapEdge[]): Promise<Scene> => {
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `${index}`, tech: 'Node.js' }))
  return buildScene(mapOf(nodes, [...edges]), themes.light, estimated)
}

const bent = lineKinds.filter((it) => it !== 'straight')
const anyEdges = (count: number, lines: readonly LineKind[] = lineKinds): fc.Arbitrary<MapEdge[]> => {
  const end = fc.integer({ min: 0, max: count - 1 }).map(String)
  return fc.array(fc.record({ source: end, target: end, line: fc.constantFrom(...lines) }), { maxLength: 40 })
}

describe('edges of a map without positions', () => {
  it('run behind no card', async () => {
    await fc.assert(
      fc.asyncProperty(anyEdges(14), async (edges) => {
        expect(qualityOf(linesOf(await sceneOf(14, edges))).behind).toBe(0)
      }),
      { numRuns: cases(60) },
    )
  })

  it('meet their cards at right angles', async () => {
    await fc.assert(
      fc.asyncProperty(anyEdges(8, bent), async (edges) => {
        const { connectors } = await sceneOf(8, edges)
        for (const { path } of connectors) {
          const { x, y } = endDirection(path)
          expect(Math.min(Math.abs(x), Math.abs(y))).toBeLessThan(0.05)
        }
      }),
      { numRuns: cases(60) },
    )
  })

  it('are straight where a port or a passage can move that far, instead of a small step', async () => {
    const maps = [astronomyShop, immich, sentry].map(({ name, nodes, edges }) => {
      const unplaced = nodes.map(({ x: _x, y: _y, ...node }) => node)
      return mapOf(
        unplaced,
        edges.map((it) => ({ ...it, line: 'smoothstep' as const })),
        name,
      )
    })
    for (const map of maps) {
      const { jogs } = qualityOf(linesOf(await buildScene(map, themes.light, estimated)))
      expect([map.name, jogs]).toEqual([map.name, 0])
    }
  })

  it('run side by side between the same two cards, in either direction', async () => {
    const edges = ['01', '10', '01'].map(([source = '', target = '']) => ({ source, target }))
    expect(qualityOf(linesOf(await sceneOf(2, edges)))).toMatchObject({ crossings: 0, onTop: 0, sharedEnds: 0 })
  })

  it('stay side by side where the drawing is folded', async () => {
    const scene = await buildScene(serviceMap(10, false), themes.light, estimated)
    const { cards, edges } = linesOf(scene)
    const groups = Map.groupBy(edges, ({ source, target }) => [source, target].toSorted().join())
    const parallel = [...groups.values()].filter((it) => it.length > 1)
    expect(parallel.length).toBeGreaterThan(4)
    for (const own of parallel) expect(qualityOf({ cards, edges: own })).toMatchObject({ crossings: 0, onTop: 0 })
  })

  it('stay side by side in a gap that they pass steeply', () => {
    const gap = { from: 100, to: 180, edges: 2 }
    const card = { x: 0, y: 0, width: 100, height: 100 }
    const sides = ['right', 'left'] as const
    const pair = [0, 1].map((index): PassageEdge => ({
      line: 'bezier',
      source: card,
      target: { ...card, x: 180, y: 600 },
      facing: sides,
      fan: { index, count: 2 },
      passage: { axis: 'horizontal', first: 'a', sides, gaps: [gap], waypoints: [], isForward: true },
      ports: {
        source: { x: 100, y: 40 + 8 * index },
        sourceSide: 'right',
        target: { x: 180, y: 640 + 8 * index },
        targetSide: 'left',
      },
    }))
    const [first, second] = routeThroughPassages(pair).map((it) => samplesOf(it, 4))
    const distances = first!.map((at) => Math.min(...second!.map((it) => distanceBetween(at, it))))
    expect(Math.min(...distances)).toBeGreaterThan(6)
  })

  it('of steps turn in separate lanes', async () => {
    const edges = [...'012'].flatMap((source) =>
      [...'3456'].map((target): MapEdge => ({ source, target, line: 'step' })),
    )
    expect(qualityOf(linesOf(await sceneOf(7, edges)))).toMatchObject({ onTop: 0, sharedEnds: 0 })
  })
})
