import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@maps/shared/errors'
import { type EventLoopWatch, watchEventLoop } from '@maps/shared/event-loop'
import { within } from '@maps/shared/within'
import {
  type Client,
  isCertificateError,
  isConnectionError,
  isDiskFullError,
  isReadOnlyError,
  isTooManyConnectionsError,
  isTransientError,
  noAnswer,
  openPostgres,
  type Rows,
  splitHosts,
  type Sql,
  transientError,
} from './postgres.ts'

/** Default of `DATABASE_CONNECTIONS`. */
export const CONNECTIONS = 10
/** `Retry-After` of requests that fail because the database is unavailable, or because too many lists are being read. */
export const DATABASE_RETRY_AFTER_SECONDS = 2
/** Timeout of a query, including the wait for a connection. */
const QUERY_TIMEOUT_MS = 3_000
/** Delay between a failed connection attempt and the next. */
const RECONNECT_MS = 250
/** Number of queries after which a client is replaced: its lists of connections grow with each query. */
const MAX_QUERIES = 20_000
/** Age at which a client is replaced: the server's memory for a connection grows, and load balancers need new connections. */
const MAX_AGE_MS = 30 * 60_000
/** Idle time after which a client is replaced before its next query: its connections may be half-open. */
const MAX_IDLE_MS = 10_000
/** Age from which a client whose session is read-only is replaced: its session keeps that setting after the server has lost it. */
const MAX_READ_ONLY_AGE_MS = 5_000
/** Time for which the database counts as read-only after it had no space for a write: no query tells. */
const FULL_MS = 15_000
/** Time for a replaced client to close its connections. */
const END_TIMEOUT_S = 1
/** Backoff of postgres.js: Node's longest timer, so that a closed connection is never reopened. */
const NEVER_S = 2_147_483

/** What the database can do. */
export type DatabaseState = 'writable' | 'read-only' | 'away'

/** The gateway's access to Postgres. */
export interface Database {
  /**
   * Runs a single statement, within 3 s.
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

/** A client in use. Times are in ms, by `performance.now()`. */
interface LiveClient {
  client: Client
  openedAt: number
  usedAt: number
  /** Number of queries so far, including running ones. */
  queries: number
  running: number
}

/**
 * Opens connections that recover: their client is replaced as a whole after a connection error, after a query timeout, and at intervals.
 * No connection is used again after its end (decision 19).
 */
export function openDatabase(url: string, connections = CONNECTIONS): Database {
  const hosts = splitHosts(url)
  const connectTimeout = QUERY_TIMEOUT_MS / 1_000 / hosts.length
  let live: LiveClient | undefined
  let opening: Promise<void> | undefined
  let failedAt = -Infinity
  let running = 0
  let fullAt = -Infinity

  /** Connects to the first primary among the hosts, beginning with the last used host. A single host may be a standby. */
  async function open(): Promise<void> {
    await sleep(Math.max(0, failedAt + RECONNECT_MS - performance.now()))
    let fault: unknown
    for (const host of [...hosts]) {
      const onclose = (): void => replace(client)
      const backoff = () => NEVER_S
      const client = openPostgres(host, { max: connections, connect_timeout: connectTimeout, backoff, onclose })
      try {
        // `connect_timeout` covers only the handshake, and `target_session_attrs` causes rejections that cannot be caught.
        const probe = client<{ isStandby: boolean }[]>`select pg_is_in_recovery() as "isStandby"`
        const [server] = await within(QUERY_TIMEOUT_MS, probe, noAnswer)
        if (server!.isStandby && hosts.length > 1) throw transientError('A standby cannot be written to.', '25006')
        const now = performance.now()
        live = { client, openedAt: now, usedAt: now, queries: 0, running: 0 }
        return
      } catch (error) {
        fault = error
        hosts.push(hosts.shift()!)
        void client.end({ timeout: 0 })
      }
    }
    failedAt = performance.now()
    throw fault
  }

  /** Takes a client out of use: the next query opens another one, and this one ends when its queries are done. */
  function replace(client: Client): void {
    if (live?.client !== client) return
    if (live.running === 0) void client.end({ timeout: END_TIMEOUT_S })
    live = undefined
  }

  /** Replaces the client in use if it may be read-only for its age alone. With several hosts, the next one finds the primary. */
  function replaceReadOnly(client: Client | undefined): void {
    if (live && live.client === client && performance.now() - live.openedAt > MAX_READ_ONLY_AGE_MS) replace(live.client)
  }

  async function run(deadline: number, statement: Parameters<Sql>) {
    if (live && isDueForReplacement(live)) replace(live.client)
    while (!live) {
      opening ??= open().finally(() => (opening = undefined))
      await within(deadline - performance.now(), opening, noAnswer)
    }
    const current = live
    const { client } = current
    current.queries++
    current.running++
    current.usedAt = performance.now()
    try {
      return await within(deadline - performance.now(), client(...statement), noAnswer)
    } catch (error) {
      if (isConnectionError(error)) replace(client)
      if (isReadOnlyError(error)) replaceReadOnly(client)
      throw error
    } finally {
      current.running--
      if (current.running === 0 && live !== current) void client.end({ timeout: END_TIMEOUT_S })
    }
  }

  const sql: Sql = async <Result extends Rows>(...statement: Parameters<Sql>) => {
    const deadline = performance.now() + QUERY_TIMEOUT_MS
    using eventLoop = watchEventLoop()
    running++
    try {
      const result = await run(deadline, statement)
      // After an aborted result, postgres.js begins the connection's next result with empty slots.
      const rows = result.filter(() => true)
      // V8 frees the query late, and would free its rows with it.
      result.length = 0
      return rows as Rows as Result
    } catch (error) {
      if (isDiskFullError(error)) fullAt = performance.now()
      throw toUnavailable(error, eventLoop)
    } finally {
      running--
    }
  }

  async function readState(): Promise<DatabaseState> {
    try {
      const client = live?.client
      const [session] = await sql<{ isReadOnly: boolean }[]>`
        select current_setting('transaction_read_only')::boolean as "isReadOnly"`
      if (session!.isReadOnly) replaceReadOnly(client)
      return session!.isReadOnly || performance.now() - fullAt < FULL_MS ? 'read-only' : 'writable'
    } catch {
      return 'away'
    }
  }

  async function end(options?: { timeout?: number }): Promise<void> {
    await opening?.catch(() => undefined)
    await live?.client.end(options)
  }

  return { sql, readState, countQueries: () => running, end }
}

/** Turns a transient error into a response that names its reason; returns other errors unchanged. */
function toUnavailable(error: unknown, eventLoop: EventLoopWatch): unknown {
  if (!isTransientError(error) && !isCertificateError(error)) return error
  const reason = unavailableBecause(error, eventLoop)
  return new Unavailable(`${reason} Try again shortly.`, DATABASE_RETRY_AFTER_SECONDS, { cause: error })
}

function unavailableBecause(error: unknown, eventLoop: EventLoopWatch): string {
  if (isReadOnlyError(error) || isDiskFullError(error)) return 'The database accepts no writes, while reading works.'
  if (isTooManyConnectionsError(error)) return 'The database accepts no more connections.'
  if (eventLoop.wasStarved()) return 'The service is overloaded.'
  return 'The database is not available.'
}

function isDueForReplacement({ openedAt, usedAt, queries }: LiveClient): boolean {
  const now = performance.now()
  return queries >= MAX_QUERIES || now - openedAt > MAX_AGE_MS || now - usedAt > MAX_IDLE_MS
}
