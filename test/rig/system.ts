import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanName, PlanTable } from '@maps/shared/plans'
import { inject } from 'vitest'
import { type Reaper, openReaper } from '../../infra/local/reaper/reaper.ts'
import { openPostgres, type Client } from '../../services/gateway/store/postgres.ts'
import { createTokenStore } from '../../services/gateway/store/tokens.ts'
import { createWorkspaceStore } from '../../services/gateway/store/workspaces.ts'
import { hashToken, newToken } from '../../services/gateway/auth/token.ts'
import { startRedisContainer, usesContainers } from './containers.ts'
import { createDatabase } from './database.ts'
import { showLogsOnFailure } from './service-logs.ts'
import { type FaultProxy, startFaultProxy, throughProxy } from './fault-proxy.ts'
import { startPrism } from './prism.ts'
import { startRedisServer, type TestRedis, type TestRedisSettings } from './redis.ts'
import { type ApiAddresses, createRestClient, type RestClient } from './rest-client.ts'
import { machineEnvironment, startServiceProcess, type ServiceProcess } from './service-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether clients go through a proxy that checks every answer against our OpenAPI document. */
    throughPrism: boolean
  }
}

export interface SystemSettings {
  gateways?: number
  workers?: number
  plans?: PlanTable
  gatewayEnv?: Readonly<Record<string, string>>
  workerEnv?: Readonly<Record<string, string>>
  /** The program that runs gateways; Node itself where not set. */
  gatewayNode?: string
  /** Leaves the schema to the gateways. */
  isDatabaseEmpty?: boolean
  /** Another database than one of the run's own server. */
  databaseUrl?: string
  /** Whether Redis holds after a restart what it held before. */
  redisKeepsData?: boolean
  /** Puts a proxy before Postgres and another one before Redis. */
  proxied?: boolean
  /** Whether Prism stands before the first gateway; what the project says where not set. */
  throughPrism?: boolean
}

/** The whole service as processes, with a database and a Redis of its own. */
export interface System extends AsyncDisposable {
  gateways: readonly ServiceProcess[]
  workers: readonly ServiceProcess[]
  addresses: ApiAddresses
  /** The database itself, past a proxy. */
  databaseUrl: string
  /** Redis itself, past a proxy. */
  redisUrl: string
  /** The process of Redis, where it is one of this machine. */
  redis: TestRedis | undefined
  createWorkspace(settings?: { plan?: PlanName }): Promise<TestWorkspace>
}

export interface ProxiedSystem extends System {
  redis: TestRedis
  redisProxy: FaultProxy
  postgresProxy: FaultProxy
}

/** A workspace, with a client that holds one of its tokens. */
export interface TestWorkspace extends RestClient {
  id: string
  name: string
  token: string
  createToken(settings?: { expiresAt?: Date; isReadOnly?: boolean }): Promise<{ id: string; token: string }>
  revokeToken(id: string): Promise<void>
}

/**
 * Starts gateways and workers from their `main.ts`. To be disposed of, which fails where one of them does not stop in
 * order or leaves a process behind.
 */
