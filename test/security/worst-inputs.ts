import { diffFormats, fileFormats, fileFormatTable, exportFormats, filePath } from '@maps/shared/file-formats'
import { PNG_MAP_KEYWORD } from '@maps/shared/formats/png'
import { MAX_ELEMENTS } from '@maps/shared/map'
import { deflateSync, gzipSync } from 'node:zlib'
import { readPages } from '../../services/gateway/docs/pages.ts'
import { downloadNames, pageFiles } from '../../services/gateway/docs/routes.ts'
import { PROBLEM_PAGES, problemKinds } from '../../services/gateway/http/problem-kinds.ts'
import { API_BASE } from '../../services/gateway/http/route.ts'
import { shownName } from '../../services/gateway/routes/share-services.ts'
import {
  bodyBytes,
  type LargestMap,
  largestMap,
  type MapBytes,
  type ShapeName,
  shapeNames,
} from '../maps/largest-maps.ts'
import { itxtContent, pngChunk, pngWith } from '../maps/png-file.ts'

/** A stored map that an input is about: a copy of its own for each input. */
export interface Target {
  shape: ShapeName
  map: LargestMap
  id: string
  shareId: string
  /** A map with the same ids, in which most other fields differ. */
  changedId: string
  /** A map with other ids. */
  otherId: string
  /** A map of this shape with half the bytes. */
  halfId: string
}

/** A request, as `fetch` takes it. */
export interface WorstRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** An input of a route or tool that makes it work as much as it can. */
export interface WorstInput {
  /** Shapes of maps to try. */
  shapes: readonly ShapeName[]
  /** Whether the input is accepted, or refused after all checks. An export is given up while it waits for a worker. */
  outcome: 'accepted' | 'refused' | 'given up'
  request(target: Target): WorstRequest
}

type MakeRequest = WorstInput['request']

/** An input for maps of every shape. */
const accepted = (request: MakeRequest): WorstInput => ({ shapes: shapeNames, outcome: 'accepted', request })
const refused = (request: MakeRequest): WorstInput => ({ shapes: shapeNames, outcome: 'refused', request })
/** An input for which the shape of the map does not matter. */
const once = (input: WorstInput): WorstInput => ({ ...input, shapes: shapeNames.slice(0, 1) })
/** A comparison of two maps of half the bytes. With every field in each edge, even these have more than both may have together. */
const compared = (request: MakeRequest): WorstInput => {
  return { shapes: ['ids with a common prefix', 'texts with escapes', 'joined letters'], outcome: 'accepted', request }
}
/** An export of the maps that are longest in a job. The queue has room for few. */
const exported = (request: MakeRequest): WorstInput => {
  return { shapes: ['texts with escapes', 'joined letters'], outcome: 'given up', request }
}

const json = { 'Content-Type': 'application/json' }
/** Nearly as long as Node's limit of 16 KiB for all headers. */
const LONG_HEADER = 14_000
const brotli = { 'Accept-Encoding': 'br' }

const get = (path: string, headers: Record<string, string> = {}): WorstRequest => ({ path, headers })
const api = (path: string): string => API_BASE + path
const post = (path: string, body: string | Buffer, headers: Record<string, string> = json): WorstRequest => {
  return { method: 'POST', path, headers, body }
}
const patch = (id: string, body: string, headers: Record<string, string> = {}): WorstRequest => {
  return { method: 'PATCH', path: api(`/maps/${id}`), headers: { ...json, ...headers }, body }
}

const pin = (id: string, body: string, headers: Record<string, string> = {}): WorstRequest => {
  return { method: 'PUT', path: api(`/maps/${id}/layout`), headers: { ...json, ...headers }, body }
}

const longText = '👩'.repeat(200)
const manyTags = { 'If-None-Match': '"v",'.repeat(LONG_HEADER / 4) }
const otherVersions = { 'If-Match': '"v2",'.repeat(LONG_HEADER / 5) }

/** A valid body of the largest plan's largest map. */
const bodyOf = (shape: ShapeName): string => JSON.stringify({ name: longText, ...largestMap(shape, bodyBytes) })

