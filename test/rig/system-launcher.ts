import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDatabase } from './database.ts'
import type { ApiAddresses } from './rest-client.ts'
import type { ServiceLog } from './service-logs.ts'
import { startSystem, type System } from './system.ts'

/** Where a shared system is reached. */
export interface SystemAddresses {
  api: ApiAddresses
  /** Of the gateway, without a path. */
  url: string
  databaseUrl: string
}

export interface SystemLauncher extends AsyncDisposable {
  /** Answers `GET /addresses` and `GET /logs`, both with `?throughPrism=true` or `false`. */
  url: string
  /** Stops what runs: the next file to ask gets a system of the code as it is by then. */
  stopSystems(): Promise<void>
}

/** Starts a shared system, with and without Prism before it, when the first test file asks for it. */
export async function openSystemLauncher(templateUrl: string): Promise<SystemLauncher> {
  const systems = new Map<boolean, Promise<System & AsyncDisposable>>()

  async function start(throughPrism: boolean): Promise<System> {
    await using parts = new AsyncDisposableStack()
    const { url: databaseUrl } = parts.use(await createDatabase({ templateUrl }))
    const system = parts.use(await startSystem({ databaseUrl, throughPrism }))
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

  const server = createServer((request, response) => void respond(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stopSystems,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
      await stopSystems()
    },
  }
}
