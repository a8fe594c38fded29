import postgres from 'postgres'
import { type OpenSocket, watchSockets } from './watch-sockets.ts'

export type Sql = postgres.Sql
export type TransactionSql = postgres.TransactionSql
export type Rows = readonly postgres.MaybeRow[]
export type Query<Answer extends Rows> = postgres.PendingQuery<Answer>

/** Makes queries, and parts of queries, of templates; each is sent once somebody waits for it. */
export type Ask = <Answer extends Rows = postgres.Row[]>(
  template: TemplateStringsArray,
  ...parameters: readonly postgres.ParameterOrFragment<never>[]
) => Query<Answer>

const STATEMENT_TIMEOUT_MS = 2_000
const LOCK_TIMEOUT_MS = 1_000
/** From the end of a connection to the next try. */
export const RECONNECT_MS = 250

/** Classes and codes of SQLSTATE that say "not now" rather than "not so". */
const passingFaults = /^(08|53|57|58|25006|55P03|40001|40P01)/

export interface PostgresSettings {
  /** Lets a query take as long as it takes, as a migration may. */
  isPatient?: boolean
  /** Opens the sockets of a connection that is not patient. */
  openSocket?: OpenSocket
  /** Hears of each end of the connection, unless it ends before the server has said a word. */
  onClose?: () => void
}

/** One connection, which is opened when it is first asked and after each of its ends. */
export function openPostgres(
  url: string,
  { isPatient = false, openSocket = watchSockets(), onClose = () => {} }: PostgresSettings = {},
): Sql {
  const limits = { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS }
  const options = {
    max: 1,
    max_lifetime: null,
    connect_timeout: 3,
    backoff: () => RECONNECT_MS / 1_000,
    fetch_types: false,
    connection: { application_name: 'maps', ...(!isPatient && limits) },
    onnotice: () => {},
    onclose: onClose,
    ...(!isPatient && { socket: openSocket }),
  }
  // Of several hosts, only one can be written to.
  const isOneOfSeveral = /^[^/]*\/\/(?:[^@/]*@)?[^/?]*,/.test(url) && !url.includes('target_session_attrs=')
  return postgres(url, { ...options, ...(isOneOfSeveral && { target_session_attrs: 'primary' as const }) })
}

/** Whether an error is the end of its connection as well: any that is not the server's own about one statement. */
export function endsConnection(error: unknown): boolean {
  const { severity } = (error ?? {}) as { severity?: unknown }
  return severity === undefined ? isPassing(error) : severity !== 'ERROR'
}

/** Whether the same query may succeed a little later. */
export function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return false
  return passingFaults.test(code) || /^(CONNECT|E(?!RR_)[A-Z_]+$)/.test(code)
}
