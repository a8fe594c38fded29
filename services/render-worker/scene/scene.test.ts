import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { lineKinds } from '@maps/shared/map-values'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownStores } from '../../../test/gallery/hard-cases.ts'
import { versionsOf } from '../../../test/gallery/map-versions.ts'
import { pairsOf } from '../../../test/gallery/pairs.ts'
import { hostileMaps, hostileStyledMaps } from '../../../test/maps/hostile-maps.ts'
import { mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { cases } from '../../../test/rig/cases.ts'
import { drawScene, type Scene } from './draw/drawing.ts'
import { themes } from './draw/theme.ts'
import { endDirection, endPointOf, startOf } from './geometry/path.ts'
import { doOverlap, type Point, type Rect } from './geometry/rect.ts'
import { buildScene, defaultOptions, recolorScene } from './scene.ts'
import { estimated } from './text/measure.ts'

const sceneOf = (map: ArchitectureMap): Promise<Scene> => buildScene(map, themes.light, estimated)

const options = { theme: 'light', background: undefined, padding: 48, legend: true } as const

const anyMap = hostileStyledMaps({ nodes: 9, edges: 14 })

/** Runs a check with generated maps. */
function forAny(maps: fc.Arbitrary<ArchitectureMap>, numRuns: number, check: (map: ArchitectureMap) => Promise<void>) {
  return fc.assert(fc.asyncProperty(maps, check), { numRuns })
}

const at = (id: string, x: number, y: number): MapNode => ({ id, x, y })

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(numbersIn)
}

function isOnBorder({ x, y }: Point, rect: Rect): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6
  const isWithin =
    x >= rect.x - 1e-6 && x <= rect.x + rect.width + 1e-6 && y >= rect.y - 1e-6 && y <= rect.y + rect.height + 1e-6
  return (
    isWithin && (near(x, rect.x) || near(x, rect.x + rect.width) || near(y, rect.y) || near(y, rect.y + rect.height))
  )
}

