import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { viewOf } from '@maps/shared/view/view'
import { describe, expect, it } from 'vitest'
import { apiUrl, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { generateMap } from '../../../test/bench/maps.ts'
import { createFonts } from '../fonts/fonts.ts'
import { createSvgRenderer } from './svg.ts'

const render = createSvgRenderer(createFonts())

async function svgOf(map: ArchitectureMap, query = {}, isForPublicLink?: true): Promise<string> {
  const options = fileFormatTable.svg.options.parse(query)
  return (await render({ map, options, apiUrl, isForPublicLink })).bytes.toString()
}

/** The embedded font families, with the letters before them that differ from file to file. */
function fontsOf(svg: string): string[] {
  return [...svg.matchAll(/@font-face\{font-family:([\w-]+);[^}]*\}/g)].map((it) => it[1]!)
}

function nodesOf(count: number, of: (index: number) => Partial<MapNode>): MapNode[] {
  return Array.from({ length: count }, (_, index) => ({ id: `n${index}`, ...of(index) }))
}

describe('svg', () => {
  it('is the same for the same map', async () => {
    expect(await svgOf(shopMap(), { theme: 'auto' })).toBe(await svgOf(shopMap(), { theme: 'auto' }))
  })

  it.each<[string, Partial<MapEdge>, string[]]>([
    ['without fields', {}, ['maps-sans']],
    ['with a label', { label: 'orders' }, ['maps-sans', 'maps-sketch']],
    ['with a label in mono', { label: 'a => b', labelFont: 'mono' }, ['maps-sans', 'maps-mono']],
    ['with a label in Chinese', { label: '支付' }, ['maps-sans', 'maps-sc']],
  ])('has the fonts that an edge %s needs, and no others', async (_edge, edge, families) => {
    const svg = await svgOf(mapOf([{ id: 'a' }, { id: 'b' }], [{ source: 'a', target: 'b', ...edge }]))
    const fonts = new Set(fontsOf(svg))
    expect(new Set([...fonts].map((it) => it.slice(4)))).toEqual(new Set(families))
    for (const font of fonts) expect(svg).toMatch(new RegExp(`(?<!face\\{)font-family:[^;}]*\\b${font}\\b`))
    const other = await svgOf(mapOf([{ id: 'c' }, { id: 'd' }], [{ source: 'c', target: 'd', ...edge }]))
    expect(fonts.intersection(new Set(fontsOf(other)))).toEqual(new Set())
  })

  it('has a title also where the name of the map has no visible letter', async () => {
    expect(await svgOf(mapOf([], [], '\u200b'))).toContain('>Untitled map</title>')
  })

  it('describes connections with their arrowheads', async () => {
    const nodes = [{ id: 'a', label: 'Web' }, { id: 'b', label: '\u2800' }, { id: 'c' }]
    const edges: MapEdge[] = [
      { source: 'a', target: 'b' },
      { source: 'b', target: 'c', arrow: 'both', label: 'syncs' },
      { source: 'c', target: 'a', arrow: 'none' },
    ]
    const text = 'Architecture map: 3 services, 3 connections. Web → b; b ↔ c (syncs); c – Web'
    expect(await svgOf(mapOf(nodes, edges))).toContain(`>${text}</desc>`)
  })

  it('describes a view as one', async () => {
    const whole = mapOf([{ id: 'pay-a' }, { id: 'pay-b' }, { id: 'web' }])
    const view = viewOf(whole, { collapse: 'pay' })!
    const map = { ...whole, nodes: view.nodes, edges: view.edges }
    const { bytes } = await render({
      map,
      view,
      options: fileFormatTable.svg.options.parse({ collapse: 'pay' }),
      apiUrl,
    })
    expect(bytes.toString()).toContain('>View of 3 of 3 services: pay collapsed. 0 connections.')
  })

  it('contains neither ids nor exact costs for a public link', async () => {
    const id = 'secret-name'
    const map = mapOf([{ id, label: 'Web', spend: 2_431.17 }], [{ source: id, target: 'mail' }])
    const svg = await svgOf(map, {}, true)
    expect(svg).not.toMatch(/secret-name|2,431/)
    expect(svg).toContain('data-source="n1" data-target="mail"')
    expect(await svgOf(map)).toContain('2,431.17')
  })

  it('has costs as amounts, beside bars, or not at all', async () => {
    const map = mapOf([{ id: 'web', spend: 2_431.17, billing: ['usage'] }])
    expect(await svgOf(map, { costs: 'amounts' })).toBe(await svgOf(map))
    expect(await svgOf(map, { costs: 'bars' })).toContain('2,431.17')
    const without = await svgOf(map, { costs: 'none' })
    expect(without).not.toMatch(/2,431|per month/)
    expect(without).toContain('usage')
  })

  it('of 50 services with 75 connections takes less than 200 KB', async () => {
    for (const family of ['placed', 'unplaced'] as const) {
      const svg = await svgOf(generateMap({ family, nodes: 50, index: 0, seed: 1 }))
      expect(svg.length).toBeLessThan(200_000)
    }
  })

  it('of 10,000 edges with long labels is in the plain form: a few megabytes, and no names', async () => {
    const label = { label: 'W'.repeat(120), labelFont: 'mono', labelSize: 48 } as const
    const edges = Array.from({ length: 10_000 }, (_, index): MapEdge => {
      return { source: `n${index % 100}`, target: `n${(index * 7) % 100}`, ...label }
    })
    const nodes = nodesOf(100, () => ({ label: 'x'.repeat(500) }))
    const started = process.threadCpuUsage()
    const svg = await svgOf(mapOf(nodes, edges))
    const { user } = process.threadCpuUsage(started)
    expect(svg.length).toBeLessThan(6 * 1024 ** 2)
    expect(svg).not.toMatch(/data-|animateMotion|linearGradient/)
    expect(user / 1_000_000).toBeLessThan(fileFormatTable.svg.limitMs / 1_000)
  })

  it('has fonts for the first characters of a map that has thousands of them', async () => {
    const label = (first: number): string => String.fromCodePoint(...Array.from({ length: 200 }, (_, it) => first + it))
    const svg = await svgOf(mapOf(nodesOf(50, (index) => ({ label: label(0x4e00 + index * 200) }))))
    const embedded = fontsOf(svg).filter((it) => it.endsWith('maps-sc'))
    expect(embedded.length).toBeGreaterThan(5)
    // No font without a character.
    expect(svg).not.toContain('unicode-range:}')
    expect(svg.length).toBeLessThan(1024 ** 2)
  })
})
