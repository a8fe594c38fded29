import { InvalidRequest } from '@maps/shared/errors'
import { wholeNumberText } from '@maps/shared/formats/format'
import { isMapId } from '@maps/shared/ids'
import { type MapField, mapFields, namePartSchema } from '@maps/shared/map'
import { z } from 'zod'
import { MAX_MAP_BYTES } from '../http/body.ts'
import { API_BASE } from '../http/route.ts'
import {
  BATCH_BYTES,
  type ListEntry,
  type ListPage,
  type ListPosition,
  type ListSelection,
} from '../store/map-lists.ts'
import type { MapStore } from '../store/maps.ts'

const MAX_PAGE = 1_000
/** Entries per query of a list without a limit: a few hundred KB. */
export const ENTRY_PAGE_SIZE = 2_000
/** Longest time from an update's timestamp to its commit, plus the difference between the clocks of gateway and database, by a wide margin. */
const COMMITTED_WITHIN_MS = 10_000
const MIN_ID = '00000000-0000-0000-0000-000000000000'
/** Maximum number of maps in one batch. */
const BATCH_MAPS = 500
/** Latest time of a cursor, in ms: the end of the year 9999, since later times have no plain ISO 8601 form. */
const LAST_TIME = 253_402_300_799_999

/** The query parameters of a list of maps. */
export const listQuerySchema = z.strictObject({
  limit: wholeNumberText(1, MAX_PAGE)
    .exactOptional()
    .describe(`Maximum number of maps to answer. Default: all, and with a cursor ${MAX_PAGE}`),
  cursor: z.string().exactOptional().describe('Where to go on, from the `Link` header of the page before'),
  q: namePartSchema.exactOptional().describe('Only maps whose name contains this text, in upper or lower case'),
  fields: z
    .any()
    // A list if the parameter is repeated: many generated clients send a list so, against the document.
    .transform((given: string | string[]) => [...new Set([given].flat().join(',').split(','))])
    .pipe(z.custom<MapField[]>(areMapFields, `must be names of fields, separated by commas: ${mapFields.join(', ')}`))
    .meta({ override: { type: 'array', minItems: 1, items: { type: 'string', enum: [...mapFields] } } })
    .exactOptional()
    .meta({
      description: 'Only these fields of each map; with `isPublic`, a public map has its `shareUrl` beside',
      param: { style: 'form', explode: false },
    }),
})

type ListQuery = z.infer<typeof listQuerySchema>

function areMapFields(names: unknown): boolean {
  const known: readonly string[] = mapFields
  return (names as readonly string[]).every((it) => known.includes(it))
}

/** The number of entries that a client wants at a time; undefined for all. What follows a cursor comes in pages always. */
export function pageSize({ limit, cursor }: ListQuery): number | undefined {
  return limit ?? (cursor === undefined ? undefined : MAX_PAGE)
}

/** The page with which a list begins, of ENTRY_PAGE_SIZE entries where the client wants all. */
export function firstPage(query: ListQuery): ListPage {
  const { cursor, q, fields } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return { limit: pageSize(query) ?? ENTRY_PAGE_SIZE, after, q, fields }
}

/** The cursor of the next page; undefined if this page is not full. */
export function nextCursor(query: ListQuery, entries: readonly ListEntry[]): string | undefined {
  const limit = pageSize(query)
  const last = entries.at(-1)
  return limit === undefined || !last || entries.length < limit ? undefined : writeCursor(last)
}

/** The `Link` header to the next page; undefined if this page is not full. */
export function nextPageLink(query: ListQuery, entries: readonly ListEntry[]): string | undefined {
  const { q, fields } = query
  const cursor = nextCursor(query, entries)
  if (cursor === undefined) return undefined
  const next = new URLSearchParams({ limit: String(pageSize(query)), cursor })
  if (q !== undefined) next.set('q', q)
  if (fields) next.set('fields', fields.join(','))
  return `<${API_BASE}/maps?${next.toString()}>; rel="next"`
}

/**
 * Reads the entries of all maps in pages; the first page is given. Each map that exists throughout is listed once: an update moves a map
 * to the front of the order, so a second pass finds the maps that were updated before their page was read.
 */
