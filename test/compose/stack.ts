import { setTimeout as sleep } from 'node:timers/promises'
import { defaultPlans } from '@maps/shared/plans'
import { findFreePort, whyNotFree } from '../../infra/local/free-port.ts'
import { type Client, createClient } from './client.ts'
import { docker } from './docker.ts'

export const serviceNames = ['gateway', 'render-worker', 'postgres', 'redis', 'artifacts'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The stack of docker-compose.yml, under a name, a port and settings of its own. */
export interface Stack {
  /** The API as the holder of a token sees it, by the first gateway where that is now. */
  createClient(token: string): Promise<Client>
  /** Megabytes of the image of a service. */
  imageSize(service: ServiceName): Promise<number>
  /** The addresses of all gateways. */
  gateways(): Promise<string[]>
  /** Brings it up and waits until it is healthy, as `docker compose up --wait` with these options. */
  up(...options: string[]): Promise<void>
  /** Restarts the containers of a service, each once the one before is healthy again. */
  restartInTurn(service: ServiceName): Promise<void>
  stop(): Promise<void>
  /** Takes it down with its volumes and the images made for it. */
  remove(): Promise<void>
  /** Runs a command in the first container of a service and answers what it prints. */
  exec(service: ServiceName, command: readonly string[], settings?: { user?: string }): Promise<string>
  /** What each container of a service has logged, by the container's name. */
  logs(service: ServiceName): Promise<Map<string, string>>
  /** The end of everything that was logged, to be read by a person. */
  lastOutput(): Promise<string>
  /** Where the containers of a service are found in their networks. */
  addresses(service: ServiceName): Promise<string[]>
  /** The address that a network has set apart for the host. */
  hostAddress(network: 'data' | 'render'): Promise<string>
  /** How the containers of a service ended. */
  exitCodes(service: ServiceName): Promise<number[]>
}

/** What we need of that which `docker inspect` tells of a container. */
interface Container {
  Id: string
  Name: string
  State: { ExitCode: number }
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
}

const PROJECT = 'maps-smoke'
const unset = [
  ...['TRUST_PROXY', 'SHUTDOWN_DELAY_MS', 'QUEUE_PAGE_PASSWORD', 'CONCURRENCY', 'LOG_LEVEL', 'GRAFANA_PORT'],
  ...['INTERNAL_PORT', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
]
const HEALTHY_WITHIN_MS = 120_000

/** @param stopping ends all commands under way, except `remove` */
export async function createStack(stopping: AbortSignal): Promise<Stack> {
  const port = await findFreePorts()
  // Each setting there is, so that neither the shell's nor those of .env get in.
  const defaults = Object.fromEntries(unset.map((it) => [it, '']))
  // A port for each of two gateways.
  const ports = { PORT: `${port}-${port + 1}`, PUBLIC_URL: `http://localhost:${port}` }
  // What is to be seen is how much the service can do, not what a plan allows.
  const plans = { ...defaultPlans, pro: { ...defaultPlans.pro, requestsPerMinute: 100_000 } }
  const env = { ...defaults, ...ports, PLANS: JSON.stringify(plans) }

  function compose(args: readonly string[], options: { isShown?: boolean; signal?: AbortSignal } = {}) {
    return docker(['compose', '--project-name', PROJECT, ...args], { env, signal: stopping, ...options })
  }

  async function containers(service: ServiceName): Promise<Container[]> {
    const ids = await compose(['ps', '--all', '--quiet', service])
    return JSON.parse(await docker(['inspect', ...ids.split('\n')])) as Container[]
  }

  async function becomesHealthy(id: string): Promise<void> {
    const limit = AbortSignal.timeout(HEALTHY_WITHIN_MS)
    const isHealthy = async () => (await docker(['inspect', '--format', '{{.State.Health.Status}}', id])) === 'healthy'
    while (!(await isHealthy())) {
      limit.throwIfAborted()
      await sleep(250, undefined, { signal: stopping })
    }
  }

  async function gateways(): Promise<string[]> {
    const ports = (await containers('gateway')).map((it) => docker(['port', it.Id, '8080']))
    return (await Promise.all(ports)).map((it) => `http://${it}`)
  }

  return {
    gateways,
    async imageSize(service) {
      const size = await docker(['image', 'inspect', '--format', '{{.Size}}', `${PROJECT}-${service}`])
      return Math.round(Number(size) / 1e6)
    },
    async createClient(token) {
      const [first] = await gateways()
      return createClient(() => first!, token)
    },
    async restartInTurn(service) {
      for (const { Id } of await containers(service)) {
        await docker(['restart', '--time', '60', Id], { signal: stopping })
        await becomesHealthy(Id)
      }
    },
    async up(...options) {
      await compose(['up', '--wait', ...options], { isShown: true })
    },
    async stop() {
      await compose(['stop'], { isShown: true })
    },
    async remove() {
      const signal = new AbortController().signal
      await compose(['down', '--volumes', '--rmi', 'local', '--remove-orphans'], { isShown: true, signal })
    },
    exec(service, command, { user } = {}) {
      const asUser = user === undefined ? [] : ['--user', user]
      return compose(['exec', '--no-TTY', ...asUser, service, ...command])
    },
    async logs(service) {
      const logs = (await containers(service)).map(async (it) => [it.Name, await docker(['logs', it.Id])] as const)
      return new Map(await Promise.all(logs))
    },
    lastOutput: () => compose(['logs', '--no-color', '--tail', '20']),
    async addresses(service) {
      const networks = (await containers(service)).flatMap((it) => Object.values(it.NetworkSettings.Networks))
      return networks.map((it) => it.IPAddress)
    },
    hostAddress(network) {
      return docker(['network', 'inspect', `${PROJECT}_${network}`, '--format', '{{(index .IPAM.Config 0).Gateway}}'])
    },
    exitCodes: async (service) => (await containers(service)).map((it) => it.State.ExitCode),
  }
}

/** The first of two free ports next to each other. */
async function findFreePorts(): Promise<number> {
  for (;;) {
    const port = await findFreePort()
    if ((await whyNotFree(port + 1, '127.0.0.1')) === undefined) return port
  }
}
