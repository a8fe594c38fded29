import { join } from 'node:path'
import { defaultPlans } from '@maps/shared/plans'
import { findFreePort, portErrorCode } from '../../infra/local/free-port.ts'
import { type Client, createClient } from './client.ts'
import { docker, root, runShell } from './docker.ts'

/** Services of docker-compose.yml. */
export const serviceNames = ['gateway', 'render-worker', 'postgres', 'redis', 'artifacts'] as const
/** Name of a service of docker-compose.yml. */
export type ServiceName = (typeof serviceNames)[number]

/** The stack of docker-compose.yml, with a project name, ports and settings of its own. */
export interface Stack {
  /** Project name of Compose: containers, networks and volumes have names that begin with it. */
  project: string
  /** Changes settings for all later commands, as a file .env would. */
  configure(settings: Readonly<Record<string, string>>): void
  /** Runs shell commands of a document, in an empty folder and with these variables. @throws Error where they fail */
  run(commands: string, variables?: Readonly<Record<string, string>>): Promise<void>
  /** Ids of a service's containers. */
  containerIds(service: ServiceName): Promise<string[]>
  /** Names of a service's containers. */
  containerNames(service: ServiceName): Promise<string[]>
  /** States of a service's containers, such as `running healthy`, by name. */
  states(service: ServiceName): Promise<Map<string, string>>
  /** Creates a client of the first gateway's current address. */
  createClient(token: string): Promise<Client>
  /** Image size of a service in MB. */
  imageSize(service: ServiceName): Promise<number>
  /** Base URLs of all gateways. */
  gateways(): Promise<string[]>
  /** Creates containers and networks, and starts none. */
  create(): Promise<void>
  /** Runs `docker compose up --wait` with these options, which waits until all services are healthy. */
  up(...options: string[]): Promise<void>
  /** Stops all containers. */
  stop(): Promise<void>
  /** Removes the containers, their volumes and the images that were built. */
  remove(): Promise<void>
  /** Runs a command in the first container of a service. @returns its output */
  exec(service: ServiceName, command: readonly string[], settings?: { user?: string }): Promise<string>
  /** Runs the admin command line. @returns its output */
  admin(...args: string[]): Promise<string>
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
  State: { ExitCode: number; Status: string; Health: { Status: string } }
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
}

/** docker-compose.yml, alone and with a way to a bucket. */
export const composeFiles = {
  alone: join(root, 'docker-compose.yml'),
  withBucket: ['docker-compose.yml', 'infra/compose/bucket.yml'].map((it) => join(root, it)).join(':'),
}

/** Another name lets two checkouts run the test on one machine. */
const PROJECT = process.env['COMPOSE_PROJECT_NAME'] ?? 'maps-smoke'
/** Settings with a default, which the test leaves empty. */
const emptySettings = [
  ...['TRUST_PROXY', 'SHUTDOWN_DELAY_MS', 'QUEUE_PAGE_PASSWORD', 'CONCURRENCY', 'LOG_LEVEL', 'GRAFANA_PORT'],
  'ARTIFACT_MAX_MB',
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG', 'BUILD_ID', 'GATEWAYS', 'RENDER_WORKERS'],
  ...['BUCKET_URL', 'BUCKET_REGION', 'BUCKET_ACCESS_KEY_ID', 'BUCKET_SECRET_ACCESS_KEY'],
]

/**
 * Creates a stack; starts no container.
 * @param folder where commands of documents run
 * @param stopping aborts all commands but `remove`
 */
export async function createStack(folder: string, stopping: AbortSignal): Promise<Stack> {
  const port = await findFreePorts(4)
  // Overrides every setting of the shell and of .env.
  const defaults = Object.fromEntries(emptySettings.map((name) => [name, '']))
  // Two ports for each of two gateways.
  const ports = {
    PORT: `${port}-${port + 1}`,
    INTERNAL_PORT: `${port + 2}-${port + 3}`,
    PUBLIC_URL: `http://localhost:${port}`,
  }
  // The rate limit of the plan must not limit the load.
  const plans = { ...defaultPlans, pro: { ...defaultPlans.pro, requestsPerMinute: 100_000 } }
  const files = { COMPOSE_PROJECT_NAME: PROJECT, COMPOSE_FILE: composeFiles.alone }
  let env: Record<string, string> = { ...files, ...defaults, ...ports, PLANS: JSON.stringify(plans) }

  function exec(service: ServiceName, command: readonly string[], { user }: { user?: string } = {}) {
    const asUser = user === undefined ? [] : ['--user', user]
    return compose(['exec', '--no-TTY', ...asUser, service, ...command])
  }

  function compose(args: readonly string[], options: { isShown?: boolean; signal?: AbortSignal } = {}) {
    return docker(['compose', ...args], { env, signal: stopping, ...options })
  }

  async function containers(service: ServiceName): Promise<Container[]> {
    const ids = await compose(['ps', '--all', '--quiet', service])
    return JSON.parse(await docker(['inspect', ...ids.split('\n')])) as Container[]
  }

  async function gateways(): Promise<string[]> {
    const ports = (await containers('gateway')).map((it) => docker(['port', it.Id, '8080']))
    return (await Promise.all(ports)).map((it) => `http://${it}`)
  }

  return {
    project: PROJECT,
    gateways,
    async states(service) {
      const states = (await containers(service)).map(({ Name, State: { Status, Health } }) => {
        return [Name.slice(1), `${Status} ${Health.Status}`] as const
      })
      return new Map(states)
    },
    configure(settings) {
      env = { ...env, ...settings }
    },
    async run(commands, variables) {
      await runShell(commands, { cwd: folder, env: { ...env, ...variables }, signal: stopping })
    },
    containerIds: async (service) => (await containers(service)).map((it) => it.Id),
    async containerNames(service) {
      return (await containers(service)).map((it) => it.Name.slice(1))
    },
    async imageSize(service) {
      const size = await docker(['image', 'inspect', '--format', '{{.Size}}', `${PROJECT}-${service}`])
      return Math.round(Number(size) / 1e6)
    },
    async createClient(token) {
      const [first] = await gateways()
      return createClient(() => first!, token)
    },
    async create() {
      await compose(['create'], { isShown: true })
    },
    async up(...options) {
      await compose(['up', '--wait', ...options], { isShown: true })
    },
    async stop() {
      await compose(['stop'], { isShown: true })
    },
    async remove() {
      env = { ...env, COMPOSE_FILE: composeFiles.withBucket }
      const signal = new AbortController().signal
      await compose(['down', '--volumes', '--rmi', 'local', '--remove-orphans'], { isShown: true, signal })
      env = { ...env, COMPOSE_FILE: composeFiles.alone }
    },
    exec,
    admin: (...args) => exec('gateway', ['node', 'services/gateway/admin/cli.ts', ...args]),
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

/** The first of some consecutive free ports. */
async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    const first = await findFreePort()
    const others = Array.from({ length: count - 1 }, (_, index) => portErrorCode(first + 1 + index, '127.0.0.1'))
    if ((await Promise.all(others)).every((it) => it === undefined)) return first
  }
}
