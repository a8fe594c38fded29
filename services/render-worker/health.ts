import { createServer, type Server, type ServerResponse } from 'node:http'
import { listenOn } from '@maps/shared/listen'
import type { Registry } from '@prometheus-io/client'

/** Serves `/livez` (the process runs), `/readyz` (it takes exports) and `/metrics` for operators and orchestrators. */
export async function listenForHealth(
  host: string,
  port: number,
  findFault: () => Promise<string | undefined>,
  registry: Registry,
): Promise<Server> {
  const server = createServer((request, response) => {
    const { url } = request
    if (url === '/metrics') return void respondWithMetrics(response, registry)
    if (url === '/readyz') return void respondWithReadiness(response, findFault)
    if (url === '/livez') return respond(response, 200, { status: 'ok' })
    respond(response, 404, { status: 'not found' })
  })
  await listenOn(server, host, port, { host: 'HEALTH_HOST', port: 'HEALTH_PORT' })
  return server
}

function respond(response: ServerResponse, code: number, body: { status: string; fault?: string }): void {
  response.writeHead(code, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

async function respondWithReadiness(
  response: ServerResponse,
  findFault: () => Promise<string | undefined>,
): Promise<void> {
  const fault = await findFault()
  if (fault === undefined) respond(response, 200, { status: 'ok' })
  else respond(response, 503, { status: 'not ready', fault })
}

async function respondWithMetrics(response: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics()
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
}
