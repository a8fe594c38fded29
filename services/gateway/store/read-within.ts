import { fragment, type Fragment, type Sql } from './postgres.ts'
import { createSlots } from './slots.ts'
import type { StoredMap } from './stored-map.ts'

/** The map is larger than the room for it. */
export interface MapTooLarge {
  /** Bytes of its texts. */
  neededBytes: number
}

/** The map, or the reason for a refusal. */
export type ReadOutcome = StoredMap | 'not found' | MapTooLarge

/** A bound for maps of any size. */
export const ANY_BYTES = Number.MAX_SAFE_INTEGER
/** Bytes of texts from which a map is large. */
const LARGE_BYTES = 1024 ** 2
/** Maximum number of large maps that come out of the database at a time. Where REST reads them, no request has counted their bytes yet. */
const LARGE_AT_A_TIME = 2
/** Longest wait of a large map for its turn: an export reads two, and has 30 s in all. */
const MAX_WAIT_MS = 6_000

/**
 * Runs a query whose result is a map of at most so many bytes, or MapTooLarge. A large map has to wait for its turn.
 * @param maxBytes the most bytes for which there is room
 * @param leastBytes the least bytes that the map will have, if that is known
 */
export type InTurn = <Outcome extends object | string>(
  maxBytes: number,
  query: (maxBytes: number) => Promise<Outcome>,
  leastBytes?: number,
) => Promise<Outcome>

/** Creates the turns of large maps. */
export function createTurns(): InTurn {
  const inSlot = createSlots(LARGE_AT_A_TIME, 'Too many large maps are being read', MAX_WAIT_MS)
  return async (maxBytes, query, leastBytes = 0) => {
    if (leastBytes <= LARGE_BYTES) {
      const outcome = await query(Math.min(maxBytes, LARGE_BYTES))
      if (!isMapTooLarge(outcome) || outcome.neededBytes > maxBytes) return outcome
    }
    return inSlot(() => query(maxBytes))
  }
}

/** Whether a map was not read or changed since there is no room for it. */
export function isMapTooLarge(outcome: object | string): outcome is MapTooLarge {
  return typeof outcome === 'object' && 'neededBytes' in outcome
}

/**
 * Reads the map of a query, unless its nodes, edges and pin together have more than `maxBytes` bytes: then its texts do not leave the database.
 * @param query selects the columns of a StoredMap, of one row at most
 * @param hasPin whether to read the pinned positions, too
 */
export async function readWithin(sql: Sql, query: Fragment, maxBytes: number, hasPin = false): Promise<ReadOutcome> {
  const pin = fragment`left join map_layouts on map_id = id`
  const from = fragment`from (${query}) as found ${hasPin ? pin : fragment``}`
  const size = fragment`octet_length(nodes) + octet_length(edges) ${hasPin ? fragment`+ coalesce(octet_length(pin), 0)` : fragment``}`
  const [row] = await sql<StoredMap[]>`
    select found.* ${hasPin ? fragment`, pin` : fragment``} ${from} where ${size} <= ${maxBytes}::bigint`
  if (row) return row
  const [found] = await sql<MapTooLarge[]>`select ${size} as needed_bytes ${from}`
  return found ?? 'not found'
}
