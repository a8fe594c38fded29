import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Finds a port of a loopback address that is free at this moment. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  return listenOnce(0, host)
}

/** Tries to listen on a port. @returns the system error's code, such as EADDRINUSE; undefined if the port is free */
export async function portErrorCode(port: number, host: string): Promise<string | undefined> {
  try {
    await listenOnce(port, host)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return address.port
}
