import { fileFormatTable, type ExportOptions } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NotionBlock } from '../documents/notion-blocks.ts'
import { rowsOf } from '../../../test/judges/notion-reading.ts'
import { type NotionServer, startNotionServer } from '../../../test/judges/notion-server.ts'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { renderNotion } from './notion.ts'

const ID = '1234567890abcdef1234567890abcdef'
const VERSION = '2026-03-11'
const unknownPage = '/v1/blocks/0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90/children'
const paragraph = { type: 'paragraph', paragraph: { rich_text: [{ type: 'text', text: { content: 'a' } }] } }
const smallPage = {
  parent: { type: 'page_id', page_id: ID },
  properties: { title: { title: [{ type: 'text', text: { content: 'Shop' } }] } },
  children: [paragraph],
}

describe('a page made of the parts of an export, sent in order', () => {
  it('has all that a map with something of everything shows', async () => {
    const { page, count } = await pageOf(shopMap())
    expect(count).toBe(1)
    expect(page.parent).toEqual({ type: 'page_id', page_id: ID })
    expect(page.properties).toEqual({ title: { title: [{ type: 'text', text: { content: shopMap().name } }] } })
    const kinds = ['callout', 'heading_2', 'table', 'heading_2', 'table', 'heading_2', 'code']
    expect(page.blocks.map((it) => it.type)).toEqual(kinds)
    expect(idsOf(page.blocks)).toEqual(shopMap().nodes.map((it) => it.id))
    expect(endsOf(page.blocks)).toEqual([
      ['Storefront', 'Checkout API'],
      ['Checkout API', 'Orders'],
      ['Checkout API', 'Cache (cache-1)'],
      ['Storefront', 'Cache (cache-2)'],
      ['Checkout API', 'Checkout API'],
      ['Checkout API', 'payment-provider'],
      ['Files *new* <b> [v2]', 'search'],
    ])
  })

  it('says what an empty map lacks', async () => {
    const { page, count } = await pageOf(mapOf([]))
    expect(count).toBe(1)
    const kinds = ['callout', 'heading_2', 'paragraph', 'heading_2', 'paragraph', 'heading_2', 'paragraph']
    expect(page.blocks.map((it) => it.type)).toEqual(kinds)
  })

  it('stands in the data source that was asked for', async () => {
    const { page } = await pageOf(largeMap(300, 10), { dataSource: ID })
    expect(page.parent).toEqual({ type: 'data_source_id', data_source_id: ID })
    expect(idsOf(page.blocks)).toHaveLength(300)
  })

  it.each([
    ['texts of the greatest length', largeMap(300, 2_000)],
    ['2,000 services and 10,000 dependencies', hugeMap()],
  ])('has every row of a map of %s, in order', async (_name, map) => {
    const { page, count } = await pageOf(map)
    expect(count).toBeGreaterThan(3)
    expect(idsOf(page.blocks)).toEqual(map.nodes.map((it) => it.id))
    const labels = new Map(map.nodes.map((it) => [it.id, it.label]))
    expect(endsOf(page.blocks)).toEqual(map.edges.map((it) => [labels.get(it.source), labels.get(it.target)]))
    expect(tableRows(page.blocks, 'From').map((it) => it[2])).toEqual(map.edges.map((it) => it.label))
  })

  it('has as many rows as the map has services and dependencies, for any text', async () => {
    await using server = await startNotionServer()
    const property = fc.asyncProperty(hostileMaps({ nodes: 8, edges: 8 }), async (map) => {
      const { page } = await sendMap(server, map, { parent: ID })
      expect(tableRows(page.blocks, 'Service')).toHaveLength(map.nodes.length)
      expect(tableRows(page.blocks, 'From')).toHaveLength(map.edges.length)
    })
    await fc.assert(property, { numRuns: 300 })
  })
})

