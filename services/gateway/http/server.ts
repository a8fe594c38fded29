import { listenOn } from '@maps/shared/listen'
import type { Logger } from '@maps/shared/logger'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type DataRateLimits, dataRateLimits, watchDataRates } from './data-rate.ts'
import { refuseTarget, refuseUnreadable, REQUEST_TIMEOUT } from './parse-errors.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** Longer than a load balancer keeps its connections, so that it never sends a request into a closing one. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** Interval in which Node checks the timeout of headers. */
const CHECK_INTERVAL_MS = 1_000
const DRAIN_TIMEOUT_MS = 30_000
const SWEEP_INTERVAL_MS = 50

/**
 * Opens a listening HTTP server without a request handler: `serve` adds it.
 * @throws SetupError where the address is not available
 */
export async function listen(host: string, port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    // It would end a large picture from a slow client: see `watchDataRates`.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // The request handler says what is wrong.
    requireHostHeader: false,
  })
  await listenOn(server, host, port, 'PORT')
  return server
}

/**
 * Has a handler respond to all requests of a server, refuses those that cannot be parsed, and cuts off slow clients.
 * @param stopping once aborted, every response tells its client to close the connection
 */
export function serve(
  server: Server,
  handler: RequestListener,
  log: Logger,
  stopping: AbortSignal,
  limits: DataRateLimits = dataRateLimits,
): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const dataRates = watchDataRates(limits, (response) =>
    refuseUnreadable(REQUEST_TIMEOUT, response.req.socket, response, log),
  )
  const onRequest: RequestListener = (request, response) => {
    latest.set(request.socket, response)
    if (stopping.aborted) response.shouldKeepAlive = false
    dataRates.follow(request, response)
    const target = pathOf(request.url!)
    if (target === undefined) return refuseTarget(response, log)
    request.url = target
    handler(request, response)
  }
  stopping.addEventListener('abort', () => {
    for (const it of dataRates.responses()) it.shouldKeepAlive = false
  })
  server.on('close', dataRates.stop)
  server.on('request', onRequest)
  // `100 Continue` is sent when the route reads the body.
  server.on('checkContinue', onRequest)
  server.on('checkExpectation', onRequest)
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) =>
    refuseUnreadable(code, socket, latest.get(socket), log),
  )
}

/** Path and query of a request's target, which may name a host as well (RFC 9112 §3.2); undefined where it is no HTTP URL. */
function pathOf(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target
  const url = URL.parse(target)
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : undefined
}

/** Stops accepting connections, lets responses under way finish, and cuts off those that take more than 30 s. */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose response ends now would stay open for its next request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
