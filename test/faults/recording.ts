import { deepStrictEqual } from 'node:assert'
import { isDeepStrictEqual } from 'node:util'
import type { Position } from '@maps/shared/positions'
import type { Random } from '../bench/random.ts'
import type { ApiResponse, RestClient } from '../rig/rest-client.ts'
import type { ListReading, Operation, Seen } from './operation.ts'
import { type Marker, markedMap, markerIn } from './marked-maps.ts'
import { pinnedPositions } from './pinned-positions.ts'

/** Number of services of each map in a run. */
export const NODES = 12

/** The operations and maps of all clients in a run. */
export interface Recording {
  history: Operation[]
  lists: ListReading[]
  /** Number of operations, by name and outcome. */
  counts: Map<string, Record<Operation['outcome'], number>>
  /** Maps whose creation was acknowledged, in this order. */
  maps: RecordedMap[]
  /** Share ids that responses have named, in this order. */
  links: { map: number; link: string }[]
  /** Number of the next create, write or pin. */
  nextNumber: number
}

/** A map that clients can use. */
export interface RecordedMap {
  map: number
  /** Its id in the API. */
  id: string
  /** Whether its deletion was acknowledged. */
  isDeleted: boolean
}

/** A client of the run, and all that its operations need. */
export interface Session {
  client: number
  /** Number of the token of `api` and `site`. */
  author: number
  api: RestClient
  /** The same client with a token that may only read. */
  readOnly: RestClient
  /** A client of the gateways' own addresses, for `/mcp` and `/share`. */
  site: RestClient
  gateways: number
  random: Random
  recording: Recording
}

/** What an operation is going to do. */
type Intent = Pick<Operation, 'kind' | 'map'> & Partial<Operation>

/** Index of a random gateway. */
export function randomGateway({ random, gateways }: Session): number {
  return random.below(gateways)
}

/** An operation that was recorded, and its response, if there was one. */
export type Recorded = Operation & { response?: ApiResponse }

/** Returns an empty recording. */
export function newRecording(): Recording {
  return { history: [], lists: [], counts: new Map(), maps: [], links: [], nextNumber: 1 }
}

/**
 * Sends a request and records it as an operation.
 * @param name its name in counts
 * @param readSeen reads what a success shows of the map
 */
export async function record(
  { client, author, recording }: Session,
  name: string,
  intent: Intent,
  request: () => Promise<ApiResponse>,
  readSeen?: (response: ApiResponse) => Seen,
): Promise<Recorded> {
  const { response, ...timing } = await time(request)
  const { outcome } = timing
  const seen = response && outcome === 'ok' ? readSeen?.(response) : undefined
  const isMissing = response?.status === 404
  const operation: Operation = {
    client,
    author,
    ...intent,
    ...timing,
    ...(response && { status: response.status }),
    ...(seen && { seen }),
    ...(isMissing && { seen: seenInMissing(response) }),
    ...(response?.headers.get('idempotent-replayed') === 'true' && { isReplay: true }),
    ...(outcome === 'ok' && intent.kind === 'create' && { id: response!.json.map.id }),
  }
  recording.history.push(operation)
  count(recording, name, outcome)
  return response ? { ...operation, response } : operation
}

/** Reads a list, page by page, and records what it shows. */
export async function recordList(
  { client, recording }: Session,
  name: string,
  reading: Pick<ListReading, 'map' | 'isPaged'>,
  readPage: (cursor: string | undefined) => Promise<ApiResponse>,
): Promise<Operation['outcome']> {
  const entries: Seen[] = []
  const start = performance.now()
  let cursor: string | undefined
  do {
    const { response, outcome } = await time(() => readPage(cursor))
    if (outcome !== 'ok') {
      count(recording, name, outcome)
      return outcome
    }
    entries.push(...response!.json.maps.map(seenInEntry))
    cursor = /[?&]cursor=([^&>]+)/.exec(response!.headers.get('link') ?? '')?.[1]
  } while (cursor !== undefined)
  recording.lists.push({ client, ...reading, start, end: performance.now(), entries })
  count(recording, name, 'ok')
  return 'ok'
}