export async function* allPages(
  maps: Pick<MapStore, 'listEntries' | 'listEntriesSince'>,
  workspaceId: string,
  first: readonly ListEntry[],
  selection: ListSelection = {},
): AsyncGenerator<readonly ListEntry[]> {
  // A database whose clock was ahead, or an import, may have left a map whose update time is yet to come.
  const missedSince = Math.min(Date.now(), first[0]?.updatedAt.getTime() ?? 0) - COMMITTED_WITHIN_MS
  yield first
  if (first.length < ENTRY_PAGE_SIZE) return
  const listed = [packIds(first)]
  for (let page = first; page.length === ENTRY_PAGE_SIZE;) {
    page = await maps.listEntries(workspaceId, { ...selection, limit: ENTRY_PAGE_SIZE, after: page.at(-1) })
    listed.push(packIds(page))
    yield page
  }
  let since: ListPosition = { updatedAt: new Date(missedSince), id: MIN_ID }
  for (let page = first; page.length === ENTRY_PAGE_SIZE;) {
    page = await maps.listEntriesSince(workspaceId, since, ENTRY_PAGE_SIZE, selection)
    const missed = withoutListed(page, listed)
    listed.push(packIds(missed))
    yield missed
    since = page.at(-1) ?? since
  }
}

/** Packs ids into 16 bytes each: 100,000 ids take 1.6 MB. */
function packIds(entries: readonly ListEntry[]): Buffer {
  return Buffer.from(entries.map((it) => it.id.replaceAll('-', '')).join(''), 'hex')
}

function withoutListed(entries: readonly ListEntry[], listed: readonly Buffer[]): ListEntry[] {
  const missed = new Map(entries.map((it) => [it.id.replaceAll('-', ''), it]))
  for (const ids of listed) {
    for (let at = 0; at < ids.length; at += 16) missed.delete(ids.toString('hex', at, at + 16))
  }
  return [...missed.values()]
}

/**
 * Streams a list as JSON in UTF-8, in batches that are read as the client drains it: memory stays flat, and no connection is held.
 * A map that is deleted meanwhile is omitted; a changed map appears in its new version.
 * @param pages entries of the maps, read on demand
 * @param readBatch returns the JSON of each map of these ids that still exists
 */
export async function* streamMaps(
  pages: Iterable<readonly ListEntry[]> | AsyncIterable<readonly ListEntry[]>,
  readBatch: (ids: readonly string[]) => Promise<string[]>,
): AsyncGenerator<Buffer> {
  let isBegun = false
  // In a function of its own: while the client reads the bytes, the texts that they were made of can be collected.
  const readChunk = async (ids: readonly string[]): Promise<Buffer | undefined> => {
    const maps = await readBatch(ids)
    return maps.length === 0 ? undefined : Buffer.from((isBegun ? ',' : '{"maps":[') + maps.join(','))
  }
  for await (const entries of pages) {
    for (const ids of batches(entries)) {
      const chunk = await readChunk(ids)
      if (!chunk) continue
      isBegun = true
      yield chunk
    }
  }
  yield Buffer.from(isBegun ? ']}' : '{"maps":[]}')
}

/** Estimates the memory of a list while it is sent, in bytes, by its first page of entries: the size of the largest batch. */
export function bytesAtATime(first: readonly ListEntry[]): number {
  if (first.length === ENTRY_PAGE_SIZE) return MAX_MAP_BYTES
  const total = first.reduce((sum, it) => sum + it.size, 0)
  return Math.min(total, Math.max(BATCH_BYTES, ...first.map((it) => it.size)))
}

/** Groups the ids of a list into batches of up to BATCH_BYTES. A larger map has a batch of its own. */
export function* batches(entries: readonly ListEntry[]): Generator<string[]> {
  let ids: string[] = []
  let bytes = 0
  for (const { id, size } of entries) {
    if (ids.length > 0 && (bytes + size > BATCH_BYTES || ids.length === BATCH_MAPS)) {
      yield ids
      ids = []
      bytes = 0
    }
    ids.push(id)
    bytes += size
  }
  if (ids.length > 0) yield ids
}

function writeCursor({ updatedAt, id }: ListPosition): string {
  return Buffer.from(`${updatedAt.getTime()}.${id}`).toString('base64url')
}

function readCursor(text: string): ListPosition {
  const [, time = '', id = ''] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (isMapId(id) && Number(time) <= LAST_TIME) return { updatedAt: new Date(Number(time)), id }
  throw new InvalidRequest('The cursor is not one of a list: see "fields".', {
    cursor: 'must be taken from another page, from its Link header or nextCursor',
  })
}
