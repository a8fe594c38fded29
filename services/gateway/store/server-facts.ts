import type { Sql } from './postgres.ts'

/** What a database server says of itself. */
export interface ServerFacts {
  /** As in `18.1`. */
  version: string
  encoding: string
  clock: Date
}

export async function readServerFacts(sql: Sql): Promise<ServerFacts> {
  const [row] = await sql<ServerFacts[]>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      clock_timestamp() as clock`
  return row!
}
