import { exportFormatTable, type ExportOptions } from '@maps/shared/export-job'
import type { ArchitectureMap } from '@maps/shared/map'
import type { AppendBlockChildrenParameters, CreatePageParameters } from '@notionhq/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NotionBlock, NotionText } from '../documents/notion-blocks.ts'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { notionFaults } from '../../../test/judges/notion-limits.ts'
import { notionBodies, type NotionPage, renderNotion } from './notion.ts'
import { type RenderedFile, RenderRefused } from './renderer.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'

describe('the Notion export', () => {
  it('is what the Notion client takes', () => {
    const [first, ...further] = notionBodies(largeMap(300, 500), { parent: '1234567890abcdef1234567890abcdef' })
    const page: CreatePageParameters = first
    const appends: Omit<AppendBlockChildrenParameters, 'block_id'>[] = further
    expect(Object.keys(page)).toEqual(['parent', 'properties', 'children'])
    expect(new Set(appends.flatMap((it) => Object.keys(it)))).toEqual(new Set(['children']))
  })

  it('shows a map with something of everything', async () => {
    const { bytes, part } = await render(shopMap())
    expect(part).toBeUndefined()
    expect(notionFaults(await pageOf(shopMap()))).toEqual([])
    await expect(bytes.toString()).toMatchFileSnapshot('../../../test/golden/shop.notion.json')
  })

  it('is a summary, the services, the dependencies and a diagram', async () => {
    const { properties, children } = await pageOf(shopMap())
    expect(properties.title.title).toEqual([{ type: 'text', text: { content: 'Shop & Co: #1 architecture' } }])
    expect(children.map((it) => it.type)).toEqual([
      ...['callout', 'heading_2', 'table', 'heading_2', 'table', 'heading_2', 'code'],
    ])
    const [summary, , services, , dependencies] = children
    expect(summary && textOf(summary)).toBe(
      'Architecture map as of 2026-03-01 14:05 UTC, exported by Maps Service. ' +
        '9 services, 7 dependencies, $15,249.90 + €1,200 + ¥120,000 + CHF 1,250 per month.',
    )
    expect(rowsOf(services)[5]).toEqual(['Cache', 'Memcached', '€1,200', 'usage', 'cache-2'])
    expect(rowsOf(dependencies)[2]).toEqual(['Checkout API', 'Orders', '', 'step, dashed, #ff0000'])
  })

  it('says what an empty map lacks', async () => {
    const { children } = await pageOf(mapOf([]))
    expect(children.map(textOf)).toEqual([
      'Architecture map as of 2026-03-01 14:05 UTC, exported by Maps Service. 0 services, 0 dependencies.',
      ...['Services', 'No services yet.', 'Dependencies', 'No dependencies yet.', 'Diagram', 'Nothing to draw yet.'],
    ])
  })

  it('puts the page where it is asked to', async () => {
    const id = '1234567890abcdef1234567890abcdef'
    expect((await pageOf(shopMap(), { parent: id })).parent).toEqual({ type: 'page_id', page_id: id })
    const dataSource = await pageOf(shopMap(), { dataSource: id })
    expect(dataSource.parent).toEqual({ type: 'data_source_id', data_source_id: id })
    expect(await pageOf(shopMap())).not.toHaveProperty('parent')
  })

  it('goes on in further parts where a map needs more than one request', async () => {
    const map = largeMap(300, 2_000)
    const parts = await partsOf(map)
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.map((it) => it.part)).toEqual(parts.map((_, index) => ({ number: index + 1, count: parts.length })))
    const bodies = parts.map(bodyOf)
    expect(bodies.flatMap(notionFaults)).toEqual([])
    expect(bodies.map((it) => Object.keys(it))).toEqual([
      ['properties', 'children'],
      ...bodies.slice(1).map(() => ['children']),
    ])
    const tables = bodies.flatMap((it) => it.children).filter((it) => it.type === 'table')
    expect(tables.flatMap((it) => rowsOf(it).slice(1))).toHaveLength(2_300)
    expect(new Set(tables.map((it) => rowsOf(it)[0]?.[0]))).toEqual(new Set(['Service', 'From']))
  })

  it('starts a new table after 99 rows', async () => {
    const nodes = Array.from({ length: 100 }, (_, index) => ({ id: `n${index}` }))
    const tables = (await pageOf(mapOf(nodes))).children.filter((it) => it.type === 'table')
    expect(tables.map((it) => it.table.children.length)).toEqual([100, 2])
  })

  it.each([2, 0.5, 1.5])('refuses part %d of a map that has one', async (part) => {
    const refused = new RenderRefused(400, 'part must be a whole number from 1 to 1 for this map.')
    await expect(render(shopMap(), { part })).rejects.toEqual(refused)
  })

  it('says so where a diagram would be too large, and points to the picture', async () => {
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

  it('keeps within the limits of Notion, whatever the text', async () => {
    const property = fc.asyncProperty(hostileMaps({ nodes: 8, edges: 8 }), async (map) => {
      expect(notionFaults(await pageOf(map))).toEqual([])
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('keeps within the limits of Notion, whatever the size', () => {
    const sizes = [fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1_500 })] as const
    const property = fc.property(...sizes, fc.constantFrom('a', '文', '😀', '"'), (nodes, edges, letter) => {
      expect(notionBodies(largeMap(nodes, edges, letter), {}).flatMap(notionFaults)).toEqual([])
    })
    fc.assert(property, { numRuns: 100 })
  })

  it('keeps within the limits of Notion for 2,000 services and 10,000 dependencies', () => {
    const nodes = Array.from({ length: 2_000 }, (_, index) => ({ id: `n${index}`, label: `Service ${index}` }))
    const edges = Array.from({ length: 10_000 }, (_, index) => ({
      source: `n${index % 2_000}`,
      target: `n${index % 7}`,
    }))
    const bodies = notionBodies(mapOf(nodes, edges), {})
    expect(bodies.flatMap(notionFaults)).toEqual([])
    expect(bodies.flatMap((it) => it.children).filter((it) => it.type === 'table')).toHaveLength(21 + 102)
  })
})

async function render(map: ArchitectureMap, options: Partial<ExportOptions<'notion'>> = {}): Promise<RenderedFile> {
  const defaults = exportFormatTable.notion.options.parse({})
  return renderNotion({ map, options: { ...defaults, ...options }, apiUrl, signal: AbortSignal.abort() })
}

async function pageOf(map: ArchitectureMap, options: Partial<ExportOptions<'notion'>> = {}): Promise<NotionPage> {
  return bodyOf(await render(map, options))
}

async function partsOf(map: ArchitectureMap): Promise<RenderedFile[]> {
  const first = await render(map)
  const further = Array.from({ length: (first.part?.count ?? 1) - 1 }, (_, index) => render(map, { part: index + 2 }))
  return [first, ...(await Promise.all(further))]
}

function bodyOf(file: RenderedFile): NotionPage {
  return JSON.parse(file.bytes.toString())
}

function textOf(block: NotionBlock): string {
  switch (block.type) {
    case 'callout':
      return plainText(block.callout.rich_text)
    case 'heading_2':
      return plainText(block.heading_2.rich_text)
    case 'paragraph':
      return plainText(block.paragraph.rich_text)
    case 'code':
      return plainText(block.code.rich_text)
    case 'table':
      return rowsOf(block).flat().join(' ')
  }
}

function rowsOf(block: NotionBlock | undefined): string[][] {
  if (block?.type !== 'table') return []
  return block.table.children.map((row) => row.table_row.cells.map(plainText))
}

function plainText(pieces: NotionText[]): string {
  return pieces.map((it) => it.text.content).join('')
}
