import { listenOn } from '@maps/shared/listen'
import type { Logger } from '@maps/shared/logger'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refuseTarget, refuseUnreadable } from './unreadable.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000
/** Longer than a load balancer keeps its connections, so that it never sends a request into a closing one. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How exactly the limits of a request are kept. */
const CHECK_INTERVAL_MS = 1_000
/** A client that takes nothing of an answer is cut off when Node finds so twice in a row: within 30 s. */
const STALL_CHECK_MS = 15_000
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
  server.timeout = STALL_CHECK_MS
  await listenOn(server, host, port, 'PORT')
  return server
}

/** Has everything answered: also what expects something that Node does not know, and what cannot be read. */
export function serve(server: Server, handler: RequestListener, log: Logger): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const answer: RequestListener = (request, response) => {
    latest.set(request.socket, response)
    const target = pathOf(request.url!)
    if (target === undefined) return refuseTarget(response, log)
    request.url = target
    handler(request, response)
  }
  server.on('timeout', (socket: Socket) => cutStalled(socket, latest.get(socket)))
  server.on('request', answer)
  // Whoever waits to be asked for a body is asked once it is wanted.
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, latest.get(socket), log))
}

/** Path and query of a request's target, which may name a host as well (RFC 9112 §3.2); undefined where it is no address of HTTP. */
function pathOf(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target
  const url = URL.parse(target)
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : undefined
}

/** Silence is no fault while an answer is being made, only while there is something to be taken, or nothing to wait for. */
function cutStalled(socket: Socket, latest: ServerResponse | undefined): void {
  // What is on its way is given up as well, so that the system keeps none of it.
  if (socket.writableLength > 0) socket.resetAndDestroy()
  else if (!latest || latest.writableFinished) socket.destroy()
}

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
