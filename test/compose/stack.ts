import { setTimeout as sleep } from 'node:timers/promises'
import { defaultPlans } from '@maps/shared/plans'
import { findFreePort, portErrorCode } from '../../infra/local/free-port.ts'
import { type Client, createClient } from './client.ts'
import { docker } from './docker.ts'

/** Services of docker-compose.yml. */
export const serviceNames = ['gateway', 'render-worker', 'postgres', 'redis', 'artifacts'] as const
/** Name of a service of docker-compose.yml. */
export type ServiceName = (typeof serviceNames)[number]

/** The stack of docker-compose.yml, with a project name, ports and settings of its own. */
export interface Stack {
  /** Creates a client of the first gateway's current address. */
  createClient(token: string): Promise<Client>
  /** Image size of a service in MB. */
  imageSize(service: ServiceName): Promise<number>
  /** Base URLs of all gateways. */
  gateways(): Promise<string[]>
  /** Runs `docker compose up --wait` with these options, which waits until all services are healthy. */
  up(...options: string[]): Promise<void>
  /** Restarts the containers of a service one by one, and waits until each is healthy again. */
  restartInTurn(service: ServiceName): Promise<void>
  /** Stops all containers. */
  stop(): Promise<void>
  /** Removes the containers, their volumes and the images that were built. */
  remove(): Promise<void>
  /** Runs a command in the first container of a service. @returns its output */
  exec(service: ServiceName, command: readonly string[], settings?: { user?: string }): Promise<string>
  /** Logs of a service's containers, by container name. */
  logs(service: ServiceName): Promise<Map<string, string>>
  /** The last log lines of all containers. */
  lastOutput(): Promise<string>
  /** IP addresses of a service's containers in all networks. */
  addresses(service: ServiceName): Promise<string[]>
  /** IP address of the host in a network. */
  hostAddress(network: 'data' | 'render'): Promise<string>
  /** Exit codes of a service's containers. */
  exitCodes(service: ServiceName): Promise<number[]>
}

/** The used fields of `docker inspect`. */
interface Container {
  Id: string
  Name: string
  State: { ExitCode: number }
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
}

const PROJECT = 'maps-smoke'
/** Settings with a default, which the test leaves empty. */
const emptySettings = [
  ...['TRUST_PROXY', 'SHUTDOWN_DELAY_MS', 'QUEUE_PAGE_PASSWORD', 'CONCURRENCY', 'LOG_LEVEL', 'GRAFANA_PORT'],
  ...['INTERNAL_PORT', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
]
const HEALTHY_WITHIN_MS = 120_000

/** Creates a stack; starts no container. @param stopping aborts all commands but `remove` */
export async function createStack(stopping: AbortSignal): Promise<Stack> {
  const port = await findFreePorts()
  // Overrides every setting of the shell and of .env.
  const defaults = Object.fromEntries(emptySettings.map((name) => [name, '']))
  // One port for each of two gateways.
  const ports = { PORT: `${port}-${port + 1}`, PUBLIC_URL: `http://localhost:${port}` }
  // The rate limit of the plan must not limit the load.
  const plans = { ...defaultPlans, pro: { ...defaultPlans.pro, requestsPerMinute: 100_000 } }
  const env = { ...defaults, ...ports, PLANS: JSON.stringify(plans) }

  function compose(args: readonly string[], options: { isShown?: boolean; signal?: AbortSignal } = {}) {
    return docker(['compose', '--project-name', PROJECT, ...args], { env, signal: stopping, ...options })
  }

  async function containers(service: ServiceName): Promise<Container[]> {
    const ids = await compose(['ps', '--all', '--quiet', service])
    return JSON.parse(await docker(['inspect', ...ids.split('\n')])) as Container[]
  }

  async function waitUntilHealthy(id: string): Promise<void> {
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
        await waitUntilHealthy(Id)
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

/** The first of two consecutive free ports. */
async function findFreePorts(): Promise<number> {
  for (;;) {
    const port = await findFreePort()
    if ((await portErrorCode(port + 1, '127.0.0.1')) === undefined) return port
  }
}
