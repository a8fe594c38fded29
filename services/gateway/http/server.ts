import { listenOn } from '@maps/shared/listen'
import type { Logger } from '@maps/shared/logger'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { hasBody } from './body.ts'
import { type DataRateLimits, dataRateLimits, watchDataRates } from './data-rate.ts'
import { refuseInvalidTarget, refuseMalformed, REQUEST_TIMEOUT_CODE } from './parse-errors.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** Longer than a load balancer's idle timeout, so that it never sends a request into a closing connection. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** Interval at which Node checks the timeout of headers. */
const CHECK_INTERVAL_MS = 1_000
/** Interval at which refused connections are logged. */
const REFUSALS_LOGGED_MS = 10_000
const DRAIN_TIMEOUT_MS = 30_000
const SWEEP_INTERVAL_MS = 50
/** Requests of a connection that wait for the responses before them, from which nothing more is read from it. */
const PAUSE_PIPELINED = 8
/** Maximum of such requests, since what has been read already may contain more than PAUSE_PIPELINED. The connection is closed beyond. */
const MAX_PIPELINED = 32

/**
 * Opens a listening HTTP server without a request handler: `serve` adds it.
 * @throws SetupError if the address is not available
 */
export async function listen(host: string, port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    // Off: it would end the upload of a large picture. `watchDataRates` checks uploads instead.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // Off: `checkHeaders` refuses such requests with a problem document.
    requireHostHeader: false,
  })
  await listenOn(server, host, port, { host: 'HOST', port: 'PORT' })
  return server
}

/** The requests of a connection that have no complete response. */
interface Pipeline {
  latest: ServerResponse
  waiting: number
}

/**
 * Adds a handler for all requests of a server. It gets the requests of a connection one at a time, so that the responses of pipelined
 * requests do not pile up. Malformed requests are refused, and slow clients are cut off.
 * @param stopping once aborted, every response closes its connection
 */
export function serve(
  server: Server,
  handler: RequestListener,
  log: Logger,
  stopping: AbortSignal,
  limits: DataRateLimits = dataRateLimits,
): void {
  const pipelines = new WeakMap<Duplex, Pipeline>()
  const dataRates = watchDataRates(limits, (response) =>
    refuseMalformed(REQUEST_TIMEOUT_CODE, response.req.socket, response, log),
  )
  const begin: RequestListener = (request, response) => {
    if (stopping.aborted) response.shouldKeepAlive = false
    dataRates.follow(request, response)
    const target = pathOf(request.url!)
    if (target === undefined) return refuseInvalidTarget(response, log)
    request.url = target
    // No route reads such a body: it is drained at once, else it would fill the buffer of the request.
    if (isBodyUnexpected(request)) request.resume()
    handler(request, response)
  }
  const onRequest: RequestListener = (request, response) => {
    const { socket } = request
    const pipeline = pipelines.get(socket)
    if (!pipeline || pipeline.latest.closed) {
      pipelines.set(socket, { latest: response, waiting: 0 })
      return begin(request, response)
    }
    // The body of a request that waits would fill its buffer, and clients retry only requests without one.
    if (pipeline.waiting === MAX_PIPELINED || hasBody(request)) return void socket.destroy()
    pipeline.waiting++
    if (pipeline.waiting === PAUSE_PIPELINED) socket.pause()
    pipeline.latest.once('close', () => {
      pipeline.waiting--
      if (pipeline.waiting < PAUSE_PIPELINED) socket.resume()
      if (!socket.destroyed && !response.writableEnded) begin(request, response)
    })
    pipeline.latest = response
  }
  stopping.addEventListener('abort', () => {
    for (const response of dataRates.responses()) response.shouldKeepAlive = false
  })
  let open = 0
  // Node aborts the requests of a closed connection that have no whole response. A client that leaves in the middle of its body gets one, since what it
  // sent is malformed. The handler that reads the body would wait for ever.
  server.on('connection', (socket: Socket) => {
    open++
    // So that a new client finds room.
    if (open > server.maxConnections / 2) server.closeIdleConnections()
    socket.once('close', () => {
      open--
      const request = pipelines.get(socket)?.latest.req
      if (request && !request.complete) request.destroy()
    })
  })
  logRefusals(server, log)
  server.on('close', dataRates.stop)
  server.on('request', onRequest)
  // `100 Continue` is sent when the route reads the body.
  server.on('checkContinue', onRequest)
  server.on('checkExpectation', onRequest)
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) =>
    refuseMalformed(code, socket, pipelines.get(socket)?.latest, log),
  )
}

/** Logs how many connections are refused since there are too many, at intervals. */
function logRefusals(server: Server, log: Logger): void {
  let refused = 0
  server.on('drop', () => {
    if (refused++ > 0) return
    setTimeout(() => {
      log.warn({ refused, connections: server.maxConnections }, 'refused connections: too many are open')
      refused = 0
    }, REFUSALS_LOGGED_MS).unref()
  })
}

function isBodyUnexpected(request: IncomingMessage): boolean {
  return hasBody(request) && !['POST', 'PUT', 'PATCH'].includes(request.method!)
}

/** Path and query of a request target, which may be an absolute URL (RFC 9112 §3.2); undefined if it is neither a path nor an HTTP URL. */
function pathOf(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target
  const url = URL.parse(target)
  return url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : undefined
}

/** Stops accepting connections, waits for open responses, and cuts off responses that take longer than 30 s. */
export async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // A connection whose response has just ended would stay open for another request.
  const sweeps = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await closed
  clearInterval(sweeps)
  clearTimeout(deadline)
}
