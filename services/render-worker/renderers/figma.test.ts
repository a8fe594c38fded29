import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type ArchitectureMap, type MapEdge, type MapNode, newMapSchema } from '@maps/shared/map'
import { times } from '../../../test/faults/run-size.ts'
import { cases } from '../../../test/rig/cases.ts'
import type { Rect } from '../scene/draw/display-list.ts'
import { estimated } from '../scene/text/measure.ts'
import { buildScene } from '../scene/scene.ts'
import { themes } from '../scene/draw/theme.ts'
import type { FigmaFile } from '../documents/figma-file.ts'
import { MAX_FIGMA_BYTES } from './figma.ts'
import { hostileDrawings } from '../../../test/maps/hostile-maps.ts'
import { boardOf } from '../../../test/maps/map-board.ts'
import { largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'

async function fileOf(map: ArchitectureMap): Promise<FigmaFile> {
  return JSON.parse(String(await boardOf(map)))
}

interface Shape {
  id: string
  name: string
  type: string
  characters: string
  absoluteBoundingBox: Rect
  [key: string]: unknown
}

async function childrenOf(map: ArchitectureMap): Promise<Shape[]> {
  return childrenIn(await fileOf(map))
}

function childrenIn({ document }: FigmaFile): Shape[] {
  const section = document.children[0]?.children[0]
  return section && 'children' in section ? (section.children as unknown as Shape[]) : []
}

/**
 * Figma's own description of its answer. Its `oneOf`s are read as `anyOf`: the two forms of a connector's end are both open objects
 * without a required member, so every end, Figma's own too, is both.
 */
function createJudge(): (file: unknown) => unknown[] {
  const path = createRequire(import.meta.url).resolve('@figma/rest-api-spec/openapi/openapi.yaml')
  const api = JSON.parse(JSON.stringify(parse(readFileSync(path, 'utf8'))).replaceAll('"oneOf":', '"anyOf":'))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validate = ajv.compile({
    ...api.components.responses.GetFileResponse.content['application/json'].schema,
    components: api.components,
  })
  return (file) => (validate(file) ? [] : (validate.errors ?? []))
}

/** How far the one is from being the other. */
function distanceOf(a: Rect, b: Rect): number {
  return Math.max(...(['x', 'y', 'width', 'height'] as const).map((it) => Math.abs(a[it] - b[it])))
}

describe('figma export', () => {
  const faultsOf = createJudge()
  const maps = hostileDrawings({ nodes: 6, edges: 8 })

  it.each([
    ['a shop', shopMap()],
    ['an empty map', mapOf([])],
    ['a single node', mapOf([{ id: 'a' }])],
    [
      'places at the ends of the number line',
      mapOf([
        { id: 'a', x: -1e308, y: 1e308 },
        { id: 'b', x: 1e308, y: 0 },
      ]),
    ],
    ['long texts', largeMap(30, 40)],
  ])('is what Figma itself would answer: %s', async (_name, map) => {
    expect(faultsOf(await fileOf(map))).toEqual([])
  })

  it('is what Figma itself would answer, for any map', async () => {
    await fc.assert(
      fc.asyncProperty(maps, async (map) => {
        expect(faultsOf(await fileOf(map))).toEqual([])
      }),
      { numRuns: cases(500) },
    )
  })

  it('has its shapes where the picture has its cards, and as large', async () => {
    await fc.assert(
      fc.asyncProperty(maps, async (map) => {
        const { cards } = await buildScene(map, themes.light, estimated)
        const shapes = (await childrenOf(map)).filter((it) => it.type === 'SHAPE_WITH_TEXT')
        expect(shapes.map((it) => it.name)).toEqual(cards.map((it) => it.id))
        const distances = shapes.map((it, index) => distanceOf(it.absoluteBoundingBox, cards[index]!.rect))
        expect(Math.max(0, ...distances)).toBeLessThan(0.01)
      }),
      { numRuns: cases(500) },
    )
  })

  it('carries the map itself, which can be posted again', async () => {
    await fc.assert(
      fc.asyncProperty(maps, async (map) => {
        const { maps: carried } = await fileOf(map)
        expect(carried).toEqual(map)
        const { name, nodes, edges, isPublic } = carried
        expect(newMapSchema.parse({ name, nodes, edges, isPublic })).toEqual({ name, nodes, edges, isPublic })
      }),
      { numRuns: cases(500) },
    )
  })

  describe('of a map that would make it too large', () => {
    const edgesOf = (count: number, endsOf: (index: number) => [string, string], label: string) =>
      Array.from({ length: count }, (_, index): MapEdge => {
        const [source, target] = endsOf(index)
        return { source, target, label }
      })
    const services = (count: number, label: string) =>
      Array.from({ length: count }, (_, index): MapNode => ({ id: `n${index}`, label, x: index * 300, y: 0 }))
    const anyTwo = (index: number): [string, string] => [`n${index % 100}`, `n${(index * 7) % 100}`]
    const missing = (index: number): [string, string] => [`from ${index}`, `to ${index}`]
    const farNames = (index: number): [string, string] => [`${'f'.repeat(150)} ${index}`, `${'t'.repeat(150)} ${index}`]

    const outOf: [what: string, map: ArchitectureMap, count: number][] = [
      ['nothing', mapOf(services(100, 'A'), edgesOf(2_000, anyTwo, 'w'.repeat(120))), 0],
      ['boxes', mapOf(services(100, 'A'), edgesOf(10_000, anyTwo, 'w'.repeat(120))), 1],
      ['long texts', mapOf(services(2_000, '文'.repeat(400)), edgesOf(10_000, anyTwo, 'w')), 2],
      ['endpoints that are no service', mapOf(services(100, 'A'), edgesOf(10_000, missing, '')), 3],
      ['endpoints with long names', mapOf(services(0, 'A'), edgesOf(10_000, farNames, '')), 3],
    ]
    it.each(outOf.slice(0, times(4, outOf.length)))(
      'leaves out %s, and says so',
      async (_name, map, count) => {
        const bytes = await boardOf(map)
        const file: FigmaFile = JSON.parse(String(bytes))
        const children = childrenIn(file)
        const texts = children.map((it) => [it.name, it.characters]).flat()

        expect(bytes.length).toBeLessThanOrEqual(MAX_FIGMA_BYTES)
        expect(file.leftOut?.length ?? 0).toBe(count)
        expect(file.maps).toEqual(map)
        expect(children.filter((it) => it.type === 'CONNECTOR')).toHaveLength(map.edges.length)
        expect(children.filter((it) => it.type === 'SHAPE_WITH_TEXT').length).toBeGreaterThanOrEqual(map.nodes.length)
        if (count >= 2) expect(Math.max(...texts.map((it) => it.length))).toBeLessThanOrEqual(25)
        expect(faultsOf(file)).toEqual([])
      },
      60_000,
    )
  })

  it('shows a map with something of everything', async () => {
    const text = `${JSON.stringify(await fileOf(shopMap()), null, 2)}\n`

    await expect(text).toMatchFileSnapshot('../../../test/golden/shop.figma.json')
  })

  it('gives the same bytes for the same map', async () => {
    expect(await boardOf(shopMap())).toEqual(await boardOf(shopMap()))
  })

  it('has a shape per node with all that its card says', async () => {
    const [shape] = await childrenOf(mapOf([{ id: 'a', label: 'API', tech: 'Go', spend: 2400, billing: ['usage'] }]))

    expect(shape).toMatchObject({ type: 'SHAPE_WITH_TEXT', name: 'a', characters: 'API\nGo\n$2,400/mo · usage' })
  })

  it.each([
    ['bezier', 'CURVED'],
    ['smoothstep', 'ELBOWED'],
    ['step', 'ELBOWED'],
    ['straight', 'STRAIGHT'],
  ] as const)('draws a %s line as %s', async (line, connectorLineType) => {
    const children = await childrenOf(mapOf([{ id: 'a' }, { id: 'b' }], [{ source: 'a', target: 'b', line }]))

    expect(children[2]).toMatchObject({ type: 'CONNECTOR', connectorLineType })
  })

  it.each([
    ['none', 'NONE', 'NONE'],
    ['end', 'NONE', 'LINE_ARROW'],
    ['both', 'LINE_ARROW', 'LINE_ARROW'],
  ] as const)('ends an edge with arrow %s in %s and %s', async (arrow, start, end) => {
    const children = await childrenOf(mapOf([{ id: 'a' }, { id: 'b' }], [{ source: 'a', target: 'b', arrow }]))

    expect(children[2]).toMatchObject({ connectorStartStrokeCap: start, connectorEndStrokeCap: end })
  })

  it('keeps label, colour and dashes of an edge', async () => {
    const edge = { source: 'a', target: 'b', label: 'SQL', color: '#ff0000', dashed: true }
    const children = await childrenOf(mapOf([{ id: 'a' }, { id: 'b' }], [edge]))

    expect(children[2]).toMatchObject({
      characters: 'SQL',
      strokes: [{ type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } }],
      strokeDashes: [6, 5],
    })
  })

  it('connects shapes that exist, a dangling edge too', async () => {
    const children = await childrenOf(mapOf([{ id: 'a' }], [{ source: 'a', target: 'gone' }]))
    const ids = children.map((it) => it.id)

    expect(children.map((it) => it.type)).toEqual(['SHAPE_WITH_TEXT', 'SHAPE_WITH_TEXT', 'CONNECTOR'])
    expect(children[2]).toMatchObject({
      connectorStart: { endpointNodeId: ids[0] },
      connectorEnd: { endpointNodeId: ids[1] },
    })
  })
})
