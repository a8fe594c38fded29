import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { runChecks } from '../../services/gateway/admin/doctor.ts'
import { openPostgres, type Client } from '../../services/gateway/store/postgres.ts'
import { readFigures } from '../house/metrics-figures.ts'
import { type FaultProxy, startFaultProxy, throughProxy } from '../rig/fault-proxy.ts'
import { startTestPostgres, type TestPostgres } from '../rig/postgres.ts'
import { startTestRedis } from '../rig/redis.ts'
import type { ApiResponse } from '../rig/rest-client.ts'
import { startTestBucket, type TestBucket } from '../rig/s3.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { internalUrl } from '../system/internal-url.ts'
import { unthrottledPlans } from './clients.ts'
import { markedMap } from './marked-maps.ts'

/** A Redis behind a proxy, with a replica that can take its place at the same address. */
export interface RedisPair {
  /** Address of the proxy. */
  url: string
  proxy: FaultProxy
  /** A connection to the server behind the proxy. */
  primary(): Redis
  /** Makes the server behind the proxy a replica of the other one. Its connections stay open. */
  demote(): Promise<void>
  /** Leads new connections to the new primary. */
  failOver(): void
}

/** A gateway and a worker on stores that can be half broken. */
export interface HalfAliveSystem extends AsyncDisposable {
  system: System
  team: TestWorkspace
  postgres: TestPostgres
  postgresProxy: FaultProxy
  /** A connection to Postgres past the proxy. */
  sql: Client
  queueRedis: RedisPair
  fileRedis: RedisPair
  bucket: TestBucket
  /** Checks what works and what the signals say. */
  observe(): Promise<Observation>
  /** Values of `maps_dependency_up`, as in `postgres write`. */
  readGauge(): Promise<Record<string, number>>
}

/** What works, and what the signals say. Statuses of requests, in HTTP. */
export interface Observation {
  read: number
  list: number
  tool: number
  sharePage: number
  storedFile: number
  write: number
  /** The replay of a POST with an idempotency key. */
  replay: number
  newFile: number
  /** Details of the refused requests. */
  details: string[]
  /** Dependencies and modes that are reported as down. */
  down: string[]
  gatewayFault: string | undefined
  /** `/readyz?exclude=writes` */
  isReadyToRead: boolean
  workerFault: string | undefined
  /** Errors that `admin doctor` finds, apart from those of a test server's configuration. */
  doctor: string[]
}

