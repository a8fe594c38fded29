import { fileFormatTable, type ExportOptions } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RenderedFile } from './renderer.ts'
import type { NotionBlock } from '../documents/notion-blocks.ts'
import { rowsOf } from '../../../test/validators/notion-text.ts'
import { createNotionValidator } from '../../../test/validators/notion-openapi.ts'
import { notionLimitErrors } from '../../../test/validators/notion-limits.ts'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { times } from '../../../test/faults/run-size.ts'
import { cases } from '../../../test/rig/cases.ts'
import { type NotionAppend, type NotionPage, renderNotion } from './notion.ts'

const ID = '1234567890abcdef1234567890abcdef'
const paragraph = { type: 'paragraph', paragraph: { rich_text: [{ type: 'text', text: { content: 'a' } }] } }
const validators = createNotionValidator()
const smallPage = {
  parent: { type: 'page_id', page_id: ID },
  properties: { title: { title: [{ type: 'text', text: { content: 'Shop' } }] } },
  children: [paragraph],
}

describe('a page from the parts of an export, sent in order', () => {
  it.each([
    ['a map with something of everything', shopMap(), { parent: ID }],
    ['an empty map', mapOf([]), { parent: ID }],
    ['a map for a data source', shopMap(), { dataSource: ID }],
  ])('is valid for Notion: %s', async (_name, map, options) => {
    const { page, count } = await pageOf(map, options)
    expect(count).toBe(1)
    expect(idsOf(page.blocks)).toEqual(map.nodes.map((it) => it.id))
  })

  it.each([
    ['texts of the greatest length', largeMap(times(100, 300), times(600, 2_000))],
    ['very many services and dependencies', hugeMap()],
  ])('has every row of a map of %s, in order', async (_name, map) => {
    const { page, count } = await pageOf(map)
    expect(count).toBeGreaterThan(3)
    expect(idsOf(page.blocks)).toEqual(map.nodes.map((it) => it.id))
    const labels = new Map(map.nodes.map((it) => [it.id, it.label]))
    const rows = map.edges.map((it) => [labels.get(it.source), labels.get(it.target), it.label])
    expect(tableRows(page.blocks, 'From').map((it) => it.slice(0, 3))).toEqual(rows)
  })

  it('has as many rows as the map has services and dependencies, for any text', async () => {
    const property = fc.asyncProperty(hostileMaps({ nodes: 8, edges: 8 }), async (map) => {
      const { page } = await pageOf(map)
      expect(tableRows(page.blocks, 'Service')).toHaveLength(map.nodes.length)
      expect(tableRows(page.blocks, 'From')).toHaveLength(map.edges.length)
    })
    await fc.assert(property, { numRuns: cases(300) })
  })
})

describe('the validator of bodies', () => {
  it('accepts a small page and an append to it', () => {
    expect([...errorsOf('create', smallPage), ...errorsOf('append', { children: [paragraph] })]).toEqual([])
  })

  it.each([
    ['a page without a parent', without('parent'), "must have required property 'parent'"],
    ['a page without properties', without('properties'), "must have required property 'properties'"],
    ['101 children', { ...smallPage, children: repeated(101, paragraph) }, 'body.children has 101 items'],
    ['an unknown member of a page', { ...smallPage, colour: 'red' }, '"colour"'],
    ['a known member where it does not belong', { ...smallPage, rich_text: [] }, '"rich_text"'],
    ['an unknown member of a block', withBlock({ ...paragraph, colour: 'red' }), '"colour"'],
    ['an unknown member of rich text', withText({ type: 'text', text: { content: 'a', colour: 'red' } }), '"colour"'],
    ['a text of 2,001 characters', withText({ type: 'text', text: { content: 'a'.repeat(2_001) } }), '2001 characters'],
    ['101 pieces of text', withText(...repeated(101, { text: { content: 'a' } })), 'more than 100 items'],
    ['a kind of block that exports do not use', withBlock({ type: 'divider', divider: {} }), 'must be in oneOf'],
    ['a block without its content', withBlock({ type: 'paragraph' }), "must have required property 'paragraph'"],
    ['an icon that is no emoji', withCallout({ type: 'emoji', emoji: 'map' }), 'must match pattern'],
    ['a row of too few cells', withTable(3, [[], []]), 'must NOT have fewer than 3 items'],
    ['a row of too many cells', withTable(1, [[], []]), 'must NOT have more than 1 items'],
    ['a table without rows', withTable(1), 'must NOT have fewer than 1 items'],
    ['a row outside of a table', withBlock({ type: 'table_row', table_row: { cells: [] } }), 'must be in oneOf'],
    ['a parent of two kinds', { ...smallPage, parent: { type: 'page_id', data_source_id: ID } }, 'oneOf'],
    ['a parent that is no id', { ...smallPage, parent: { page_id: 'shop' } }, 'must match format "uuid"'],
    ['a title that is no rich text', { ...smallPage, properties: { title: { title: 'Shop' } } }, 'must be array'],
    ['a body that is no object', [], 'must be object'],
  ])('refuses %s', (_name, body, message) => {
    expect(errorsOf('create', body).join()).toContain(message)
  })

  it.each([
    ['101 children', { children: repeated(101, paragraph) }, '101 items'],
    ['no children', {}, "must have required property 'children'"],
    ['the members of a page', smallPage, 'additional properties'],
  ])('refuses an append with %s', (_name, body, message) => {
    expect(errorsOf('append', body).join()).toContain(message)
  })
})

