import { defaultPlans } from '@maps/shared/plans'
import { type Reaper, openReaper } from '../../infra/local/reaper/reaper.ts'
import { showLogsOnFailure } from '../rig/service-logs.ts'
import { type FaultProxy, throughProxy } from '../rig/fault-proxy.ts'
import { descendantsOf, survivorsOf } from '../rig/process-tree.ts'
import type { TestRedis } from '../rig/redis.ts'
import { createRestClient } from '../rig/rest-client.ts'
import { baseEnvironment, type ServiceProcess, startServiceProcess } from '../rig/service-process.ts'
import { startSystem, type TestWorkspace } from '../rig/system.ts'

/** Size and settings of a fleet. */
export interface FleetSettings {
  gateways: number
  workers: number
  workerEnv?: Readonly<Record<string, string>>
  exportsInFlight?: number
  /** Earlier versions that the plan of clients keeps of a map. */
  revisions?: number
  /** URL of an existing database, used instead of a new one. */
  databaseUrl?: string
  /** Starts a proxy between the gateways and Postgres. */
  startPostgresProxy?: (databaseUrl: string) => Promise<FaultProxy>
}

/** The whole service, whose gateways and workers can be killed and replaced while it runs. */
export interface Fleet extends AsyncDisposable {
  gateways: Replicas
  workers: Replicas
  /** Address of Postgres itself, not of a proxy. */
  databaseUrl: string
  redisUrl: string
  /** The Redis server; undefined where it runs in a container. */
  redis: TestRedis | undefined
  /** Creates a workspace with the plan `pro` and without a rate limit, and a client for it. */
  createClient(): Promise<TestWorkspace>
}

/** The processes of one service. A process that replaces another has the same index and port. */
export interface Replicas {
  readonly members: readonly ServiceProcess[]
  /** All processes since the start, including those that have ended. */
  readonly started: readonly ServiceProcess[]
  /** Starts one more process. */
  add(): Promise<void>
  /** Sends SIGKILL to a process and waits for its end. */
  kill(index: number): Promise<ServiceProcess>
  /** Starts a process in place of one that has ended. */
  replace(index: number): Promise<void>
  /** Stops a process gracefully and replaces it. */
  restart(index: number): Promise<void>
  /** Waits until the children of killed processes have ended. @returns those that still run after `withinMs` */
  orphans(withinMs: number): Promise<string[]>
}

const MAX_START_ATTEMPTS = 5

/** Creates a database and a Redis, and starts the gateways and workers. */
export async function openFleet(settings: FleetSettings): Promise<Fleet> {
  const { gateways: gatewayCount, workers: workerCount, workerEnv, exportsInFlight = 16, databaseUrl } = settings
  const { revisions = defaultPlans.pro.revisions } = settings
  await using parts = new AsyncDisposableStack()
  const system = parts.use(await startSystem({ gateways: 0, workers: 0, ...(databaseUrl && { databaseUrl }) }))
  const reaper = parts.use(await openReaper())
  const proxy = settings.startPostgresProxy && parts.use(await settings.startPostgresProxy(system.databaseUrl))
  const { CHROMIUM_PATH = '' } = process.env
  const env = { ...baseEnvironment(), REDIS_URL: system.redisUrl, LOG_LEVEL: 'debug' }
  const pro = { ...defaultPlans.pro, requestsPerMinute: 1_000_000, exportsInFlight, revisions }
  const workers = createReplicas('render-worker', 'HEALTH_PORT', { ...env, CHROMIUM_PATH, ...workerEnv }, reaper)
  const gateways = createReplicas(
    'gateway',
    'PORT',
    {
      ...env,
      DATABASE_URL: throughProxy(system.databaseUrl, proxy),
      INTERNAL_PORT: '0',
      SHUTDOWN_DELAY_MS: '0',
      // Some files contain this address: with an address for each gateway, their artifacts would differ.
      PUBLIC_URL: 'http://localhost',
      PLANS: JSON.stringify({ ...defaultPlans, pro }),
    },
    reaper,
  )
  parts.defer(() => stopAll(workers.members))
  parts.defer(() => stopAll(gateways.members))
  const addAll = (replicas: Replicas, count: number) => Promise.all(Array.from({ length: count }, () => replicas.add()))
  await Promise.all([addAll(workers, workerCount), addAll(gateways, gatewayCount)])
  const owned = parts.move()
  return {
    gateways,
    workers,
    databaseUrl: system.databaseUrl,
    redisUrl: system.redisUrl,
    redis: system.redis,
    async createClient() {
      const workspace = await system.createWorkspace({ plan: 'pro' })
      const direct = gateways.members.map((it) => `${it.url}/api/v1`)
      return { ...workspace, ...createRestClient({ direct, validated: undefined }, workspace.token) }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function createReplicas(
  name: 'gateway' | 'render-worker',
  portSetting: string,
  env: Readonly<Record<string, string>>,
  reaper: Reaper,
): Replicas {
  const members: ServiceProcess[] = []
  const started: ServiceProcess[] = []
  const childrenOfKilled: ReturnType<typeof descendantsOf> = []

  /** Starts a process. It retries because another program may use the port for a moment. */
  async function start(port: string, attempts = MAX_START_ATTEMPTS): Promise<ServiceProcess> {
    try {
      const service = await startServiceProcess(name, { ...env, [portSetting]: port }, reaper)
      started.push(service)
      showLogsOnFailure([service])
      return service
    } catch (error) {
      if (attempts === 1) throw error
      return start(port, attempts - 1)
    }
  }

  async function replace(index: number): Promise<void> {
    members[index] = await start(new URL(members[index]!.url).port)
  }

  return {
    members,
    started,
    replace,
    async add() {
      members.push(await start('0'))
    },
    async kill(index) {
      const member = members[index]!
      childrenOfKilled.push(...descendantsOf(member.pid))
      await member.kill('SIGKILL')
      await member.exit
      return member
    },
    async restart(index) {
      await stopAll([members[index]!])
      await replace(index)
    },
    async orphans(withinMs) {
      return (await survivorsOf(childrenOfKilled, withinMs)).map((it) => `${it.name} (${it.pid})`)
    },
  }
}

async function stopAll(services: readonly ServiceProcess[]): Promise<void> {
  const errors = (await Promise.all(services.map((it) => it.stop()))).filter((it) => it !== undefined)
  if (errors.length > 0) throw new Error(errors.join('\n'))
}
