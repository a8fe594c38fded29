import { execFile } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { installWithApt } from '../../infra/local/apt.ts'
import { startChild } from '../../infra/local/child.ts'
import { findFreePort } from '../../infra/local/free-port.ts'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { chooseLoopbackAddress } from './loopback-address.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

/** Debian installs PgBouncer in /usr/sbin, which is not on every PATH. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
/** User id of `nobody`: PgBouncer refuses to run as root. */
const NOBODY = 65_534

/** A running PgBouncer, stopped on disposal. */
export interface PgBouncer extends AsyncDisposable {
  /** URL of the database through PgBouncer. */
  url: string
}

/** Starts a PgBouncer in transaction mode with two server connections. @param settings further lines of pgbouncer.ini */
export async function startPgBouncer(databaseUrl: string, settings: readonly string[]): Promise<PgBouncer> {
  await ensurePgBouncer()
  await using parts = new AsyncDisposableStack()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-pgbouncer-')
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const host = chooseLoopbackAddress()
  const ownPort = await findFreePort(host)
  const file = join(folder, 'pgbouncer.ini')
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  const lines = [
    '[databases]',
    `maps = ${server} dbname=${pathname.slice(1)}`,
    '[pgbouncer]',
    `listen_addr = ${host}`,
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    ...settings,
  ]
  await writeFile(file, lines.join('\n'))
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const command = { command: 'pgbouncer', args: [file], env, stopSignal: 'SIGTERM', stopWithinMs: 5_000 } as const
  parts.use(await startChild({ name: 'PgBouncer', ...command, ...(isRoot && { uid: NOBODY, gid: NOBODY }) }, reaper))
  const url = `postgres://maps@${host}:${ownPort}/maps`
  const sql = parts.adopt(openPostgres(`${url}?prepare=false`, { isUnlimited: true }), (it) => it.end())
  await expect.poll(() => sql`select 1`.then((it) => it.length, String), { timeout: 10_000 }).toBe(1)
  const owned = parts.move()
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function ensurePgBouncer(): Promise<void> {
  const run = () => promisify(execFile)('pgbouncer', ['--version'], { env }).then(Boolean, () => false)
  if ((await run()) || ((await installWithApt('pgbouncer')) && (await run()))) return
  throw new Error('pgbouncer is missing: apt-get install pgbouncer')
}
