import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import type { Request, Response } from 'express'
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { createGunzip, createInflate } from 'node:zlib'
import type { z } from 'zod'
import { ByteReader, type Reserve } from './byte-reader.ts'
import { compileCheck } from '../validation/check.ts'
import { findExceededLimit } from '../validation/json-limits.ts'
import { clientDisconnected } from './client-disconnected.ts'
import { stateOf } from './request-state.ts'

/** Maximum bytes of a JSON request body, after decompression. */
export const MAX_JSON_BYTES = 4 * 1024 * 1024
/** Maximum bytes of the nodes and edges of a map as they are sent, in a body of their own each. Stored, numbers such as 1e20 take some more. */
export const MAX_MAP_BYTES = 2 * MAX_JSON_BYTES

/** A request body, before a `BodyFormat` has read it. */
export interface IncomingBody {
  chunks: AsyncIterable<Buffer>
  /** `Content-Length`; undefined for a chunked body. */
  length: number | undefined
  /** `Content-Encoding` in lower case; undefined without one. */
  encoding: string | undefined
  /** To be called before bytes of the body, or what is made of them, are held. They stay reserved until the answer takes their room. */
  reserve: Reserve
}

/** A media type of request bodies. */
export interface BodyFormat {
  mediaType: string
  /** Subject of error messages, as in "The body". */
  what: string
  /** Accepted content encodings besides identity. */
  encodings: readonly string[]
  /** Maximum bytes of a body as sent, before decompression. */
  maxBytes: number
  tooLarge(): ServiceError
  /** Reads the body's content, unvalidated. @throws ServiceError if the body is malformed or too large, or there is no room for it */
  read(body: IncomingBody): Promise<unknown>
}

/** The request body of a route: one schema, in any of several formats. */
export interface RequestBody<Content> {
  schema: z.ZodType<Content>
  /** Example of a body in the first format, for the OpenAPI document. */
  example: unknown
  /** Accepted formats. The OpenAPI document shows the first; the route's `description` names the others. */
  formats: readonly [BodyFormat, ...BodyFormat[]]
  /** Whether a request may have no body. Its content is then undefined. */
  isOptional?: true
}

/**
 * Compiles a route's body into a function that reads and checks the content of a request's body, and passes it to `use`. The ledger
 * counts the content until `use` has failed, or its result is sent: so there is room for an answer that is no larger. Other requests run between
 * these steps: for the largest bodies, each takes a good part of the 200 ms that a stretch of work may have.
 */
export function compileBody<Content>({ schema, formats }: RequestBody<Content>) {
  const readers = formats.map((it) => ({ ...it, check: compileCheck(schema, it.what) }))
  return async <Result>(
    request: Request,
    response: Response,
    use: (content: Content) => Promise<Result>,
  ): Promise<Result> => {
    const reader = readers.find((it) => request.is(it.mediaType))
    if (!reader) throw missingOrWrongType(request, formats)
    const { 'content-length': length } = request.headers
    if (Number(length) > reader.maxBytes) throw reader.tooLarge()
    const encoding = encodingOf(request)
    if (encoding !== undefined && !reader.encodings.includes(encoding)) throw wrongEncoding(reader)
    const { hold } = stateOf(response)
    try {
      const content = await reader.read({
        chunks: readChunks(request, response),
        length: length === undefined ? undefined : Number(length),
        encoding,
        reserve: (bytes) => hold.add(bytes),
      })
      await letOthersRun()
      const checked = reader.check(content)
      await letOthersRun()
      return await use(checked)
    } catch (error) {
      hold.shrinkTo(0)
      throw error
    }
  }
}

/** Reads a request's chunks. What is left when reading stops early is drained, so that the connection can serve the next request. */
async function* readChunks(request: Request, response: Response): AsyncGenerator<Buffer> {
  if (expectsContinue(request)) response.writeContinue()
  try {
    // Most bodies have arrived whole by now. To iterate over them would cost as much as all else that is done for a small body.
    if (request.complete) return yield* arrivedChunks(request)
    // By default, the iterator would destroy the connection when reading stops early, before the response is sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch {
    throw clientDisconnected
  } finally {
    request.resume()
  }
}

