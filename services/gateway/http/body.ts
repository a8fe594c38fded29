import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import express, { type Request, type Response } from 'express'
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import type { z } from 'zod'
import { compileCheck } from './check.ts'
import { findMisshape } from './json-shape.ts'

/** Of the JSON that a request brings, after it has been inflated. */
export const MAX_JSON_BYTES = 4 * 1024 * 1024

/** A media type that a body may come in. */
export interface BodyFormat {
  mediaType: string
  /** What problems are found in, at the start of a sentence. */
  what: string
  /** Content codings that it may come in; without any in any case. */
  codings: readonly string[]
  /** Most that is taken of it as it is sent. */
  maxBytes: number
  tooLarge(): ServiceError
  /** Gives the body's content, unchecked. @throws ServiceError for a body that has none, or one that is too large */
  read(request: Request, response: Response): Promise<unknown>
}

/** What a route takes: content of one schema, in any of these formats. */
export interface RequestBody<Content> {
  schema: z.ZodType<Content>
  /** A body of the first format that a client may send as it is. */
  example: unknown
  /** The first is the one that the OpenAPI document has; `description` of the route tells of others. */
  formats: readonly [BodyFormat, ...BodyFormat[]]
}

/** Compiles a route's body into a function that reads, checks and gives the content of a request. */
export function compileBody<Content>({ schema, formats }: RequestBody<Content>) {
  const readers = formats.map((it) => ({ ...it, check: compileCheck(schema, it.what) }))
  return async (request: Request, response: Response): Promise<Content> => {
    const reader = readers.find((it) => request.is(it.mediaType))
    if (!reader) throw refuseOther(request, formats)
    if (Number(request.headers['content-length']) > reader.maxBytes) throw reader.tooLarge()
    if (!isTaken(request, reader)) throw refuseCoding(reader)
    if (isAwaited(request)) response.writeContinue()
    return reader.check(await reader.read(request, response))
  }
}

/**
 * Those that clients use for requests. The body reader knows more of them, and a decoder that nobody reaches harms nobody:
 * Node's for Brotli was found to write where it must not (CVE-2026-111497).
 */
const JSON_CODINGS = ['gzip', 'deflate']

const readBytes = promisify(express.raw({ type: () => true, limit: MAX_JSON_BYTES, inflate: true }))

/** JSON as it stands in the body, which may be compressed. */
export const jsonBody: BodyFormat = {
  mediaType: 'application/json',
  what: 'The body',
  codings: JSON_CODINGS,
  maxBytes: MAX_JSON_BYTES,
  tooLarge: jsonTooLarge,
  async read(request, response) {
    await readBytes(request, response)
    const bytes: unknown = request.body
    if (!Buffer.isBuffer(bytes)) throw new InvalidRequest('The body could not be read: it is cut off.')
    return parseJson(bytes)
  },
}

export function jsonTooLarge(): ServiceError {
  return new ServiceError(413, `The body is too large: at most ${MAX_JSON_BYTES / 1024 ** 2} MiB after inflation.`)
}

/** @throws InvalidRequest for what is not JSON in UTF-8, or is built like none of ours */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new InvalidRequest('The body is not valid UTF-8.', { '': 'must be UTF-8' })
  const misshape = findMisshape(bytes)
  if (misshape) throw new InvalidRequest(`The body ${misshape}.`, { '': misshape })
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    // It quotes the body, so it goes into no log.
    const place = /at position \d+|Unexpected end/.exec((error as Error).message)?.[0]
    const hint = place ? `: ${place.toLowerCase()}` : ''
    throw new InvalidRequest(`The body is not valid JSON${hint}.`, { '': 'must be JSON' })
  }
}

function refuseOther(request: Request, formats: readonly BodyFormat[]): ServiceError {
  const types = formats.map((it) => it.mediaType)
  if (!hasBody(request)) return new InvalidRequest(`Send a body of ${types.join(' or ')}.`, { '': 'is required' })
  return new ServiceError(415, `Send the body with ${types.map((it) => `"Content-Type: ${it}"`).join(' or ')}.`)
}

function isTaken({ headers }: Request, { codings }: BodyFormat): boolean {
  return ['', 'identity', ...codings].includes(headers['content-encoding']?.toLowerCase() ?? '')
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16 */
function refuseCoding({ codings }: BodyFormat): ServiceError {
  const possible =
    codings.length > 0 ? `with Content-Encoding ${codings.join(' or ')}, or with none` : 'without Content-Encoding'
  return new ServiceError(415, `Send the body ${possible}.`, {
    headers: { 'Accept-Encoding': codings.length > 0 ? codings.join(', ') : 'identity' },
  })
}

/** Whether the client waits to be asked for the body (https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1). */
function isAwaited({ headers, httpVersion }: Request): boolean {
  return headers.expect !== undefined && httpVersion === '1.1'
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