const elements = <Element>(element: (index: number) => Element): Element[] =>
  Array.from({ length: MAX_ELEMENTS }, (_, index) => element(index))

/** Bodies that a check refuses after all the work that it does. */
const refusedBodies: readonly (() => object)[] = [
  // More nodes than the plan allows, which is told last.
  () => ({
    name: 'x',
    nodes: elements((index) => ({ id: `n${index}`, label: '\u200d'.repeat(30) })),
    edges: elements((index) => ({ source: `n${index}`, target: `${index}`, color: 'hsl(210deg 80% 45% / 0.5)' })),
  }),
  () => ({
    name: 'x',
    nodes: elements(() => ({ id: 'same' })),
    edges: elements(() => ({ source: 'same', target: '' })),
  }),
  () => ({ name: 'x', nodes: elements(() => ({ id: 'same' })), edges: [] }),
  () => ({ name: 'x', nodes: elements(() => ({})), edges: elements(() => ({})) }),
  () => ({ name: 'x', nodes: elements((index) => ({ id: `${index}`, billing: Array(10).fill('flat') })) }),
  () => ({ name: 'x'.repeat(4_000_000) }),
  () => ({ name: 'x', nodes: [{ id: 'x'.repeat(4_000_000) }] }),
  () => ({ name: 'x', edges: [{ source: 'a', target: 'b', color: `rgb(${' '.repeat(4_000_000)}` }] }),
  () => ({ name: 'x', edges: [{ source: 'a', target: 'b', label: '😀'.repeat(1_000_000) }] }),
  () => ({ ['k'.repeat(4_000_000)]: 1 }),
  () => Array(240_000).fill(0),
  () => ({ nodes: Array(240_000).fill(0) }),
]

/** A PNG with a map of the largest plan. */
function pictureOf(body: string): Buffer {
  return pngWith(pngChunk('iTXt', itxtContent(PNG_MAP_KEYWORD, body)))
}

/** A message to the MCP server. */
function mcp(method: string, params: object = {}): WorstRequest {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return post('/mcp', body, { ...json, Accept: 'application/json, text/event-stream' })
}
const call = (name: string, input: object): WorstRequest => mcp('tools/call', { name, arguments: input })

/** What is around the first service, by its name on the page. */
const around = (file: string): MakeRequest => {
  return ({ shareId, map: { nodes } }) =>
    get(`/share/${shareId}${file}?focus=${encodeURIComponent(shownName(nodes[0]!))}`, brotli)
}
const shared = (file = ''): MakeRequest => {
  return ({ shareId }) => get(`/share/${shareId}${file}`, brotli)
}

