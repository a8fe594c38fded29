import { type fragment, type Sql } from './postgres.ts'
import type { StoredMap } from './stored-map.ts'

/** The map, or the reason for a refusal. */
export type ReadOutcome = StoredMap | 'not found' | 'too many bytes'

/**
 * Reads the map of a query, unless its nodes and edges together have more than `maxBytes` bytes: then its texts do not leave the database.
 * @param query selects the columns of a StoredMap, of one row at most
 */
export async function readWithin(
  sql: Sql,
  query: ReturnType<typeof fragment>,
  maxBytes = Number.MAX_SAFE_INTEGER,
): Promise<ReadOutcome> {
  const [row] = await sql<StoredMap[]>`
    select * from (${query}) as found where octet_length(nodes) + octet_length(edges) <= ${maxBytes}::bigint`
  if (row) return row
  const found = await sql`select 1 from (${query}) as found`
  return found.length > 0 ? 'too many bytes' : 'not found'
}
