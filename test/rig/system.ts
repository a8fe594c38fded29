import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { PlanName, PlanTable } from '@maps/shared/plans'
import { inject } from 'vitest'
import type { Reaper } from '../../infra/local/reaper/reaper.ts'
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
import { baseEnvironment, startServiceProcess, type ServiceProcess } from './service-process.ts'
import { openTemporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether clients send their requests through Prism, which validates every response against our OpenAPI document. */
    throughPrism: boolean
  }
}

/** Settings of a test system. */
export interface SystemSettings {
  /** Number of gateways, 1 by default. */
  gateways?: number
  /** Number of render workers, 1 by default. */
  workers?: number
  plans?: PlanTable
  gatewayEnv?: Readonly<Record<string, string>>
  workerEnv?: Readonly<Record<string, string>>
  /** Path of the Node that runs gateways; this process's Node by default. */
  gatewayNode?: string
  /** Path of the Node that runs workers; this process's Node by default. */
  workerNode?: string
  /** Whether the database has no tables, so that the gateways create the schema. */
  isDatabaseEmpty?: boolean
  /** URL of an existing database, used instead of a new one. */
  databaseUrl?: string
  /** Whether data in Redis survives a restart. */
  redisKeepsData?: boolean
  /** Whether fault proxies stand before Postgres and Redis. */
  proxied?: boolean
  /** Whether Prism stands before the first gateway; the vitest project decides by default. */
  throughPrism?: boolean
}

/** Gateways and render workers as processes, with a database and a Redis. */
export interface System extends AsyncDisposable {
  gateways: readonly ServiceProcess[]
  workers: readonly ServiceProcess[]
  addresses: ApiAddresses
  /** URL of the database, past its fault proxy. */
  databaseUrl: string
  /** URL of Redis, past its fault proxy. */
  redisUrl: string
  /** The Redis server; undefined where it runs in a container. */
  redis: TestRedis | undefined
  createWorkspace(settings?: { plan?: PlanName }): Promise<TestWorkspace>
}

/** A system with fault proxies before Redis and Postgres. */
export interface ProxiedSystem extends System {
  redis: TestRedis
  redisProxy: FaultProxy
  postgresProxy: FaultProxy
}

/** A workspace with a client that has one of its tokens. */
export interface TestWorkspace extends RestClient {
  id: string
  name: string
  token: string
  createToken(settings?: { expiresAt?: Date; isReadOnly?: boolean }): Promise<{ id: string; token: string }>
  revokeToken(id: string): Promise<void>
}

/**
 * Starts gateways and workers from their `main.ts`. Disposal throws where one of them exits with an error or leaves a
 * child process behind.
 */
export function startSystem(settings: SystemSettings & { proxied: true }): Promise<ProxiedSystem>
export function startSystem(settings?: SystemSettings): Promise<System>
export async function startSystem(settings: SystemSettings = {}): Promise<System | ProxiedSystem> {
  const { gateways: gatewayCount = 1, workers: workerCount = 1, proxied = false, redisKeepsData = false } = settings
  await using parts = new AsyncDisposableStack()
  const { folder, reaper } = await openTemporaryFolder(parts, 'maps-system-')
  const [databaseUrl, redis] = await Promise.all([
    openDatabase(parts, settings),
    openRedis(parts, { folder: join(folder, 'redis'), keepsData: redisKeepsData, reaper }),
  ])
  const sql = parts.adopt(openPostgres(databaseUrl), (it) => it.end())
  const proxies = proxied ? await openProxies(parts, databaseUrl, redis.url) : undefined

  const env = { ...baseEnvironment(), REDIS_URL: throughProxy(redis.url, proxies?.redisProxy) }
  const plans = settings.plans && { PLANS: JSON.stringify(settings.plans) }
  const gatewayEnv = {
    ...env,
    DATABASE_URL: throughProxy(databaseUrl, proxies?.postgresProxy),
    PORT: '0',
    INTERNAL_PORT: '0',
    SHUTDOWN_DELAY_MS: '0',
    ...plans,
    ...settings.gatewayEnv,
  }
  const workerEnv = { ...env, CHROMIUM_PATH: process.env.CHROMIUM_PATH!, HEALTH_PORT: '0', ...settings.workerEnv }
  const [workers, gateways] = await Promise.all([
    Promise.all(
      Array.from({ length: workerCount }, () =>
        startServiceProcess('render-worker', workerEnv, reaper, settings.workerNode),
      ),
    ),
    Promise.all(
      Array.from({ length: gatewayCount }, () =>
        startServiceProcess('gateway', gatewayEnv, reaper, settings.gatewayNode),
      ),
    ),
  ])
  const services = [...workers, ...gateways]
  parts.defer(() => stopAll(workers))
  parts.defer(() => stopAll(gateways))
  showLogsOnFailure(services)

  const direct = gateways.map((it) => `${it.url}/api/v1`)
  const isValidated = settings.throughPrism ?? inject('throughPrism')
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

async function stopAll(services: readonly ServiceProcess[]): Promise<void> {
  const faults = (await Promise.all(services.map((it) => it.stop()))).filter((it) => it !== undefined)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** Creates a workspace in a system's database, with a token and a client. */
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