/** The rows of the API, by method and path. */
const apiInputs: Readonly<Record<string, readonly WorstInput[]>> = {
  [`GET ${api('/maps')}`]: [
    once(accepted(() => get(api('/maps'), brotli))),
    once(accepted(() => get(api('/maps?fields=name,nodes,edges,isPublic')))),
    once(accepted(() => get(api('/maps?fields=id,name,isPublic,createdAt,updatedAt')))),
    once(accepted(() => get(api(`/maps?limit=1000&q=${encodeURIComponent(longText)}`)))),
    once(accepted(() => get(api('/maps?limit=1000&fields=name&q=m')))),
    once(accepted(() => get(api(`/maps?limit=1&fields=${'id,'.repeat(LONG_HEADER / 3)}id`)))),
    once(refused(() => get(api(`/maps?cursor=${'a'.repeat(LONG_HEADER)}`)))),
    once(refused(() => get(api(`/maps?${Array.from({ length: LONG_HEADER / 6 }, (_, index) => index).join('&')}`)))),
  ],
  [`GET ${api('/maps/:id')}`]: [
    accepted(({ id }) => get(api(`/maps/${id}`), brotli)),
    accepted(({ id }) => get(api(`/maps/${id}`), manyTags)),
    once(refused(() => get(api(`/maps/${'a'.repeat(LONG_HEADER)}`)))),
  ],
  [`POST ${api('/maps')}`]: [
    accepted(({ shape }) => post(api('/maps'), bodyOf(shape))),
    accepted(({ shape, id }) => post(api('/maps'), bodyOf(shape), { ...json, 'Idempotency-Key': id })),
    accepted(({ shape }) => post(api('/maps'), gzipSync(bodyOf(shape)), { ...json, 'Content-Encoding': 'gzip' })),
    accepted(({ shape }) => post(api('/maps'), deflateSync(bodyOf(shape)), { ...json, 'Content-Encoding': 'deflate' })),
    accepted(({ shape }) => post(api('/maps'), pictureOf(bodyOf(shape)), { 'Content-Type': 'image/png' })),
    ...refusedBodies.map((body) => once(refused(() => post(api('/maps'), JSON.stringify(body()))))),
  ],
  [`PATCH ${api('/maps/:id')}`]: [
    accepted(({ id, shape }) => patch(id, bodyOf(shape))),
    accepted(({ id, map }) => patch(id, JSON.stringify({ nodes: map.nodes.slice(0, -5) }))),
    refused(({ id, map }) => patch(id, JSON.stringify({ edges: map.edges.slice(0, -5) }), otherVersions)),
    once(refused(({ id }) => patch(id, '{"name":"x"}', { 'Maps-Note': '%c3%a4'.repeat(LONG_HEADER / 6) }))),
  ],
  [`GET ${api('/maps/:id/revisions')}`]: [
    accepted(({ id }) => get(api(`/maps/${id}/revisions?limit=1000`), brotli)),
    once(refused(({ id }) => get(api(`/maps/${id}/revisions?cursor=${'1'.repeat(LONG_HEADER)}`)))),
  ],
  [`GET ${api('/maps/:id/revisions/:version')}`]: [
    accepted(({ id }) => get(api(`/maps/${id}/revisions/1`), brotli)),
    once(refused(({ id }) => get(api(`/maps/${id}/revisions/2147483647`)))),
    once(refused(({ id }) => get(api(`/maps/${id}/revisions/${'1'.repeat(LONG_HEADER)}`)))),
  ],
  [`DELETE ${api('/maps/:id')}`]: [
    refused(({ id }) => ({ method: 'DELETE', path: api(`/maps/${id}`), headers: otherVersions })),
    accepted(({ id }) => ({ method: 'DELETE', path: api(`/maps/${id}`) })),
  ],
  ...Object.fromEntries(
    fileFormats.map((format) => [
      `GET ${api(filePath(format, ':id'))}`,
      [
        exported(({ id }) => get(api(filePath(format, id)), manyTags)),
        refused(({ id }) => get(`${api(filePath(format, id))}?${'a=b&'.repeat(LONG_HEADER / 4)}`)),
        ...('since' in fileFormatTable[format].options.shape
          ? [exported(({ halfId }) => get(`${api(filePath(format, halfId))}?since=v1`, manyTags))]
          : []),
      ],
    ]),
  ),
  ...Object.fromEntries(
    diffFormats.map((format) => [
      `GET ${api(filePath(format, ':id'))}`,
      [
        exported(({ halfId }) => get(`${api(filePath(format, halfId))}?from=1&to=1`, manyTags)),
        refused(({ id, changedId }) => get(`${api(filePath(format, id))}?base=${changedId}`)),
        refused(({ id }) => get(`${api(filePath(format, id))}?${'a=b&'.repeat(LONG_HEADER / 4)}`)),
      ],
    ]),
  ),
  [`GET ${api('/maps/:id/export/:format')}`]: [
    once(refused(({ id }) => get(api(`/maps/${id}/export/${'a'.repeat(LONG_HEADER)}`)))),
  ],
  [`PUT ${api('/maps/:id/layout')}`]: [
    accepted(({ id, map }) => pin(id, JSON.stringify({ nodes: map.nodes.map(({ id }) => ({ id, x: 0.5, y: -1e6 })) }))),
    refused(({ id, map }) =>
      pin(id, JSON.stringify({ nodes: map.nodes.map(({ id }) => ({ id, x: 0, y: 0 })) }), otherVersions),
    ),
    exported(({ id }) => ({ method: 'PUT', path: api(`/maps/${id}/layout`) })),
    refused(({ id }) => pin(id, JSON.stringify({ nodes: elements((index) => ({ id: `${index}?`, x: 0, y: 0 })) }))),
    once(refused(({ id }) => pin(id, JSON.stringify({ nodes: elements(() => ({ id: 'same', x: '0' })) })))),
  ],
  [`DELETE ${api('/maps/:id/layout')}`]: [
    refused(({ id }) => ({ method: 'DELETE', path: api(`/maps/${id}/layout`), headers: otherVersions })),
    accepted(({ id }) => ({ method: 'DELETE', path: api(`/maps/${id}/layout`) })),
  ],
  [`POST ${api('/previews')}`]: [
    exported(({ shape }) => post(api('/previews'), bodyOf(shape))),
    exported(({ shape }) => post(api('/previews'), bodyOf(shape), { ...json, Accept: 'image/png' })),
    exported(({ shape }) => post(api('/previews'), pictureOf(bodyOf(shape)), { 'Content-Type': 'image/png' })),
    ...refusedBodies.map((body) => once(refused(() => post(api('/previews'), JSON.stringify(body()))))),
    once(refused(() => post(`${api('/previews')}?${'a=b&'.repeat(LONG_HEADER / 4)}`, '{"name":"x"}'))),
    once(refused(() => post(api('/previews'), '{"name":"x"}', { ...json, Accept: 'a/b,'.repeat(LONG_HEADER / 4) }))),
  ],
  [`GET ${api('/workspace')}`]: [
    once(accepted(() => get(api('/workspace'), manyTags))),
    once(refused(() => get(api(`/workspace?${'a=b&'.repeat(LONG_HEADER / 4)}`)))),
  ],
}

