import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import type { Logger } from '@maps/shared/logger'
import { checkPooler } from './check-pooler.ts'
import {
  type Client,
  connectPostgres,
  hasCode,
  isCertificateError,
  isLockError,
  isParameterRefusal,
  isTransientError,
  liftTimeLimits,
  runTransaction,
  type TransactionSql,
} from './postgres.ts'
import { checkServerVersion } from './server-facts.ts'

const folder = new URL('migrations/', import.meta.url)
/** Number of the advisory lock, which no other program may take in this database. */
const LOCK = 6_273_001
const RETRY_INTERVAL_MS = 1_000
/** Longest wait of a migration for a lock. Requests wait behind it, and give up after a second. */
const LOCK_TIMEOUT_MS = 500
/** The same after a wait for an autovacuum, which Postgres ends for it after a second (`deadlock_timeout`). */
const AUTOVACUUM_TIMEOUT_MS = 1_200
/** Pause after such a wait, in which requests go on. */
const BLOCKED_INTERVAL_MS = 5_000

/** A session with a lock on our tables, which may be what a migration waits for. */
export interface Blocker {
  pid: number
  /** Missing for an autovacuum. */
  role: string | null
  /** Its `application_name`, such as `pg_dump`. */
  program: string
}

/**
 * Brings the database to the newest schema: applies each numbered file once, in order, all in one transaction. Any number of services
 * may call it at the same time; one applies the files, the others wait. A schema of a newer version suits this version too. While other
 * sessions hold locks, as a backup does, it begins anew every few seconds.
 * @param onBlocked called before each of these pauses
 * @param signal ends such a pause, with an `AbortError`
 * @returns the names of the files that it applied
 * @throws SetupError if an applied file has changed since
 */
export async function migrate(
  sql: Client,
  onBlocked: (blockers: readonly Blocker[]) => void = () => {},
  signal?: AbortSignal,
): Promise<string[]> {
  await checkServerVersion(sql)
  const files = await readMigrations()
  // A gateway must also start while the database accepts no writes.
  if (await isComplete(sql)) return []
  for (let lockTimeoutMs = LOCK_TIMEOUT_MS; ;) {
    try {
      return await runTransaction(sql, async (transaction) => {
        await liftTimeLimits(transaction)
        // Where this gateway is lost between two statements, others would wait for its locks until the connection is given up, two hours by default.
        await transaction`set local idle_in_transaction_session_timeout = '10s'`
        await transaction`select pg_advisory_xact_lock(${LOCK})`
        await transaction.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
        return applyMissing(transaction, files)
      })
    } catch (error) {
      if (!isLockError(error)) throw error
      const blockers = await readBlockers(sql)
      onBlocked(blockers)
      lockTimeoutMs = blockers.some((it) => it.role === null) ? AUTOVACUUM_TIMEOUT_MS : LOCK_TIMEOUT_MS
      await sleep(BLOCKED_INTERVAL_MS, undefined, { signal })
    }
  }
}

/**
 * Reads which sessions may have kept a migration from its locks. Not every role sees when the transactions of others began, nor what kind of
 * process they are: of those in a database, an autovacuum alone has no role.
 */
async function readBlockers(sql: Client): Promise<Blocker[]> {
  return sql<Blocker[]>`
    select pid, usename as role,
      coalesce(nullif(application_name, ''), case when usename is null then 'autovacuum' else 'a program' end) as program
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start > clock_timestamp() - ${LOCK_TIMEOUT_MS} * interval '1 ms' is not true
      and pid in (
        select pid from pg_locks join pg_class on relation = pg_class.oid
        where granted and relkind = 'r'
          and relnamespace = (select oid from pg_namespace where nspname = current_schema())
      )`
}

/** Names of the migrations of a database and of this version, by their state. */
export interface SchemaState {
  applied: string[]
  pending: string[]
  /** Migrations whose file has changed since they were applied. */
  edited: string[]
  /** Migrations that a newer version has applied. */
  unknown: string[]
}

/** Compares the applied migrations with the files, and changes nothing. */
export async function readSchemaState(sql: Client): Promise<SchemaState> {
  const [files, applied] = await Promise.all([readMigrations(), readApplied(sql)])
  const known = files.filter((it) => applied.has(it.name))
  return {
    applied: [...applied.keys()],
    pending: files.filter((it) => !applied.has(it.name)).map((it) => it.name),
    edited: known.filter((it) => applied.get(it.name) !== it.hash).map((it) => it.name),
    unknown: [...applied.keys()].filter((name) => files.every((it) => it.name !== name)),
  }
}

async function isComplete(sql: Client): Promise<boolean> {
  const { pending, edited } = await readSchemaState(sql)
  return pending.length + edited.length === 0
}

/** Reads the hashes of the applied migrations by name; empty if the database has no schema yet. */
async function readApplied(sql: Client | TransactionSql): Promise<Map<string, string>> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('migrations') is not null as is_there`
  if (!table!.isThere) return new Map()
  const rows = await sql<{ name: string; hash: string }[]>`select name, hash from migrations order by name`
  return new Map(rows.map((it) => [it.name, it.hash]))
}

/** Migrates and checks the database as soon as it is reachable; gives up when `stopping` is aborted. */
export async function migrateWhenReachable(url: string, stopping: AbortSignal, log: Logger): Promise<void> {
  while (!stopping.aborted) {
    await using parts = new AsyncDisposableStack()
    try {
      const sql = parts.adopt(await connectPostgres(url, { isUnlimited: true }), (it) => it.end({ timeout: 1 }))
      const warn = (blockers: readonly Blocker[]) => log.warn({ blockers }, 'the migration waits for other sessions')
      const applied = await migrate(sql, warn, stopping)
      if (applied.length > 0) log.info({ applied }, 'migrated')
      await checkPooler(url, log)
      return
    } catch (err) {
      if ((err as Error).name === 'AbortError') return
      if (!isTransientError(err) || isParameterRefusal(err)) throw namingSetting(err)
      log.warn({ err }, 'the database of DATABASE_URL cannot be reached yet')
      await sleep(RETRY_INTERVAL_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

/** Turns an error of the server, or of the connection to it, into one that names the setting. Returns others, such as faults of ours, unchanged. */
export function namingSetting(error: unknown): unknown {
  if (isCertificateError(error)) return new SetupError(`DATABASE_URL: ${untrusted(error)}.`, { cause: error })
  if (!hasCode(error)) return error
  return new SetupError(`DATABASE_URL: the database there cannot be used: ${(error as Error).message}.`, {
    cause: error,
  })
}

/** Says that the server's certificate is not trusted, and what to do. */
export function untrusted(error: unknown): string {
  return (
    `the server's certificate is not trusted (${(error as Error).message}): give its CA in NODE_EXTRA_CA_CERTS, or in sslrootcert in the ` +
    'address, or renew the certificate'
  )
}

interface Migration {
  name: string
  text: string
  hash: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((it) => it.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: hash('sha256', text) }
    }),
  )
}

async function applyMissing(sql: TransactionSql, files: readonly Migration[]): Promise<string[]> {
  await sql`
    create table if not exists migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now()
    )`
  const applied = await readApplied(sql)
  const missing = files.filter((it) => applied.get(it.name) !== it.hash)
  for (const { name, text, hash } of missing) {
    if (applied.has(name))
      throw new SetupError(`Migration ${name} was edited after it had been applied: undo that, and add a new file.`)
    await sql.unsafe(text)
    await sql`insert into migrations (name, hash) values (${name}, ${hash})`
  }
  return missing.map((it) => it.name)
}
