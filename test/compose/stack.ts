import { findFreePort } from '../../infra/local/free-port.ts'
import { docker } from './docker.ts'

export const serviceNames = ['gateway', 'render-worker', 'postgres', 'redis', 'artifacts'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The stack of docker-compose.yml, under a name, a port and settings of its own. */
export interface Stack {
  /** Base address of the API. */
  url: string
  /** Brings it up and waits until it is healthy, as `docker compose up --wait` with these options. */
  up(...options: string[]): Promise<void>
  stop(): Promise<void>
  /** Takes it down with its volumes and the images made for it. */
  remove(): Promise<void>
  /** Runs a command in the first container of a service and answers what it prints. */
  exec(service: ServiceName, command: readonly string[], settings?: { user?: string }): Promise<string>
  /** What each container of a service has logged, by the container's name. */
  logs(service: ServiceName): Promise<Map<string, string>>
  /** The end of everything that was logged, to be read by a person. */
  lastWords(): Promise<string>
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

/** @param stopping ends whatever is under way, save for `remove` */
export async function createStack(stopping: AbortSignal): Promise<Stack> {
  const port = String(await findFreePort())
  // Each setting there is, so that neither the shell's nor those of .env get in.
  const defaults = { PUBLIC_URL: '', PLANS: '', TRUST_PROXY: '', CONCURRENCY: '', LOG_LEVEL: '', GRAFANA_PORT: '' }
  const env = { ...defaults, PORT: port, SHUTDOWN_DELAY_MS: '0' }

  function compose(args: readonly string[], options: { isShown?: boolean; signal?: AbortSignal } = {}) {
    return docker(['compose', '--project-name', PROJECT, ...args], { env, signal: stopping, ...options })
  }

  async function containers(service: ServiceName): Promise<Container[]> {
    const ids = await compose(['ps', '--all', '--quiet', service])
    return JSON.parse(await docker(['inspect', ...ids.split('\n')])) as Container[]
  }

  return {
    url: `http://127.0.0.1:${port}/api/v1`,
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
    lastWords: () => compose(['logs', '--no-color', '--tail', '20']),
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
