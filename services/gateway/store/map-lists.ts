import { createConcurrencyLimit } from '@maps/shared/concurrency-limit'
import type { MapField } from '@maps/shared/map'
import { tryAgain } from './database.ts'
import { arrayText, fragment, type Fragment, type Sql } from './postgres.ts'
import { createSlots, MAX_WAIT_MS } from './slots.ts'
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
/** Maximum number of searches at a time, over all requests: one of each workspace, since its names may take long to compare. */
const SEARCHES_AT_A_TIME = 2
/** Upper estimate of the bytes of a map's short fields. */
const SUMMARY_BYTES = 1024

const tooManyLists = 'Too many lists are being read'

/** Creates the queries that list the maps of a workspace. Every `where` names the workspace: access control lives in the query. */
export function createMapLists(sql: Sql) {
  // Two batches: Postgres reads one while the other is sent, and reads of single maps wait for two batches at most.
  const inBatchSlot = createSlots(BATCHES_AT_A_TIME, tooManyLists)
  const inSearchSlot = createSlots(SEARCHES_AT_A_TIME, tooManyLists)
  const limitSearches = createConcurrencyLimit(1)

  return {
    /** Reads the entries of one page, newest update first. */
    async listEntries(workspaceId: string, { limit, after, ...selection }: ListPage): Promise<ListEntry[]> {
      const isFurther = after ? fragment`(updated_at, id) < (${after.updatedAt}, ${after.id})` : fragment`true`
      return readEntries(workspaceId, selection, isFurther, fragment`desc`, limit)
    },

    /** Reads the entries of maps that were updated after a position, oldest update first. */
    async listEntriesSince(
      workspaceId: string,
      since: ListPosition,
      limit: number,
      selection: ListSelection = {},
    ): Promise<ListEntry[]> {
      const isLater = fragment`(updated_at, id) > (${since.updatedAt}, ${since.id})`
      return readEntries(workspaceId, selection, isLater, fragment`asc`, limit)
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
    return inBatchSlot(
      () => sql<Row[]>`
        select ${selected} from maps join unnest(${arrayText(ids)}::uuid[]) with ordinality as wanted (id, place)
          using (id)
        where workspace_id = ${workspaceId}
        order by place`,
      signal,
    )
  }

  async function readEntries(
    workspaceId: string,
    selection: ListSelection,
    isIncluded: Fragment,
    order: Fragment,
    limit: number,
  ): Promise<ListEntry[]> {
    const read = () => sql<ListEntry[]>`
      select ${entryOf(selection)} from maps
      where workspace_id = ${workspaceId} and ${hasInName(selection)} and ${isIncluded}
      order by updated_at ${order}, id ${order} limit ${limit}`
    if (selection.q === undefined) return read()
    // A search scans all names of the workspace: 0.13 s for 100,000 ordinary names, a millisecond for a name of 200 combining marks.
    const latest = performance.now() + MAX_WAIT_MS
    return limitSearches(workspaceId, () => {
      if (performance.now() > latest) throw tryAgain(`${tooManyLists}.`)
      return inSearchSlot(read)
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
  function folded(text: Fragment) {
    const isAscii = fragment`octet_length(${text}) = length(${text})`
    return fragment`casefold(case when ${isAscii} then ${text} else normalize(${text}, nfc) end collate pg_unicode_fast)`
  }
}
