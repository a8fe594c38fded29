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
/** A connection that nobody uses may have died without a word, which its next query would pay for. */
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
    idle_timeout: IDLE_SECONDS,
    backoff: () => RECONNECT_SECONDS,
    fetch_types: false,
    connection: { application_name: 'maps', ...(!isPatient && limits) },
    onnotice: () => {},
    ...(!isPatient && { socket: openWatchedSocket }),
  }
  return postgres(url, options)
}

/** A connection on which nothing comes back is half-open: it ends, and a new one takes its place. */
function openWatchedSocket({ host, port, path }: { host: string[]; port: number[]; path?: string | false }): Socket {
  const socket = path ? connect(path) : connect(port[0]!, host[0])
  const write = socket.write.bind(socket)
  let timer: NodeJS.Timeout | undefined
  const calm = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  socket.write = ((...args: Parameters<typeof write>) => {
    timer ??= setTimeout(() => socket.destroy(), ANSWER_TIMEOUT_MS)
    return write(...args)
  }) as typeof socket.write
  return socket.on('data', calm).on('close', calm)
}

/**
 * The answer to a query, within a time limit. The query itself is not cancelled: postgres.js opens a connection for that,
 * which fails where the server is away, and loses one that was still being opened.
 * @throws Unavailable where the database is away, overloaded or does not answer in time
 */
export async function answer<T extends readonly postgres.MaybeRow[]>(query: postgres.PendingQuery<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  underWay += 1
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Unavailable('The database does not answer. Try again shortly.', RETRY_AFTER_SECONDS))
    }, ANSWER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([query, timeout])
  } catch (error) {
    throw isPassing(error)
      ? new Unavailable('The database is not available. Try again shortly.', RETRY_AFTER_SECONDS, { cause: error })
      : error
  } finally {
    underWay -= 1
    clearTimeout(timer)
  }
}

let underWay = 0

/** Queries of this process without an answer yet. Those beyond its connections wait for one. */
export function countQueries(): number {
  return underWay
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
