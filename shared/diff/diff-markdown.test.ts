import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { hostileMaps } from '../../test/maps/hostile-maps.ts'
import { cases } from '../../test/rig/cases.ts'
import type { MapEdge, MapNode } from '../map.ts'
import { diffMarkdown } from './diff-markdown.ts'
import { changeLines } from './diff-words.ts'
import { diffMaps, type MapContent } from './map-diff.ts'

const sides = { from: 'main', to: 'the map' }
const write = (from: MapContent, to: MapContent, maxLength?: number): string =>
  diffMarkdown({ from, to, diff: diffMaps(from, to) }, sides, maxLength)
const parse = (text: string) =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children

const shop = {
  name: 'Shop',
  nodes: [
    { id: 'web', label: 'Storefront', spend: 320 },
    { id: 'api', label: 'Orders', tech: 'Node.js', spend: 2_400 },
    { id: 'old', label: 'Legacy' },
  ],
  edges: [
    { source: 'web', target: 'api', label: 'orders' },
    { source: 'web', target: 'old' },
  ],
}
const later = {
  name: 'Web shop',
  nodes: [
    { id: 'front', label: 'Storefront', spend: 320 },
    { id: 'api', label: 'Orders', tech: 'Go', spend: 900, currency: 'EUR' as const },
    { id: 'db', label: 'Orders', tech: 'PostgreSQL', spend: 700 },
  ],
  edges: [
    { source: 'front', target: 'api', label: 'orders', dashed: true },
    { source: 'api', target: 'db' },
  ],
}

