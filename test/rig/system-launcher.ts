import type { IncomingMessage, ServerResponse } from 'node:http'
import { createDatabase } from './database.ts'
import { startServer } from './http-server.ts'
import type { ApiAddresses } from './rest-client.ts'
import type { ServiceLog } from './service-logs.ts'
import { startSystem, type System } from './system.ts'

/** Addresses of a shared system. */
export interface SystemAddresses {
  api: ApiAddresses
  /** Base URL of the gateway, without a path. */
  url: string
  databaseUrl: string
}

/** An HTTP server that starts shared systems on demand. */
export interface SystemLauncher extends AsyncDisposable {
  /** Serves `GET /addresses` and `GET /logs`, both with `?throughPrism=true` or `false`. */
  url: string
  /** Stops the running systems. The next request starts one with the code as it is then. */
  stopSystems(): Promise<void>
}

/** An origin whose pages may call the shared system without Prism. */
export const sharedOrigin = 'https://wiki.example'

/**
 * Opens a launcher of two systems. The one with Prism has two gateways, the one without it a client of another origin. Each starts when the first
 * test file asks for it.
 */
export async function openSystemLauncher(templateUrl: string): Promise<SystemLauncher> {
  const systems = new Map<boolean, Promise<System & AsyncDisposable>>()

  async function start(throughPrism: boolean): Promise<System> {
    await using parts = new AsyncDisposableStack()
    const { url: databaseUrl } = parts.use(await createDatabase({ templateUrl }))
    const settings = throughPrism ? { gateways: 2 } : { gatewayEnv: { CORS_ORIGINS: sharedOrigin } }
    const system = parts.use(await startSystem({ databaseUrl, throughPrism, ...settings }))
    const owned = parts.move()
    return { ...system, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  }

  async function readAddresses(throughPrism: boolean): Promise<SystemAddresses> {
    if (!systems.has(throughPrism)) systems.set(throughPrism, start(throughPrism))
    const { addresses, gateways, databaseUrl } = await systems.get(throughPrism)!
    return { api: addresses, url: gateways[0]!.url, databaseUrl }
  }

  async function readLogs(throughPrism: boolean): Promise<ServiceLog[]> {
    const system = await systems.get(throughPrism)
    const services = system ? [...system.gateways, ...system.workers] : []
    return services.map(({ name, pid, logs }) => ({ name, pid, logs }))
  }

  async function respond({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, 'http://launcher')
    const read = pathname === '/logs' ? readLogs : readAddresses
    try {
      response.end(JSON.stringify(await read(searchParams.get('throughPrism') === 'true')))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }

  async function stopSystems(): Promise<void> {
    const started = await Promise.allSettled(systems.values())
    systems.clear()
    const running = started.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
    await Promise.all(running.map((it) => it[Symbol.asyncDispose]()))
  }

  const server = await startServer((request, response) => void respond(request, response))
  return {
    url: server.url,
    stopSystems,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await stopSystems()
    },
  }
}
