import { isIP } from 'node:net'
import { SetupError } from '@maps/shared/config'
import { within } from '@maps/shared/within'
import postgres from 'postgres'
import { type DatabaseAddress, isSocketFolder, readDatabaseAddress } from './database-address.ts'
import { refusesTls } from './tls-refusal.ts'

/** A client of postgres.js, which opens its connections on demand. */
export type Client = postgres.Sql
/** A client of postgres.js within a transaction. */
export type TransactionSql = postgres.TransactionSql
/** The rows that a statement returns. */
export type Rows = readonly postgres.MaybeRow[]
/** A part of an SQL statement. */
export type Fragment = postgres.Fragment

/** Runs the SQL statement of a tagged template: on a database, a client or a transaction. */
export type Sql = <Result extends Rows = postgres.Row[]>(
  template: TemplateStringsArray,
  ...parameters: readonly postgres.ParameterOrFragment<never>[]
) => Promise<Result>

/** Creates an SQL fragment for use inside another statement. Never connects. */
export const fragment: (...statement: Parameters<Sql>) => Fragment = postgres()

/** Writes values without special characters as a Postgres array: the driver knows no array types, since `fetch_types` is off. */
export function arrayText(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`
}

const STATEMENT_TIMEOUT_MS = 2_000
const LOCK_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_S = 3
const RECONNECT_S = 0.25
/** Maximum wait of `connectPostgres`. */
const CONNECT_WITHIN_MS = 5_000

/** SQLSTATE classes and codes of transient errors. */
const transientCodes = /^(08|53|57|58|25006|55P03|40001|40P01)/

/** Options of postgres.js, and `isUnlimited`. */
export interface ClientOptions extends Pick<postgres.Options<{}>, 'max' | 'connect_timeout' | 'backoff' | 'onclose'> {
  /** Whether the session sets no statement_timeout and lock_timeout. The role may have its own: see `liftTimeLimits`. */
  isUnlimited?: boolean
}

/**
 * Opens a client of the first host of an address, by default with one connection. Columns have their names in camel case in the rows.
 * @throws SetupError for a URL that `readDatabaseAddress` refuses
 */
export function openPostgres(
  url: string | DatabaseAddress,
  { isUnlimited = false, ...options }: ClientOptions = {},
): Client {
  const address = typeof url === 'string' ? readDatabaseAddress(url) : url
  const limits = { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS }
  const settings: postgres.Options<{}> = {
    max: 1,
    max_lifetime: null,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: () => RECONNECT_S,
    fetch_types: false,
    transform: { column: { from: postgres.toCamel } },
    connection: { application_name: 'maps', ...(!isUnlimited && limits), ...address.session },
    onnotice: () => {},
    prepare: address.prepare,
    ...options,
  }
  return postgres(Object.assign(settings, loginOf(address), serverOf(address)))
}

function loginOf({
  user,
  password,
  database,
}: DatabaseAddress): Pick<postgres.Options<{}>, 'user' | 'password' | 'database'> {
  return { ...(user && { user }), ...(password && { password }), ...(database && { database }) }
}

/** Options that name the server. The driver also takes those that its types lack: lists of hosts and ports, and `sslnegotiation`. */
function serverOf({ hosts: [server], tls, isDirectTls }: DatabaseAddress): object {
  const { host, port } = server!
  // A socket is never encrypted, as with libpq.
  if (isSocketFolder(host)) return { path: `${host}/.s.PGSQL.${port}`, ssl: false }
  return {
    // In a list, since it takes an IPv6 address apart.
    host: [host],
    port: [port],
    // The driver names no host to TLS where the host is an IP address, and Node would check the certificate for `localhost`.
    ssl: isIP(host) && typeof tls === 'object' ? { ...tls, host } : tls,
    ...(isDirectTls && { sslnegotiation: 'direct' }),
  }
}

/** Lifts the limits of time that the role or the address may set, until the end of the transaction. Not every version has each. */
export async function liftTimeLimits(sql: TransactionSql): Promise<void> {
  await sql`
    select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`
}

/**
 * Opens a client with a connection to the first primary among the hosts of an address. A single host may be a standby. Each host gets its share of the
 * time, and one that fails moves to the end of the list. The driver's own loop ends at the first host that accepts clients and hangs, and causes rejections
 * that cannot be caught.
 * @throws the error of the last host
 */
export async function connectToPrimary(
  { hosts, ...address }: DatabaseAddress,
  withinMs: number,
  open: (address: DatabaseAddress) => Client,
): Promise<Client> {
  let fault: unknown
  for (const host of [...hosts]) {
    const client = open({ ...address, hosts: [host] })
    try {
      const probe = client<{ isStandby: boolean }[]>`select pg_is_in_recovery() as is_standby`
      const [server] = await within(withinMs / hosts.length, probe, noAnswer)
      if (server!.isStandby && hosts.length > 1) throw transientError('A standby cannot be written to.', '25006')
      return client
    } catch (error) {
      fault = error
      hosts.push(hosts.shift()!)
      void client.end({ timeout: 0 })
    }
  }
  throw fault
}

/**
 * Runs work in a transaction. An error of the connection ends the client: the driver's rollback after an error of the work would end the process
 * if the connection had ended (https://github.com/porsager/postgres/issues/1208).
 * @param mode as in `begin read only`
 * @throws the error of the work or of the connection
 */
export async function runTransaction<Result>(
  sql: Client,
  work: (transaction: TransactionSql) => Promise<Result>,
  mode = '',
): Promise<Result> {
  const result = await sql.begin(mode, async (transaction) => {
    try {
      return await work(transaction)
    } catch (error) {
      if (isConnectionError(error)) await sql.end({ timeout: 0 })
      throw error
    }
  })
  return result as Result
}

/**
 * Opens a client with a connection. A query alone would wait for ever, and try again without a pause, where a proxy accepts connections and closes
 * them, since the server is away (https://github.com/porsager/postgres/issues/1193).
 * @throws the error of the connection, or a transient error after 5 s, 8 s where the address demands TLS; SetupError if the server offers none then
 */
export async function connectPostgres(url: string, options?: ClientOptions): Promise<Client> {
  const address = readDatabaseAddress(url)
  try {
    return await connectToPrimary(address, CONNECT_WITHIN_MS, (it) => openPostgres(it, options))
  } catch (error) {
    if (isHandshakeError(error) && (await refusesTls(address))) throw noTls(error)
    throw error
  }
}

/** Whether a retry of the same query may succeed. */
export function isTransientError(error: unknown): boolean {
  const code = codeOf(error)
  return transientCodes.test(code) || /^(CONNECT|E(?!RR_)[A-Z_]+$)/.test(code)
}

/** The error of a query whose time is over. */
export function noAnswer(): Error {
  return transientError('The database did not answer in time.', 'ETIMEDOUT')
}

/** Creates a transient error. @param code SQLSTATE or error code of Node */
function transientError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Whether a write was refused because the session is read-only: by a setting, or because the server is a standby. */
export function isReadOnlyError(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** Whether a write failed because the server's disk is full. */
export function isDiskFullError(error: unknown): boolean {
  return codeOf(error) === '53100'
}

/** Whether the role lacks a right. */
export function isPrivilegeError(error: unknown): boolean {
  return codeOf(error) === '42501'
}

/** Whether a statement got no lock in time, or ended a deadlock. */
export function isLockError(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(codeOf(error))
}

/** Whether the server refused a connection because all are in use. */
export function isTooManyConnectionsError(error: unknown): boolean {
  return codeOf(error) === '53300'
}

/** Whether the server's certificate is not trusted, has expired or belongs to another host. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|INVALID_CA|HOSTNAME_MISMATCH/.test(codeOf(error))
}

/** Whether a connection may have failed since the server speaks no TLS: it closed the connection, sent something else, or did so until the time was over. */
function isHandshakeError(error: unknown): boolean {
  return /^(ECONNRESET|EPIPE|ETIMEDOUT|ERR_SSL_)/.test(codeOf(error))
}

function noTls(cause: unknown): SetupError {
  return new SetupError(
    'DATABASE_URL: the server there offers no TLS: turn ssl on there, or choose sslmode=prefer or disable',
    { cause },
  )
}

/** Whether a pooler refused a setting of the session: it reports a violation of the protocol, which would be transient. */
export function isParameterRefusal(error: unknown): boolean {
  return codeOf(error) === '08P01' && /unsupported startup parameter/.test((error as Error).message)
}

/** Whether an error is one of the server, the driver or the network, rather than a fault of ours. */
export function hasCode(error: unknown): boolean {
  return codeOf(error) !== ''
}

/** SQLSTATE, or error code of Node; empty if there is none. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** Whether an error is a response of the server, rather than one of the driver or the network. */
export function isServerError(error: unknown): boolean {
  return ((error ?? {}) as { severity?: unknown }).severity !== undefined
}

/** Whether an error affects a connection rather than a single statement. */
export function isConnectionError(error: unknown): boolean {
  return isServerError(error) ? (error as { severity?: unknown }).severity !== 'ERROR' : isTransientError(error)
}
