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
    const { url } = request
    if (url === '/metrics') return void respondWithMetrics(response, registry)
    if (url === '/livez' || (url === '/readyz' && isReady())) return respond(response, 200, 'ok')
    if (url === '/readyz') return respond(response, 503, 'not ready')
    respond(response, 404, 'not found')
  })
  await listenOn(server, host, port, 'HEALTH_PORT')
  return server
}

function respond(response: ServerResponse, code: number, status: string): void {
  response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify({ status }))
}

async function respondWithMetrics(response: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics()
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
}
