import { createServer, type Server } from 'node:http'
import { listenOn } from '@maps/shared/listen'

/** Serves `/livez` (the process runs) and `/readyz` (it takes exports) for whoever runs the worker. */
export async function listenForHealth(host: string, port: number, isReady: () => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const isWell = request.url === '/livez' || (request.url === '/readyz' && isReady())
    const isKnown = request.url === '/livez' || request.url === '/readyz'
    response.writeHead(isWell ? 200 : isKnown ? 503 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ status: isWell ? 'ok' : isKnown ? 'not ready' : 'not found' }))
  })
  await listenOn(server, host, port, 'HEALTH_PORT')
  return server
}

/** Closes at once: probes have nothing to finish. */
export function close(server: Server): void {
  server.close()
  server.closeAllConnections()
}