/** Returns the bytes that wait in a request's buffer. */
function arrivedChunks(request: Request): Buffer[] {
  const bytes = request.read() as Buffer | null
  return bytes ? [bytes] : []
}

/** Decoders of content encodings. Brotli is left out: Node's had an out-of-bounds write (CVE-2026-111497). */
const decoders = { gzip: createGunzip, deflate: createInflate }

/**
 * Bytes in memory for each byte of a JSON body: while a map is stored, its content and its text exist side by side. Measured on Node 24.21,
 * 2026-11-26: 2.3 for ASCII, and 4.1 if each label has an emoji, since V8 then holds two bytes a character.
 */
const HELD_PER_BYTE = 3

/** Body format of JSON, which may be compressed. */
export const jsonBody: BodyFormat = {
  mediaType: 'application/json',
  what: 'The body',
  encodings: Object.keys(decoders),
  maxBytes: MAX_JSON_BYTES,
  tooLarge: payloadTooLarge,
  async read({ chunks, length, encoding, reserve }) {
    const reserveContent = forContent(reserve)
    if (encoding !== undefined) {
      const compressed = await readToEnd(chunks, reserve)
      return parseJson(await decode(compressed, encoding as keyof typeof decoders, reserveContent))
    }
    if (length === undefined) return parseJson(await readToEnd(chunks, reserveContent))
    await reserveContent(length)
    return parseJson(await readToEnd(chunks, isReserved, length))
  },
}

/** Returns a function that reserves memory for JSON and what is made of it, by the length of the JSON. */
export function forContent(reserve: Reserve): Reserve {
  return (bytes) => reserve(HELD_PER_BYTE * bytes)
}

const isReserved: Reserve = async () => {}

/**
 * Reads all bytes of a stream.
 * @param length of the stream, if it is known
 * @throws ServiceError 413 for more than MAX_JSON_BYTES
 */
async function readToEnd(
  chunks: AsyncIterable<Buffer>,
  reserve: Reserve,
  length = MAX_JSON_BYTES + 1,
): Promise<Buffer> {
  await using reader = new ByteReader(chunks, reserve)
  const bytes = await reader.take(length)
  if (bytes.length > MAX_JSON_BYTES) throw payloadTooLarge()
  return bytes
}

/** Decompresses bytes. @throws InvalidRequest if they are damaged or cut off; ServiceError 413 for more than MAX_JSON_BYTES */
export async function decode(compressed: Buffer, encoding: keyof typeof decoders, reserve: Reserve): Promise<Buffer> {
  const decoder = decoders[encoding]()
  decoder.end(compressed)
  try {
    return await readToEnd(decoder, reserve)
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new InvalidRequest('The body could not be read: it is cut off or wrongly encoded.', {
      '': 'must be whole, and encoded as Content-Encoding says',
    })
  }
}

/** 413 for JSON of more than MAX_JSON_BYTES. */
export function payloadTooLarge(): ServiceError {
  return new ServiceError(413, `The body is too large: at most ${MAX_JSON_BYTES / 1024 ** 2} MiB after inflation.`)
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * Parses a JSON body. Programs on Windows write a byte order mark before it, which a parser may ignore (RFC 8259 §8.1).
 * @throws InvalidRequest for text that is not JSON in UTF-8 or exceeds the limits of json-limits.ts
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new InvalidRequest('The body is not valid UTF-8.', { '': 'must be UTF-8' })
  const excess = findExceededLimit(bytes)
  if (excess) throw new InvalidRequest(`The body ${excess}.`, { '': excess })
  try {
    const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    return JSON.parse(bytes.toString('utf8', hasMark ? BYTE_ORDER_MARK.length : 0))
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

function encodingOf({ headers }: Request): string | undefined {
  const encoding = headers['content-encoding']?.toLowerCase() ?? ''
  // RFC 9110 §8.4.1.3: the old name means the same.
  if (encoding === 'x-gzip') return 'gzip'
  return ['', 'identity'].includes(encoding) ? undefined : encoding
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
