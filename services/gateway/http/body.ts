import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import express, { type Request, type RequestHandler } from 'express'
import { isUtf8 } from 'node:buffer'

/** Of a request body, after it has been inflated. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

const JSON_TYPE = 'application/json'

/** Reads a JSON body as bytes, inflated and bounded; anything else is left unread. */
export function readBody(): RequestHandler {
  return express.raw({ type: JSON_TYPE, limit: MAX_BODY_BYTES, inflate: true })
}

/** @throws InvalidRequest for what is not JSON; ServiceError 415 for another media type */
export function parseJsonBody(request: Request): unknown {
  const bytes: unknown = request.body
  if (!Buffer.isBuffer(bytes)) {
    if (!hasBody(request)) throw new InvalidRequest('Send a JSON body.', { '': 'is required' })
    throw new ServiceError(415, `Send the body with "Content-Type: ${JSON_TYPE}".`)
  }
  if (!isUtf8(bytes)) throw new InvalidRequest('The body is not valid UTF-8.', { '': 'must be UTF-8' })
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    const place = /at position \d+|Unexpected end/.exec((cause as Error).message)?.[0]
    const hint = place ? `: ${place.toLowerCase()}` : ''
    throw new InvalidRequest(`The body is not valid JSON${hint}.`, { '': 'must be JSON' }, false, { cause })
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