async function time(
  request: () => Promise<ApiResponse>,
): Promise<Pick<Operation, 'start' | 'end' | 'outcome'> & { response?: ApiResponse }> {
  const start = performance.now()
  let isUnsent = false
  const response = await request().catch((error: unknown) => void (isUnsent = isConnectionRefused(error)))
  const isRefused = isUnsent || (response !== undefined && response.status >= 400 && response.status < 500)
  const outcome = response && response.status < 300 ? 'ok' : isRefused ? 'refused' : 'unknown'
  const end = outcome === 'unknown' ? Infinity : performance.now()
  return { start, end, outcome, ...(response && { response }) }
}

/** Whether the gateway cannot have received the request. */
function isConnectionRefused(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
}

function count({ counts }: Recording, name: string, outcome: Operation['outcome']): void {
  const own = counts.get(name) ?? { ok: 0, refused: 0, unknown: 0 }
  own[outcome]++
  counts.set(name, own)
}

/** What the response to a request for one map shows. */
export function seenInMap({ text, headers, json }: ApiResponse): Seen {
  const version = Number(/^"v(\d+)"$/.exec(headers.get('etag') ?? '')?.[1])
  return { ...seenInText(text), version, isPublic: json.map.isPublic, ...linkIn(headers.get('link')) }
}

/** What the result of an MCP tool shows of its map. */
export function seenInTool({ text, json: { map } }: ApiResponse): Seen {
  return { ...seenInText(text), version: map.version, isPublic: map.isPublic, ...linkIn(map.shareUrl) }
}

/** What a version of a map shows, which must be the whole content of one write. */
export function seenInRevision({ text, json: { map } }: ApiResponse): Seen {
  const readWhole = (): Marker => {
    const marker = markerIn(text)
    deepStrictEqual({ name: map.name, nodes: map.nodes, edges: map.edges }, { ...markedMap(marker, NODES), edges: [] })
    return marker
  }
  return { ...seenWith(readWhole), isPublic: map.isPublic }
}

/** What a list of the versions of a map shows. */
export function seenInRevisions({ json }: ApiResponse): Seen {
  const versions = json.revisions.map(({ version, note }: { version: number; note?: string }) => {
    return { version, ...(note !== undefined && { note }) }
  })
  return { isThere: true, versions }
}

/** What a layout shows. */
export function seenInLayout({ json: { layout } }: ApiResponse): Seen {
  const { version, isPinned, nodes } = layout
  const pin = nodes[0].y
  const places = nodes.map(({ id, x, y }: Position) => ({ id, x, y }))
  const isWhole = isDeepStrictEqual(places, pinnedPositions(pin, NODES))
  return { isThere: true, version, pin: isPinned ? (isWhole ? pin : 'mixed') : null }
}

/** What a 404 shows: no map, or the versions next to one that is not kept. */
function seenInMissing({ text }: ApiResponse): Seen {
  const nearest = /Version \d+ of the map is not kept\. Next to it (?:is|are) (\d+)(?: and (\d+))?\./.exec(text)
  if (!nearest) return { isThere: false }
  return { isThere: true, nearest: nearest.slice(1).flatMap((it) => (it === undefined ? [] : [Number(it)])) }
}

function seenInEntry(entry: { isPublic?: boolean; shareUrl?: string }): Seen {
  const { isPublic, shareUrl } = entry
  return { ...seenInText(JSON.stringify(entry)), ...(isPublic !== undefined && { isPublic }), ...linkIn(shareUrl) }
}

/** What a page or a file shows. */
function seenInText(text: string): Seen {
  return seenWith(() => markerIn(text))
}

/** What a file shows whose marker is read like this. */
export function seenWith(readMarker: () => Marker): Seen {
  try {
    return { isThere: true, marker: readMarker() }
  } catch {
    return { isThere: true, marker: undefined }
  }
}

function linkIn(text: string | null | undefined): Pick<Seen, 'link'> {
  const link = /\/share\/([\w-]{27})\b/.exec(text ?? '')?.[1]
  return link === undefined ? {} : { link }
}
