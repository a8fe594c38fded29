import { listenOn } from '@maps/shared/listen'
import type { Logger } from '@maps/shared/logger'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { hasBody } from './body.ts'
import { refuseTarget, refuseUnreadable } from './parse-errors.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** A body has so long in any case, and beyond it as long as it comes at the least rate. */
const UPLOAD_GRACE_MS = 20_000
const MIN_UPLOAD_BYTES_PER_S = 32 * 1_024
/** Longer than a load balancer keeps its connections, so that it never sends a request into a closing one. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** How exactly the limits of a request are kept. */
const CHECK_INTERVAL_MS = 1_000
/** A client that takes nothing of an answer is cut off when Node finds so twice in a row: within 30 s. */
const STALL_CHECK_MS = 15_000
const DRAIN_TIMEOUT_MS = 30_000
const SWEEP_INTERVAL_MS = 50

/**
 * Opens a listening HTTP server without a request handler: `serve` adds it.
 * @throws SetupError where the address cannot be had
 */
export async function listen(host: string, port: number): Promise<Server> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    // It would end a large picture from a slow client: see `cutSlowUploads`.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // The request handler says what is wrong.
    requireHostHeader: false,
  })
  server.timeout = STALL_CHECK_MS
  await listenOn(server, host, port, 'PORT')
  return server
}

/**
 * Answers all requests of a server with this handler, unreadable ones included, and cuts off slow uploads and stalled readers.
 * @param stopping once aborted, every answer tells its client to close the connection
 */
export function serve(
  server: Server,
  handler: RequestListener,
  log: Logger,
  stopping: AbortSignal,
  uploadGraceMs = UPLOAD_GRACE_MS,
): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const unanswered = new Set<ServerResponse>()
  const uploads = new Map<IncomingMessage, Upload>()
  const answer: RequestListener = (request, response) => {
    latest.set(request.socket, response)
    if (stopping.aborted) response.shouldKeepAlive = false
    unanswered.add(response)
    response.once('close', () => {
      unanswered.delete(response)
      if (request.complete) uploads.delete(request)
    })
    if (hasBody(request)) {
      uploads.set(request, { since: performance.now(), bytesBefore: request.socket.bytesRead, response })
    }
    const target = pathOf(request.url!)
    if (target === undefined) return refuseTarget(response, log)
    request.url = target
    handler(request, response)
  }
  stopping.addEventListener('abort', () => {
    for (const it of unanswered) it.shouldKeepAlive = false
  })
  const uploadChecks = setInterval(() => cutSlowUploads(uploads, uploadGraceMs, log), CHECK_INTERVAL_MS)
  server.on('close', () => clearInterval(uploadChecks))
  server.on('timeout', (socket: Socket) => cutStalled(socket, latest.get(socket)))
  server.on('request', answer)
  // `100 Continue` is sent when the route reads the body.
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, latest.get(socket), log))
}

/** A body that has not come whole. */
interface Upload {
  response: ServerResponse
  /** By `performance.now()`. */
  since: number
  /** What its connection had brought by then. */
  bytesBefore: number
}

/** Answers 408 to a body that comes more slowly than MIN_UPLOAD_BYTES_PER_S after its grace, and ends the connection. */
function cutSlowUploads(uploads: Map<IncomingMessage, Upload>, graceMs: number, log: Logger): void {
  const now = performance.now()
  for (const [request, { response, since, bytesBefore }] of uploads) {
    const { socket } = request
    const owedBytes = ((now - since - graceMs) / 1_000) * MIN_UPLOAD_BYTES_PER_S
    if (request.complete || socket.destroyed) uploads.delete(request)
    else if (owedBytes > 0 && socket.bytesRead - bytesBefore < owedBytes) {
      uploads.delete(request)
      const error = Object.assign(new Error('The body comes too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      refuseUnreadable(error, socket, response, log)
    }
  }
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
