import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { abbreviateMoney } from '@maps/shared/money'
import { oneLine, serviceName } from '@maps/shared/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/rig/cases.ts'
import { nameEndpoints } from '../documents/endpoint-names.ts'
import { titleOf } from '../documents/map-words.ts'
import { hostileMaps, hostileMapsOfAllSizes } from '../../../test/maps/hostile-maps.ts'
import {
  lintMarkdown,
  allNodes,
  outlineOf,
  listOutline,
  parseCommonMark,
  parseGfm,
  ignoreMapText,
  countNodes,
  textOf,
} from '../../../test/validators/markdown.ts'
import { renderMarkdown } from './markdown.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'

describe('the markdown export', () => {
  it('has the shape of the interface specification', async () => {
    const nodes: MapNode[] = [
      { id: 'web', label: 'Storefront', tech: 'Next.js', spend: 2400 },
      { id: 'db', label: 'Orders', tech: 'PostgreSQL', spend: 800 },
    ]
    expect(await markdownOf(mapOf(nodes, [{ source: 'web', target: 'db' }]))).toBe(`# Shop

> Architecture map, exported by Maps Service.

## Services

- **Storefront** - Next.js ($2.4k)
- **Orders** - PostgreSQL ($800)

## Dependencies

- Storefront → Orders
`)
  })

  it.each<[string, MapNode, string]>([
    ['the id stands in for a missing label', { id: 'web', tech: 'Go' }, '- **web** - Go'],
    ['the id stands in for an invisible label', { id: 'web', label: ' \u200b\n' }, '- **web**'],
    ['the id stands in for a label without ink', { id: 'web', label: '\u2800\u3164\u00a0' }, '- **web**'],
    ['a word stands in for an invisible id', { id: ' ' }, '- **unnamed**'],
    ['no dash without tech', { id: 'web', label: 'Web', spend: 2400 }, '- **Web** ($2.4k)'],
    ['no dash for empty tech', { id: 'web', label: 'Web', tech: '' }, '- **Web**'],
    ['no parentheses without spend', { id: 'web', label: 'Web', tech: 'Go' }, '- **Web** - Go'],
    ['a spend of 0 is a spend', { id: 'web', label: 'Web', spend: 0 }, '- **Web** ($0)'],
    ['the symbol follows the currency', { id: 'web', spend: 1200, currency: 'EUR' }, '- **web** (€1.2k)'],
    ['an amount in tech is no cost', { id: 'w', tech: 'Redis ($5)' }, '- **w** - Redis \\(\\$5)'],
    ['nor a version', { id: 'w', tech: 'Python (v3.14)' }, '- **w** - Python \\(v3.14)'],
    ['nor an amount before the cost', { id: 'w', tech: 'A (€5k)', spend: 7 }, '- **w** - A \\(€5k) ($7)'],
    ['nor one after a link', { id: 'w', tech: 'a@b.cd (CHF 5)' }, '- **w** - `a@b.cd` \\(CHF 5)'],
    ['other parentheses are kept', { id: 'w', tech: 'Go ($5) (beta)' }, '- **w** - Go (\\$5) (beta)'],
    ['a line break is a space', { id: 'web', label: 'a\r\n\r\n# b' }, '- **a # b**'],
    ['usual punctuation is kept', { id: 'w', label: 'R&D - C# (.NET), v2.1!' }, '- **R&D - C# (.NET), v2.1!**'],
    [
      'an import is escaped',
      { id: 'w', label: '@docs/a.md', tech: '(@b) a @ b' },
      '- **\\@docs/a.md** - (\\@b) a \\@ b',
    ],
    ['a link is code', { id: 'w', label: 'see www.a.bc/d', tech: 'me@a.bc' }, '- **see `www.a.bc/d`** - `me@a.bc`'],
  ])('%s', async (_, node, line) => {
    expect(linesOf(await markdownOf(mapOf([node])), 'Services')).toEqual([line])
  })

  it('cuts a text of many addresses', async () => {
    const label = Array.from({ length: 10 }, (_, index) => `a${index}@b.cd`).join(' or ')
    const code = Array.from({ length: 8 }, (_, index) => `\`a${index}@b.cd\``).join(' or ')
    expect(linesOf(await markdownOf(mapOf([{ id: 'w', label }])), 'Services')).toEqual([`- **${code} or …**`])
  })

  it.each<[string, MapEdge, string]>([
    ['ends print labels', { source: 'a', target: 'b' }, '- Api → Backend'],
    ['an end that no node has prints as it is', { source: 'a', target: 'x1' }, '- Api → x1'],
    ['equal labels are distinguished by id', { source: 'c1', target: 'c2' }, '- Cache (c1) → Cache (c2)'],
    ['labels that look equal are distinguished, too', { source: 'd1', target: 'd2' }, '- Café (d1) → Café (d2)'],
    ['the label of the edge is not shown', { source: 'a', target: 'a', label: 'retries' }, '- Api → Api'],
    ['no name holds the arrow', { source: 'a', target: 'x → y' }, '- Api → x -> y'],
    ['an end that could start a block is escaped', { source: '1. x', target: '- y' }, '- 1\\. x → \\- y'],
  ])('%s', async (_, edge, line) => {
    const nodes = [
      { id: 'a', label: 'Api' },
      { id: 'b', label: 'Backend' },
      { id: 'c1', label: 'Cache' },
      { id: 'c2', label: 'Cache' },
      { id: 'd1', label: 'Café' },
      { id: 'd2', label: 'Cafe\u0301' },
    ]
    expect(linesOf(await markdownOf(mapOf(nodes, [edge])), 'Dependencies')).toEqual([line])
  })

  it('keeps both sections of an empty map and says that they are empty', async () => {
    const markdown = await markdownOf(mapOf([]))
    expect(linesOf(markdown, 'Services')).toEqual(['No services yet.'])
    expect(linesOf(markdown, 'Dependencies')).toEqual(['No dependencies yet.'])
    expect(lintMarkdown(markdown)).toEqual([])
  })

  it('gives the same bytes for the same map', async () => {
    expect(await markdownOf(shopMap())).toBe(await markdownOf(shopMap()))
  })

  it('shows a map with something of everything', async () => {
    const markdown = await markdownOf(shopMap())
    expect(lintMarkdown(markdown)).toEqual([])
    await expect(markdown).toMatchFileSnapshot('../../../test/golden/shop.md')
  })

  it('writes the largest map', async () => {
    const structure = countNodes(parseGfm(await markdownOf(largeMap(200, 1_000))))
    expect(structure).toMatchObject({ listItem: 1_200, list: 2, heading: 4, table: 1 })
  })

  it('never lets map text become structure, and loses none of it', async () => {
    const readers = fc.constantFrom(parseGfm, parseCommonMark)
    const property = fc.asyncProperty(hostileMapsOfAllSizes, readers, async (map, read) => {
      const root = read(await markdownOf(map))
      expect(outlineOf(root)).toEqual(expectedOutline(map))
      const items = allNodes(root).filter((it) => it.type === 'listItem')
      expect(items.map(textOf)).toEqual(expectedItems(map))
    })
    await fc.assert(property, { numRuns: cases(1_000) })
  }, 120_000)

  it('gives markdownlint nothing to find, for any map', async () => {
    const property = fc.asyncProperty(hostileMaps({ nodes: 3, edges: 3 }), async (map) => {
      expect(lintMarkdown(await markdownOf(map), ignoreMapText)).toEqual([])
    })
    await fc.assert(property, { numRuns: cases(250) })
  })

  it('contains no import of agents and no invisible character', async () => {
    const property = fc.asyncProperty(hostileMaps({ nodes: 4, edges: 4 }), async (map) => {
      const markdown = await markdownOf(map)
      expect(markdown).not.toMatch(/(?:^|\s)@((?:[^\s\\]|\\ )+)/)
      expect(markdown).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/,
      )
    })
    await fc.assert(property, { numRuns: cases(1_000) })
  })
})

async function markdownOf(map: ArchitectureMap): Promise<string> {
  const { bytes } = await renderMarkdown({ map, options: { connections: false }, apiUrl })
  return bytes.toString()
}

function linesOf(markdown: string, section: string): string[] {
  const [, after = ''] = markdown.split(`## ${section}\n\n`)
  return (after.split('\n\n')[0] ?? '').trimEnd().split('\n')
}

function expectedOutline(map: ArchitectureMap): string[] {
  return [
    [`# ${titleOf(map)}`, 'blockquote', '  paragraph'],
    ['## Services', ...listOutline(map.nodes.length, 'strong')],
    ['## Dependencies', ...listOutline(map.edges.length)],
  ].flat()
}

function expectedItems(map: ArchitectureMap): string[] {
  const { nameOf } = nameEndpoints(map)
  const services = map.nodes.map((node) => {
    const tech = oneLine(node.tech ?? '')
    const spend = node.spend === undefined ? '' : ` (${abbreviateMoney(node.spend, node.currency ?? 'USD')})`
    return serviceName(node) + (tech && ` - ${tech}`) + spend
  })
  const dependencies = map.edges.map((edge) => `${nameOf(edge.source)} → ${nameOf(edge.target)}`)
  return [...services, ...dependencies]
}
