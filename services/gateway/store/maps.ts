import { Unavailable } from '@maps/shared/errors'
import { type MapChange, type MapEdge, type MapField, mapFields, type MapNode, type NewMap } from '@maps/shared/map'
import { Semaphore, withTimeout } from 'async-mutex'
import { createMap, type CreateOutcome, newShareId, type StorageLimits } from './create-map.ts'
import { RETRY_AFTER_SECONDS } from './database.ts'
import { fragment, type Sql } from './postgres.ts'
import type { StoredMap } from './stored-map.ts'

/** Position in a list: after the map with this update time and id. */
export interface ListPosition {
  updatedAt: Date
  id: string
}

/** Filter and fields of a list. */
export interface ListSelection {
  /** Text that the names must contain, in any letter case. */
  q?: string | undefined
  /** Fields to read of each map; all where not set. */
  fields?: readonly MapField[] | undefined
}

/** One page of a list. */
export interface ListPage extends ListSelection {
  limit: number
  after?: ListPosition | undefined
}

/** Index entry of a map: enough to read the maps themselves in batches of bounded size. */
export interface ListEntry extends ListPosition {
  /** About how many bytes the wanted fields have. */
  size: number
}

/** The fields of a map that were asked for; with `isPublic`, its share id. */
export type MapSummary = Partial<StoredMap>

/** The changed map, or why it was not changed. */
export type ChangeOutcome = { map: StoredMap } | 'not found' | 'version differs' | 'too many bytes'

/** The maps table. Maps are found by workspace and id, or by share id where they are public. */
export interface MapStore {
  /** Makes a map within the limits; with a client's idempotency key, once in 24 hours. */
  create(workspaceId: string, map: NewMap, limits: StorageLimits, key?: string): Promise<CreateOutcome>
  get(workspaceId: string, id: string): Promise<StoredMap | undefined>
  getShared(shareId: string): Promise<StoredMap | undefined>
  /** Changes the fields given, within the limits; with `versions`, only while the map has one of them. */
  change(
    workspaceId: string,
    id: string,
    change: MapChange,
    limits: StorageLimits,
    versions?: readonly number[],
  ): Promise<ChangeOutcome>
  remove(
    workspaceId: string,
    id: string,
    versions?: readonly number[],
  ): Promise<'removed' | 'not found' | 'version differs'>
  /** Newest update first. */
  listEntries(workspaceId: string, page: ListPage): Promise<ListEntry[]>
  /** Maps that were updated after a position, oldest update first. */
  listEntriesSince(
    workspaceId: string,
    since: ListPosition,
    limit: number,
    selection?: ListSelection,
  ): Promise<ListEntry[]>
  /**
   * The maps of these ids that still exist, in the order of the ids: a batch of a list, which waits until few others are read.
   * @param signal gives the batch up while it waits
   */
  getMany(workspaceId: string, ids: readonly string[], signal?: AbortSignal): Promise<StoredMap[]>
  /** The same, with these fields of each map alone. */
  getSummaries(
    workspaceId: string,
    ids: readonly string[],
    fields: readonly MapField[],
    signal?: AbortSignal,
  ): Promise<MapSummary[]>
}

/** Stored bytes of nodes and edges in one batch: what a listing costs in memory. */
export const BATCH_BYTES = 1024 * 1024
/** Batches of lists read at a time, over all requests. */
const BATCHES_AT_A_TIME = 2
/** How long a batch waits for its turn before the request gets 503. */
const BATCH_WAIT_MS = 15_000
/** Upper estimate for the short fields of one map. */
const SUMMARY_BYTES = 1024

