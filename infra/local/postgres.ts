import { randomBytes } from 'node:crypto'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import { type Child, ChildStartError, startChild } from './child.ts'
import { findFreePort } from './free-port.ts'
import { isRunning } from './reaper/is-running.ts'
import type { Reaper } from './reaper/reaper.ts'
import { readPid, stopOrphan } from './reaper/orphan.ts'
import { chownToServerUser, chownToNobody, type PostgresInstallation, preparePostgresHome } from './postgres-home.ts'

const DATABASE = 'maps'
const PASSWORD_FILE = 'maps-password'
const PORT_TRIES = 3
/** Time for the remaining processes of a killed server to end. */
const ORPHANS_END_WITHIN_MS = 10_000
const ORPHANS_POLL_MS = 100
const STOP_WITHIN_MS = 2_500

/** Settings of a database server. */
export interface PostgresSettings {
  folder: string
  reaper: Reaper
  /** URL of an earlier start, whose port is used again. */
  url?: string | undefined
  /** Server settings by name, as in postgresql.conf. */
  tuning?: Readonly<Record<string, string | number>>
  onLine?: (line: string) => void
}

/** A running database server. */
export interface Postgres {
  url: string
  server: Child
}

/**
 * Starts a PostgreSQL server on the folder's cluster. A new folder gets a cluster with an empty database `maps`.
 * @throws SetupError if the server does not start
 */
export async function startPostgres(settings: PostgresSettings): Promise<Postgres> {
  const home = await preparePostgresHome(settings.folder)
  const cluster = join(home.folder, 'data')
  await createCluster(home, cluster, settings.reaper)
  await releaseCluster(cluster)
  await chownToServerUser(home)
  const password = await readFile(join(cluster, PASSWORD_FILE), 'utf8')
  const { server, port } = await startServer(home, cluster, settings)
  return { server, url: `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}` }
}

/** Creates the cluster in a draft folder, which is renamed when it is complete. A draft of a killed start is deleted. */
async function createCluster(server: PostgresInstallation, cluster: string, reaper: Reaper): Promise<void> {
  if (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)) return
  const home = await chownToNobody(server)
  const { initdb, postgres } = home.programs
  const draft = `${cluster}.new`
  await rm(draft, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = `${cluster}.password`
  await writeOwned(passwordFile, password, home)
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await runProgram(initdb, ['-D', draft, ...access, ...locale, '--no-instructions'], home, reaper)
  await runProgram(postgres, ['--single', '-D', draft, 'postgres'], home, reaper, `create database ${DATABASE}\n`)
  await writeOwned(join(draft, PASSWORD_FILE), password, home)
  await rm(passwordFile)
  await rename(draft, cluster)
}

/** Stops an orphaned server of the cluster, and deletes its pid file if another program has the process id by now. */
async function releaseCluster(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  await stopOrphan('PostgreSQL', pidFile, cluster, 'SIGINT')
  // A killed server leaves its pid file, by which PostgreSQL detects that server's remaining processes. If another program has the
  // process id by now, PostgreSQL would mistake it for a server.
  const isPidReused = process.platform === 'linux' && isRunning(await readPid(pidFile))
  if (isPidReused) await rm(pidFile)
}

async function startServer(
  home: PostgresInstallation,
  cluster: string,
  settings: PostgresSettings,
): Promise<{ server: Child; port: number }> {
  const { reaper, tuning = {}, onLine } = settings
  const deadline = Date.now() + ORPHANS_END_WITHIN_MS
  for (let attempt = 1; ; attempt++) {
    const port = settings.url ? Number(new URL(settings.url).port) : await findFreePort()
    const options = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', port, ...tuning }
    const isReady = Promise.withResolvers<true>()
    const server = await startChild(
      {
        name: 'PostgreSQL',
        command: home.programs.postgres,
        args: ['-D', cluster, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        ...spawnOptions(home),
        onLine(line) {
          onLine?.(line)
          if (line.includes('database system is ready to accept connections')) isReady.resolve(true)
        },
        stopSignal: 'SIGINT',
        stopWithinMs: STOP_WITHIN_MS,
      },
      reaper,
    )
    if (await Promise.race([isReady.promise, server.ended.then(() => false)])) return { server, port }
    const hasPrinted = (text: string): boolean => server.lines.some((line) => line.includes(text))
    if (hasPrinted('pre-existing shared memory block') && Date.now() < deadline) {
      attempt--
      await sleep(ORPHANS_POLL_MS)
      continue
    }
    const isPortTaken = hasPrinted('Address already in use')
    if (!isPortTaken || attempt === PORT_TRIES)
      throw new ChildStartError(`PostgreSQL did not start on ${cluster}`, server)
  }
}

async function runProgram(
  program: string,
  args: readonly string[],
  home: PostgresInstallation,
  reaper: Reaper,
  input = '',
): Promise<void> {
  const child = await startChild(
    { name: program, command: program, args, input, ...spawnOptions(home), stopSignal: 'SIGTERM', stopWithinMs: 1_000 },
    reaper,
  )
  const { code } = await child.ended
  if (code !== 0)
    throw new SetupError(`PostgreSQL could not be set up. ${program} said:\n  ${child.lines.join('\n  ')}`)
}

/** Spawn options without this process's environment: variables such as PGDATA and PGOPTIONS would change the programs' behaviour. */
function spawnOptions({ folder, owner }: PostgresInstallation) {
  return { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...owner }
}

async function writeOwned(file: string, content: string, { owner }: PostgresInstallation): Promise<void> {
  await writeFile(file, content, { mode: 0o600 })
  if (owner) await chown(file, owner.uid, owner.gid)
}
