import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import { currencies } from '@maps/shared/map-values'
import { viewOf, type ViewRequest } from '@maps/shared/view/view'
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/rig/cases.ts'
import { renderAgents } from '../renderers/agents.ts'
import { renderClaude } from '../renderers/claude.ts'
import {
  lintMarkdown,
  outlineOf,
  listOutline,
  parseCommonMark,
  parseGfm,
  ignoreMapText,
  countNodes,
} from '../../../test/validators/markdown.ts'
import { parseLines } from '../../../test/validators/markdown-lines.ts'
import { hostileMaps, hostileMapsOfAllSizes } from '../../../test/maps/hostile-maps.ts'
import { excerptOf } from './compact-map.ts'
import { namedInCosts } from './costs-section.ts'
import { nameEndpoints } from './endpoint-names.ts'
import { annotatedEdges, unlistedEndpoints } from './map-sections.ts'
import { titleOf } from './map-words.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'

const formats = [
  {
    format: 'claude',
    render: renderClaude,
    golden: 'CLAUDE.md',
    placing: `
- Keep this file as \`docs/architecture.md\` and import it with a line
  \`@docs/architecture.md\` in \`CLAUDE.md\`. Never overwrite a file that was
  there before.
`,
  },
  {
    format: 'agents',
    render: renderAgents,
    golden: 'AGENTS.md',
    placing: `
- Keep this file as \`docs/architecture.md\` and have \`AGENTS.md\` say to read
  it first. Never overwrite a file that was there before.
`,
  },
]

/** Some maps are too large for a compact guide. Shrinking a large map would take minutes. */
const maps = fc.oneof(
  { weight: 199, arbitrary: hostileMapsOfAllSizes },
  { weight: 1, arbitrary: fc.noShrink(hostileMaps({ nodes: 60, edges: 90 })) },
)
/** Reading like GitHub takes twice as long. */
const readers = fc.nat(7).map((it) => (it === 0 ? parseGfm : parseCommonMark))

