import { deadlineIn } from '@maps/shared/deadline'
import { Unavailable } from '@maps/shared/errors'
import { type EventLoopWatch, watchEventLoop } from '@maps/shared/event-loop'
import { createLiveClient } from './live-client.ts'
import {
  type Client,
  isCertificateError,
  isConnectionError,
  isDiskFullError,
  isPrivilegeError,
  isReadOnlyError,
  isTooManyConnectionsError,
  isTransientError,
  type Rows,
  type Sql,
} from './postgres.ts'
import { lacksRights } from './server-facts.ts'

/** Default of `DATABASE_CONNECTIONS`. */
export const CONNECTIONS = 10
/** `Retry-After` of requests that fail because the database is unavailable, or because too many wait for it. */
const RETRY_AFTER_SECONDS = 2
/** Timeout of a query, including the wait for a connection. */
const QUERY_TIMEOUT_MS = 3_000
/** Time for which the database counts as read-only after it had no space for a write: no query tells. */
const FULL_MS = 15_000
/** What the database can do. */
export type DatabaseState = 'writable' | 'read-only' | 'away'

/** The gateway's access to Postgres. */
export interface Database {
  /**
   * Runs a single statement, within 3 s. A transaction of several would end the process if its connection ended
   * (https://github.com/porsager/postgres/issues/1208).
   * @throws Unavailable if the database is unreachable, overloaded or slow; a slow write may still take effect
   */
  sql: Sql
  /** Finds out, by one query, what the database can do. Never rejects. */
  readState(): Promise<DatabaseState>
  /** Number of open queries, including those that wait for a connection. */
  countQueries(): number
  /** Closes the connections when their queries are done, at the latest after `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

/** Opens connections that recover: see `LiveClient`. */
export function openDatabase(url: string, connections = CONNECTIONS): Database {
  const live = createLiveClient(url, connections, QUERY_TIMEOUT_MS)
  let running = 0
  let fullAt = -Infinity

  /** Runs a query within its time, and counts it. @throws Unavailable for transient errors */
  async function query<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const deadline = deadlineIn(QUERY_TIMEOUT_MS)
    using eventLoop = watchEventLoop()
    running++
    try {
      return await live.run(deadline, work)
    } catch (error) {
      if (isDiskFullError(error)) fullAt = performance.now()
      throw toUnavailable(error, eventLoop)
    } finally {
      running--
    }
  }

  const sql: Sql = async <Result extends Rows>(...statement: Parameters<Sql>) => {
    const result = await query((client) => client(...statement))
    // After an aborted result, postgres.js begins the connection's next result with empty slots
    // (https://github.com/porsager/postgres/issues/1181).
    const rows = result.filter(() => true)
    // V8 frees the query late, and would free its rows with it.
    result.length = 0
    return rows as Rows as Result
  }

  async function readState(): Promise<DatabaseState> {
    try {
      return await query(async (client) => {
        const [session] = await client<{ isReadOnly: boolean; lacksRights: boolean }[]>`
          select current_setting('transaction_read_only')::boolean as is_read_only, ${lacksRights()} as lacks_rights`
        const { isReadOnly, lacksRights: mayNotWrite } = session!
        if (isReadOnly) live.replaceReadOnly(client)
        return isReadOnly || mayNotWrite || performance.now() - fullAt < FULL_MS ? 'read-only' : 'writable'
      })
    } catch {
      return 'away'
    }
  }

  return { sql, readState, countQueries: () => running, end: live.end }
}

/** Turns a transient error into a response that names its reason; returns other errors unchanged. */
function toUnavailable(error: unknown, eventLoop: EventLoopWatch): unknown {
  // A server that refuses the login, as after a change of its password, and a role that may not write, are no fault of a query.
  const isAway = isTransientError(error) || isConnectionError(error) || isCertificateError(error)
  if (!isAway && !isPrivilegeError(error)) return error
  const reason = unavailableBecause(error, eventLoop)
  return tryAgain(reason, { cause: error })
}

/** 503 with a reason that concerns the database. */
export function tryAgain(reason: string, options?: ErrorOptions): Unavailable {
  return new Unavailable(`${reason} Try again shortly.`, RETRY_AFTER_SECONDS, options)
}

function unavailableBecause(error: unknown, eventLoop: EventLoopWatch): string {
  if (isReadOnlyError(error) || isDiskFullError(error) || isPrivilegeError(error))
    return 'The database accepts no writes, while reading works.'
  if (isTooManyConnectionsError(error)) return 'The database accepts no more connections.'
  if (eventLoop.wasStarved()) return 'The service is overloaded.'
  return 'The database is not available.'
}