/** The queries of the maps table. The workspace stands in every `where`: access control lives in the query. */
export function createMapStore(sql: Sql): MapStore {
  const columnOf = {
    id: fragment`id`,
    workspaceId: fragment`workspace_id as "workspaceId"`,
    name: fragment`name`,
    isPublic: fragment`is_public as "isPublic", share_id as "shareId"`,
    nodes: fragment`nodes`,
    edges: fragment`edges`,
    createdAt: fragment`created_at as "createdAt"`,
    updatedAt: fragment`updated_at as "updatedAt"`,
  } satisfies Record<MapField, unknown>
  const columnsOf = (fields: readonly MapField[]) =>
    fields.map((it, index) => (index === 0 ? columnOf[it] : fragment`, ${columnOf[it]}`))
  const columns = fragment`${columnsOf(mapFields)}, version`

  // Two: Postgres reads one batch while another is sent. Reads of single maps then wait behind few.
  const batches = withTimeout(
    new Semaphore(BATCHES_AT_A_TIME, unavailable('The database is not available. Try again shortly.')),
    BATCH_WAIT_MS,
    unavailable('Too many lists are being read. Try again shortly.'),
  )

  async function exists(workspaceId: string, id: string): Promise<boolean> {
    const rows = await sql`select 1 from maps where id = ${id} and workspace_id = ${workspaceId}`
    return rows.length > 0
  }

  return {
    create: (workspaceId, map, limits, key) => createMap(sql, workspaceId, map, limits, key),

    async get(workspaceId, id) {
      if (!isMapId(id)) return undefined
      const [row] = await sql<StoredMap[]>`
        select ${columns} from maps where id = ${id} and workspace_id = ${workspaceId}`
      return row
    },

    async getShared(shareId) {
      const [row] = await sql<StoredMap[]>`select ${columns} from maps where share_id = ${shareId}`
      return row
    },

    async change(workspaceId, id, change, limits, versions) {
      if (!isMapId(id)) return 'not found'
      const { name = null, isPublic = null } = change
      // A map that is public already keeps the one it has.
      const shareId = isPublic ? newShareId() : null
      const nodes = change.nodes ? asText(change.nodes) : null
      const edges = change.edges ? asText(change.edges) : null
      const [row] = await sql<StoredMap[]>`
        update maps set
          name = coalesce(${name}, name),
          nodes = coalesce(${nodes}, nodes),
          edges = coalesce(${edges}, edges),
          is_public = coalesce(${isPublic}, is_public),
          share_id = case coalesce(${isPublic}, is_public) when true then coalesce(share_id, ${shareId}) end,
          version = version + 1,
          updated_at = greatest(clock_timestamp()::timestamptz(3), updated_at + interval '1 millisecond')
        where id = ${id} and workspace_id = ${workspaceId} and ${hasVersion(versions)}
          and ${hasRoom(workspaceId, nodes, edges, limits)}
        returning ${columns}`
      if (row) return { map: row }
      const [found] = await sql<{ hasVersion: boolean }[]>`
        select ${hasVersion(versions)} as "hasVersion" from maps where id = ${id} and workspace_id = ${workspaceId}`
      if (!found) return 'not found'
      return found.hasVersion ? 'too many bytes' : 'version differs'
    },

    async remove(workspaceId, id, versions) {
      if (!isMapId(id)) return 'not found'
      const rows = await sql`
        delete from maps where id = ${id} and workspace_id = ${workspaceId} and ${hasVersion(versions)} returning id`
      if (rows.length > 0) return 'removed'
      return versions && (await exists(workspaceId, id)) ? 'version differs' : 'not found'
    },

    async listEntries(workspaceId, { limit, after, ...selection }) {
      return readEntries(
        selection,
        () => sql<ListEntry[]>`
          select ${entryOf(selection)} from maps
          where workspace_id = ${workspaceId} and ${hasInName(selection)}
            ${after ? fragment`and (updated_at, id) < (${after.updatedAt}, ${after.id})` : fragment``}
          order by updated_at desc, id desc
          limit ${limit}`,
      )
    },

    async listEntriesSince(workspaceId, since, limit, selection = {}) {
      return readEntries(
        selection,
        () => sql<ListEntry[]>`
          select ${entryOf(selection)} from maps
          where workspace_id = ${workspaceId} and ${hasInName(selection)}
            and (updated_at, id) > (${since.updatedAt}, ${since.id})
          order by updated_at, id
          limit ${limit}`,
      )
    },

    getMany: (workspaceId, ids, signal) => readBatch<StoredMap>(workspaceId, ids, columns, signal),

    getSummaries(workspaceId, ids, fields, signal) {
      return readBatch<MapSummary>(workspaceId, ids, fragment`${columnsOf(fields)}`, signal)
    },
  }

  async function readBatch<Row extends MapSummary>(
    workspaceId: string,
    ids: readonly string[],
    wanted: typeof columns,
    signal: AbortSignal | undefined,
  ): Promise<Row[]> {
    return whenFewRun(
      () => sql<Row[]>`
        select ${wanted} from maps join unnest(${arrayText(ids)}::uuid[]) with ordinality as wanted (id, place)
          using (id)
        where workspace_id = ${workspaceId}
        order by place`,
      signal,
    )
  }

  async function readEntries({ q }: ListSelection, read: () => Promise<ListEntry[]>): Promise<ListEntry[]> {
    // A search looks at every name of the workspace: 0.13 s for 100,000 of them.
    return q === undefined ? read() : whenFewRun(read)
  }

  /** Runs a slow query once fewer than BATCHES_AT_A_TIME others run. */
  async function whenFewRun<Result>(query: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return batches.runExclusive(async () => {
      signal?.throwIfAborted()
      try {
        return await query()
      } catch (error) {
        // The other waiting batches would fail the same way, one after the other.
        if (error instanceof Unavailable) batches.cancel()
        throw error
      }
    })
  }

  function entryOf({ fields }: ListSelection) {
    const nodes = !fields || fields.includes('nodes') ? fragment`octet_length(nodes)` : fragment`0`
    const edges = !fields || fields.includes('edges') ? fragment`octet_length(edges)` : fragment`0`
    const rest = fields ? SUMMARY_BYTES : 0
    return fragment`id, updated_at as "updatedAt", ${nodes} + ${edges} + ${rest}::int as size`
  }

  /** In upper or lower case of any script: the collation is Postgres' own, and the same in every database. */
  function hasInName({ q }: ListSelection) {
    if (q === undefined) return fragment`true`
    return fragment`strpos(casefold(name collate pg_unicode_fast), casefold(${q} collate pg_unicode_fast)) > 0`
  }

  /**
   * Whether a map's new text fits into its workspace; one that does not grow always does. The workspace is not locked meanwhile:
   * changes that are made at once may exceed the limit together, each by its own size.
   */
  function hasRoom(workspaceId: string, nodes: string | null, edges: string | null, { storedBytes }: StorageLimits) {
    if (nodes === null && edges === null) return fragment`true`
    const sizeOf = (text: string | null) => (text === null ? null : Buffer.byteLength(text))
    const growth = fragment`(
      coalesce(${sizeOf(nodes)}::int, octet_length(nodes)) + coalesce(${sizeOf(edges)}::int, octet_length(edges))
      - octet_length(nodes) - octet_length(edges))`
    return fragment`(
      ${growth} <= 0
      or (select stored_bytes from workspaces where id = ${workspaceId}) + ${growth} <= ${storedBytes})`
  }

  function hasVersion(versions: readonly number[] | undefined) {
    return versions ? fragment`version = any(${arrayText(versions)}::int[])` : fragment`true`
  }
}

/** Whether a path segment can be a map's id at all; any other is simply not found. */
export function isMapId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value)
}

/** Only checked values come here, so the text is always JSON of an array. */
function asText(list: readonly (MapNode | MapEdge)[]): string {
  return JSON.stringify(list)
}

/** A Postgres array of values that need no quotes: the driver knows no array types, since it fetches none. */
function arrayText(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`
}

function unavailable(message: string): Unavailable {
  return new Unavailable(message, RETRY_AFTER_SECONDS)
}
