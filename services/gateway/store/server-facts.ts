import { SetupError } from '@maps/shared/config'
import type { Client, Sql } from './postgres.ts'

/** Facts that a database server reports. */
export interface ServerFacts {
  /** The server's version, such as `18.1`. */
  version: string
  encoding: string
  clock: Date
}

/** Reads version, encoding and clock of the database server. */
export async function readServerFacts(sql: Client): Promise<ServerFacts> {
  const [row] = await sql<ServerFacts[]>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      clock_timestamp() as clock`
  return row!
}

/** Checks the server's version. @throws SetupError if it is too old for `uuidv7()` and `is json` */
export async function checkServerVersion(sql: Client): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
  if (row && row.version < 180_000) {
    throw new SetupError(`DATABASE_URL: needs PostgreSQL 18 or newer, this one reports ${row.version}`)
  }
}

/** Whether the database responds to a query. */
export async function isReachable(sql: Sql): Promise<boolean> {
  return sql`select 1`.then(
    () => true,
    () => false,
  )
}