/** Lists of operations of edit_map that find the most to do. */
export const operationLists: readonly ((map: LargestMap) => object[])[] = [
  ({ edges }) =>
    edges.slice(0, 500).map(({ source, target }) => ({
      op: 'set_edge',
      source,
      target,
      index: 0,
      set: { label: 'x' },
    })),
  ({ edges }) => edges.slice(-500).map(({ source, target }) => ({ op: 'remove_edge', source, target, index: 0 })),
  ({ nodes }) => nodes.slice(-500).map(({ id }) => ({ op: 'remove_node', id })),
  ({ nodes }) =>
    nodes
      .slice(-500)
      .map(({ id }) => ({ op: 'set_node', id, set: { label: 'x', tech: 'y' }, unset: ['spend', 'billing'] })),
  ({ nodes: [hub] }) =>
    Array.from({ length: 250 }, () => [
      { op: 'remove_node', id: hub!.id },
      { op: 'add_node', node: hub! },
    ]).flat(),
  ({ nodes: [from, to] }) =>
    Array.from({ length: 250 }, () => [
      { op: 'add_edge', edge: { source: from!.id, target: to!.id } },
      { op: 'remove_edge', source: from!.id, target: to!.id, index: 0 },
    ]).flat(),
]

/** Nearly as many values as a message may have, each of them no field. */
const manyUnset = { op: 'set_node', id: 'a', unset: Array.from({ length: 249_000 }, () => 0) }

/** The suggestions for the last operation look at all nodes. */
const misspelt = ({ nodes }: LargestMap): object[] => [
  ...nodes.slice(-499).map(({ id }) => ({ op: 'set_node', id, set: {} })),
  { op: 'remove_node', id: similarTo(nodes) },
]

/** A text that nearly occurs in every label. */
const similarTo = ([node]: LargestMap['nodes']): string => `z${[...(node!.label ?? node!.id)].slice(0, 150).join('')}`

/** As many names as a view takes, none of them of a service. */
const manyIds = Array.from({ length: 20 }, (_, index) => `no service ${index}`).join()

