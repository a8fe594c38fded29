import { defaultPlans } from '@maps/shared/plans'
import { Redis } from 'ioredis'
import { type Reaper, openReaper } from '../../infra/local/reaper/reaper.ts'
import { showLogsOnFailure } from '../rig/service-logs.ts'
import { type FaultProxy, throughProxy } from '../rig/fault-proxy.ts'
import { descendantsOf, survivorsOf } from '../rig/process-tree.ts'
import { createRestClient, type RestClient } from '../rig/rest-client.ts'
import { machineEnvironment, type ServiceProcess, startServiceProcess } from '../rig/service-process.ts'
import { startSystem } from '../rig/system.ts'

export interface FleetSettings {
  gateways: number
  workers: number
  workerEnv?: Readonly<Record<string, string>>
  exportsInFlight?: number
  /** Stands between the gateways and Postgres. */
  postgresProxy?: (databaseUrl: string) => Promise<FaultProxy>
}

/** The whole service, whose processes are killed one by one while it serves. */
export interface Fleet extends AsyncDisposable {
  gateways: ProcessGroup
  workers: ProcessGroup
  /** Postgres itself, past a proxy. */
  databaseUrl: string
  redisUrl: string
  redisPid: number
  /** A client of a workspace of its own, on the plan pro and with as many requests as it likes. */
  createClient(): Promise<RestClient & { token: string }>
}

/** Processes of one kind, each in its place; a successor has its predecessor's port. */
export interface ProcessGroup {
  readonly members: readonly ServiceProcess[]
  /** All that ever served. */
  readonly started: readonly ServiceProcess[]
  /** One more, in a place of its own. */
  add(): Promise<void>
  /** Kills a member without notice, and answers when it is gone. */
  kill(place: number): Promise<ServiceProcess>
  /** Puts another in the place of one that is gone. */
  refill(place: number): Promise<void>
  /** Tells a member to stop, and puts another in its place. */
  restart(place: number): Promise<void>
  /** What those that were killed have left running, each of them given this long for it. */
  orphans(withinMs: number): Promise<string[]>
}

const START_TRIES = 5

export async function openFleet(settings: FleetSettings): Promise<Fleet> {
  const { gateways: gatewayCount, workers: workerCount, workerEnv, exportsInFlight = 16 } = settings
  await using parts = new AsyncDisposableStack()
  const system = parts.use(await startSystem({ gateways: 0, workers: 0 }))
  const reaper = parts.use(await openReaper())
  const proxy = settings.postgresProxy && parts.use(await settings.postgresProxy(system.databaseUrl))
  const { CHROMIUM_PATH = '' } = process.env
  const env = { ...machineEnvironment(), REDIS_URL: system.redisUrl, LOG_LEVEL: 'debug' }
  const pro = { ...defaultPlans.pro, requestsPerMinute: 1_000_000, exportsInFlight }
  const workers = createGroup('render-worker', 'HEALTH_PORT', { ...env, CHROMIUM_PATH, ...workerEnv }, reaper)
  const gateways = createGroup(
    'gateway',
    'PORT',
    {
      ...env,
      DATABASE_URL: proxy ? throughProxy(system.databaseUrl, proxy) : system.databaseUrl,
      INTERNAL_PORT: '0',
      SHUTDOWN_DELAY_MS: '0',
      // The address is part of some files, and must not tell their artifacts apart.
      PUBLIC_URL: 'http://localhost',
      PLANS: JSON.stringify({ ...defaultPlans, pro }),
    },
    reaper,
  )
  parts.defer(() => stopAll(workers.members))
  parts.defer(() => stopAll(gateways.members))
  const addAll = (group: ProcessGroup, count: number) => Promise.all(Array.from({ length: count }, () => group.add()))
  await Promise.all([addAll(workers, workerCount), addAll(gateways, gatewayCount)])
  const redisPid = await processIdOf(system.redisUrl)
  const owned = parts.move()
  return {
    gateways,
    workers,
    databaseUrl: system.databaseUrl,
    redisUrl: system.redisUrl,
    redisPid,
    async createClient() {
      const { token } = await system.createWorkspace({ plan: 'pro' })
      const direct = gateways.members.map((it) => `${it.url}/api/v1`)
      return { ...createRestClient({ direct, validated: undefined }, token), token }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function createGroup(
  name: 'gateway' | 'render-worker',
  portSetting: string,
  env: Readonly<Record<string, string>>,
  reaper: Reaper,
): ProcessGroup {
  const members: ServiceProcess[] = []
  const started: ServiceProcess[] = []
  const bereaved: ReturnType<typeof descendantsOf> = []

  /** Until we take it over, a port may be another's for a moment. */
  async function start(port: string, tries = START_TRIES): Promise<ServiceProcess> {
    try {
      const service = await startServiceProcess(name, { ...env, [portSetting]: port }, reaper)
      started.push(service)
      showLogsOnFailure([service])
      return service
    } catch (error) {
      if (tries === 1) throw error
      return start(port, tries - 1)
    }
  }

  async function refill(place: number): Promise<void> {
    members[place] = await start(new URL(members[place]!.url).port)
  }

  return {
    members,
    started,
    refill,
    async add() {
      members.push(await start('0'))
    },
    async kill(place) {
      const member = members[place]!
      bereaved.push(...descendantsOf(member.pid))
      await member.kill('SIGKILL')
      await member.exit
      return member
    },
    async restart(place) {
      await stopAll([members[place]!])
      await refill(place)
    },
    async orphans(withinMs) {
      return (await survivorsOf(bereaved, withinMs)).map((it) => `${it.name} (${it.pid})`)
    },
  }
}

async function stopAll(services: readonly ServiceProcess[]): Promise<void> {
  const faults = await Promise.all(services.map((it) => it.stop()))
  const told = faults.filter((it) => it !== undefined)
  if (told.length > 0) throw new Error(told.join('\n'))
}

async function processIdOf(redisUrl: string): Promise<number> {
  const redis = new Redis(redisUrl)
  try {
    return Number(/process_id:(\d+)/.exec(await redis.info('server'))![1])
  } finally {
    redis.disconnect()
  }
}
