import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on the loopback, closed with its connections on disposal. */
export interface TestServer extends AsyncDisposable {
  port: number
  url: string
}

/** Starts an HTTP server on a free port. */
export async function startServer(listener: RequestListener, options: ServerOptions = {}): Promise<TestServer> {
  const server = createServer(options, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
