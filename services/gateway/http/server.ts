import { listenOn } from '@maps/shared/listen'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { PROBLEM_TYPE } from './problems.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
/** Longer than a load balancer keeps its connections, so that it never sends a request into a closing one. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How exactly the two limits above are kept. */
const CHECK_INTERVAL_MS = 1_000
const DRAIN_TIMEOUT_MS = 30_000
const SWEEP_INTERVAL_MS = 50

/**
 * Listens, for the caller to add its request handler before anything else happens.
 * @throws SetupError where the address cannot be had
 */
export async function listen(host: string, port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // The request handler says what is wrong.
    requireHostHeader: false,
  })
  server.on('clientError', refuseUnreadable)
  await listenOn(server, host, port, 'PORT')
  return server
}

/** Has everything answered that can be read, also what expects something that Node does not know. */
export function serve(server: Server, handler: RequestListener): void {
  server.on('request', handler)
  server.on('checkExpectation', handler)
}

/** What is no HTTP, too long or too slow never reaches a route; it still gets an answer of the usual form. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const status = unreadable[error.code ?? ''] ?? 400
  const title = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: 'The request could not be read.' })
  const head = [`HTTP/1.1 ${status} ${title}`, `Content-Type: ${PROBLEM_TYPE}`, `Content-Length: ${body.length}`]
  socket.end([...head, 'Connection: close', '', body].join('\r\n'))
}

const unreadable: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Stops accepting, lets the answers under way finish, then cuts what is left. */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose answer ends now would stay open for its next request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
