import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { chooseLoopbackAddress } from '../rig/loopback-address.ts'

/**
 * A server that detects egress: each name has a loopback port of its own, open for TCP and UDP. Where the system has
 * more than one loopback address, so has each canary: other tests still connect to ports that they have given back.
 */
export interface Canary extends AsyncDisposable {
  /** Host and port of a name. */
  addressOf(name: string): string
  /** Names whose port has received a connection or a datagram. */
  hits(): string[]
}

/** Opens a port for each of these names. */
export async function startCanary(names: readonly string[]): Promise<Canary> {
  await using parts = new AsyncDisposableStack()
  const host = chooseLoopbackAddress()
  const hits = new Set<string>()
  const ports = new Map<string, number>()
  for (const name of names) ports.set(name, await listen(host, () => hits.add(name), parts))
  const owned = parts.move()
  return {
    addressOf: (name) => `${host}:${ports.get(name)}`,
    hits: () => names.filter((it) => hits.has(it)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Opens a port that is free for both TCP and UDP. */
async function listen(host: string, onHit: () => void, parts: AsyncDisposableStack): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' }).end()
  })
  server.on('connection', onHit).on('clientError', (_error, socket) => socket.destroy())
  await once(server.listen(0, host), 'listening')
  const { port } = server.address() as { port: number }
  const datagrams = createSocket('udp4', onHit)
  try {
    datagrams.bind(port, host)
    await once(datagrams, 'listening')
  } catch {
    server.close()
    datagrams.close()
    return listen(host, onHit, parts)
  }
  parts.defer(() => {
    server.close()
    server.closeAllConnections()
    datagrams.close()
  })
  return port
}
