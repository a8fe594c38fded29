import type { ArchitectureMap } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderAgents } from '../renderers/agents.ts'
import { renderClaude } from '../renderers/claude.ts'
import {
  lintMarkdown,
  outlineOf,
  outlineOfList,
  readCommonMark,
  readMarkdown,
  rulesForOurPart,
  structureOf,
} from '../../../test/judges/markdown-judge.ts'
import { hostileMaps, hostileMapsOfAllSizes } from '../../../test/maps/hostile-maps.ts'
import { titleOf } from './map-words.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'

const renderers = { claude: renderClaude, agents: renderAgents }

/** Some are more than a compact guide has room for; to shrink one of those would take minutes. */
const maps = fc.oneof(
  { weight: 199, arbitrary: hostileMapsOfAllSizes },
  { weight: 1, arbitrary: fc.noShrink(hostileMaps({ nodes: 60, edges: 90 })) },
)
/** Reading as GitHub does takes twice as long. */
const readers = fc.nat(7).map((it) => (it === 0 ? readMarkdown : readCommonMark))

describe.each(['claude', 'agents'] as const)('a guide for %s', (format) => {
  const guideOf = async (map: ArchitectureMap, compact = false, api = apiUrl): Promise<string> => {
    const { bytes } = await renderers[format]({ map, options: { compact }, apiUrl: api, signal: AbortSignal.abort() })
    return bytes.toString()
  }

  it('has what a repository cannot tell, after the sections of every map', async () => {
    const headings = [...(await guideOf(shopMap())).matchAll(/^## (.*)$/gm)].map((it) => it[1])
    expect(headings).toEqual(['Services', 'Dependencies', 'Working rules', 'Costs', 'Refresh'])
  })

  it('never adds amounts of different currencies', async () => {
    const nodes = [
      { id: 'a', spend: 1000 },
      { id: 'b', spend: 500.5, currency: 'USD' as const },
      { id: 'c', spend: 1200, currency: 'EUR' as const },
      { id: 'd' },
    ]
    expect(await guideOf(mapOf(nodes))).toContain(`## Costs

- Total per month: USD 1,500.50 + EUR 1,200; 1 service without a cost
- Biggest in USD: a (USD 1,000), b (USD 500.50)
- Biggest in EUR: c (EUR 1,200)
`)
  })

  it('names the services that are billed by usage, whether or not their cost is known', async () => {
    const nodes = [
      { id: 'a', billing: ['usage' as const] },
      { id: 'b', billing: ['flat' as const, 'usage' as const] },
      { id: 'c', billing: ['seat' as const] },
    ]
    expect(await guideOf(mapOf(nodes))).toContain('## Costs\n\n- Billed by usage, so they grow with load: a, b\n')
  })

  it('says so when no costs are set', async () => {
    expect(await guideOf(mapOf([{ id: 'a' }]))).toContain('## Costs\n\nNo costs are set.\n')
  })

  it('tells the command that fetches it again', async () => {
    const command = `curl --fail --silent --show-error --create-dirs \\
  --header "Authorization: Bearer $MAPS_TOKEN" \\
  --output docs/architecture.md \\
  '${apiUrl}/maps/0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90/export/${format}`
    expect(await guideOf(shopMap())).toContain(`${command}'\n`)
    expect(await guideOf(shopMap(), true)).toContain(`${command}?compact=true'\n`)
  })

  it('quotes an address that would end its quotes', async () => {
    expect(await guideOf(shopMap(), false, "https://a.bc/'$(x)")).toContain(String.raw`'https://a.bc/'\''$(x)/maps/`)
  })

  it('is never longer than 149 lines when compact, and says what it left out', async () => {
    const guide = await guideOf(largeMap(500, 2_000), true)
    expect(guide.split('\n').length - 1).toBeLessThan(150)
    expect(guide).toContain('Left out: 456 services, the least connected. See the export without `compact`.')
    expect(guide).toContain('Left out: 1956 dependencies. See the export without `compact`.')
    expect(structureOf(readMarkdown(guide))['listItem']).toBeGreaterThanOrEqual(88)
    expect(lintMarkdown(guide, rulesForOurPart)).toEqual([])
  })

  it('leaves nothing out of a small map when compact', async () => {
    expect(await guideOf(shopMap(), true)).not.toContain('Left out')
  })

  it('never lets map text become structure or an import', async () => {
    const property = fc.asyncProperty(maps, fc.boolean(), readers, async (map, compact, read) => {
      const guide = await guideOf(map, compact)
      expect(outlineOf(read(guide))).toEqual(expectedOutline(map, compact))
      expect(guide).not.toMatch(/(?:^|\s)@((?:[^\s\\]|\\ )+)/)
      if (compact) expect(guide.split('\n').length).toBeLessThanOrEqual(150)
    })
    await fc.assert(property, { numRuns: 5_000 })
  }, 120_000)

  it('gives markdownlint nothing to find', async () => {
    const property = fc.asyncProperty(hostileMaps({ nodes: 3, edges: 3 }), async (map) => {
      expect(lintMarkdown(await guideOf(map), rulesForOurPart)).toEqual([])
    })
    await fc.assert(property, { numRuns: 250 })
    expect(lintMarkdown(await guideOf(shopMap()), { MD013: false })).toEqual([])
    expect(lintMarkdown(await guideOf(mapOf([])))).toEqual([])
  })
})

function expectedOutline(map: ArchitectureMap, isCompact: boolean): string[] {
  const shown = isCompact ? shownWhenCompact(map) : { services: map.nodes.length, dependencies: map.edges.length }
  return [
    ...[`# ${titleOf(map)}`, 'blockquote', '  paragraph'],
    ...['## Services', ...outlineOfList(shown.services, 'strong')],
    ...(shown.services < map.nodes.length ? ['paragraph'] : []),
    ...['## Dependencies', ...outlineOfList(shown.dependencies)],
    ...(shown.dependencies < map.edges.length ? ['paragraph'] : []),
    ...['## Working rules', ...outlineOfList(5)],
    ...['## Costs', ...outlineOfList(costLines(map))],
    ...['## Refresh', 'paragraph', 'code'],
  ]
}

/** There is room for 88 lines, half of them for either kind where both are too many. */
function shownWhenCompact({ nodes, edges }: ArchitectureMap): { services: number; dependencies: number } {
  const services = Math.min(nodes.length, Math.max(44, 88 - edges.length))
  return { services, dependencies: Math.min(edges.length, 88 - services) }
}

/** The total, the biggest of each currency in which anything costs, and what is billed by usage. */
function costLines({ nodes }: ArchitectureMap): number {
  const paid = nodes.filter((it) => (it.spend ?? 0) > 0)
  const total = nodes.some((it) => it.spend !== undefined) ? 1 : 0
  const usage = nodes.some((it) => it.billing?.includes('usage')) ? 1 : 0
  return total + new Set(paid.map((it) => it.currency ?? 'USD')).size + usage
}
