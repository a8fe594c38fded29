import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { SetupError } from './config.ts'

/** Maximum number of connections of a server. Each takes 20 KB, also while it is idle. Further ones are closed at once. */
export const MAX_CONNECTIONS = 2_000

/**
 * Makes a server listen, with a bound of its connections.
 * @param names of the settings of host and port, for the error
 * @throws SetupError that names the wrong setting
 */
export async function listenOn(
  server: Server,
  host: string,
  port: number,
  names: Readonly<Record<'host' | 'port', string>>,
): Promise<void> {
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const fault = /^(EADDRINUSE|EACCES)$/.test(cause.code!)
      ? `${names.port}: cannot listen on ${host}:${port} (${cause.code}). Choose another one.`
      : `${names.host}: this machine has no address ${host}: give one of its own, such as 127.0.0.1 or 0.0.0.0`
    throw new SetupError(fault, { cause })
  })
}

/** Closes a server and its connections at once: probes and scrapers try again. */
export function closeAtOnce(server: Server): void {
  server.close()
  server.closeAllConnections()
}

/** The port that a server listens on, even if the system chose it. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/**
 * The URL of a server, from the host and port that it listens on, such as `http://[::1]:8080`.
 * @throws SetupError if no URL can contain the host, such as an IPv6 address with a zone
 */
export function httpUrl(host: string, port: number): string {
  const address = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
  if (!URL.canParse(address))
    throw new SetupError(`HOST: ${host} makes no address that clients could use: set PUBLIC_URL.`)
  return address
}
