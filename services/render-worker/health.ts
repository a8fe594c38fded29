import { createServer, type Server, type ServerResponse } from 'node:http'
import { listenOn } from '@maps/shared/listen'
import type { Registry } from '@prometheus-io/client'

/** Serves `/livez` (the process runs), `/readyz` (it takes exports) and `/metrics` for operators and orchestrators. */
export async function listenForHealth(
  host: string,
  port: number,
  isReady: () => boolean,
  registry: Registry,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') return void answerMetrics(registry, response)
    const isWell = request.url === '/livez' || (request.url === '/readyz' && isReady())
    const isKnown = request.url === '/livez' || request.url === '/readyz'
    response.writeHead(isWell ? 200 : isKnown ? 503 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ status: isWell ? 'ok' : isKnown ? 'not ready' : 'not found' }))
  })
  await listenOn(server, host, port, 'HEALTH_PORT')
  return server
}

async function answerMetrics(registry: Registry, response: ServerResponse): Promise<void> {
  const text = await registry.metrics()
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
}

/** Closes at once: probes have nothing to finish. */
export function close(server: Server): void {
  server.close()
  server.closeAllConnections()
}
