import { defaultPlans } from '@maps/shared/plans'
import { Redis } from 'ioredis'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '../../infra/local/postgres.ts'
import { ensureRedisServer, startRedis } from '../../infra/local/redis.ts'
import { runAdmin } from '../../infra/local/run-admin.ts'
import { startService } from '../../infra/local/service.ts'
import { baseEnvironment } from '../rig/service-process.ts'
import { openTemporaryFolder } from '../rig/temporary-folder.ts'
import { createHttpClient, type HttpClient } from './http.ts'
import { generateMap, type MapSpec } from './maps.ts'

/** The whole service, with clients of one workspace. */
export interface Service extends AsyncDisposable {
  /** A client of the first gateway. */
  client: HttpClient
  /** What other clients of the first gateway need. */
  access: { baseUrl: string; token: string }
  /** A client of each gateway. */
  clients: readonly HttpClient[]
  /** Starts one more render worker; disposal stops it. */
  startWorker(env: Readonly<Record<string, string>>): Promise<AsyncDisposable>
  /** URL of the Redis of the queue. */
  queueUrl: string
}

const STOP_WITHIN_MS = 50_000
/** Memory limit of the Redis for files. */
const ARTIFACT_MEMORY = '256mb'
/** Settings for speed: no data has to survive a crash. */
const tuning = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const unlimited = { ...defaultPlans.pro, requestsPerMinute: 1_000_000, exportsInFlight: 64 }

/** Starts gateways and render workers as processes, with a PostgreSQL and two Redis. */
export async function openService(chromium: string, { gateways = 1, workers = 1 } = {}): Promise<Service> {
  await using parts = new AsyncDisposableStack()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-bench-service-')
  // If we are root, PostgreSQL runs as another user, which needs access to its folder in there.
  await chmod(folder, 0o711)
  await ensureRedisServer()
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), reaper, tuning })
  parts.use(postgres.server)
  const queue = await startRedis({ folder: join(folder, 'queue'), keepsData: false, reaper })
  parts.use(queue.server)
  const artifacts = await startRedis({ folder: join(folder, 'artifacts'), keepsData: false, reaper })
  parts.use(artifacts.server)
  await enableEviction(artifacts.url)

  const addresses = { DATABASE_URL: postgres.url, REDIS_URL: queue.url, ARTIFACT_REDIS_URL: artifacts.url }
  const env = { ...baseEnvironment(), ...addresses }
  const start = (name: 'gateway' | 'render-worker', own: Record<string, string>) =>
    startService({ name, env: { ...env, ...own }, reaper, stopWithinMs: STOP_WITHIN_MS })
  const plans = JSON.stringify({ ...defaultPlans, pro: unlimited })
  const startWorker = async (own = {}) =>
    (await start('render-worker', { CHROMIUM_PATH: chromium, HEALTH_PORT: '0', ...own })).server
  for (const worker of await Promise.all(Array.from({ length: workers }, () => startWorker()))) parts.use(worker)
  const startGateway = () => start('gateway', { PORT: '0', INTERNAL_PORT: '0', SHUTDOWN_DELAY_MS: '0', PLANS: plans })
  const gatewayServices = await Promise.all(Array.from({ length: gateways }, startGateway))
  for (const { server } of gatewayServices) parts.use(server)

  const token = await createToken(postgres.url)
  const baseUrls = gatewayServices.map(({ port }) => `http://127.0.0.1:${port}/api/v1`)
  const clients = baseUrls.map((it) => createHttpClient(it, token))
  parts.defer(() => clients.forEach((it) => it.close()))
  const owned = parts.move()
  return {
    client: clients[0]!,
    access: { baseUrl: baseUrls[0]!, token },
    clients,
    startWorker,
    queueUrl: queue.url,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Lets a Redis evict the least recently used keys, as in production. */
async function enableEviction(url: string): Promise<void> {
  const redis = new Redis(url)
  await redis.config('SET', 'maxmemory', ARTIFACT_MEMORY)
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
  redis.disconnect()
}

async function createToken(databaseUrl: string): Promise<string> {
  const workspace = await runAdmin(databaseUrl, ['workspace', 'create', 'bench', '--plan', 'pro'])
  const token = await runAdmin(databaseUrl, ['token', 'create', '--workspace', 'bench', '--name', 'bench'])
  if (!token.isDone) throw new Error(`no token: ${workspace.output} ${token.output}`)
  return token.output
}

/** Creates a map by the API. @returns its id */
export async function createMap(client: HttpClient, spec: MapSpec): Promise<string> {
  const { name, nodes, edges } = generateMap(spec)
  const { status, body } = await client.send('POST', '/maps', { name, nodes, edges })
  if (status !== 201) throw new Error(`POST /maps answered ${status}: ${body.toString()}`)
  return (JSON.parse(body.toString()) as { map: { id: string } }).map.id
}