type Options = Partial<ExportOptions<'notion'>>

/** The page that the parts of an export create: the first part makes it, and the others are appended. */
async function pageOf(map: ArchitectureMap, options: Options = { parent: ID }) {
  const first = await render(map, options)
  const { children, ...page } = bodyOf<NotionPage>(first, 'create')
  const blocks = [...children]
  const count = first.part?.count ?? 1
  for (let part = 2; part <= count; part++) {
    blocks.push(...bodyOf<NotionAppend>(await render(map, { ...options, part }), 'append').children)
  }
  return { page: { ...page, blocks }, count }
}

/** The body of a part, which must be valid. */
function bodyOf<Body extends object>({ bytes }: RenderedFile, request: keyof typeof validators): Body {
  const body = JSON.parse(bytes.toString()) as Body
  expect(errorsOf(request, body)).toEqual([])
  return body
}

function errorsOf(request: keyof typeof validators, body: object): string[] {
  return [...validators[request](body), ...notionLimitErrors(body)]
}

async function render(map: ArchitectureMap, options: Options) {
  const defaults = fileFormatTable.notion.options.parse({})
  return renderNotion({ map, options: { ...defaults, ...options }, apiUrl })
}

/** A map with short texts: the largest in `npm run test:long`, a quarter of it in `npm test`. */
function hugeMap(): ArchitectureMap {
  const count = times(500, 2_000)
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: `Service ${index}` }))
  const edges = Array.from({ length: 5 * count }, (_, index) => {
    return { source: `n${index % count}`, target: `n${index % 7}`, label: `call ${index}` }
  })
  return mapOf(nodes, edges)
}

/** The rows of all tables whose first column has this name, in the order of the page and without headers. */
function tableRows(blocks: NotionBlock[], firstColumn: string): string[][] {
  const tables = blocks.map(rowsOf).filter(([header]) => header?.[0] === firstColumn)
  return tables.flatMap((it) => it.slice(1))
}

function idsOf(blocks: NotionBlock[]) {
  return tableRows(blocks, 'Service').map((it) => it.at(-1))
}

function repeated(count: number, it: object): object[] {
  return Array.from({ length: count }, () => it)
}

function without(member: keyof typeof smallPage): object {
  return { ...smallPage, [member]: undefined }
}

function withBlock(block: object): object {
  return { ...smallPage, children: [block] }
}

function withText(...richText: object[]): object {
  return withBlock({ type: 'paragraph', paragraph: { rich_text: richText } })
}

function withCallout(icon: object): object {
  return withBlock({ type: 'callout', callout: { rich_text: [], icon } })
}

function withTable(width: number, ...rows: unknown[][]): object {
  const children = rows.map((cells) => ({ type: 'table_row', table_row: { cells } }))
  return withBlock({ type: 'table', table: { table_width: width, children } })
}
