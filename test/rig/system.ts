import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanName, PlanTable } from '@maps/shared/plans'
import { inject } from 'vitest'
import { type Keeper, openKeeper } from '../../infra/local/keeper.ts'
import { startRedis } from '../../infra/local/redis.ts'
import { openPostgres, type Sql } from '../../services/gateway/store/postgres.ts'
import { createTokenStore } from '../../services/gateway/store/tokens.ts'
import { createWorkspaceStore } from '../../services/gateway/store/workspaces.ts'
import { hashToken, newToken } from '../../services/gateway/token.ts'
import { startRedisContainer, usesContainers } from './containers.ts'
import { createDatabase } from './database.ts'
import { showLogsOnFailure } from './failing-logs.ts'
import { startPrism } from './prism.ts'
import { createRestClient, type RestClient } from './rest-client.ts'
import { startServiceProcess, type ServiceProcess } from './service-process.ts'

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
  /** Leaves the schema to the gateways. */
  isDatabaseEmpty?: boolean
}

/** The whole service as processes, with a database and a Redis of its own. */
export interface System extends AsyncDisposable {
  gateways: readonly ServiceProcess[]
  workers: readonly ServiceProcess[]
  databaseUrl: string
  redisUrl: string
  createWorkspace(settings?: { plan?: PlanName }): Promise<TestWorkspace>
}

/** A workspace, with a client that holds one of its tokens. */
export interface TestWorkspace extends RestClient {
  id: string
  name: string
  token: string
  createToken(settings?: { expiresAt?: Date }): Promise<{ id: string; token: string }>
  revokeToken(id: string): Promise<void>
}

/**
 * Starts gateways and workers from their `main.ts`. To be disposed of, which fails where one of them does not stop in
 * order or leaves a process behind.
 */
export async function startSystem(settings: SystemSettings = {}): Promise<System> {
  const { gateways: gatewayCount = 1, workers: workerCount = 1, isDatabaseEmpty = false } = settings
  await using parts = new AsyncDisposableStack()
  const keeper = parts.use(await openKeeper())
  const folder = parts.adopt(await mkdtemp(join(tmpdir(), 'maps-system-')), (it) => rm(it, { recursive: true }))
  keeper.removeAtEnd(folder)
  const [database, redisUrl] = await Promise.all([
    createDatabase({ isEmpty: isDatabaseEmpty }),
    openRedis(parts, folder, keeper),
  ])
  parts.use(database)
  const sql = parts.adopt(openPostgres(database.url, { connections: 1 }), (it) => it.end())

  const env = { ...machineEnvironment(), REDIS_URL: redisUrl }
  const plans = settings.plans && { PLANS: JSON.stringify(settings.plans) }
  const gatewayEnv = {
    ...env,
    DATABASE_URL: database.url,
    PORT: '0',
    SHUTDOWN_DELAY_MS: '0',
    ...plans,
    ...settings.gatewayEnv,
  }
  const workerEnv = { ...env, CHROMIUM_PATH: process.env.CHROMIUM_PATH!, HEALTH_PORT: '0', ...settings.workerEnv }
  const [workers, gateways] = await Promise.all([
    Promise.all(Array.from({ length: workerCount }, () => startServiceProcess('render-worker', workerEnv, keeper))),
    Promise.all(Array.from({ length: gatewayCount }, () => startServiceProcess('gateway', gatewayEnv, keeper))),
  ])
  const services = [...workers, ...gateways]
  parts.defer(() => stopInOrder(workers))
  parts.defer(() => stopInOrder(gateways))
  showLogsOnFailure(services)

  const direct = gateways.map((it) => `${it.url}/api/v1`)
  const validated = inject('throughPrism') ? await openPrism(parts, gateways[0]!.url, folder, keeper) : undefined
  const owned = parts.move()
  return {
    gateways,
    workers,
    databaseUrl: database.url,
    redisUrl,
    createWorkspace: ({ plan = 'free' } = {}) =>
      createWorkspace(sql, plan, (token) => createRestClient({ direct, validated }, token)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The services see nothing of the environment that the tests run in but what every program needs. */
function machineEnvironment(): Record<string, string> {
  const { PATH = '', HOME = tmpdir(), TMPDIR = tmpdir() } = process.env
  return { PATH, HOME, TMPDIR }
}

async function openRedis(parts: AsyncDisposableStack, folder: string, keeper: Keeper): Promise<string> {
  if (usesContainers) return parts.use(await startRedisContainer()).url
  const { server, url } = await startRedis({ folder: join(folder, 'redis'), keepsData: false, keeper })
  parts.use(server)
  return url
}

async function openPrism(
  parts: AsyncDisposableStack,
  gatewayUrl: string,
  folder: string,
  keeper: Keeper,
): Promise<string> {
  const { process, url } = await startPrism(gatewayUrl, folder, keeper)
  parts.use(process)
  return url
}

async function stopInOrder(services: readonly ServiceProcess[]): Promise<void> {
  const faults = await Promise.all(services.map((it) => it.stop()))
  const told = faults.filter((it) => it !== undefined)
  if (told.length > 0) throw new Error(told.join('\n'))
}

async function createWorkspace(
  sql: Sql,
  plan: PlanName,
  connect: (token: string) => RestClient,
): Promise<TestWorkspace> {
  const name = `workspace-${randomUUID()}`
  const { id } = (await createWorkspaceStore(sql).create(name, plan))!
  const tokens = createTokenStore(sql)
  const createToken: TestWorkspace['createToken'] = async ({ expiresAt } = {}) => {
    const token = newToken()
    const record = { workspace: name, name: 'test', hash: hashToken(token), lastFour: token.slice(-4), expiresAt }
    return { id: (await tokens.create(record))!, token }
  }
  const { token } = await createToken()
  return {
    ...connect(token),
    id,
    name,
    token,
    createToken,
    revokeToken: async (tokenId) => void (await tokens.revoke(tokenId)),
  }
}
