import type { ArchitectureMap } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderAgents } from '../renderers/agents.ts'
import { renderClaude } from '../renderers/claude.ts'
import {
  lintMarkdown,
  nodesOf,
  readMarkdown,
  rulesForOurPart,
  structureOf,
} from '../../../test/judges/markdown-judge.ts'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'

const renderers = { claude: renderClaude, agents: renderAgents }

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
    const property = fc.asyncProperty(hostileMaps({ nodes: 4, edges: 4 }), fc.boolean(), async (map, compact) => {
      const guide = await guideOf(map, compact)
      const root = readMarkdown(guide)
      const kinds = new Set(nodesOf(root).map((it) => it.type))
      const allowed = ['root', 'heading', 'blockquote', 'paragraph', 'list', 'listItem', 'strong', 'code', 'text']
      expect([...kinds].filter((it) => ![...allowed, 'inlineCode'].includes(it))).toEqual([])
      const { heading, blockquote, code, list = 0, strong = 0 } = structureOf(root)
      expect({ heading, blockquote, code }).toEqual({ heading: 6, blockquote: 1, code: 1 })
      expect(strong).toBe(map.nodes.length)
      expect(root.children.filter((it) => it.type === 'list')).toHaveLength(list)
      expect(guide).not.toMatch(/(?:^|\s)@((?:[^\s\\]|\\ )+)/)
      expect(guide.split('\n').length).toBeLessThan(150)
    })
    await fc.assert(property, { numRuns: 500 })
  })

  it('gives markdownlint nothing to find', async () => {
    const property = fc.asyncProperty(hostileMaps({ nodes: 3, edges: 3 }), async (map) => {
      expect(lintMarkdown(await guideOf(map), rulesForOurPart)).toEqual([])
    })
    await fc.assert(property, { numRuns: 100 })
    expect(lintMarkdown(await guideOf(shopMap()), { MD013: false })).toEqual([])
    expect(lintMarkdown(await guideOf(mapOf([])))).toEqual([])
  })
})
