import { SetupError } from '@maps/shared/config'
import { type Client, fragment, type Fragment } from './postgres.ts'

/** Facts that a database server reports. */
export interface ServerFacts {
  /** The server's version, such as `18.1`. */
  version: string
  encoding: string
  clock: Date
  /** Whether a standby; it accepts no writes. */
  isStandby: boolean
  /** Whether sessions are read-only, by a setting of the server, the database or the role. */
  isReadOnly: boolean
  /** Whether the role may not write maps. */
  lacksRights: boolean
  /** Connections that the server accepts, and those in use. */
  maxConnections: number
  connections: number
}

/** Creates the condition that the role may not write maps; false without the table. */
export function lacksRights(): Fragment {
  return fragment`(
    select bool_and(has_table_privilege(to_regclass('maps'), right_name)) is false
    from unnest(array['insert', 'update', 'delete']) as right_name)`
}

/** Reads the facts of the database server. */
export async function readServerFacts(sql: Client): Promise<ServerFacts> {
  const [row] = await sql<ServerFacts[]>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      clock_timestamp() as clock, pg_is_in_recovery() as is_standby,
      current_setting('transaction_read_only')::boolean as is_read_only,
      ${lacksRights()} as lacks_rights,
      current_setting('max_connections')::int as max_connections,
      (select sum(numbackends)::int from pg_stat_database) as connections`
  return row!
}

/** Checks the server's version. @throws SetupError if it is too old for `uuidv7()` and `casefold()` */
export async function checkServerVersion(sql: Client): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
  if (row && row.version < 180_000) {
    throw new SetupError(`DATABASE_URL: needs PostgreSQL 18 or newer, this one reports ${row.version}`)
  }
}
