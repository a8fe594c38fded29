import { fileFormatTable, type ExportOptions } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import type { AppendBlockChildrenParameters, CreatePageParameters } from '@notionhq/client'
import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { times } from '../../../test/faults/run-size.ts'
import { cases } from '../../../test/rig/cases.ts'
import { notionLimitErrors } from '../../../test/validators/notion-limits.ts'
import { rowsOf, textOf } from '../../../test/validators/notion-text.ts'
import { growMap, type TemplateMap, type MapSize } from '../../../test/maps/grown-map.ts'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { notionBodies, type NotionPage, renderNotion } from './notion.ts'
import { type RenderedFile, RenderRefused } from './renderer.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'

describe('the Notion export', () => {
  it('has the types of the Notion client', () => {
    const [first, ...further] = notionBodies(largeMap(300, 500), { parent: '1234567890abcdef1234567890abcdef' })
    const page: CreatePageParameters = first
    const appends: Omit<AppendBlockChildrenParameters, 'block_id'>[] = further
    expect(Object.keys(page)).toEqual(['parent', 'properties', 'children'])
    expect(new Set(appends.flatMap((it) => Object.keys(it)))).toEqual(new Set(['children']))
  })

  it('shows a map with something of everything', async () => {
    const { bytes, part } = await render(shopMap())
    expect(part).toBeUndefined()
    expect(notionLimitErrors(await pageOf(shopMap()))).toEqual([])
    await expect(bytes.toString()).toMatchFileSnapshot('../../../test/golden/shop.notion.json')
  })

  it('is a summary, the services, the dependencies and a diagram', async () => {
    const { properties, children } = await pageOf(shopMap())
    expect(properties.title.title).toEqual([{ type: 'text', text: { content: 'Shop & Co: #1 architecture' } }])
    const types = ['callout', 'heading_2', 'table', 'heading_2', 'table', 'heading_2', 'code']
    expect(children.map((it) => it.type)).toEqual(types)
    const [summary, , services, , dependencies] = children
    expect(summary && textOf(summary)).toBe(
      'Architecture map as of 2026-03-01 14:05 UTC, exported by Maps Service. ' +
        '9 services, 7 dependencies, $15,249.90 + €1,200 + ¥120,000 + CHF 1,250 per month.',
    )
    expect(rowsOf(services)[5]).toEqual(['Cache', 'Memcached', '€1,200', 'usage', 'cache-2'])
    expect(rowsOf(dependencies)[2]).toEqual(['Checkout API', 'Orders', '', 'dashed'])
  })

  it('names a service in the table of dependencies as in that of services', async () => {
    const label = 'S3 → Glacier https://a.bc '.repeat(10).trim()
    const map = mapOf([{ id: 'a', label }, { id: 'b' }], [{ source: 'a', target: 'b' }])
    const [, , services, , dependencies] = (await pageOf(map)).children
    expect([rowsOf(services)[1]![0], rowsOf(dependencies)[1]![0]]).toEqual([label, label])
  })

  it('shows that an empty map is empty', async () => {
    const { children } = await pageOf(mapOf([]))
    const empty = 'Services|No services yet.|Dependencies|No dependencies yet.|Diagram|Nothing to draw yet.'
    const summary = 'Architecture map as of 2026-03-01 14:05 UTC, exported by Maps Service. 0 services, 0 dependencies.'
    expect(children.map(textOf)).toEqual([summary, ...empty.split('|')])
  })

  it('creates the page below the given parent', async () => {
    const id = '1234567890abcdef1234567890abcdef'
    expect((await pageOf(shopMap(), { parent: id })).parent).toEqual({ type: 'page_id', page_id: id })
    const dataSource = await pageOf(shopMap(), { dataSource: id })
    expect(dataSource.parent).toEqual({ type: 'data_source_id', data_source_id: id })
    expect(await pageOf(shopMap())).not.toHaveProperty('parent')
  })

  it('continues in further parts where a map needs several requests', async () => {
    const map = largeMap(times(100, 300), times(600, 2_000))
    const parts = await partsOf(map)
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.map((it) => it.part)).toEqual(parts.map((_, index) => ({ number: index + 1, count: parts.length })))
    const bodies = parts.map(bodyOf)
    expect(bodies.flatMap(notionLimitErrors)).toEqual([])
    const members = bodies.map((_, index) => (index === 0 ? ['properties', 'children'] : ['children']))
    expect(bodies.map((it) => Object.keys(it))).toEqual(members)
    const tables = bodies.flatMap((it) => it.children).filter((it) => it.type === 'table')
    expect(tables.flatMap((it) => rowsOf(it).slice(1))).toHaveLength(times(700, 2_300))
    expect(new Set(tables.map((it) => rowsOf(it)[0]?.[0]))).toEqual(new Set(['Service', 'From']))
  })

  it('starts a new table after 99 rows', async () => {
    const nodes = Array.from({ length: 100 }, (_, index) => ({ id: `n${index}` }))
    const tables = (await pageOf(mapOf(nodes))).children.filter((it) => it.type === 'table')
    expect(tables.map((it) => it.table.children.length)).toEqual([100, 2])
  })

  it.each([2, 0.5, 1.5])('refuses part %d of a map that has one part', async (part) => {
    const problems = { part: 'must be a whole number from 1 to 1 for this map' }
    const refused = new RenderRefused(400, 'The map has no such part: see "fields".', problems)
    await expect(render(shopMap(), { part })).rejects.toEqual(refused)
  })

  it('omits a diagram that is too large, and points to the picture', async () => {
    const edges = Array.from({ length: 501 }, () => ({ source: 'a', target: 'b' }))
    const [note] = (await pageOf(mapOf([{ id: 'a' }], edges))).children.slice(-1).map(textOf)
    expect(note).toMatch(/^Left out: this map is larger than Mermaid draws.* PNG export/)
  })

  it('splits text at 2,000 UTF-16 units and never within a character', async () => {
    const { children } = await pageOf(largeMap(12, 40, '😀'))
    const code = children.find((it) => it.type === 'code')?.code.rich_text ?? []
    expect(code.length).toBeGreaterThan(5)
    expect(new Set(code.slice(0, -1).map((it) => it.text.content.length))).toEqual(new Set([1999, 2000]))
  })

  it('has as few tables as 2,000 services and 10,000 dependencies need', () => {
    const nodes = Array.from({ length: 2_000 }, (_, index) => ({ id: `n${index}`, label: `Service ${index}` }))
    const edges = Array.from({ length: 10_000 }, (_, index) => {
      return { source: `n${index % 2_000}`, target: `n${index % 7}` }
    })
    const blocks = notionBodies(mapOf(nodes, edges), {}).flatMap((it) => it.children)
    expect(blocks.filter((it) => it.type === 'table')).toHaveLength(21 + 102)
  })

  it('keeps within the limits of Notion, for any text and size', { timeout: 180_000 }, async () => {
    const property = fc.asyncProperty(sizes, samples, fc.nat(), async (size, sample, seed) => {
      expect(notionBodies(growMap(size, sample, seed), {}).flatMap(notionLimitErrors)).toEqual([])
      // Lets the worker answer the test runner meanwhile.
      await setImmediate()
    })
    const examples = extremes.slice(0, times(4, extremes.length))
    await fc.assert(property, { numRuns: examples.length + cases(2_000), examples })
  })
})