describe('the fake of Notion', () => {
  it('takes a small page and an append to it', async () => {
    await using server = await startNotionServer()
    const id = await makePage(server, JSON.stringify(smallPage))
    const appended = await send(server, 'PATCH', `/v1/blocks/${id}/children`, { children: [paragraph] })
    expect(appended).toMatchObject({ status: 200, json: { object: 'list', results: [paragraph] } })
    expect(server.page(id)?.blocks).toEqual([paragraph, paragraph])
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
  ])('refuses %s', async (_name, body, message) => {
    await using server = await startNotionServer()
    const answer = await send(server, 'POST', '/v1/pages', body)
    expect(answer).toEqual({ status: 400, json: faultOf(400, 'validation_error', message) })
  })

  it('refuses an append to a page that it never made', async () => {
    await using server = await startNotionServer()
    const answer = await send(server, 'PATCH', unknownPage, { children: [paragraph] })
    expect(answer).toEqual({ status: 404, json: faultOf(404, 'object_not_found', 'Could not find') })
  })

  it.each([
    ['101 children', { children: repeated(101, paragraph) }, '101 items'],
    ['no children', {}, "must have required property 'children'"],
    ['the members of a page', smallPage, 'additional properties'],
  ])('refuses an append with %s and leaves the page as it was', async (_name, body, message) => {
    await using server = await startNotionServer()
    const id = await makePage(server, JSON.stringify(smallPage))
    const answer = await send(server, 'PATCH', `/v1/blocks/${id}/children`, body)
    expect(answer).toEqual({ status: 400, json: faultOf(400, 'validation_error', message) })
    expect(server.page(id)?.blocks).toEqual([paragraph])
  })

  it.each([
    ['a wrong Notion-Version', { 'notion-version': '2022-06-28' }, 400, 'validation_error'],
    ['no Notion-Version', { 'notion-version': undefined }, 400, 'missing_version'],
    ['a wrong token', { authorization: 'Bearer x' }, 401, 'unauthorized'],
    ['no token', { authorization: undefined }, 401, 'unauthorized'],
  ])('refuses %s', async (_name, headers, status, code) => {
    await using server = await startNotionServer()
    const answer = await send(server, 'POST', '/v1/pages', smallPage, headers)
    expect(answer).toEqual({ status, json: faultOf(status, code) })
  })

  it.each([
    ['another method', 'PUT', '/v1/pages', 'invalid_request_url'],
    ['another path', 'POST', '/v1/page', 'invalid_request_url'],
    ['a block id that is none', 'PATCH', '/v1/blocks/shop/children', 'validation_error'],
  ])('refuses %s', async (_name, method, path, code) => {
    await using server = await startNotionServer()
    expect(await send(server, method, path, smallPage)).toEqual({ status: 400, json: faultOf(400, code) })
  })

  it('refuses what is not JSON', async () => {
    await using server = await startNotionServer()
    expect(await send(server, 'POST', '/v1/pages', '{')).toEqual({ status: 400, json: faultOf(400, 'invalid_json') })
  })
})

type Options = Partial<ExportOptions<'notion'>>

async function pageOf(map: ArchitectureMap, options: Options = { parent: ID }) {
  await using server = await startNotionServer()
  return await sendMap(server, map, options)
}

/** Makes a page of an export, as its reader would: the first part makes it, the others go to the id that was answered. */
async function sendMap(server: NotionServer, map: ArchitectureMap, options: Options) {
  const first = await render(map, options)
  const id = await makePage(server, first.bytes.toString())
  const count = first.part?.count ?? 1
  for (let part = 2; part <= count; part++) {
    const { bytes } = await render(map, { ...options, part })
    await sendPart(server, 'PATCH', `/v1/blocks/${id}/children`, bytes.toString())
  }
  const page = server.page(id)
  if (!page) throw new Error('the page is not there')
  return { page, count }
}

/** The new page's id. */
async function makePage(server: NotionServer, body: string): Promise<string> {
  const { id } = await sendPart(server, 'POST', '/v1/pages', body)
  return String(id)
}

async function sendPart(server: NotionServer, method: string, path: string, body: string) {
  const { status, json } = await send(server, method, path, body)
  expect(status, JSON.stringify(json).slice(0, 1_000)).toBe(200)
  return json
}

async function render(map: ArchitectureMap, options: Options) {
  const defaults = fileFormatTable.notion.options.parse({})
  return renderNotion({ map, options: { ...defaults, ...options }, apiUrl, signal: AbortSignal.abort() })
}

type Headers = Record<string, string | undefined>

/** The body is JSON already, or becomes it. A header that is undefined is left out. */
async function send(server: NotionServer, method: string, path: string, body: unknown, headers: Headers = {}) {
  const all = {
    'content-type': 'application/json',
    'notion-version': VERSION,
    authorization: `Bearer ${server.token}`,
    ...headers,
  }
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, json: (await answer.json()) as { id?: string } }
}

function faultOf(status: number, code: string, message = ''): object {
  return { object: 'error', status, code, message: expect.stringContaining(message) }
}

function hugeMap(): ArchitectureMap {
  const nodes = Array.from({ length: 2_000 }, (_, index) => ({ id: `n${index}`, label: `Service ${index}` }))
  const edges = Array.from({ length: 10_000 }, (_, index) => {
    return { source: `n${index % 2_000}`, target: `n${index % 7}`, label: `call ${index}` }
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

function endsOf(blocks: NotionBlock[]) {
  return tableRows(blocks, 'From').map(([from, to]) => [from, to])
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