describe('a diff as Markdown', () => {
  it('has what else changed of a renamed service in its row, and counts it once', () => {
    const from = {
      nodes: [
        { id: 'a', label: 'X', spend: 10 },
        { id: 'b', label: 'B' },
      ],
      edges: [],
    }
    const to = {
      nodes: [
        { id: 'a2', label: 'X', spend: 20 },
        { id: 'b', label: 'C' },
      ],
      edges: [],
    }
    const text = write(from, to)
    expect(text).toContain('the map: 1 service renamed, 1 changed.')
    expect(text.match(/^\| (?!Change|-).*$/gm)).toEqual([
      '| renamed | X | id: "a" → "a2"; cost: \\$10 → \\$20 |',
      '| changed | C | label: "B" → "C" |',
    ])
  })

  it('tells no change of costs that is too small to be seen in their currency', () => {
    const costing = (spend: number) => ({ nodes: [{ id: 'a', spend, currency: 'JPY' as const }], edges: [] })
    expect(write(costing(100.4), costing(100.45))).not.toContain('per month')
    expect(write(costing(100.4), costing(100.6))).toContain('¥100 → ¥101 (+¥1)')
  })

  it('has a sentence, costs, a row for each change, and a picture with classes', () => {
    expect(write(shop, later))
      .toBe(`From main to the map: renamed from "Shop"; 1 service added, 1 removed, 1 renamed, 1 changed; 1 connection added, 1 removed, 1 changed.

- USD per month: \\$2,720 → \\$1,020 (-\\$1,700)
- EUR per month: €0 → €900 (+€900)

| Change | Service or connection | Details |
| - | - | - |
| added | Orders (db) | PostgreSQL, \\$700 |
| removed | Legacy | |
| renamed | Storefront | id: "web" → "front" |
| changed | Orders (api) | cost: \\$2,400 → €900; tech: "Node.js" → "Go" |
| added | Orders (api) → Orders (db) | |
| removed | Storefront → Legacy | |
| changed | Storefront → Orders (api) | dashed: false → true |

\`\`\`mermaid
flowchart LR
  n0["Storefront"]:::changed
  n1["Orders<br>Go"]:::changed
  n2["Orders<br>PostgreSQL"]:::added
  n3["Legacy"]:::removed
  n0 -.->|"orders"| n1
  n1 --> n2
  n0 --> n3
  classDef added stroke:#1a7f37,stroke-width:3px
  linkStyle 1 stroke:#1a7f37,stroke-width:3px
  classDef removed stroke:#cf222e,stroke-width:3px,stroke-dasharray:2 4
  linkStyle 2 stroke:#cf222e,stroke-width:3px,stroke-dasharray:2 4
  classDef changed stroke:#bf8700,stroke-width:3px,stroke-dasharray:6 3
  linkStyle 0 stroke:#bf8700,stroke-width:3px,stroke-dasharray:6 3
\`\`\`

Green is added, red removed, yellow changed.
`)
    expect(write(shop, structuredClone(shop))).toBe('From main to the map: no change.\n')
  })

  it('tells which of several connections between two services changed', () => {
    const nodes = [{ id: 'a' }, { id: 'b' }]
    const [one, other] = [
      { source: 'a', target: 'b', label: 'reads' },
      { source: 'a', target: 'b' },
    ]
    const from = { name: 'Shop', nodes, edges: [one, other] }
    for (const [edges, details] of [
      [[{ ...one, dashed: true }, other], 'label: "reads"; dashed: false → true'],
      [[one, { ...other, dashed: true }], 'label: none; dashed: false → true'],
    ] as const) {
      const to = { ...from, edges: [...edges] }
      expect([...changeLines({ from, to, diff: diffMaps(from, to) })]).toEqual([
        { kind: 'changed', subject: 'a → b', details },
      ])
    }
  })

  it('tells apart services that look the same, and says what changed even if the amount looks the same', () => {
    const long = 'x'.repeat(70)
    const nodes: MapNode[] = [
      { id: 'a', label: 'Café' },
      { id: 'b', label: 'Cafe\u0301', spend: 0.001 },
      { id: 'c', label: `${long}1` },
      { id: 'd', label: `${long}2`, spend: 5 },
      { id: 'e', label: 'API' },
      { id: 'API', billing: [] },
    ]
    const changed = [
      { ...nodes[0]!, currency: 'EUR' as const },
      { ...nodes[1]!, spend: 0.002 },
      { ...nodes[2]!, tech: '' },
      { ...nodes[3]!, currency: 'USD' as const },
      { ...nodes[4]!, label: 'API', tech: 'Go' },
      { id: 'API', tech: 'Go' },
    ]
    const text = write({ nodes, edges: [] }, { nodes: changed, edges: [] })
    const name = `${long.slice(0, 59)}…`
    for (const row of [
      'Café (a) | currency: "USD" → "EUR"',
      'Café (b) | spend: 0.001 → 0.002',
      `${name} (c) | tech: none → ""`,
      `${name} (d) | currency: none → "USD"`,
      'API (e) | tech: none → "Go"',
      'API (API) | billing: \\[] → none; tech: none → "Go"',
    ]) {
      expect(text.replaceAll(/ +\|/g, ' |')).toContain(`| changed | ${row} |`)
    }
  })

  it('tells apart what looks the same in the two maps, and the directions of connections', () => {
    const from = { nodes: [{ id: 'a', label: 'API', tech: 'Go' }, { id: 'z' }], edges: [{ source: 'z', target: 'a' }] }
    const to = {
      nodes: [{ id: 'b', label: 'API', tech: 'Rust' }, { id: 'z' }],
      edges: [
        { source: 'z', target: 'b', arrow: 'both' as const },
        { source: 'b', target: 'z', arrow: 'none' as const },
      ],
    }
    const lines = changeLines({ from, to, diff: diffMaps(from, to) }).map((it) => `${it.kind} ${it.subject}`)
    expect([...lines]).toEqual([
      'added API (b)',
      'removed API (a)',
      'added z ↔ API (b)',
      'added API (b) – z',
      'removed z → API (a)',
    ])
    const [old, renamed] = ['a', 'b'].map((id) => ({ nodes: [{ id, label: 'API' }], edges: [] }))
    const rename = changeLines({ from: old!, to: renamed!, diff: diffMaps(old!, renamed!) })
    expect([...rename].map((it) => it.subject)).toEqual(['API'])
  })

  it('names no map as renamed that was compared with another', () => {
    const named = (id: string, name: string) => ({ id, name, nodes: [], edges: [] })
    expect(write(named('1', 'Staging'), named('2', 'Production'))).toBe('From main to the map: no change.\n')
    expect(write(named('1', 'Shop'), named('1', 'Store'))).toContain('renamed from "Shop"')
  })

  it('shows where values differ, and quotes texts, so that none looks like another change', () => {
    const long = 'x'.repeat(100)
    const nodes: MapNode[] = [
      { id: 'a', tech: `${long}1${long}` },
      { id: 'b', tech: 'Web ' },
      { id: 'c' },
      { id: 'd', tech: 'Go' },
    ]
    const changed = [
      { id: 'a', tech: `${long}2${long}` },
      { id: 'b', tech: 'Web' },
      { id: 'c', tech: 'none' },
      { id: 'd', tech: 'Go; cost: €2 → €1' },
    ]
    const edges: MapEdge[] = [{ source: 'a', target: 'b' }]
    const text = write({ nodes, edges }, { nodes: changed, edges: [{ ...edges[0]!, arrow: 'none' }] })
    const x = (count: number) => 'x'.repeat(count)
    for (const row of [
      `a | tech: "…${x(30)}1${x(27)}…" → "…${x(30)}2${x(27)}…"`,
      'b | tech: "Web", in characters that cannot be seen',
      'c | tech: none → "none"',
      'd | tech: "Go" → "Go; cost: €2 → €1"',
      'a – b | arrow: "end" → "none"',
    ]) {
      expect(text.replaceAll(/ +\|/g, ' |')).toContain(`| changed | ${row} |`)
    }
  })

  it('draws what changed of a large map, and the ends of its connections', () => {
    const nodes: MapNode[] = Array.from({ length: 600 }, (_, at) => ({ id: `n${at}` }))
    const edges = nodes.slice(1).map(({ id }, at) => ({ source: `n${at}`, target: id }))
    const picture = write({ nodes, edges }, { nodes: nodes.with(9, { id: 'n9', label: 'Nine' }), edges })
    expect(picture.match(/^ {2}n\d\["\w+"\]/gm)).toEqual(['  n0["n8"]', '  n1["Nine"]', '  n2["n10"]'])
  })

  it('is one paragraph, list, table and picture for any map: its texts are no Markdown, mention or HTML', () => {
    const property = fc.property(
      hostileMaps({ nodes: 5, edges: 5 }),
      hostileMaps({ nodes: 5, edges: 5 }),
      (from, to) => {
        const diff = diffMaps(from, to)
        const text = write(from, to)
        const blocks = parse(text)
        const rows = [...Object.values(diff.nodes), ...Object.values(diff.edges)].flat()
        const picture = rows.length > 0 ? ['table', 'code', 'paragraph'] : []
        expect(blocks.map((it) => it.type)).toEqual([
          'paragraph',
          ...(diff.costs.length > 0 ? ['list'] : []),
          ...picture,
        ])
        const json = JSON.stringify(blocks.map((it) => ({ ...it, position: undefined })))
        expect(json).not.toMatch(/"type":"(?:link|image|html|emphasis|strong|delete|footnoteReference|break)"/)
        // Code makes no mention, and an address in it can be copied.
        expect(text.split('```mermaid')[0]!.replaceAll(/\\`|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).not.toMatch(
          /@[\w-]|#\d/,
        )
        expect(json).not.toMatch(/"type":"inlineCode","value":"[^"]*\u200b/)
      },
    )
    fc.assert(property, { numRuns: cases(1_000) })
  })

  it('fits into a comment however much changed, and says how many rows are left out', () => {
    const nodes = Array.from({ length: 2_000 }, (_, at) => ({
      id: `n${at}`,
      label: '@'.repeat(500),
      tech: '`|'.repeat(250),
    }))
    const text = write({ nodes: [], edges: [] }, { nodes, edges: [] })
    expect(text.length).toBeLessThanOrEqual(65_536)
    expect(text).toMatch(/\nLeft out: 1,9\d\d changes\.\n/)
    expect(write({ nodes: [], edges: [] }, { nodes, edges: [] }, 4_000)).toMatch(/\nLeft out: 2,000 changes\.\n$/)
  })
})
