import type { ArchitectureMap, MapEdge } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairsOf } from '../../../../test/gallery/pairs.ts'
import { hostileMaps } from '../../../../test/maps/hostile-maps.ts'
import { mapOf } from '../../../../test/maps/sample-map.ts'
import { cases } from '../../../../test/rig/cases.ts'
import { doOverlap } from '../geometry/rect.ts'
import { buildScene, defaultOptions } from '../scene.ts'
import { estimated } from '../text/measure.ts'
import { drawScene } from './drawing.ts'
import { themes } from './theme.ts'

/** A map of edges such as `web>db`. */
function mapOfEdges(text: string): ArchitectureMap {
  const edges = text.split(' ').map((it): MapEdge => {
    const [source = '', target = ''] = it.split('>')
    return { source, target }
  })
  const ids = new Set(edges.flatMap((it) => [it.source, it.target]))
  return mapOf(
    [...ids].filter((it) => it !== 'gone').map((id) => ({ id })),
    edges,
  )
}

async function drawn(map: ArchitectureMap, chips?: number) {
  const scene = await buildScene(map, themes.light, estimated, { ...defaultOptions, chips })
  const lines = scene.connectors.map(({ edge }) => `${edge.source}>${edge.target}`)
  const footers = scene.cards.map(({ id, content }) => [id, content.footer.flat().map((it) => it.text)] as const)
  const { items } = drawScene(scene, { theme: 'light', background: undefined, padding: 48, legend: true })
  const texts = items.flatMap((it) => (it.kind === 'text' ? [it.text] : []))
  return { scene, lines, texts, marks: Object.fromEntries(footers.filter(([, it]) => it.length > 0)) }
}

const shop = mapOfEdges('web>api web>db api>db jobs>db jobs>api db>db api>mail')

describe('shared services', () => {
  it('have no marks where a connection also leads back', async () => {
    const { edges, ...map } = mapOfEdges('a>bus b>bus')
    const { lines } = await drawn({ ...map, edges: edges.map((it) => ({ ...it, arrow: 'both' })) }, 2)
    expect(lines).toEqual(['a>bus', 'b>bus'])
  })

  it('are marks on the cards of their callers instead of lines, and tell their number of callers', async () => {
    const { lines, marks, scene } = await drawn(shop, 3)
    expect(lines).toEqual(['web>api', 'jobs>api', 'db>db', 'api>mail'])
    expect(marks).toEqual({ web: ['db'], api: ['db'], jobs: ['db'], db: ['3 callers'] })
    expect(scene.cards.filter((it) => it.id === 'db')).toHaveLength(1)
  })

  it('have lines where they call others, have fewer callers, or without the option', async () => {
    const all = (await drawn(shop)).lines
    expect(all).toHaveLength(7)
    expect((await drawn(shop, 4)).lines).toEqual(all)
    const { lines } = await drawn(mapOfEdges('a>db b>db c>db db>backup'), 3)
    expect(lines).toHaveLength(4)
  })

  it('count each caller once, also one that is no service of the map', async () => {
    expect((await drawn(mapOfEdges('a>db a>db a>db'), 2)).lines).toHaveLength(3)
    const { marks } = await drawn(mapOfEdges('gone>db a>db a>db'), 2)
    expect(marks).toEqual({ gone: ['db'], a: ['db'], db: ['2 callers'] })
  })

  it('are explained in the legend, also of a map of one colour, only if there are any', async () => {
    const note = 'Calls of services with 3 callers or more'
    expect((await drawn(shop, 3)).texts).toContain(note)
    expect((await drawn(shop, 4)).texts.some((it) => it.startsWith('Calls of'))).toBe(false)
  })

  it('are at most twelve on a card, and the number of the others', async () => {
    const stores = Array.from({ length: 30 }, (_, index) => `store-${index}`)
    const map = mapOfEdges(stores.flatMap((it) => [`a>${it}`, `b>${it}`]).join(' '))
    const { marks } = await drawn(map, 2)
    expect(marks['a']).toHaveLength(13)
    expect(marks['a']!.at(-1)).toBe('18 more')
  })

  it('move what a map places below marks, so that no mark is covered', async () => {
    const map = mapOfEdges('web>db web>queue jobs>db jobs>queue api>db api>queue')
    const nodes = map.nodes.map((it, index) => ({ ...it, x: 0, y: index * 70 }))
    const { scene } = await drawn({ ...map, nodes }, 3)
    expect(pairsOf(scene.cards).filter(([a, b]) => doOverlap(a.rect, b.rect))).toEqual([])
    expect(scene.cards.map((it) => it.rect.y)).toEqual(scene.cards.map((it) => it.rect.y).toSorted((a, b) => a - b))
  })

  it('leave every other edge a line, and no card on another, in any map', async () => {
    await fc.assert(
      fc.asyncProperty(hostileMaps({ nodes: 7, edges: 14 }), async (map) => {
        const { scene, lines, marks } = await drawn(map, 2)
        const isGone = ({ source, target }: MapEdge): boolean => !lines.includes(`${source}>${target}`)
        for (const { target } of map.edges.filter(isGone)) expect(marks[target]?.at(-1)).toMatch(/^\d+ callers$/)
        expect(pairsOf(scene.cards).filter(([a, b]) => doOverlap(a.rect, b.rect))).toEqual([])
      }),
      { numRuns: cases(100) },
    )
  })
})
