import { defaultPlans } from '@maps/shared/plans'
import { Redis } from 'ioredis'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReaper } from '../../infra/local/reaper/reaper.ts'
import { startPostgres } from '../../infra/local/postgres.ts'
import { ensureRedisServer, startRedis } from '../../infra/local/redis.ts'
import { runAdmin } from '../../infra/local/run-admin.ts'
import { startService } from '../../infra/local/service.ts'
import { machineEnvironment } from '../rig/service-process.ts'
import { createHttpClient, type HttpClient } from './http.ts'
import { mapOf, type Sample } from './maps.ts'

/** The whole service, and clients of one workspace. */
export interface Service extends AsyncDisposable {
  /** Of the first gateway. */
  client: HttpClient
  /** One of each gateway. */
  clients: readonly HttpClient[]
  /** One worker more, until it is stopped. */
  startWorker(env: Readonly<Record<string, string>>): Promise<AsyncDisposable>
  /** The Redis of the queue. */
  queueUrl: string
}

const STOP_WITHIN_MS = 50_000
/** Files are never asked for twice here. */
const STORE_LIMIT = '256mb'
/** As the tests have it: nothing of it has to survive. */
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const unlimited = { ...defaultPlans.pro, requestsPerMinute: 1_000_000, exportsInFlight: 64 }

/** Gateways and render workers as processes, with a PostgreSQL and two Redis of their own. */
export async function openService(chromium: string, { gateways = 1, workers = 1 } = {}): Promise<Service> {
  await using parts = new AsyncDisposableStack()
  const reaper = parts.use(await openReaper())
  const folder = await mkdtemp(join(tmpdir(), 'maps-bench-service-'))
  reaper.removeAtEnd(folder)
  // Where we are root, the server's own user must get to its folder in there.
  await chmod(folder, 0o711)
  await ensureRedisServer()
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), reaper, tuning })
  parts.use(postgres.server)
  const queue = await startRedis({ folder: join(folder, 'queue'), keepsData: false, reaper })
  parts.use(queue.server)
  const artifacts = await startRedis({ folder: join(folder, 'artifacts'), keepsData: false, reaper })
  parts.use(artifacts.server)
  await letEvict(artifacts.url)

  const addresses = { DATABASE_URL: postgres.url, REDIS_URL: queue.url, ARTIFACT_REDIS_URL: artifacts.url }
  const env = { ...machineEnvironment(), ...addresses }
  const start = (name: 'gateway' | 'render-worker', own: Record<string, string>) =>
    startService({ name, env: { ...env, ...own }, reaper, stopWithinMs: STOP_WITHIN_MS })
  const plans = JSON.stringify({ ...defaultPlans, pro: unlimited })
  const startWorker = async (own = {}) =>
    (await start('render-worker', { CHROMIUM_PATH: chromium, HEALTH_PORT: '0', ...own })).server
  const working = await Promise.all(Array.from({ length: workers }, () => startWorker()))
  for (const it of working) parts.use(it)
  const startGateway = () => start('gateway', { PORT: '0', INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: '0', PLANS: plans })
  const serving = await Promise.all(Array.from({ length: gateways }, startGateway))
  for (const it of serving) parts.use(it.server)

  const token = await createToken(postgres.url)
  const clients = serving.map((it) => createHttpClient(`http://127.0.0.1:${it.port}/api/v1`, token))
  parts.defer(() => clients.forEach((it) => it.close()))
  const owned = parts.move()
  return {
    client: clients[0]!,
    clients,
    startWorker,
    queueUrl: queue.url,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** As in production, where files go when room is needed. */
async function letEvict(url: string): Promise<void> {
  const redis = new Redis(url)
  await redis.config('SET', 'maxmemory', STORE_LIMIT)
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
  redis.disconnect()
}

async function createToken(databaseUrl: string): Promise<string> {
  const workspace = await runAdmin(databaseUrl, ['workspace', 'create', 'bench', '--plan', 'pro'])
  const token = await runAdmin(databaseUrl, ['token', 'create', '--workspace', 'bench', '--name', 'bench'])
  if (!token.isDone) throw new Error(`no token: ${workspace.output} ${token.output}`)
  return token.output
}

/** The id of a new map. */
export async function createMap(client: HttpClient, sample: Sample): Promise<string> {
  const { name, nodes, edges } = mapOf(sample)
  const { status, body } = await client.send('POST', '/maps', { name, nodes, edges })
  if (status !== 201) throw new Error(`POST /maps answered ${status}: ${body.toString()}`)
  return (JSON.parse(body.toString()) as { map: { id: string } }).map.id
}
