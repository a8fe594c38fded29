import { gzipSync } from 'node:zlib'
import { diffFormats, type FileFormat, fileFormats, fileFormatTable, filePath } from '@maps/shared/file-formats'
import { MAX_JSON_BYTES } from '../../services/gateway/http/body.ts'
import { API_BASE } from '../../services/gateway/http/route.ts'
import { shareAssets } from '../../services/gateway/routes/share-assets.ts'
import { itxtContent, pngChunk, pngWith } from '../maps/png-file.ts'

/** A workspace whose clients hold bytes, and its maps. */
export interface Holder {
  token: string
  /** Id of a public map of nearly the largest size. */
  largeId: string
  shareId: string
  /** Id of a small map with a picture of 27 MiB. */
  smallId: string
}

/** A way in which a client makes the gateway hold bytes. */
export interface WayToHold {
  name: string
  /** The route, as in `GET /api/v1/maps/:id`. */
  route: string
  /** What the client sends before it stops: it reads nothing. */
  requestOf(holder: Holder): Buffer
}

/** A JSON body of nearly the largest size. */
const largeBody = Buffer.from(
  JSON.stringify({ name: 'large', nodes: [{ id: 'a' }] }).padEnd(MAX_JSON_BYTES - 1_024, ' '),
)
const pinBody = Buffer.from(JSON.stringify({ nodes: [{ id: 'none', x: 0, y: 0 }] }))
const smallBody = Buffer.from(JSON.stringify({ name: 'small' }))
/** 4 KB that inflate to MAX_JSON_BYTES. */
const compressedBody = gzipSync(Buffer.from(JSON.stringify({ name: 'x' }).padEnd(MAX_JSON_BYTES, ' ')))
const mapOfPicture = Buffer.from(JSON.stringify({ name: 'picture', nodes: [], edges: [] }).padEnd(3_900_000, ' '))
const picture = pngWith(pngChunk('iTXt', itxtContent('maps-service', mapOfPicture, { isCompressed: false })))
const invalidBody = Buffer.from(
  JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, at]))),
)

/** Pictures are those of a small map: the large one would take too long. */
function exportPath(format: FileFormat) {
  const isPicture = fileFormatTable[format].planFormat === 'png'
  return ({ smallId, largeId }: Holder) => API_BASE + filePath(format, isPicture ? smallId : largeId)
}

/** Requests of routes with parameters in their paths. A route that is missing here fails the test of the table. */
const paths: Record<string, (holder: Holder) => string> = {
  'GET /api/v1/maps/:id': ({ largeId }) => `/api/v1/maps/${largeId}`,
  'DELETE /api/v1/maps/:id': () => '/api/v1/maps/none',
  'DELETE /api/v1/maps/:id/layout': () => '/api/v1/maps/none/layout',
  'GET /api/v1/maps/:id/revisions': ({ largeId }) => `/api/v1/maps/${largeId}/revisions?limit=1000`,
  'GET /api/v1/maps/:id/revisions/:version': ({ largeId }) => `/api/v1/maps/${largeId}/revisions/1`,
  ...Object.fromEntries(fileFormats.map((it) => [`GET ${API_BASE}${filePath(it, ':id')}`, exportPath(it)])),
  // The maps are one version each.
  ...Object.fromEntries(
    diffFormats.map((it) => [
      `GET ${API_BASE}${filePath(it, ':id')}`,
      (holder) => `${exportPath(it)(holder)}?from=1&to=1`,
    ]),
  ),
  'GET /api/v1/maps/:id/export/:format': ({ smallId }) => `/api/v1/maps/${smallId}/export/none`,
  'GET /share/assets/:file': () => `/share/${shareAssets.script}`,
  'GET /share/:shareId': ({ shareId }) => `/share/${shareId}`,
  'GET /share/:shareId/': ({ shareId }) => `/share/${shareId}/`,
  'GET /share/:shareId/map.png': () => `/share/${'x'.repeat(27)}/map.png`,
  'GET /share/:shareId/map.svg': () => `/share/${'x'.repeat(27)}/map.svg`,
  'GET /share/:shareId/card.png': () => `/share/${'x'.repeat(27)}/card.png`,
}

const PNG = 'image/png'
const POST_MAP = 'POST /api/v1/maps'
const POST_PREVIEW = 'POST /api/v1/previews'
const toolCall = (name: string, input: object): Buffer =>
  Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }))

