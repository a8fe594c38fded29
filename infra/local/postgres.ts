import { randomBytes } from 'node:crypto'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import { type Child, EndedEarly, startChild } from './child.ts'
import { findFreePort } from './free-port.ts'
import { isRunning } from './reaper/is-running.ts'
import type { Reaper } from './reaper/reaper.ts'
import { readPid, stopOrphan } from './reaper/orphan.ts'
import { giveToServer, lendToNobody, type PostgresHome, preparePostgresHome } from './postgres-home.ts'

const DATABASE = 'maps'
const PASSWORD_FILE = 'maps-password'
const PORT_TRIES = 3
/** How long the last processes of a killed server may take to notice. */
const ORPHANS_END_WITHIN_MS = 10_000
const ORPHANS_POLL_MS = 100
const STOP_WITHIN_MS = 2_500

/** Where a database server keeps its files, and how it is tuned. */
export interface PostgresSettings {
  folder: string
  reaper: Reaper
  /** Of an earlier start, to be reached at the same address again. */
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
 * Starts a PostgreSQL server with an empty database `maps`, or with what the folder holds already.
 * @throws SetupError where it does not start
 */
export async function startPostgres(settings: PostgresSettings): Promise<Postgres> {
  const home = await preparePostgresHome(settings.folder)
  const cluster = join(home.folder, 'data')
  await createCluster(home, cluster, settings.reaper)
  await freeCluster(cluster)
  await giveToServer(home)
  const password = await readFile(join(cluster, PASSWORD_FILE), 'utf8')
  const { server, port } = await serve(home, cluster, settings)
  return { server, url: `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}` }
}

/** A cluster appears under its name when it is complete, so what a killed start left is simply made again. */
async function createCluster(server: PostgresHome, cluster: string, reaper: Reaper): Promise<void> {
  if (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)) return
  const home = await lendToNobody(server)
  const { initdb, postgres } = home.programs
  const draft = `${cluster}.new`
  await rm(draft, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = `${cluster}.password`
  await writeOwned(passwordFile, password, home)
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(initdb, ['-D', draft, ...access, ...locale, '--no-instructions'], home, reaper)
  await run(postgres, ['--single', '-D', draft, 'postgres'], home, reaper, `create database ${DATABASE}\n`)
  await writeOwned(join(draft, PASSWORD_FILE), password, home)
  await rm(passwordFile)
  await rename(draft, cluster)
}

/** Makes sure that no server works on the cluster, and that none seems to. */
async function freeCluster(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  await stopOrphan('PostgreSQL', pidFile, cluster, 'SIGINT')
  // The file of a server that was killed stays: by it, PostgreSQL waits for that server's last processes. But its number may
  // belong to another program by now, which PostgreSQL would take for a server.
  const isNumberReused = process.platform === 'linux' && isRunning(await readPid(pidFile))
  if (isNumberReused) await rm(pidFile)
}

async function serve(
  home: PostgresHome,
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
        ...surroundings(home),
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
    const says = (text: string): boolean => server.lines.some((line) => line.includes(text))
    if (says('pre-existing shared memory block') && Date.now() < deadline) {
      attempt--
      await sleep(ORPHANS_POLL_MS)
      continue
    }
    const isPortTaken = says('Address already in use')
    if (!isPortTaken || attempt === PORT_TRIES) throw new EndedEarly(`PostgreSQL did not start on ${cluster}`, server)
  }
}

async function run(
  program: string,
  args: readonly string[],
  home: PostgresHome,
  reaper: Reaper,
  input = '',
): Promise<void> {
  const child = await startChild(
    { name: program, command: program, args, input, ...surroundings(home), stopSignal: 'SIGTERM', stopWithinMs: 1_000 },
    reaper,
  )
  const { code } = await child.ended
  if (code !== 0)
    throw new SetupError(`PostgreSQL could not be set up. ${program} said:\n  ${child.lines.join('\n  ')}`)
}

/** Nothing of our own environment: PGDATA, PGOPTIONS and their like would change what the programs do. */
function surroundings({ folder, owner }: PostgresHome) {
  return { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...owner }
}

async function writeOwned(file: string, content: string, { owner }: PostgresHome): Promise<void> {
  await writeFile(file, content, { mode: 0o600 })
  if (owner) await chown(file, owner.uid, owner.gid)
}
