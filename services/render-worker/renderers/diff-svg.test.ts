import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { largestMap } from '../../../test/maps/largest-maps.ts'
import { teaShopVersions } from '../../../test/gallery/map-versions.ts'
import { apiUrl, mapOf } from '../../../test/maps/sample-map.ts'
import { createFonts } from '../fonts/fonts.ts'
import { createDiffSvgRenderer } from './diff-svg.ts'

const render = createDiffSvgRenderer(createFonts())

async function svgOf(from: ArchitectureMap, map: ArchitectureMap, query = {}): Promise<string> {
  const options = fileFormatTable['diff.svg'].options.parse({ from: '3', to: '7', ...query })
  return (await render({ map, from, options, apiUrl })).bytes.toString()
}

describe('the picture of two maps as SVG', () => {
  it('tells the change to readers who do not see it', async () => {
    const { from, to } = teaShopVersions
    const svg = await svgOf(from, to)
    expect(svg).toMatch(/<title id="\w+">Tea shop, from version 3 to version 7<\/title>/)
    const description = /<desc [^>]*>(.*?)<\/desc>/.exec(svg)![1]!
    expect(description).toMatch(
      /^2 services added, 1 removed, 2 changed; 3 connections added, 2 removed, 1 changed\. \$10,244 → \$10,534 {2}· {2}€1,320 → €0 {2}· {2}£780 {2}· {2}¥128,000 per month\. /,
    )
    expect(description).toContain('added: Cache (Valkey, $180); ')
    for (const [id, change] of [
      ['cache', 'added'],
      ['search', 'removed'],
      ['orders', 'changed'],
    ])
      expect(svg).toContain(`<g data-node="${id}" data-change="${change}">`)
    expect(svg).toContain('<title>Search (removed)</title>')
    expect(svg).toContain('<g data-node="web"><title>Storefront</title>')
    expect(svg).toMatch(/data-source="orders" data-target="cache" data-change="added"/)
  })

  it('counts the changes that it does not tell', async () => {
    const nodes = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `n${at}` }))
    expect(await svgOf(mapOf(nodes(1)), mapOf(nodes(33)))).toContain('added: n30; and 2 further changes</desc>')
    expect(await svgOf(mapOf(nodes(1)), mapOf(nodes(31)))).not.toContain('further change')
  })

  it('has both versions and the day above it, also for maps with long names', async () => {
    const [production, next] = ['production', 'next quarter'].map((it) =>
      mapOf([], [], `Payments platform (${it}), Europe`),
    )
    const svg = await svgOf(production!, next!, { base: production!.id })
    const shown = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((it) => it[1]).join(' ')
    expect(shown).toContain(
      'From Payments platform (production), Europe (version 3) to Payments platform (next quarter), Europe',
    )
    expect(shown).toContain('1 March 2026')
    const renamed = await svgOf(mapOf([{ id: 'a' }], [], '支払'.repeat(90)), mapOf([], [], 'Shop'))
    expect(renamed).toMatch(/>[^<]*1 service removed[^<]*<\/text>/)
  })

  it('counts what was moved in maps with positions alone', async () => {
    const nodes = (x: number): MapNode[] => [
      { id: 'a', x, y: 0 },
      { id: 'b', spend: x, x: 400, y: 0 },
    ]
    expect(await svgOf(mapOf(nodes(0)), mapOf(nodes(9)))).toContain('>1 service changed; 1 element moved<')
    const unplaced = nodes(9).map(({ id, spend }): MapNode => ({ id, spend }))
    const [first, second] = [unplaced, unplaced.toReversed().map((it) => ({ ...it, tech: 'Go' }))].map((it) =>
      mapOf(it),
    )
    expect(await svgOf(first!, second!)).toContain('>2 services changed<')
  })

  it('tells changes apart without colours, by dashes and badges, and has no moving dots', async () => {
    const node = (id: string, more = {}) => ({ id, ...more })
    const svg = await svgOf(
      mapOf([node('same'), node('gone'), node('dear', { spend: 1 })]),
      mapOf([node('same'), node('new'), node('dear', { spend: 2 })]),
    )
    const card = (id: string): string => svg.split(`<g data-node="${id}"`)[1]!.split('</g>')[0]!
    const badge = (text: string): number => text.split('<circle').length - 1
    expect(['same', 'new', 'gone', 'dear'].map((it) => badge(card(it)))).toEqual([0, 1, 1, 1])
    const dashes = [...svg.matchAll(/stroke-dasharray:([^;}]*)/g)].map((it) => it[1])
    expect(new Set(dashes)).toEqual(new Set(['1.5 4.5', '9 4.5']))
    expect(svg).not.toContain('animateMotion')
  })

  it('says that nothing changed, follows the theme of its page, and is the same for the same maps', async () => {
    const { from, to } = teaShopVersions
    expect(await svgOf(from, from)).toContain('>No change. ')
    const adaptive = await svgOf(from, to, { theme: 'auto' })
    expect(adaptive).toContain('prefers-color-scheme')
    expect(await svgOf(from, to, { theme: 'auto' })).toBe(adaptive)
    expect(await svgOf(from, to, { title: 'false', legend: 'false' })).not.toMatch(/>(Added|From version 3.*)<\/text>/)
  })

  it('takes less processor time than it has for the largest maps, even if they have nothing in common', async () => {
    const mapBytes = { nodes: 1_500_000, edges: 2_000_000 }
    const { nodes, edges } = largestMap('every field', mapBytes)
    const other = (id: string): string => `other ${id}`
    const to = mapOf(
      nodes.map((it) => ({ ...it, id: other(it.id), label: other(it.id) })),
      edges.map((it) => ({ ...it, source: other(it.source), target: other(it.target) })),
    )
    const started = process.threadCpuUsage()
    const svg = await svgOf(mapOf(nodes, edges), to)
    const { user } = process.threadCpuUsage(started)
    const counts = '2,000 services added, 2,000 removed; 10,000 connections added, 10,000 removed'
    expect(/<desc [^>]*>([^.]*)/.exec(svg)![1]).toBe(counts)
    expect(user / 1_000_000).toBeLessThan(fileFormatTable['diff.svg'].limitMs / 1_000)
  })
})