describe.each(formats)('a guide for $format', ({ format, render, golden, placing }) => {
  const guideOf = async (map: ArchitectureMap, compact = false, api = apiUrl, costs = true): Promise<string> =>
    (await render({ map, options: { compact, costs }, apiUrl: api })).bytes.toString()
  const headingsOf = (guide: string) => [...guide.matchAll(/^## (.*)$/gm)].map((it) => it[1])

  it('shows a map with something of everything', async () => {
    await expect(await guideOf(shopMap())).toMatchFileSnapshot(`../../../test/golden/${golden}`)
  })

  it('says how to show it to the agent without overwriting a file', async () => {
    expect(await guideOf(shopMap(), true)).toContain(placing)
  })

  it('has sections that a repository cannot have, after the sections of every map', async () => {
    const expected = ['Services', 'Dependencies', 'Working rules', 'Connections', 'Ids', 'Costs', 'Refresh']
    expect(headingsOf(await guideOf(shopMap()))).toEqual(expected)
  })

  it('names as its first rule what tells which services depend on one: a command that works on the file, and a tool', async () => {
    const guide = await guideOf(shopMap())
    const rule = /## Working rules\n\n- ([^]*?)\n- /.exec(guide)?.[1] ?? ''
    const commands = [...rule.matchAll(/`grep -F -- '(.+)' docs\/architecture\.md`/g)].map((it) => it[1]!)
    const find = (command: string, name: string, input: string): string[] => {
      const words = ['-F', '--', command.replace('NAME', name)]
      return execFileSync('grep', words, { input, encoding: 'utf8' }).trimEnd().split('\n')
    }
    const [users, used] = commands.map((it) => find(it, 'Checkout API', guide))
    expect(users).toEqual(['- Storefront → Checkout API', '- Checkout API → Checkout API'])
    expect(used).toHaveLength(4)
    expect(rule).toContain('Only lines such as\n  `- A → B` with this very name count')
    // As an agent does: with the name as the list of services has it, in a shell.
    const findInShell = (command: string, name: string, input: string): string => {
      const script = `grep -F -- '${command.replace('NAME', () => name.replaceAll("'", String.raw`'\''`))}'`
      return execFileSync('/bin/sh', ['-c', script], { input, encoding: 'utf8' })
    }
    expect(rule).toContain("any `'` in it as `'\\''`")
    for (const label of [
      'db_1',
      'a_b',
      'Auth | SSO',
      '1. Gateway',
      '2) Orders',
      '#alerts',
      '- x',
      '+ y',
      '> z',
      "Bob's API",
      "x'; exit 7; '",
      '@acme/orders',
      'Worker [eu]',
      'Jobs *',
      'Pay $',
      'a~b',
      '__init__',
      'Vec<T>',
      'Orders.v1',
      '\\d',
    ]) {
      const ends = [
        { source: 'web', target: 'x' },
        { source: 'x', target: 'api' },
      ]
      const other = await guideOf(mapOf([{ id: 'x', label }, { id: 'web' }, { id: 'api' }], ends))
      const [, written = ''] = /^- \*\*(.+)\*\*$/m.exec(other)!
      expect(findInShell(commands[0]!, written, other), label).toBe(`- web → ${written}\n`)
      expect(findInShell(commands[1]!, written, other), label).toBe(`- ${written} → api\n`)
    }
    expect(rule).toContain('Over several steps: the tool `get_map`')
    expect(await guideOf(largeMap(500, 2_000), true)).toContain('Of the whole map: the tool `get_map`')
  })

  it('tells where to look for dependencies that lead both ways, if there are any', async () => {
    const ends = { source: 'a', target: 'b' }
    const nodes = [{ id: 'a' }, { id: 'b' }]
    const rule = "is also a row of\n  Connections: `grep -F -- '| NAME |' docs/architecture.md`."
    expect(await guideOf(mapOf(nodes, [{ ...ends, arrow: 'both' }]))).toContain(rule)
    expect(await guideOf(mapOf(nodes, [{ ...ends, label: 'reads' }]))).not.toContain('is also a row')
  })

  it('has in Connections only what Dependencies does not say, and that once', async () => {
    const edges = [
      { source: 'a', target: 'b' },
      { source: 'a', target: 'b', label: 'Uses' },
      { source: 'a', target: 'b', label: 'reads' },
      { source: 'a', target: 'b', label: ' reads' },
      { source: 'a', target: 'b', label: 'depends on', dashed: true },
      { source: 'b', target: 'a', label: 'reads' },
    ]
    const guide = await guideOf(mapOf([{ id: 'a' }, { id: 'b' }], edges))
    expect(guide.match(/^- [ab] → [ab]$/gm)).toHaveLength(edges.length)
    expect(guide.match(/^\| [ab] \|.*$/gm)).toEqual([
      '| a | b | reads | | |',
      '| a | b | depends on | | yes |',
      '| b | a | reads | | |',
    ])
  })

  it('tells of an edge without arrowheads, which is no dependency, and tells it apart from one with an arrowhead', async () => {
    const ends = { source: 'a', target: 'b' }
    const guide = await guideOf(
      mapOf([{ id: 'a' }, { id: 'b' }], [ends, { ...ends, arrow: 'none' }, { ...ends, arrow: 'none' }]),
    )
    expect(guide.match(/^\| [ab] \|.*$/gm)).toEqual(['| a | b | | none | |'])
  })

  it('counts the services of a group that have no cost, also where the group has one', async () => {
    const nodes = [{ id: 'pay-a', spend: 5 }, { id: 'pay-b' }, { id: 'pay-c' }, { id: 'web', spend: 1 }, { id: 'mail' }]
    const whole = mapOf(nodes)
    const view = viewOf(whole, { collapse: 'pay' })!
    const map = { ...whole, nodes: view.nodes, edges: view.edges }
    for (const further of [{}, { maxTokens: 2_000 }]) {
      const options = { compact: false, costs: true, collapse: 'pay', ...further }
      const guide = (await render({ map, view, options, apiUrl })).bytes.toString()
      expect(guide).toContain('- Without a cost: 3 services\n')
    }
    expect(await guideOf(whole)).toContain('- Without a cost: 3 services\n')
  })

  it('names the option for a compact one if it has more than 200 lines', async () => {
    for (let count = 160; count < 190; count++) {
      const guide = await guideOf(mapOf(Array.from({ length: count }, (_, index) => ({ id: `${index}` }))))
      expect(guide.includes('`compact=true`'), `${count} services`).toBe(guide.split('\n').length - 1 > 200)
    }
    expect(await guideOf(largeMap(500, 2_000), true)).not.toContain('`compact=true`')
  })

  it('never adds amounts of different currencies', async () => {
    const nodes = [
      { id: 'a', spend: 1000 },
      { id: 'b', spend: 500.5, currency: 'USD' as const },
      { id: 'c', spend: 1200, currency: 'EUR' as const },
      { id: 'd' },
    ]
    expect(await guideOf(mapOf(nodes))).toContain(`## Costs

- Total per month in USD: $1.5k; biggest: a, b
- Total per month in EUR: €1.2k; biggest: c
- Without a cost: 1 service
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

  it('omits empty sections', async () => {
    const guide = await guideOf(mapOf([{ id: 'a' }]))
    expect(headingsOf(guide)).toEqual(['Services', 'Dependencies', 'Working rules', 'Refresh'])
  })

  it('contains no amount with costs=false, which its refresh command repeats', async () => {
    const guide = await guideOf(shopMap(), false, apiUrl, false)
    expect(guide).not.toMatch(/[€¥]|CHF|## Costs|Billed|\(\$/)
    expect(guide).toContain(`/export/${format}?costs=false'`)
    expect(guide).toContain('- **Storefront** - Next.js 16\n')
  })

  it('explains names of services that share a label, and of dangling ends', async () => {
    const nodes = [
      { id: 'mongo', label: 'Cosmos DB', tech: 'MongoDB API' },
      { id: 'sql', label: 'Cosmos DB' },
    ]
    const edges = [
      { source: 'mongo', target: 'sql', label: 'copies', arrow: 'both' as const },
      { source: 'sql', target: 'bank|1', dashed: true },
    ]
    expect(await guideOf(mapOf(nodes, edges))).toContain(String.raw`## Dependencies

- Cosmos DB (mongo) → Cosmos DB (sql)
- Cosmos DB (sql) → bank\|1
`)
    expect(await guideOf(mapOf(nodes, edges))).toContain(String.raw`## Connections

| From | To | What | Direction | Dashed |
| - | - | - | - | - |
| Cosmos DB (mongo) | Cosmos DB (sql) | copies | both ways | |
| Cosmos DB (sql) | bank\|1 | | | yes |

## Ids

| Name | Id | Label | Tech |
| - | - | - | - |
| Cosmos DB (mongo) | mongo | Cosmos DB | MongoDB API |
| Cosmos DB (sql) | sql | Cosmos DB | |
| bank\|1 | bank\|1 | *not in Services* | |
`)
  })

  it('contains the command that fetches it again', async () => {
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

  it('has at most 149 lines when compact, and counts what it left out', async () => {
    const guide = await guideOf(largeMap(500, 2_000), true)
    expect(guide.split('\n').length - 1).toBeLessThan(150)
    const listed = countNodes(parseGfm(guide))['listItem']!
    const [services, dependencies] = [...guide.matchAll(/^Left out: (\d+)/gm)].map((it) => Number(it[1]))
    expect(listed).toBeGreaterThan(2_500 - services! - dependencies!)
    expect(guide).toContain(`Left out: ${services} services, the least connected. See the export without`)
    expect(guide).toContain(`Left out: ${dependencies} dependencies. See the export without`)
    expect(countNodes(parseGfm(guide))['listItem']).toBeGreaterThanOrEqual(40)
    expect(lintMarkdown(guide, ignoreMapText)).toEqual([])
  })

  it.each<ViewRequest>([{}, { hide: 's0' }, { hide: 'none*' }, { collapse: 's5' }, { focus: 's3', depth: 3 }])(
    'has at most 149 lines when compact, with all that a guide can have: %j',
    async (request) => {
      for (let count = 20; count <= 60; count++) {
        const nodes = Array.from({ length: count }, (_, at) => ({
          id: `s${at}`,
          label: 'Twin',
          billing: ['usage' as const],
          ...(at < 2 * currencies.length && { spend: at + 1, currency: currencies[at % currencies.length]! }),
        }))
        const edges = nodes.map(({ id }, at) => {
          return { source: id, target: `s${(at + 1) % count}`, label: `calls ${at}`, arrow: 'both' as const }
        })
        const whole = mapOf(nodes, edges)
        const view = viewOf(whole, request)
        const map = view ? { ...whole, nodes: view.nodes, edges: view.edges } : whole
        const options = { compact: true, costs: true, ...request }
        const guide = (await render({ map, view, options, apiUrl })).bytes.toString()
        expect(guide.split('\n').length - 1, `${count} services`).toBeLessThan(150)
      }
    },
  )

  it('does not say that there are no dependencies where it left them out', async () => {
    const gateways = Array.from({ length: 50 }, (_, index) => ({ id: `gateway-${index}` }))
    const calls = gateways.flatMap(({ id }) =>
      Array.from({ length: 10 }, (_, index) => ({ source: id, target: `${id}-${index}` })),
    )
    const guide = await guideOf(mapOf([...gateways, ...calls.map((it) => ({ id: it.target }))], calls), true)
    expect(guide).toContain('## Dependencies\n\nNone of them is shown.\n\nLeft out: 500 dependencies.')
    expect(await guideOf(mapOf(gateways), true)).toContain('## Dependencies\n\nNo dependencies yet.\n')
  })

  it('names every end that it shows when compact, also of services that the map does not have', async () => {
    const nodes = Array.from({ length: 100 }, (_, index) => ({ id: `n${index}` }))
    const labelled = Array.from({ length: 30 }, (_, index) => {
      return { source: `n${30 + (index % 10)}`, target: `n${30 + ((index * 7) % 10)}`, label: `calls ${index}` }
    })
    const missing = nodes
      .slice(0, 26)
      .flatMap(({ id }) =>
        Array.from({ length: 12 }, (_, index) => ({ source: id, target: `${id}-${index}`, label: 'reads' })),
      )
    const guide = await guideOf(mapOf(nodes, [...labelled, ...missing]), true)
    expect(guide).toMatch(/^- n\d+ → n\d+-\d+$/m)
    expect(guide).not.toContain('undefined')
  })

  it('is complete for a small map when compact', async () => {
    expect(await guideOf(shopMap(), true)).not.toContain('Left out')
  })

  it('never lets map text become structure or an import', async () => {
    const property = fc.asyncProperty(maps, fc.boolean(), readers, async (map, compact, read) => {
      const guide = await guideOf(map, compact)
      expect(outlineOf(read(guide)).filter((it) => !it.endsWith('emphasis'))).toEqual(
        expectedOutline(map, guide, compact, read === parseGfm),
      )
      expect(guide).not.toMatch(/(?:^|\s)@((?:[^\s\\]|\\ )+)/)
      if (compact) expect(guide.split('\n').length).toBeLessThanOrEqual(150)
    })
    await fc.assert(property, { numRuns: cases(1_000) })
  }, 120_000)

  it('gives markdownlint nothing to find', async () => {
    const property = fc.asyncProperty(hostileMaps({ nodes: 3, edges: 3 }), async (map) => {
      expect(lintMarkdown(await guideOf(map), ignoreMapText)).toEqual([])
    })
    await fc.assert(property, { numRuns: cases(250) })
    expect(lintMarkdown(await guideOf(shopMap()), { MD013: false })).toEqual([])
    expect(lintMarkdown(await guideOf(mapOf([])))).toEqual([])
  })
})

it.each([{}, { compact: 'true' }])('a guide explains every name of its costs: %j', async (query) => {
  const many = largeMap(40, 9_000, 'x')
  const dear = { id: 'db-main', label: 'Main database', spend: 9_000 }
  const twins = ['a', 'b'].map((id) => ({ id, label: 'Cache', spend: 400, billing: ['usage' as const] }))
  for (const map of [mapOf([...many.nodes, dear], many.edges), mapOf(twins, [])]) {
    const options = fileFormatTable.claude.options.parse(query)
    const guide = (await renderClaude({ map, options, apiUrl })).bytes.toString()
    const found = parseLines(guide)
    // A compact guide leaves out services, but not their labels.
    const explained = new Set([
      ...map.nodes.map((it) => it.label),
      ...found.flatMap((it) => (it.section === 'Ids' ? it.found['name'] : undefined) ?? []),
    ])
    const named = found
      .filter((it) => it.section === 'Costs')
      .flatMap((it) => [it.found['biggest'], it.found['names']].flat())
    const names = named.flatMap((it) => it?.split(', ') ?? [])
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((it) => !explained.has(it) && !/^\d+ more$/.test(it))).toEqual([])
  }
})

/** The outline of a guide for a map. @param guide used only for the number of services and dependencies it shows */
function expectedOutline(map: ArchitectureMap, guide: string, isCompact: boolean, knowsTables: boolean): string[] {
  const leftOut = (noun: string): number => Number(new RegExp(`^Left out: (\\d+) ${noun}`, 'm').exec(guide)?.[1] ?? 0)
  const services = map.nodes.length - leftOut('service')
  const dependencies = map.edges.length - leftOut('dependenc')
  const sizes = isCompact ? [80, 72, 64, 57, 51, 45, 40, 36, 32, 28, 25, 22, 19, 17, 15] : []
  const shown = sizes
    .map((it) => excerptOf(map, it))
    .find((it) => it.nodes.length === services && it.edges.length === dependencies)
  const edges = (shown ?? map).edges
  const names = nameEndpoints({ nodes: map.nodes, edges })
  const unlisted = unlistedEndpoints(edges, names, namedInCosts(map.nodes))
  const hasDirections = edges.some((it) => it.arrow === 'both' || it.arrow === 'none')
  const rules = 5 + (unlisted.length > 0 ? 1 : 0) + (hasDirections ? 1 : 0)
  const tableOf = (title: string, rows: readonly unknown[], columns: number): string[] => {
    if (rows.length === 0) return []
    if (!knowsTables) return [`## ${title}`, 'paragraph']
    const row = ['  tableRow', ...Array.from({ length: columns }, () => '    tableCell')]
    return [`## ${title}`, 'table', ...row, ...rows.flatMap(() => row)]
  }
  return [
    ...[`# ${titleOf(map)}`, 'blockquote', '  paragraph'],
    ...['## Services', ...listOutline(services, 'strong')],
    ...(services < map.nodes.length ? ['paragraph'] : []),
    ...['## Dependencies', ...listOutline(dependencies)],
    ...(dependencies < map.edges.length ? ['paragraph'] : []),
    ...['## Working rules', ...listOutline(rules)],
    ...tableOf('Connections', annotatedEdges(edges), 5),
    ...tableOf('Ids', unlisted, 4),
    ...(costLines(map) > 0 ? ['## Costs', ...listOutline(costLines(map))] : []),
    ...['## Refresh', 'paragraph', 'code'],
  ]
}

/** The total of each currency, how many services have no cost, and what is billed by usage. */
function costLines({ nodes }: ArchitectureMap): number {
  const known = nodes.filter((it) => it.spend !== undefined)
  const unknown = known.length > 0 && known.length < nodes.length ? 1 : 0
  const usage = nodes.some((it) => it.billing?.includes('usage')) ? 1 : 0
  return new Set(known.map((it) => it.currency ?? 'USD')).size + unknown + usage
}
