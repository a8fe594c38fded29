import { Unavailable } from '@maps/shared/errors'
import type { MapField } from '@maps/shared/map'
import { Semaphore, withTimeout } from 'async-mutex'
import { DATABASE_RETRY_AFTER_SECONDS } from './database.ts'
import { arrayText, fragment, type Sql } from './postgres.ts'
import { columns, columnsOf, type StoredMap } from './stored-map.ts'

/** Position in a list: after the map with this update time and id. */
export interface ListPosition {
  updatedAt: Date
  id: string
}

/** Filter and fields of a list. */
export interface ListSelection {
  /** Text that the names must contain, in any letter case. */
  q?: string | undefined
  /** Fields to read of each map; by default all. */
  fields?: readonly MapField[] | undefined
}

/** One page of a list. */
export interface ListPage extends ListSelection {
  limit: number
  after?: ListPosition | undefined
}

/** Entry of a list: enough to read the maps themselves in batches of bounded size. */
export interface ListEntry extends ListPosition {
  /** Estimated bytes of the selected fields. */
  size: number
}

/** The selected fields of a map; with `isPublic`, its share id. */
export type MapSummary = Partial<StoredMap>

/** Maximum stored bytes of nodes and edges in one batch, and so the memory of a list. */
export const BATCH_BYTES = 1024 * 1024
/** Maximum number of batches of lists read at a time, over all requests. */
const BATCHES_AT_A_TIME = 2
/** Longest wait of a batch before the request gets 503. */
const BATCH_WAIT_MS = 15_000
/** Upper estimate of the bytes of a map's short fields. */
const SUMMARY_BYTES = 1024

/** Creates the queries that list the maps of a workspace. Every `where` names the workspace: access control lives in the query. */
export function createMapLists(sql: Sql) {
  // Two batches: Postgres reads one while the other is sent, and reads of single maps wait for two batches at most.
  const batches = withTimeout(
    new Semaphore(BATCHES_AT_A_TIME, unavailable('The database is not available. Try again shortly.')),
    BATCH_WAIT_MS,
    unavailable('Too many lists are being read. Try again shortly.'),
  )

  return {
    /** Reads the entries of one page, newest update first. */
    async listEntries(workspaceId: string, { limit, after, ...selection }: ListPage): Promise<ListEntry[]> {
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

    /** Reads the entries of maps that were updated after a position, oldest update first. */
    async listEntriesSince(
      workspaceId: string,
      since: ListPosition,
      limit: number,
      selection: ListSelection = {},
    ): Promise<ListEntry[]> {
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

    /**
     * Reads a batch of a list: the maps of these ids that still exist, in the order of the ids. Waits while BATCHES_AT_A_TIME others run.
     * @param signal aborts a batch that waits
     */
    async getMany(workspaceId: string, ids: readonly string[], signal?: AbortSignal): Promise<StoredMap[]> {
      return readBatch(workspaceId, ids, columns, signal)
    },

    /** Reads a batch like `getMany`, with only these fields of each map. */
    async getSummaries(
      workspaceId: string,
      ids: readonly string[],
      fields: readonly MapField[],
      signal?: AbortSignal,
    ): Promise<MapSummary[]> {
      return readBatch(workspaceId, ids, columnsOf(fields), signal)
    },
  }

  async function readBatch<Row extends MapSummary>(
    workspaceId: string,
    ids: readonly string[],
    selected: typeof columns,
    signal: AbortSignal | undefined,
  ): Promise<Row[]> {
    return runLimited(
      () => sql<Row[]>`
        select ${selected} from maps join unnest(${arrayText(ids)}::uuid[]) with ordinality as wanted (id, place)
          using (id)
        where workspace_id = ${workspaceId}
        order by place`,
      signal,
    )
  }

  async function readEntries({ q }: ListSelection, read: () => Promise<ListEntry[]>): Promise<ListEntry[]> {
    // A search scans all names of the workspace: 0.13 s for 100,000 names.
    return q === undefined ? read() : runLimited(read)
  }

  /** Runs a slow query once fewer than BATCHES_AT_A_TIME others run. */
  async function runLimited<Result>(query: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return batches.runExclusive(async () => {
      signal?.throwIfAborted()
      try {
        return await query()
      } catch (error) {
        // The waiting batches would fail in the same way, one after the other.
        if (error instanceof Unavailable) batches.cancel()
        throw error
      }
    })
  }

  function entryOf({ fields }: ListSelection) {
    const nodes = !fields || fields.includes('nodes') ? fragment`octet_length(nodes)` : fragment`0`
    const edges = !fields || fields.includes('edges') ? fragment`octet_length(edges)` : fragment`0`
    const shortFields = fields ? SUMMARY_BYTES : 0
    return fragment`id, updated_at, ${nodes} + ${edges} + ${shortFields}::int as size`
  }

  /** Condition that a name contains the text, in any letter case of any script, with composed or combining accents. */
  function hasInName({ q }: ListSelection) {
    if (q === undefined) return fragment`true`
    return fragment`strpos(${folded(fragment`name`)}, ${folded(fragment`${q}::text`)}) > 0`
  }

  /** The form of a text in which searches compare it. The collation is built into Postgres, and `normalize` takes five times as long as it. */
  function folded(text: ReturnType<typeof fragment>) {
    const isAscii = fragment`octet_length(${text}) = length(${text})`
    return fragment`casefold(case when ${isAscii} then ${text} else normalize(${text}, nfc) end collate pg_unicode_fast)`
  }
}

function unavailable(message: string): Unavailable {
  return new Unavailable(message, DATABASE_RETRY_AFTER_SECONDS)
}
