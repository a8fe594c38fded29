import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArchitectureMap } from '@maps/shared/map'
import { hostileStyledMaps } from '../../../test/maps/hostile-maps.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { cases } from '../../../test/rig/cases.ts'
import type { excalidrawFile } from '../documents/excalidraw-file.ts'
import { themes } from '../scene/draw/theme.ts'
import { buildScene } from '../scene/scene.ts'
import { estimated } from '../scene/text/measure.ts'
import { createExcalidrawRenderer } from './excalidraw.ts'

const render = createExcalidrawRenderer(estimated)
const bytesOf = async (map: ArchitectureMap) => (await render({ map, options: {}, apiUrl })).bytes
type Elements = ReturnType<typeof excalidrawFile>['elements']
const elementsOf = async (map: ArchitectureMap) =>
  (JSON.parse(String(await bytesOf(map))) as { elements: Elements }).elements

const rectangles = (elements: Elements) => elements.filter((it) => it.type === 'rectangle')
const arrows = (elements: Elements) => elements.filter((it) => it.type === 'arrow')
const texts = (elements: Elements) => elements.filter((it) => it.type === 'text')

describe('an Excalidraw file', () => {
  it('has the cards of the picture with their texts, in the colours of their roles', async () => {
    const map = shopMap()
    const elements = await elementsOf(map)
    const scene = await buildScene(map, themes.light, estimated)
    const cards = rectangles(elements)
    expect(cards.map(({ x, y, strokeColor }) => [x, y, strokeColor])).toEqual(
      scene.cards.map(({ rect, accent }) => [rect.x, rect.y, accent]),
    )
    const textOf = (id: string) => texts(elements).find((it) => it.containerId === id)?.text
    expect(textOf('card-0')).toBe('Storefront\nNext.js 16\n$2,400/mo · flat')
    expect([cards.at(-1)!.strokeStyle, textOf(cards.at(-1)!.id)]).toEqual(['dashed', 'payment-provider'])
    expect(texts(elements)[0]).toMatchObject({ text: 'Shop & Co: #1 architecture', containerId: null })
  })

  it('has room for its title, which is larger than in the picture, and for the rows of a card', async () => {
    const name = 'Payments platform of the European shop'
    const billing = ['seat', 'usage', 'flat'] as const
    const map = { ...mapOf([{ id: 'a', label: 'A', tech: 'Go', spend: 12_500, billing: [...billing] }]), name }
    const scene = await buildScene(map, themes.light, estimated)
    const [title, card] = texts(await elementsOf(map))
    expect(title!.width).toBeCloseTo((28 / 20) * scene.titleBlock.title[0]!.width)
    const { footer } = scene.cards[0]!.content
    expect(footer.length).toBeGreaterThan(1)
    expect(card!.text.split('\n')).toHaveLength(2 + footer.length)
  })

  it('has the lines of the picture: routes, dashes, arrowheads, and labels in their fonts', async () => {
    const nodes = [
      { id: 'a', x: 0, y: 0 },
      { id: 'b', x: 400, y: 200 },
    ]
    const edges = [
      { source: 'a', target: 'b', label: 'both', arrow: 'both' as const, labelFont: 'mono' as const, labelSize: 20 },
      { source: 'b', target: 'a', line: 'step' as const, dashed: true, color: '#ff0000', arrow: 'none' as const },
    ]
    const map = mapOf(nodes, edges)
    const elements = await elementsOf(map)
    const [curve, step] = arrows(elements)
    const scene = await buildScene(map, themes.light, estimated)
    expect(curve).toMatchObject({
      startArrowhead: 'triangle',
      endArrowhead: 'triangle',
      roundness: { type: 2 },
      strokeStyle: 'solid',
    })
    expect(step).toMatchObject({
      startArrowhead: null,
      endArrowhead: null,
      roundness: null,
      strokeStyle: 'dashed',
      strokeColor: 'rgba(255, 0, 0, 1)',
    })
    const [{ path }] = scene.connectors as [(typeof scene.connectors)[number]]
    expect([curve!.x, curve!.y]).toEqual([path.segments[0]![0].x, path.segments[0]![0].y])
    for (const [x, y] of step!.points.map((point, index, all) => [
      point[0] - (all[index - 1]?.[0] ?? 0),
      point[1] - (all[index - 1]?.[1] ?? 0),
    ]))
      expect(Math.min(Math.abs(x!), Math.abs(y!))).toBeCloseTo(0)
    expect(texts(elements).find((it) => it.containerId === curve!.id)).toMatchObject({
      text: 'both',
      fontSize: 20,
      fontFamily: 8,
    })
  })

  it('binds texts and arrows in both directions, for any map, and is the same for the same map', async () => {
    const property = fc.asyncProperty(hostileStyledMaps({ nodes: 6, edges: 8 }), async (map) => {
      const elements = await elementsOf(map)
      const byId = new Map(elements.map((it) => [it.id, it]))
      expect(byId.size).toBe(elements.length)
      expect(arrows(elements)).toHaveLength(map.edges.length)
      for (const { id, boundElements } of elements)
        for (const it of boundElements) {
          const bound = byId.get(it.id)
          expect(bound?.type).toBe(it.type)
          if (bound?.type === 'text') expect(bound.containerId).toBe(id)
          else if (bound?.type === 'arrow')
            expect([bound.startBinding.elementId, bound.endBinding.elementId]).toContain(id)
        }
      for (const { id, startBinding, endBinding, points } of arrows(elements)) {
        expect(points.flat().every(Number.isFinite)).toBe(true)
        expect(points[0]).toEqual([0, 0])
        for (const { elementId, fixedPoint } of [startBinding, endBinding]) {
          expect(byId.get(elementId)?.boundElements).toContainEqual({ type: 'arrow', id })
          for (const share of fixedPoint) expect(share >= 0 && share <= 1).toBe(true)
        }
      }
      expect((await bytesOf(map)).equals(await bytesOf(map))).toBe(true)
    })
    await fc.assert(property, { numRuns: cases(300) })
  })

  it('has at most 12 MiB, and is refused for more connections than can be edited', async ({ annotate }) => {
    const { length } = await bytesOf(largeMap(2_000, 2_000))
    await annotate(`2,000 services and connections with the longest texts: ${length} bytes`)
    expect(length).toBeLessThan(12 * 1024 ** 2)
    await expect(bytesOf(largeMap(10, 2_001, 'a'))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('2,000 connections'),
    })
  })
})