/** An id in a list of ids. */
const escapedId = (id: string): string => id.replaceAll(/[\\,*]/g, String.raw`\$&`)

/** Patterns that nearly match every id, as many as a list may have. */
function slowPatterns({ nodes: [node] }: LargestMap): string {
  const letters = escapedId([...node!.id].slice(0, 2).join(''))
  return Array.from({ length: 20 }, (_, index) => `${`*${letters}`.repeat(12).slice(0, 36)}*${index}|`).join(',')
}

/** A map whose lists are JSON text, in which each quotation mark takes twice as many bytes. */
const withListsAsText = ({ nodes, edges }: LargestMap): object => {
  return { name: 'x', nodes: JSON.stringify(nodes), edges: JSON.stringify(edges) }
}
/** JSON of objects with the same fields, each in an order of its own. V8 makes a hidden class for each beginning of an order. */
const manyOrders = JSON.stringify(
  Array.from({ length: 700 }, (_, row) => {
    const fieldAt = (at: number): string => ((at * (1 + ((row * 7) % 198)) + row) % 199).toString(36)
    return Object.fromEntries(Array.from({ length: 199 }, (_, at) => [`f${fieldAt(at)}`, 1]))
  }),
)
const halfOf = ({ nodes, edges }: MapBytes): MapBytes => ({ nodes: nodes / 2, edges: edges / 2 })

/** The rows of tools, by name. */
const toolInputs: Readonly<Record<string, readonly WorstInput[]>> = {
  find_maps: [
    once(accepted(() => call('find_maps', { query: 'm', limit: 100 }))),
    once(accepted(() => call('find_maps', { query: longText, limit: 100 }))),
  ],
  get_map: [
    // A summary of the longest texts may be too long, too.
    { ...accepted(({ id }) => call('get_map', { id })), shapes: ['one hub', 'ids that no node has'] },
    refused(({ id }) => call('get_map', { id, view: 'whole' })),
    {
      ...refused(({ id, map }) =>
        call('get_map', { id, view: 'around', focus: escapedId(map.nodes[0]!.id), depth: 5 }),
      ),
      shapes: ['one hub', 'all edges between two nodes'],
    },
    refused(({ id, map }) => call('get_map', { id, view: 'around', focus: escapedId(similarTo(map.nodes)), depth: 5 })),
    refused(({ id }) => call('get_map', { id, view: 'around', focus: manyIds })),
    refused(({ id, map }) => call('get_map', { id, view: 'whole', hide: slowPatterns(map), collapse: 'x' })),
    compared(({ halfId: id }) => call('get_map', { id, since: 1 })),
    refused(({ id }) => call('get_map', { id, since: 2 })),
    compared(({ halfId: id, map }) => call('get_map', { id, view: 'whole', hide: slowPatterns(map), since: 1 })),
  ],
  create_map: [
    accepted(({ shape }) => call('create_map', JSON.parse(bodyOf(shape)) as object)),
    accepted(({ shape }) => call('create_map', withListsAsText(largestMap(shape, halfOf(bodyBytes))))),
    once(refused(() => call('create_map', { name: 'x', nodes: '['.repeat(4_000_000) }))),
    once(refused(() => call('create_map', { name: 'x', nodes: JSON.stringify(elements(() => ({}))) }))),
    once(refused(() => call('create_map', { name: 'x', nodes: manyOrders, edges: manyOrders, isPublic: manyOrders }))),
  ],
  edit_map: [
    ...operationLists.map((operationsOf) =>
      accepted(({ id, map }) => call('edit_map', { id, version: 1, operations: operationsOf(map) })),
    ),
    accepted(({ id }) => call('edit_map', { id, version: 1, operations: [{ op: 'restore', version: 1 }] })),
    refused(({ id, map }) => call('edit_map', { id, version: 1, operations: misspelt(map) })),
    once(refused(({ id }) => call('edit_map', { id, version: 1, operations: [manyUnset] }))),
    accepted(({ id, map }) =>
      call('edit_map', { id, version: 1, operations: JSON.stringify(operationLists[3]!(map)) }),
    ),
  ],
  preview_map: [exported(({ shape }) => call('preview_map', JSON.parse(bodyOf(shape)) as object))],
  render_map: [exported(({ id }) => call('render_map', { id }))],
  export_map: [
    ...exportFormats.map((format) => exported(({ id }) => call('export_map', { id, format }))),
    exported(({ halfId: id }) => call('export_map', { id, format: 'agents', options: { since: 'v1' } })),
  ],
  compare_maps: [
    refused(({ id, changedId }) => call('compare_maps', { from: id, to: changedId })),
    refused(({ id, otherId }) => call('compare_maps', { from: id, to: otherId })),
    compared(({ halfId: id }) => call('compare_maps', { from: id, to: id })),
    refused(({ id, changedId }) => call('compare_maps', { from: id, to: changedId, fromVersion: 1, toVersion: 1 })),
  ],
  delete_map: [accepted(({ id }) => call('delete_map', { id, version: 1 }))],
}

