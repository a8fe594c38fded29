import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import express, { type Request, type Response } from 'express'
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import type { z } from 'zod'
import { compileCheck } from './check.ts'
import { findExceededLimit } from './json-limits.ts'

/** Most bytes of a JSON request body, after decompression. */
export const MAX_JSON_BYTES = 4 * 1024 * 1024

/** A media type of request bodies. */
export interface BodyFormat {
  mediaType: string
  /** Subject of error messages, as in "The body". */
  what: string
  /** Accepted content encodings besides identity. */
  encodings: readonly string[]
  /** Most bytes of a body as sent, before decompression. */
  maxBytes: number
  tooLarge(): ServiceError
  /** Reads the body's content, unvalidated. @throws ServiceError if the body is malformed or too large */
  read(request: Request, response: Response): Promise<unknown>
}

/** The request body of a route: one schema, in any of several formats. */
export interface RequestBody<Content> {
  schema: z.ZodType<Content>
  /** Example of a body in the first format, for the OpenAPI document. */
  example: unknown
  /** Accepted formats. The OpenAPI document shows the first; the route's `description` names the others. */
  formats: readonly [BodyFormat, ...BodyFormat[]]
}

/** Compiles a route's body into a function that reads, checks and returns the content of a request's body. */
export function compileBody<Content>({ schema, formats }: RequestBody<Content>) {
  const readers = formats.map((it) => ({ ...it, check: compileCheck(schema, it.what) }))
  return async (request: Request, response: Response): Promise<Content> => {
    const reader = readers.find((it) => request.is(it.mediaType))
    if (!reader) throw missingOrWrongType(request, formats)
    if (Number(request.headers['content-length']) > reader.maxBytes) throw reader.tooLarge()
    if (!acceptsEncoding(request, reader)) throw wrongEncoding(reader)
    if (expectsContinue(request)) response.writeContinue()
    return reader.check(await reader.read(request, response))
  }
}

/** Content encodings of request bodies. Brotli is left out: Node's decoder had an out-of-bounds write (CVE-2026-111497). */
const JSON_ENCODINGS = ['gzip', 'deflate']

const readBytes = promisify(express.raw({ type: () => true, limit: MAX_JSON_BYTES, inflate: true }))

/** Body format of JSON, which may be compressed. */
export const jsonBody: BodyFormat = {
  mediaType: 'application/json',
  what: 'The body',
  encodings: JSON_ENCODINGS,
  maxBytes: MAX_JSON_BYTES,
  tooLarge: payloadTooLarge,
  async read(request, response) {
    await readBytes(request, response)
    const bytes: unknown = request.body
    if (!Buffer.isBuffer(bytes)) throw new InvalidRequest('The body could not be read: it is cut off.')
    return parseJson(bytes)
  },
}

/** 413 for JSON of more than MAX_JSON_BYTES. */
export function payloadTooLarge(): ServiceError {
  return new ServiceError(413, `The body is too large: at most ${MAX_JSON_BYTES / 1024 ** 2} MiB after inflation.`)
}

/** Parses a JSON body. @throws InvalidRequest for text that is not JSON in UTF-8 or exceeds the limits of json-limits.ts */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new InvalidRequest('The body is not valid UTF-8.', { '': 'must be UTF-8' })
  const excess = findExceededLimit(bytes)
  if (excess) throw new InvalidRequest(`The body ${excess}.`, { '': excess })
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    // The parser's message quotes the body, so it goes into no log.
    const place = /at position \d+|Unexpected end/.exec((error as Error).message)?.[0]
    const hint = place ? `: ${place.toLowerCase()}` : ''
    throw new InvalidRequest(`The body is not valid JSON${hint}.`, { '': 'must be JSON' })
  }
}

function missingOrWrongType(request: Request, formats: readonly BodyFormat[]): ServiceError {
  const types = formats.map((it) => it.mediaType)
  if (!hasBody(request)) return new InvalidRequest(`Send a body of ${types.join(' or ')}.`, { '': 'is required' })
  return unsupportedMediaType(formats)
}

/** 415: the body is of none of these media types. */
export function unsupportedMediaType(formats: readonly BodyFormat[]): ServiceError {
  const headers = formats.map((it) => `"Content-Type: ${it.mediaType}"`)
  return new ServiceError(415, `Send the body with ${headers.join(' or ')}.`)
}

function acceptsEncoding({ headers }: Request, { encodings }: BodyFormat): boolean {
  return ['', 'identity', ...encodings].includes(headers['content-encoding']?.toLowerCase() ?? '')
}

/** 415: the type does not accept this content encoding. See https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16. */
function wrongEncoding({ encodings }: BodyFormat): ServiceError {
  const possible =
    encodings.length > 0 ? `with Content-Encoding ${encodings.join(' or ')}, or with none` : 'without Content-Encoding'
  return new ServiceError(415, `Send the body ${possible}.`, {
    headers: { 'Accept-Encoding': encodings.length > 0 ? encodings.join(', ') : 'identity' },
  })
}

/** Whether the client waits for `100 Continue` before it sends the body (https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1). */
function expectsContinue({ headers, httpVersion }: Request): boolean {
  return headers.expect !== undefined && httpVersion === '1.1'
}

/** Whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
