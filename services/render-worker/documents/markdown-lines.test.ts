import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap, MapNode } from '@maps/shared/map'
import { abbreviateMoney } from '@maps/shared/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/rig/cases.ts'
import { parseLines } from '../../../test/validators/markdown-lines.ts'
import { hostileMapsOfAllSizes } from '../../../test/maps/hostile-maps.ts'
import { apiUrl, shopMap } from '../../../test/maps/sample-map.ts'
import { partOfMap } from '../part-of-map.ts'
import { renderAgents } from '../renderers/agents.ts'
import { renderClaude } from '../renderers/claude.ts'
import { renderMarkdown } from '../renderers/markdown.ts'
import { annotatedEdges } from './map-sections.ts'

const files = {
  markdown: (map: ArchitectureMap) => renderMarkdown({ map, options: { connections: true }, apiUrl }),
  claude: (map: ArchitectureMap) => renderClaude({ map, options: { compact: false, costs: true }, apiUrl }),
  agents: (map: ArchitectureMap) => renderAgents({ map, options: { compact: false, costs: true }, apiUrl }),
  compact: (map: ArchitectureMap) => renderAgents({ map, options: { compact: true, costs: false }, apiUrl }),
}
type File = keyof typeof files
const kinds = Object.keys(files) as File[]
const textOf = async (file: File, map: ArchitectureMap): Promise<string> => (await files[file](map)).bytes.toString()

describe('a client that reads every line by regular expressions', () => {
  it.each(kinds)('reads a %s file of any map, and resolves each name', { timeout: 120_000 }, async (file) => {
    const property = fc.asyncProperty(hostileMapsOfAllSizes, async (map) => {
      const lines = parseLines(await textOf(file, map))
      const linesOf = (section: string) => lines.filter((it) => it.section === section).map((it) => it.found)
      const services = linesOf('Services').flatMap((it) => it['label'] ?? [])
      const costs = linesOf('Services').flatMap((it) => (it['label'] === undefined ? [] : [it['spend']]))
      const dependencies = linesOf('Dependencies').filter((it) => it['source'] !== undefined)
      const connections = linesOf('Connections').filter((it) => it['from'] !== undefined)
      const names = [
        ...dependencies.flatMap((it) => [it['source'], it['target']]).map((it) => [it, false] as const),
        ...connections.flatMap((it) => [it['from'], it['to']]).map((it) => [it, true] as const),
      ]
      if (file !== 'compact') {
        expect([services.length, dependencies.length]).toEqual([map.nodes.length, map.edges.length])
        expect(connections.length).toBe(annotatedEdges(map.edges).length)
        expect(costs).toEqual(map.nodes.map(costText))
      } else {
        expect(costs.filter((it) => it !== undefined)).toEqual([])
      }
      if (file === 'markdown') return
      const ids = linesOf('Ids').flatMap((it) => it['name'] ?? [])
      for (const [name, isInTable] of names) {
        const listed = ids.filter((it) => plain(it) === plain(name!))
        // A name stands once in Ids, or is the label of exactly one service, with the same escapes but in tables.
        const found =
          listed.length > 0 ? listed : services.filter((it) => (isInTable ? plain(it) === plain(name!) : it === name))
        expect(found, `${JSON.stringify(name)} in ${JSON.stringify({ services, ids })}`).toHaveLength(1)
      }
    })
    await fc.assert(property, { numRuns: cases(500) })
  })

  it('reads the file of any part of a map, of any size', async () => {
    const requests = fc.record(
      { hide: fc.constant('*'), direction: fc.constantFrom('up', 'down'), maxTokens: fc.constantFrom('500', '1000') },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(hostileMapsOfAllSizes, requests, async (map, { hide, direction, maxTokens }) => {
      const focus = map.nodes.find((it) => /^[^,*\s]+$/.test(it.id))?.id
      const part = hide || focus === undefined ? { hide: '*' } : { focus, ...(direction && { direction }) }
      const query = { ...part, ...(maxTokens && { maxTokens }) }
      const options = fileFormatTable.claude.options.parse(query)
      const text = (await renderClaude({ ...partOfMap(map, query), options, apiUrl })).bytes.toString()
      expect(parseLines(text).some((it) => it.found['view'] !== undefined)).toBe(true)
    })
    await fc.assert(property, { numRuns: cases(300) })
  })

  it.each(kinds)('takes no end of a technology for a cost, in a %s file', async (file) => {
    const ends = ['($5)', '(-€5k)', '(CHF 5)', '(SGD 1.2k)', '($1E15)', '(v3.14)', '($5) ($6)', '(𝒱𝒱𝒱5)', '(*_5)']
    const nodes = ends.flatMap((end, index) => [
      { id: `a${index}`, tech: `Redis ${end}` },
      { id: `b${index}`, tech: `Redis ${end}`, spend: 7 },
    ])
    const lines = parseLines(await textOf(file, { ...shopMap(), nodes, edges: [] }))
    const services = lines.flatMap(({ found }) => (found['label'] === undefined ? [] : [found]))
    expect(services.map((it) => [plain(it['tech']!), it['spend']])).toEqual(
      nodes.map(({ tech, spend }) => [tech, spend === undefined || file === 'compact' ? undefined : '$7']),
    )
  })

  it('control: refuses a line of another form', async () => {
    const markdown = await textOf('markdown', shopMap())
    for (const [from, to] of [
      ['- Checkout API → Orders', '- Checkout API → Orders → Cache'],
      ['- **search** ($0)', '- search ($0)'],
      ['| retries |', '| retries | really |'],
    ] as const) {
      expect(markdown).toContain(from)
      expect(() => parseLines(markdown.replace(from, to))).toThrow('has no documented form')
    }
  })
})

describe('a change of a file', () => {
  const map = shopMap()
  const later = { ...map, updatedAt: '2026-08-09T10:11:12.131Z', isPublic: true }
  const moved = { ...map, nodes: map.nodes.map((it) => ({ ...it, x: 7, y: -7 })) }
  const said = { ...map, edges: map.edges.map((it) => ({ ...it, label: 'new' })) }

  it.each(kinds)('depends only on the content of a %s file', async (file) => {
    const before = await textOf(file, map)
    expect(await textOf(file, later)).toBe(before)
    expect(await textOf(file, moved)).toBe(before)
    expect(await textOf(file, said)).not.toBe(before)
  })
})

/** The cost of a service as the files show it. */
function costText({ spend, currency = 'USD' }: MapNode): string | undefined {
  return spend === undefined ? undefined : abbreviateMoney(spend, currency)
}

/** A name without escapes, which differ in tables. */
function plain(name: string): string {
  return name.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