/** Ways of routes that take a body, and those without a route of their own. */
const ways: WayToHold[] = [
  way('open upload', POST_MAP, post('/api/v1/maps', largeBody, { lacks: 1 })),
  way('open upload in chunks', POST_MAP, post('/api/v1/maps', largeBody, { isChunked: true })),
  way('open upload, compressed', POST_MAP, post('/api/v1/maps', compressedBody, { lacks: 1, encoding: 'gzip' })),
  way('compressed upload', POST_MAP, post('/api/v1/maps', compressedBody, { encoding: 'gzip' })),
  way('open upload of a picture', POST_MAP, post('/api/v1/maps', picture, { lacks: 100, type: PNG })),
  way('upload of a picture', POST_MAP, post('/api/v1/maps', picture, { type: PNG })),
  way('upload', POST_MAP, post('/api/v1/maps', largeBody)),
  way('error with fields', POST_MAP, post('/api/v1/maps', invalidBody)),
  way('open upload', POST_PREVIEW, post('/api/v1/previews', largeBody, { lacks: 1 })),
  way('unread picture', POST_PREVIEW, post('/api/v1/previews', smallBody)),
  way('waiting picture', POST_PREVIEW, post('/api/v1/previews', largeBody)),
  // Before the first change of the map, whose version it names.
  way(
    'change of a large map',
    'POST /mcp',
    post('/mcp', ({ largeId: id }) =>
      toolCall('edit_map', { id, version: 1, operations: [{ op: 'set_map', name: 'changed' }] }),
    ),
  ),
  // After that change.
  way(
    'restore of a large map',
    'POST /mcp',
    post('/mcp', ({ largeId: id }) =>
      toolCall('edit_map', { id, version: 2, operations: [{ op: 'restore', version: 1 }] }),
    ),
  ),
  way(
    'comparison of large maps',
    'POST /mcp',
    post('/mcp', ({ largeId }) => toolCall('compare_maps', { from: largeId, to: largeId })),
  ),
  way(
    'changes of a large map',
    'POST /mcp',
    post('/mcp', ({ largeId }) => toolCall('get_map', { id: largeId, since: 1 })),
  ),
  way(
    'waiting changes for agents',
    'GET /api/v1/maps/:id/export/agents',
    head('GET', ({ largeId }) => `/api/v1/maps/${largeId}/export/agents?since=v1`),
  ),
  way(
    'open upload',
    'PATCH /api/v1/maps/:id',
    post(({ smallId }) => `/api/v1/maps/${smallId}`, largeBody, { lacks: 1, method: 'PATCH' }),
  ),
  way(
    'unread response',
    'PATCH /api/v1/maps/:id',
    post(({ largeId }) => `/api/v1/maps/${largeId}`, smallBody, { method: 'PATCH' }),
  ),
  way(
    'open upload of positions',
    'PUT /api/v1/maps/:id/layout',
    post(({ smallId }) => `/api/v1/maps/${smallId}/layout`, largeBody, { lacks: 1, method: 'PUT' }),
  ),
  way(
    'pin of a large map',
    'PUT /api/v1/maps/:id/layout',
    post(({ largeId }) => `/api/v1/maps/${largeId}/layout`, pinBody, { method: 'PUT' }),
  ),
  way('open message', 'POST /mcp', post('/mcp', largeBody, { lacks: 1 })),
  way(
    'unread result',
    'POST /mcp',
    post('/mcp', ({ largeId }) => toolCall('get_map', { id: largeId, view: 'summary' })),
  ),
  way('unread list of tools', 'POST /mcp', post('/mcp', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'))),
  way(
    'idle connection',
    'GET /livez',
    head('GET', () => '/livez'),
  ),
  way(
    'pipelined requests',
    'GET /api/v1/maps',
    repeat(
      100,
      head('GET', () => '/api/v1/maps'),
    ),
  ),
  way(
    'compressed response',
    'GET /api/v1/maps',
    head('GET', () => '/api/v1/maps', 'Accept-Encoding: br\r\n'),
  ),
  way('body that no route reads', 'GET /api/v1/maps', chunksOfOneByte('/api/v1/maps')),
]

/** Creates the table of ways for these routes. @throws Error for a route without a row */
export function waysToHold(routes: readonly string[]): WayToHold[] {
  const readers = routes.flatMap((route) => {
    const [method = '', pattern = ''] = route.split(' ')
    const pathOf = paths[route] ?? (method === 'GET' && !pattern.includes(':') ? () => pattern : undefined)
    if (pathOf) return [way('unread response', route, head(method, pathOf))]
    if (ways.some((it) => it.route === route)) return []
    throw new Error(`${route} needs a row in test/faults/ways-to-hold.ts`)
  })
  return [...readers, ...ways]
}

/** Routes of the table that have a row of their own. */
export const rowRoutes: ReadonlySet<string> = new Set([...Object.keys(paths), ...ways.map((it) => it.route)])

function way(name: string, route: string, requestOf: WayToHold['requestOf']): WayToHold {
  return { name, route, requestOf }
}

let lastAddress = 0
/** The fields that all requests have. Each has an address of its own, since readers of public pages are counted by address. */
function commonFields({ token }: Holder): string {
  lastAddress++
  return `Host: a\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: 10.0.${(lastAddress >> 8) & 255}.${lastAddress & 255}\r\n`
}

function head(method: string, pathOf: (holder: Holder) => string, fields = ''): WayToHold['requestOf'] {
  return (holder) => Buffer.from(`${method} ${pathOf(holder)} HTTP/1.1\r\n${commonFields(holder)}${fields}\r\n`)
}

function repeat(count: number, requestOf: WayToHold['requestOf']): WayToHold['requestOf'] {
  return (holder) => Buffer.concat(Array.from({ length: count }, () => requestOf(holder)))
}

interface PostOptions {
  method?: string
  type?: string
  encoding?: string
  /** Bytes that are missing at the end of the body. */
  lacks?: number
  /** Whether the body has no length, and no end. */
  isChunked?: boolean
}

function post(
  path: string | ((holder: Holder) => string),
  body: Buffer | ((holder: Holder) => Buffer),
  { method = 'POST', type = 'application/json', encoding, lacks = 0, isChunked = false }: PostOptions = {},
): WayToHold['requestOf'] {
  return (holder) => {
    const bytes = typeof body === 'function' ? body(holder) : body
    const fields = [
      `Content-Type: ${type}`,
      'Accept: application/json, text/event-stream',
      ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
      isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`,
    ]
    const start = head(method, typeof path === 'function' ? path : () => path, `${fields.join('\r\n')}\r\n`)(holder)
    const size = isChunked ? Buffer.from(`${bytes.length.toString(16)}\r\n`) : Buffer.alloc(0)
    return Buffer.concat([start, size, bytes.subarray(0, bytes.length - lacks)])
  }
}

/** A request with a body in chunks of one byte, each of which would be an object in the gateway. */
function chunksOfOneByte(path: string): WayToHold['requestOf'] {
  const chunks = Buffer.from('1\r\nx\r\n'.repeat(60_000))
  return (holder) => Buffer.concat([head('GET', () => path, 'Transfer-Encoding: chunked\r\n')(holder), chunks])
}

/** Calls of tools that work on a map of the largest size, at its second version, with room for one more node and edge. */
const toolsOnLargestMap = Object.entries({
  summary: ({ largeId: id }: Holder) => toolCall('get_map', { id }),
  comparison: ({ largeId }: Holder) => toolCall('compare_maps', { from: largeId, to: largeId }),
  change: ({ largeId: id }: Holder) =>
    toolCall('edit_map', {
      id,
      version: 2,
      operations: [
        { op: 'add_node', node: { id: 'new' } },
        { op: 'add_edge', edge: { source: 'new', target: 'new' } },
      ],
    }),
}).map(([name, callOf]) => way(`${name} of the largest map`, 'POST /mcp', post('/mcp', callOf)))

const ofLargestMap =
  (path = '') =>
  ({ largeId }: Holder): string =>
    `/api/v1/maps/${largeId}${path}`

/** Requests that work on a map of the largest size, at its second version. */
export const onLargestMap: readonly WayToHold[] = [
  ...toolsOnLargestMap,
  way('the largest map', 'GET /api/v1/maps/:id', head('GET', ofLargestMap())),
  way(
    'export of the largest map',
    'GET /api/v1/maps/:id/export/agents',
    head('GET', ofLargestMap('/export/agents?costs=false')),
  ),
  way(
    'change of the largest map by REST',
    'PATCH /api/v1/maps/:id',
    post(ofLargestMap(), smallBody, { method: 'PATCH' }),
  ),
]

/** An export of a large map. No other way asks for this file, so that it waits for a worker. */
export const waitingExport = way(
  'waiting export',
  'GET /api/v1/maps/:id/export/claude',
  head('GET', ({ largeId }) => `/api/v1/maps/${largeId}/export/claude?costs=false`),
)
