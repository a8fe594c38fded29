import { ServiceError } from '@maps/shared/errors'
import type { Logger } from '@maps/shared/logger'
import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { findState, REQUEST_ID_HEADER } from './request-state.ts'
import { problemType } from './problem-kinds.ts'
import { PROBLEM_TYPE } from './problems.ts'

/** Node's error code for a request that took too long. */
export const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT'

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, [REQUEST_TIMEOUT_CODE]: 408 }

const details: Record<number, string> = {
  400: 'The request is not valid HTTP.',
  408: 'The request arrived too slowly. Send it again, without pauses.',
  431: 'The headers of the request are too large.',
}

/** 408: the request's headers or body arrived too slowly. */
export function requestTimedOut(): ServiceError {
  return new ServiceError(408, details[408]!)
}

/**
 * Refuses a request that is malformed, too long or too slow with a problem document, and ends its connection.
 * @param code code of Node's error
 * @param latest response to the last request of the connection, if any
 */
export function refuseMalformed(
  code: string | undefined,
  socket: Duplex,
  latest: ServerResponse | undefined,
  log: Logger,
): void {
  // The connection closes after this response anyway.
  if (latest?.writableEnded && !latest.shouldKeepAlive) return
  const isIdle = !latest || (latest.req.complete && latest.writableEnded)
  // A second response must not follow one that has begun, even a complete one if the rest of its request is malformed.
  if (!socket.writable || (!isIdle && latest.headersSent)) return void socket.destroy()
  const status = statuses[code ?? ''] ?? 400
  if (isIdle) {
    const requestId = respondWithoutRequest(socket, status)
    return log.info({ requestId, status, reason: code }, 'request')
  }
  // A request that waits for the response before it has no id yet.
  refuse(latest, status, findState(latest)?.requestId ?? randomUUID())
}

/** Responds with 400 to a request target that is no HTTP URL or path, and closes the connection. */
export function refuseInvalidTarget(response: ServerResponse, log: Logger): void {
  const requestId = randomUUID()
  response.setHeader(REQUEST_ID_HEADER, requestId)
  refuse(response, 400, requestId)
  log.info({ requestId, status: 400, reason: 'target' }, 'request')
}

function refuse(response: ServerResponse, status: number, requestId: string): void {
  response.shouldKeepAlive = false
  const { body, headers } = refusal(status, requestId)
  response.writeHead(status, headers).end(body)
}

/** Writes a response to the socket, for a request without a response object. @returns the request id in the response */
function respondWithoutRequest(socket: Duplex, status: number): string {
  const requestId = randomUUID()
  const { body, headers } = refusal(status, requestId)
  const fields = Object.entries({ ...headers, [REQUEST_ID_HEADER]: requestId, Connection: 'close' })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields.map((it) => it.join(': '))]
  socket.end([...head, '', body].join('\r\n'))
  return requestId
}

function refusal(status: number, requestId: string) {
  const title = STATUS_CODES[status]
  const body = JSON.stringify({ type: problemType({ status }), title, status, detail: details[status], requestId })
  return { body, headers: { 'Content-Type': PROBLEM_TYPE, 'Content-Length': String(body.length) } }
}
