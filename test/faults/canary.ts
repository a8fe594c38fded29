import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** A server that detects egress: each name has a loopback port of its own, open for TCP and UDP. */
export interface Canary extends AsyncDisposable {
  /** Host and port of a name. */
  addressOf(name: string): string
  /** Names whose port has received a connection or a datagram. */
  hits(): string[]
}

/** Opens a port for each of these names. */
export async function startCanary(names: readonly string[]): Promise<Canary> {
  await using parts = new AsyncDisposableStack()
  const hits = new Set<string>()
  const ports = new Map<string, number>()
  for (const name of names) ports.set(name, await listen(() => hits.add(name), parts))
  const owned = parts.move()
  return {
    addressOf: (name) => `127.0.0.1:${ports.get(name)}`,
    hits: () => names.filter((it) => hits.has(it)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Opens a port that is free for both TCP and UDP. */
async function listen(onHit: () => void, parts: AsyncDisposableStack): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' }).end()
  })
  server.on('connection', onHit).on('clientError', (_error, socket) => socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const datagrams = createSocket('udp4', onHit)
  try {
    datagrams.bind(port, '127.0.0.1')
    await once(datagrams, 'listening')
  } catch {
    server.close()
    datagrams.close()
    return listen(onHit, parts)
  }
  parts.defer(() => {
    server.close()
    server.closeAllConnections()
    datagrams.close()
  })
  return port
}
