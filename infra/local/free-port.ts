import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of the loopback on which no process listens at this moment. */
export async function findFreePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}

/** Why a port cannot be listened on, as a system error's code such as EADDRINUSE; undefined where it can. */
export async function whyNotFree(port: number, host: string): Promise<string | undefined> {
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