const manyObjects = (): object[] => elements((index) => ({ id: `${index}`, other: {} }))

/** The rows of all other routes, by method and path. */
const otherInputs: Readonly<Record<string, readonly WorstInput[]>> = {
  'GET /share/:shareId': [
    accepted(shared()),
    accepted(around('')),
    once(accepted(({ shareId }) => get(`/share/${shareId}?focus=${'a'.repeat(LONG_HEADER)}`))),
  ],
  'GET /share/:shareId/': [once(accepted(shared('/')))],
  'GET /share/:shareId/map.png': [exported(shared('/map.png')), exported(around('/map.png'))],
  'GET /share/:shareId/map.svg': [exported(shared('/map.svg')), exported(around('/map.svg'))],
  'GET /share/:shareId/card.png': [exported(shared('/card.png'))],
  'GET /share/assets/:file': [once(refused(() => get(`/share/assets/${'a'.repeat(LONG_HEADER)}`)))],
  // Besides the tools.
  'POST /mcp': [
    once(accepted(() => mcp('tools/list'))),
    once(accepted(() => mcp('resources/list'))),
    once(accepted(() => mcp('ping', { _meta: { x: manyObjects() } }))),
    refused(({ id }) => mcp('resources/read', { uri: `maps://${id}` })),
    exported(({ id }) => mcp('resources/read', { uri: `maps://${id}/agents.md` })),
    once(refused(() => mcp('resources/read', { uri: 'a'.repeat(4_000_000) }))),
    once(refused(() => mcp('a'.repeat(4_000_000)))),
    once(refused(() => call('x'.repeat(4_000_000), {}))),
    once(refused(() => call('find_maps', { x: manyObjects() }))),
    once(refused(() => call('edit_map', { operations: elements(() => ({ op: 'set_map' })) }))),
  ],
}

/** Documents that are the same for all clients. */
const documents = ['/', '/docs', '/docs/', '/llms.txt', '/livez', '/readyz', api('/openapi.json')]
const wellKnown = ['api-catalog', 'security.txt'].map((name) => `/.well-known/${name}`)
const problemPages = Object.keys(problemKinds).map((kind) => `${PROBLEM_PAGES}/${kind}`)
const pages = [...readPages().map((it) => it.name), ...pageFiles.keys()]
  .filter((it) => it !== 'index.html')
  .map((name) => `/docs/${name}`)
const packages = downloadNames.map((name) => `/downloads/${name}`)

/**
 * The worst inputs that a search found for each route, by its method and path as Express has them, and for each tool, by its name: they
 * are valid, of the largest plan, or are refused after all checks.
 */
export const worstInputs: Readonly<Record<string, readonly WorstInput[]>> = {
  ...apiInputs,
  ...toolInputs,
  ...otherInputs,
  ...Object.fromEntries(
    [...documents, ...wellKnown, ...problemPages, ...pages, ...packages].map((path) => [
      `GET ${path}`,
      [once(accepted(() => get(path, { ...manyTags, ...brotli })))],
    ]),
  ),
}