describe('scene', () => {
  it('is the same when recoloured as when built in the other theme', async () => {
    const map = shopMap()
    const dark = { ...options, theme: 'dark' } as const
    const recolored = recolorScene(await sceneOf(map), themes.dark)
    expect(drawScene(recolored, dark)).toEqual(drawScene(await buildScene(map, themes.dark, estimated), dark))
  })

  it('keeps attached stores as small as they were pinned, where their map has become too small for any', async () => {
    const { from, to } = versionsOf(ownStores, { remove: ownStores.nodes.slice(-6).map((it) => it.id) })
    const places = (scene: Pick<Scene, 'cards'>) => new Map(scene.cards.map((it) => [it.id, it.rect]))
    const before = places(await sceneOf(from))
    const pin = { places: before }
    const after = places(await buildScene(to, themes.light, estimated, { ...defaultOptions, pin }))
    expect(to.nodes.length).toBeLessThan(25)
    for (const [id, rect] of after) expect(rect, id).toEqual(before.get(id))
  })

  it('makes the same drawing of the same map every time', async () => {
    const [first, second] = [await sceneOf(shopMap()), await sceneOf(shopMap())]
    expect(JSON.stringify(drawScene(first, options))).toBe(JSON.stringify(drawScene(second, options)))
  })

  it('holds nothing but finite numbers within the picture, for any map', async () => {
    await forAny(anyMap, cases(300), async (map) => {
      const drawing = drawScene(await sceneOf(map), options)
      expect(numbersIn(drawing).every((it) => Number.isFinite(it) && Math.abs(it) < 1e6)).toBe(true)
      expect(drawing.width).toBeGreaterThan(0)
      expect(drawing.height).toBeGreaterThan(0)
    })
  })

  it('never lays one card over another', async () => {
    await forAny(hostileMaps({ nodes: 9, edges: 14 }), cases(150), async (map) => {
      const { cards } = await sceneOf(map)
      expect(pairsOf(cards).filter(([a, b]) => doOverlap(a.rect, b.rect))).toEqual([])
    })
  })

  it('starts and ends every line on the border of its card', async () => {
    await forAny(anyMap, cases(200), async (map) => {
      for (const { path, source, target } of (await sceneOf(map)).connectors) {
        expect(isOnBorder(startOf(path), source.rect)).toBe(true)
        expect(isOnBorder(endPointOf(path), target.rect)).toBe(true)
      }
    })
  })

  it('keeps the given positions and places the other nodes beside their neighbours', async () => {
    const nodes = [at('a', 10, 20), at('b', 300, 20), { id: 'c' }, { id: 'unlinked' }]
    const { cards } = await sceneOf(mapOf(nodes, [{ source: 'b', target: 'c' }]))
    const [a, b, c, unlinked] = cards.map((it) => it.rect)
    expect(a).toMatchObject({ x: 10, y: 20 })
    expect(b).toMatchObject({ x: 300, y: 20 })
    expect(c?.x).toBeGreaterThan(300 + (b?.width ?? 0))
    expect(unlinked?.y).toBeGreaterThan(20 + (a?.height ?? 0))
  })

  it('covers no card and no other label with a label where there is room', async () => {
    const nodes = ['a', 'b', 'c'].map((id) => ({ id }))
    const edges = [
      { source: 'a', target: 'b', label: 'one' },
      { source: 'a', target: 'b', label: 'two' },
      { source: 'b', target: 'a', label: 'three' },
      { source: 'a', target: 'c', label: 'four' },
    ]
    const { cards, labelRects } = await sceneOf(mapOf(nodes, edges))
    const rects = [...cards.map((it) => it.rect), ...labelRects.values()]

    expect(pairsOf(rects).filter(([a, b]) => doOverlap(a, b))).toEqual([])
  })

  it('spreads edges between the same two cards, in either direction', async () => {
    const edges = ['ab', 'ba', 'ab'].map(([source = '', target = '']) => ({ source, target }))
    const { connectors } = await sceneOf(mapOf([at('a', 0, 0), at('b', 400, 0)], edges))
    expect(new Set(connectors.map((it) => startOf(it.path).y)).size).toBe(3)
  })

  it('draws a placeholder at a dangling end', async () => {
    const { cards, connectors } = await sceneOf(mapOf([{ id: 'a' }], [{ source: 'a', target: 'gone' }]))
    expect(cards.map((it) => it.id)).toEqual(['a', 'gone'])
    expect(cards.map((it) => it.node?.id)).toEqual(['a', undefined])
    expect(connectors).toHaveLength(1)
  })

  it('gives a hub room for its edges, with its texts in the middle', async () => {
    const leaves = Array.from({ length: 24 }, (_, index) => `leaf ${index}`)
    const edges = leaves.map((target): MapEdge => ({ source: 'hub', target }))
    const scene = await sceneOf({ ...mapOf(['hub', ...leaves].map((id) => ({ id }))), edges })
    const { rect } = scene.cards[0]!
    const starts = scene.connectors.map((it) => startOf(it.path))
    for (const [index, { x, y }] of starts.entries()) {
      const nearest = Math.min(...starts.toSpliced(index, 1).map((it) => Math.hypot(it.x - x, it.y - y)))
      expect(nearest).toBeGreaterThanOrEqual(8)
    }
    const { items } = drawScene(scene, options)
    const text = items.find((it) => it.kind === 'text' && it.text === 'hub')
    expect(text).toMatchObject({ y: expect.closeTo(rect.y + rect.height / 2 + 5, 0) })
  })

  it('points arrowheads in the direction of their line', async () => {
    const edges = lineKinds.map((line) => ({ source: 'a', target: 'b', line }))
    const { connectors } = await sceneOf(mapOf([at('a', 0, 0), at('b', 400, 200)], edges))
    const directions = connectors.map((it) => endDirection(it.path))
    for (const direction of directions.slice(0, 3)) expect(direction).toEqual({ x: 1, y: 0 })
    expect(directions[3]?.y).toBeGreaterThan(0.5)
  })

  it('keeps a chain straight where one of its cards has a self loop', async () => {
    const edges = ['ab', 'bb', 'bc'].map(([source = '', target = '']) => ({ source, target }))
    const { cards, connectors } = await sceneOf(
      mapOf(
        ['a', 'b', 'c'].map((id) => ({ id })),
        edges,
      ),
    )
    expect(new Set(cards.map((it) => it.rect.y + it.rect.height / 2)).size).toBe(1)
    expect(startOf(connectors[1]!.path).y).toBeLessThan(startOf(connectors[2]!.path).y)
  })

  it('keeps the ends of self loops and other edges apart', async () => {
    const ends = ['aa', 'aa', 'aa', 'ab', 'ab', 'ab', 'ba', 'ca', 'ad']
    const edges = ends.map(([source = '', target = '']) => ({ source, target }))
    const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
    for (const map of [mapOf(nodes, edges), mapOf(nodes.slice(0, 2), edges.slice(0, 7))]) {
      const { cards, connectors } = await sceneOf(map)
      const onFirst = connectors
        .flatMap(({ path }) => [startOf(path), endPointOf(path)])
        .filter((it) => isOnBorder(it, cards[0]!.rect))
      const gaps = pairsOf(onFirst).map(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7)
    }
  })

  it('shows all cards whose positions are between 0 and 1', async () => {
    const nodes = [at('a', 0.5, 0.1), at('b', 0.2, 0.4), at('c', 0.6, 0.45), at('d', 0.3, 0.9)]
    const rects = (await sceneOf(mapOf(nodes, [{ source: 'a', target: 'a' }]))).cards.map((it) => it.rect)
    expect(pairsOf(rects).some(([a, b]) => doOverlap(a, b))).toBe(false)
    expect(rects.toSorted((a, b) => a.x - b.x)).toEqual([1, 3, 0, 2].map((it) => rects[it]))
  })

  it('spreads nodes that all have one position', async () => {
    const nodes = ['a', 'b', 'c'].map((id) => at(id, 7, 7))
    const { cards } = await sceneOf(mapOf(nodes, [{ source: 'a', target: 'b' }]))
    expect(pairsOf(cards).some(([a, b]) => doOverlap(a.rect, b.rect))).toBe(false)
  })

  it('shows nodes at extreme positions, and keeps the distance of near ones', async () => {
    const nodes = [at('west', -1e308, 0), at('here', 0, 0), at('near', 250, 0), at('east', 1e308, 0)]
    const [west, here, near, east] = (await sceneOf(mapOf(nodes))).cards.map((it) => it.rect.x)
    expect((near ?? 0) - (here ?? 0)).toBe(250)
    expect((east ?? 0) - (west ?? 0)).toBeLessThan(2000)
  })

  it('cuts labels and lengthens dashes only among more than 2,000 edges', async () => {
    const label = 'orders '.repeat(15).trim()
    const far = [at('a', 0, 0), at('b', 20_000, 0)]
    const drawingOf = async (count: number) => {
      const edges = Array.from({ length: count }, () => ({ source: 'a', target: 'b', label, dashed: true }))
      const { items } = drawScene(await sceneOf(mapOf(far, edges)), options)
      const texts = items.flatMap((it) => (it.kind === 'text' && it.text.includes('orders') ? [it.text] : []))
      const dashes = items.flatMap((it) => (it.kind === 'path' && it.dash ? [it.dash[0]!] : []))
      return { text: texts.slice(0, texts.length / count).join(' '), dash: Math.max(...dashes) }
    }
    const [usual, many] = [await drawingOf(1), await drawingOf(2_001)]
    expect(usual).toEqual({ text: label, dash: expect.closeTo(21.7, 1) })
    expect(many.text).toBe(`${label.slice(0, 39)}…`)
    expect(many.dash).toBeGreaterThan(200)
  })

  it('draws a large map without Graphviz, without overlaps', async () => {
    const nodes = Array.from({ length: 1_600 }, (_, index) => ({ id: `n${index}` }))
    const edges = nodes.slice(1).map(({ id }, index) => ({ source: `n${Math.floor(index / 3)}`, target: id }))
    const { cards } = await sceneOf(mapOf(nodes, edges))
    const rows = Map.groupBy(cards, (it) => it.rect.x)
    expect(rows.size).toBeGreaterThan(4)
    expect([...rows.values()].flatMap(pairsOf).some(([a, b]) => doOverlap(a.rect, b.rect))).toBe(false)
  })
})
