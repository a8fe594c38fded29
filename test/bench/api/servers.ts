import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { defaultPlans } from '@maps/shared/plans'
import { findFreePort } from '../../../infra/local/free-port.ts'
import { startPostgres } from '../../../infra/local/postgres.ts'
import type { Reaper } from '../../../infra/local/reaper/reaper.ts'
import { ensureRedisServer, startRedis } from '../../../infra/local/redis.ts'
import { migrate } from '../../../services/gateway/store/migrate.ts'
import { openPostgres, type Client } from '../../../services/gateway/store/postgres.ts'
import { openTemporaryFolder } from '../../rig/temporary-folder.ts'

/** The database and Redis of both servers, and a folder for their logs. */
export interface Backend extends AsyncDisposable {
  folder: string
  reaper: Reaper
  databaseUrl: string
  redisUrl: string
  /** For the benchmark's own statements. */
  sql: Client
}

const programs = { gateway: '../../../services/gateway/main.ts', bare: 'bare-server.ts' } as const

/** Name of a server under test. */
export type ServerName = keyof typeof programs

/** A server under test in a process of its own. */
export interface Server extends AsyncDisposable {
  name: ServerName
  url: string
}

/** No data has to survive, and dead rows are vacuumed between rounds, not during one. */
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
const plans = JSON.stringify({ ...defaultPlans, pro: { ...defaultPlans.pro, requestsPerMinute: 100_000_000 } })
const START_TRIES = 600

/** Starts PostgreSQL and Redis, and migrates the database. */
export async function openBackend(): Promise<Backend> {
  await using parts = new AsyncDisposableStack()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-bench-api-')
  // If we are root, PostgreSQL runs as another user, which needs access to its folder in there.
  await chmod(folder, 0o711)
  await ensureRedisServer()
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), reaper, tuning })
  parts.use(postgres.server)
  const redis = await startRedis({ folder: join(folder, 'redis'), keepsData: false, reaper })
  parts.use(redis.server)
  const sql = openPostgres(postgres.url, { isUnlimited: true })
  parts.defer(() => sql.end({ timeout: 5 }))
  await migrate(sql)
  const owned = parts.move()
  const addresses = { databaseUrl: postgres.url, redisUrl: redis.url }
  return { folder, reaper, ...addresses, sql, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Starts a server on a free port and waits until it responds. */
export async function startServerProcess(
  name: ServerName,
  { folder, reaper, databaseUrl, redisUrl }: Backend,
): Promise<Server> {
  const port = await findFreePort()
  const settings = { PORT: String(port), INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: '0', PLANS: plans }
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...settings }
  // A pipe would cost the process that generates the load time for reading.
  await using log = await open(join(folder, `${name}.log`), 'a')
  const program = fileURLToPath(new URL(programs[name], import.meta.url))
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', log.fd, 'inherit'] })
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  const pid = child.pid!
  reaper.watch(pid, 'SIGTERM')
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, () => child.exitCode === null)
  return {
    name,
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      reaper.forget(pid)
    },
  }
}

/** Polls `/readyz`. The bare server has no such route: its 404 counts as ready. */
async function waitUntilReady(url: string, isAlive: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < START_TRIES && isAlive(); attempt++) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    await response?.body?.cancel()
    if (response && response.status < 500) return
    await sleep(50)
  }
  throw new Error(`${url} does not become ready`)
}
