import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const REQUEST_ID_HEADER = 'X-Request-Id'
const sane = /^[\w.:+=-]{1,128}$/

declare module 'node:http' {
  interface IncomingMessage {
    requestId?: string
  }
}

/** The id that this request was given by `takeRequestId`. */
export function requestIdOf(request: IncomingMessage): string {
  return request.requestId!
}

/** The id that a request is logged and answered under: the client's own where it is a sane one, else a new one. */
export function takeRequestId(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && sane.test(given) ? given : randomUUID()
  request.requestId = id
  response.setHeader(REQUEST_ID_HEADER, id)
  return id
}