const letters = ['a', '文', '😀', '"']
const largest = { nodes: 2_000, edges: 10_000 }

/** Sizes and texts that the property tries besides random ones: in `npm test` the first four. */
const extremes: [MapSize, TemplateMap, number][] = [
  // 1,001 blocks: one more than a request may have.
  [{ nodes: 495, edges: 481 }, mapOf([]), 0],
  [largest, largeMap(2, 2, '😀'), 0],
  [{ ...largest, nodes: 0 }, largeMap(1, 1), 0],
  [{ ...largest, edges: 0 }, largeMap(1, 1), 0],
  // The largest maps of other texts take most of the time: `npm run test:long` alone has them.
  ...letters.filter((it) => it !== '😀').map((it): [MapSize, TemplateMap, number] => [largest, largeMap(2, 2, it), 0]),
  [largest, mapOf([]), 0],
]

/** Sizes of maps, mostly small: the largest takes a hundred times as long as a small one. */
const sizes: fc.Arbitrary<MapSize> = fc.oneof(
  { weight: 84, arbitrary: upTo({ nodes: 30, edges: 60 }) },
  { weight: 15, arbitrary: upTo({ nodes: 300, edges: 1_500 }) },
  { weight: 1, arbitrary: upTo(largest) },
)

function upTo({ nodes, edges }: MapSize): fc.Arbitrary<MapSize> {
  return fc.record({ nodes: fc.nat(nodes), edges: fc.nat(edges) })
}

/** Hostile texts, texts of maximum length, both, or none. */
const samples = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: hostileMaps({ nodes: 8, edges: 8 }) }, fc.constant(mapOf([]))),
    fc.subarray(letters),
  )
  .map(([map, longLetters]): TemplateMap => {
    const maps = [map, ...longLetters.map((it) => largeMap(2, 2, it))]
    return { name: maps.at(-1)!.name, nodes: maps.flatMap((it) => it.nodes), edges: maps.flatMap((it) => it.edges) }
  })

async function render(map: ArchitectureMap, options: Partial<ExportOptions<'notion'>> = {}): Promise<RenderedFile> {
  const defaults = fileFormatTable.notion.options.parse({})
  return renderNotion({ map, options: { ...defaults, ...options }, apiUrl })
}

async function pageOf(...request: Parameters<typeof render>): Promise<NotionPage> {
  return bodyOf(await render(...request))
}

async function partsOf(map: ArchitectureMap): Promise<RenderedFile[]> {
  const first = await render(map)
  const further = Array.from({ length: (first.part?.count ?? 1) - 1 }, (_, index) => render(map, { part: index + 2 }))
  return [first, ...(await Promise.all(further))]
}

function bodyOf(file: RenderedFile): NotionPage {
  return JSON.parse(file.bytes.toString())
}