export function startSystem(settings: SystemSettings & { proxied: true }): Promise<ProxiedSystem>
export function startSystem(settings?: SystemSettings): Promise<System>
export async function startSystem(settings: SystemSettings = {}): Promise<System | ProxiedSystem> {
  const { gateways: gatewayCount = 1, workers: workerCount = 1, proxied = false, redisKeepsData = false } = settings
  await using parts = new AsyncDisposableStack()
  const reaper = parts.use(await openReaper())
  const folder = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-system-')), (it) => rm(it, { recursive: true }))
  reaper.removeAtEnd(folder)
  const [databaseUrl, redis] = await Promise.all([
    openDatabase(parts, settings),
    openRedis(parts, { folder: join(folder, 'redis'), keepsData: redisKeepsData, reaper }),
  ])
  const sql = parts.adopt(openPostgres(databaseUrl), (it) => it.end())
  const proxies = proxied ? await openProxies(parts, databaseUrl, redis.url) : undefined

  const env = { ...machineEnvironment(), REDIS_URL: viaProxy(redis.url, proxies?.redisProxy) }
  const plans = settings.plans && { PLANS: JSON.stringify(settings.plans) }
  const gatewayEnv = {
    ...env,
    DATABASE_URL: viaProxy(databaseUrl, proxies?.postgresProxy),
    PORT: '0',
    INTERNAL_PORT: '0',
    SHUTDOWN_DELAY_MS: '0',
    ...plans,
    ...settings.gatewayEnv,
  }
  const workerEnv = { ...env, CHROMIUM_PATH: process.env.CHROMIUM_PATH!, HEALTH_PORT: '0', ...settings.workerEnv }
  const [workers, gateways] = await Promise.all([
    Promise.all(Array.from({ length: workerCount }, () => startServiceProcess('render-worker', workerEnv, reaper))),
    Promise.all(
      Array.from({ length: gatewayCount }, () =>
        startServiceProcess('gateway', gatewayEnv, reaper, settings.gatewayNode),
      ),
    ),
  ])
  const services = [...workers, ...gateways]
  parts.defer(() => stopInOrder(workers))
  parts.defer(() => stopInOrder(gateways))
  showLogsOnFailure(services)

  const direct = gateways.map((it) => `${it.url}/api/v1`)
  // The proxy asks at the usual address alone.
  const isValidated = (settings.throughPrism ?? inject('throughPrism')) && settings.gatewayEnv?.['HOST'] === undefined
  const validated = isValidated ? await openPrism(parts, gateways[0]!.url, folder, reaper) : undefined
  const addresses = { direct, validated }
  const owned = parts.move()
  return {
    gateways,
    workers,
    addresses,
    databaseUrl,
    redisUrl: redis.url,
    redis: redis.server,
    ...proxies,
    createWorkspace: ({ plan = 'free' } = {}) => createWorkspace(sql, plan, addresses),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openDatabase(parts: AsyncDisposableStack, settings: SystemSettings): Promise<string> {
  const { databaseUrl, isDatabaseEmpty = false } = settings
  return databaseUrl ?? parts.use(await createDatabase({ isEmpty: isDatabaseEmpty })).url
}

async function openRedis(
  parts: AsyncDisposableStack,
  settings: TestRedisSettings,
): Promise<{ url: string; server: TestRedis | undefined }> {
  if (usesContainers) return { url: parts.use(await startRedisContainer()).url, server: undefined }
  const server = parts.use(await startRedisServer(settings))
  return { url: server.url, server }
}

async function openProxies(parts: AsyncDisposableStack, databaseUrl: string, redisUrl: string) {
  const [postgresProxy, redisProxy] = await Promise.all([startFaultProxy(databaseUrl), startFaultProxy(redisUrl)])
  return { postgresProxy: parts.use(postgresProxy), redisProxy: parts.use(redisProxy) }
}

function viaProxy(url: string, proxy: FaultProxy | undefined): string {
  return proxy ? throughProxy(url, proxy) : url
}

async function openPrism(
  parts: AsyncDisposableStack,
  gatewayUrl: string,
  folder: string,
  reaper: Reaper,
): Promise<string> {
  const { process, url } = await startPrism(gatewayUrl, folder, reaper)
  parts.use(process)
  return url
}

async function stopInOrder(services: readonly ServiceProcess[]): Promise<void> {
  const faults = await Promise.all(services.map((it) => it.stop()))
  const told = faults.filter((it) => it !== undefined)
  if (told.length > 0) throw new Error(told.join('\n'))
}

/** Makes a workspace in a system's database, and a client of its API. */
export async function createWorkspace(sql: Client, plan: PlanName, addresses: ApiAddresses): Promise<TestWorkspace> {
  const name = `workspace-${randomUUID()}`
  const { id } = (await createWorkspaceStore(sql).create(name, plan))!
  const tokens = createTokenStore(sql)
  const createToken: TestWorkspace['createToken'] = async ({ expiresAt, isReadOnly = false } = {}) => {
    const token = newToken()
    const record = {
      workspace: name,
      name: 'test',
      hash: hashToken(token),
      lastFour: token.slice(-4),
      isReadOnly,
      expiresAt,
    }
    return { id: (await tokens.create(record))!, token }
  }
  const { token } = await createToken()
  return {
    ...createRestClient(addresses, token),
    id,
    name,
    token,
    createToken,
    revokeToken: async (tokenId) => void (await tokens.revoke(tokenId)),
  }
}
