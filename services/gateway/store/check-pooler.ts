import { SetupError } from '@maps/shared/config'
import type { Logger } from '@maps/shared/logger'
import { connectPostgres, isParameterRefusal } from './postgres.ts'

const howTo = 'see "Behind PgBouncer" in docs/kubernetes.md.'

/**
 * Checks that a pooler between gateway and Postgres, such as PgBouncer, supports prepared statements and the session's time limits.
 * @throws SetupError if queries would fail
 */
export async function checkPooler(url: string, log: Logger): Promise<void> {
  await using parts = new AsyncDisposableStack()
  try {
    const sql = parts.adopt(await connectPostgres(url), (it) => it.end({ timeout: 1 }))
    const rows = await sql<Session[]>`
      select pg_backend_pid() as pid, current_setting('statement_timeout') = '0' as is_unlimited,
        exists (select from pg_prepared_statements where name not like 'PGBOUNCER\\_%') as has_our_statement`
    const { pid, isUnlimited, hasOurStatement } = rows[0]!
    // A pooler reports a process id of its own for the connection.
    const isPooled = rows.state.pid !== pid
    if (isPooled && hasOurStatement && sql.options.prepare) {
      throw new SetupError(
        'DATABASE_URL: the pooler there does not keep prepared statements. Have it keep them (PgBouncer 1.21 or newer: ' +
          `max_prepared_statements), or add ?prepare=false to the address; ${howTo}`,
      )
    }
    if (isUnlimited) log.warn(`the pooler drops statement_timeout: set it and lock_timeout for the role; ${howTo}`)
  } catch (error) {
    if (!isParameterRefusal(error)) throw error
    throw new SetupError(
      `DATABASE_URL: the pooler there refuses the session's time limits (${(error as Error).message}). Have it pass over ` +
        'them (PgBouncer: ignore_startup_parameters = statement_timeout,lock_timeout), and set them for the role, or name the server ' +
        `itself; ${howTo}`,
      { cause: error },
    )
  }
}

interface Session {
  pid: number
  isUnlimited: boolean
  /** Whether the server has a prepared statement under the driver's name. */
  hasOurStatement: boolean
}
