import { SetupError } from '@maps/shared/config'
import { Unavailable } from '@maps/shared/errors'
import { connect, type Socket } from 'node:net'
import postgres from 'postgres'

export type Sql = postgres.Sql
export type TransactionSql = postgres.TransactionSql

const STATEMENT_TIMEOUT_MS = 2_000
const LOCK_TIMEOUT_MS = 1_000
/** postgres.js has no time limit of its own: a query on a half-open connection would hang for ever. */
const ANSWER_TIMEOUT_MS = 3_000
const RETRY_AFTER_SECONDS = 2
const RECONNECT_SECONDS = 0.25
/** How often it is looked whether anything has come back. */
const LOOK_INTERVAL_MS = 250
/** Such a connection ends before whoever asked is told that there is no answer: asked again, it is not taken again. */
const SILENCE_MS = ANSWER_TIMEOUT_MS - LOOK_INTERVAL_MS
/** A connection that nobody uses may have died without a word, which its next query would pay for: it ends. */
const IDLE_SECONDS = 10

/** Classes and codes of SQLSTATE that say "not now" rather than "not so". */
const passingFaults = /^(08|53|57|58|25006|55P03|40001|40P01)/

/** Most connections of a gateway to its database. */
export const CONNECTIONS = 10

export interface PostgresSettings {
  connections?: number
  /** Lets a query take as long as it takes, as a migration may. */
  isPatient?: boolean
}

export function openPostgres(
  url: string,
  { connections = CONNECTIONS, isPatient = false }: PostgresSettings = {},
): Sql {
  const limits = { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS }
  const options = {
    max: connections,
    connect_timeout: 3,
    // It sets a timer for each query: where we watch, we look for such connections as well.
    idle_timeout: asksForTls(url) ? IDLE_SECONDS : 0,
    backoff: () => RECONNECT_SECONDS,
    fetch_types: false,
    connection: { application_name: 'maps', ...(!isPatient && limits) },
    onnotice: () => {},
    ...(!isPatient && { socket: watchSockets() }),
  }
  return postgres(url, options)
}

/**
 * Opens sockets for one pool. One on which nothing comes back is half-open: it ends, and so do those that nobody has heard from since
 * it was asked, unless they were asked later, since each of them would cost its next user as much time. Under TLS, postgres.js
 * takes the socket over, and nobody watches.
 */
function watchSockets(): (address: Address) => Socket {
  const watched = new Map<Socket, Talk>()

  function endSilentSince(time: number): void {
    for (const [socket, { heardAt, askedAt = time }] of watched) {
      if (heardAt <= time && askedAt <= time) end(socket)
    }
  }

  return ({ host, port, path, ssl }) => {
    const socket = path ? connect(path) : connect(port[0]!, host[0])
    if (ssl) return socket
    const talk: Talk = { heardAt: performance.now(), askedAt: undefined }
    const write = socket.write.bind(socket)
    socket.write = ((...args: Parameters<typeof write>) => {
      talk.askedAt ??= performance.now()
      return write(...args)
    }) as typeof socket.write
    socket.on('data', () => {
      talk.heardAt = performance.now()
      talk.askedAt = undefined
    })
    watched.set(socket, talk)
    // One timer for each time it is asked would cost more than all else here.
    const looks = setInterval(() => {
      const { heardAt, askedAt } = talk
      const now = performance.now()
      if (askedAt === undefined && now - heardAt > IDLE_SECONDS * 1_000) end(socket)
      if (askedAt !== undefined && now - askedAt > SILENCE_MS) endSilentSince(askedAt)
    }, LOOK_INTERVAL_MS).unref()
    return socket.on('close', () => {
      clearInterval(looks)
      watched.delete(socket)
    })
  }
}

/** Ends a connection now: until Node tells of the close by itself, postgres.js would hand it out to queries. */
function end(socket: Socket): void {
  socket.destroy()
  socket.emit('close', false)
}

/** As postgres.js reads it. */
function asksForTls(url: string): boolean {
  // One that names several hosts is no URL to Node.
  const search = new URLSearchParams(url.split('?')[1])
  const mode = search.get('sslmode') ?? search.get('ssl') ?? 'disable'
  return mode !== 'disable' && mode !== 'false'
}

/** Times by `performance.now()`. */
interface Talk {
  heardAt: number
  /** When it was first asked since. */
  askedAt: number | undefined
}

/** Of the options of postgres.js. */
interface Address {
  host: string[]
  port: number[]
  path?: string | false
  ssl?: unknown
}

/** A query without an answer yet. */
interface Waiter {
  /** By `performance.now()`. */
  since: number
  giveUp(reason: Error): void
}

/** Those of this process, the oldest first. */
const waiters = new Set<Waiter>()

/**
 * The answer to a query, within a time limit. The query itself is not cancelled: postgres.js opens a connection for that,
 * which fails where the server is away, and loses one that was still being opened.
 * @throws Unavailable where the database is away, overloaded or does not answer in time
 */
export async function answer<T extends readonly postgres.MaybeRow[]>(query: postgres.PendingQuery<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<postgres.MaybeRow[]>()
  const waiter: Waiter = { since: performance.now(), giveUp: reject }
  waiters.add(waiter)
  query.then(resolve as (rows: unknown) => void, reject)
  try {
    const result = await promise
    const rows = [...result]
    empty(query as object, result)
    return rows as readonly postgres.MaybeRow[] as T
  } catch (error) {
    throw isPassing(error)
      ? new Unavailable('The database is not available. Try again shortly.', RETRY_AFTER_SECONDS, { cause: error })
      : error
  } finally {
    waiters.delete(waiter)
  }
}

/**
 * Takes what a query was given, and what came of it, away from it. V8 makes functions that are assigned to properties old from
 * the start, as postgres.js does with two of each query's: what they lead to, which is all of it, would live until V8 sweeps
 * everything.
 */
function empty(query: { args?: unknown; parameters?: unknown }, result: unknown[]): void {
  query.args = undefined
  query.parameters = undefined
  result.length = 0
}

// One timer for each query would cost more than the rest of `answer`.
setInterval(() => {
  const now = performance.now()
  for (const { since, giveUp } of waiters) {
    if (now - since <= ANSWER_TIMEOUT_MS) return
    giveUp(new Unavailable('The database does not answer. Try again shortly.', RETRY_AFTER_SECONDS))
  }
}, LOOK_INTERVAL_MS).unref()

/** Queries of this process without an answer yet. Those beyond its connections wait for one. */
export function countQueries(): number {
  return waiters.size
}

/** Whether the database answers at all. */
export async function isReachable(sql: Sql): Promise<boolean> {
  return answer(sql`select 1`).then(
    () => true,
    () => false,
  )
}

/** @throws SetupError where the server is too old for `uuidv7()` and `is json` */
export async function checkServerVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
  if (row && row.version < 180_000) {
    throw new SetupError(`DATABASE_URL: needs PostgreSQL 18 or newer, this one reports ${row.version}`)
  }
}

/** Whether the same query may succeed a little later. */
export function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return false
  return passingFaults.test(code) || /^(CONNECT|E(?!RR_)[A-Z_]+$)/.test(code)
}
