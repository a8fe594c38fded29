import { connect } from 'node:net'
import type { DatabaseAddress, DatabaseHost } from './database-address.ts'

/** SSLRequest: https://www.postgresql.org/docs/18/protocol-message-formats.html */
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const TIMEOUT_MS = 3_000

/**
 * Finds out whether no server of an address that demands TLS offers it. The driver does not tell: it begins TLS after any
 * answer, and so loses the connection.
 */
export async function refusesTls({ hosts, tls, isDirectTls }: DatabaseAddress): Promise<boolean> {
  if (typeof tls !== 'object' || isDirectTls) return false
  const answers = await Promise.all(hosts.map(readAnswer))
  return answers.every((it) => it === 'N')
}

/** The answer to the request for TLS: S, N, or undefined if there is none. */
async function readAnswer({ host, port }: DatabaseHost): Promise<string | undefined> {
  const socket = connect(port, host)
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
  socket.write(request)
  try {
    for await (const bytes of socket) return (bytes as Buffer).toString('latin1', 0, 1)
  } catch {
    // A connection that failed gave no answer.
  }
  return undefined
}