/** Starts the stores, a gateway and a worker. */
export async function startHalfAliveSystem(): Promise<HalfAliveSystem> {
  await using parts = new AsyncDisposableStack()
  const [postgres, queueRedis, fileRedis, bucket] = await Promise.all([
    startTestPostgres().then((it) => parts.use(it)),
    openRedisPair(parts),
    openRedisPair(parts),
    startTestBucket().then((it) => parts.use(it)),
  ])
  const postgresProxy = parts.use(await startFaultProxy(postgres.url))
  const sql = parts.adopt(openPostgres(postgres.url), (it) => it.end({ timeout: 1 }))
  const databaseUrl = throughProxy(postgres.url, postgresProxy)
  const redis = { REDIS_URL: queueRedis.url, ARTIFACT_REDIS_URL: fileRedis.url, ...bucket.settings }
  const system = parts.use(
    await startSystem({
      databaseUrl,
      plans: unthrottledPlans,
      gatewayEnv: redis,
      workerEnv: redis,
      throughPrism: false,
    }),
  )
  const team = await system.createWorkspace({ plan: 'pro' })
  const observe = await createObserver(system, team, { DATABASE_URL: databaseUrl, ...redis })
  const owned = parts.move()
  return {
    system,
    team,
    postgres,
    postgresProxy,
    sql,
    queueRedis,
    fileRedis,
    bucket,
    observe,
    readGauge: () => readGauge(system),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openRedisPair(parts: AsyncDisposableStack): Promise<RedisPair> {
  const servers = await Promise.all([startTestRedis(), startTestRedis()])
  let [current, other] = servers.map((it) => ({ url: parts.use(it).url, redis: it.connect() })) as [Server, Server]
  const { password } = new URL(current.url)
  await other.redis.config('SET', 'requirepass', password)
  for (const { redis } of [current, other]) await redis.config('SET', 'masterauth', password)
  const proxy = parts.use(await startFaultProxy(current.url))
  return {
    url: throughProxy(current.url, proxy),
    proxy,
    primary: () => current.redis,
    async demote() {
      await other.redis.replicaof('NO', 'ONE')
      await current.redis.replicaof('127.0.0.1', new URL(other.url).port)
    },
    failOver() {
      proxy.switchTo(other.url)
      ;[current, other] = [other, current]
    },
  }
}

interface Server {
  url: string
  redis: Redis
}

const toolCall = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
}

async function createObserver(
  { gateways: [gateway], workers: [worker] }: System,
  team: TestWorkspace,
  env: Record<string, string>,
): Promise<() => Promise<Observation>> {
  const url = gateway!.url
  const map = await team.createMap({ ...markedMap({ map: 1, write: 1 }, 3), isPublic: true })
  const sharePage = /<([^>]+)>/.exec((await team.request('GET', `/maps/${map.id}`)).headers.get('link') ?? '')![1]!
  const once = { body: { name: 'once' }, headers: { 'Idempotency-Key': randomUUID() } }
  await team.request('POST', '/maps', once)
  await team.exportMap(map.id, 'markdown')

  async function callTool(): Promise<number> {
    const params = { name: 'find_maps', arguments: {} }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = { ...toolCall.headers, Authorization: `Bearer ${team.token}` }
    const response = await fetch(`${url}/mcp`, { ...toolCall, headers, body })
    const text = await response.text()
    return response.status === 200 && text.includes('"isError":true') ? 503 : response.status
  }

  return async () => {
    // Each padding makes another file.
    const query = { padding: String(Math.floor(Math.random() * 200)), background: randomColor() }
    const [read, list, tool, page, storedFile, write, replay, newFile] = await Promise.all([
      team.request('GET', `/maps/${map.id}`),
      team.request('GET', '/maps'),
      callTool(),
      fetch(sharePage),
      team.exportMap(map.id, 'markdown'),
      team.request('POST', '/maps', { body: { name: 'new' } }),
      team.request('POST', '/maps', once),
      team.exportMap(map.id, 'png', query),
    ])
    const answers = { read, list, storedFile, write, replay, newFile }
    const statuses = Object.fromEntries(Object.entries(answers).map(([name, it]) => [name, it.status]))
    return {
      ...(statuses as Record<keyof typeof answers, number>),
      tool,
      sharePage: page.status,
      details: detailsOf(Object.values(answers)),
      down: Object.entries(await readGauge({ gateways: [gateway!] }))
        .flatMap(([name, up]) => (up === 0 ? [name] : []))
        .toSorted(),
      gatewayFault: await faultOf(`${url}/readyz`),
      isReadyToRead: (await faultOf(`${url}/readyz?exclude=writes`)) === undefined,
      workerFault: await faultOf(`${worker!.url}/readyz`),
      doctor: await diagnose(env),
    }
  }
}

function randomColor(): string {
  return `#${Math.floor(Math.random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`
}

function detailsOf(responses: readonly ApiResponse[]): string[] {
  return [...new Set(responses.flatMap((it) => (it.status >= 500 ? [String(it.json?.detail)] : [])))].toSorted()
}

async function readGauge({ gateways: [gateway] }: Pick<System, 'gateways'>): Promise<Record<string, number>> {
  const text = await (await fetch(`${internalUrl(gateway!)}/metrics`)).text()
  const figures = readFigures(text).filter((it) => it.name === 'maps_dependency_up')
  return Object.fromEntries(figures.map(({ labels, value }) => [`${labels['dependency']} ${labels['mode']}`, value]))
}

/** The fault that a readiness probe names. */
async function faultOf(probe: string): Promise<string | undefined> {
  const response = await fetch(probe)
  const body = (await response.json()) as { detail?: string; fault?: string }
  return response.status === 200 ? undefined : (body.fault ?? body.detail ?? 'unnamed')
}

/** Remarks on the configuration of a test server, not on a fault. */
const ordinary = /set appendonly yes|set maxmemory-policy allkeys-lru/

async function diagnose(env: Record<string, string>): Promise<string[]> {
  const results = await Array.fromAsync(runChecks(env))
  return results.filter((it) => it.state === 'BAD' && !ordinary.test(it.text)).map((it) => it.text)
}
