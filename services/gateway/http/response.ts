import type { Response } from 'express'
import { stateOf } from './request-state.ts'

/** A body that is produced during sending. */
interface BodyStream extends AsyncIterable<Uint8Array> {
  /** Length in bytes, if known in advance. */
  readonly length?: number
  /** Maximum bytes of the body in memory at a time. */
  readonly bytesAtATime: number
}

/** A route's result: status, headers and body, independent of Express. */
export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer | LargeText | BodyStream
}

/**
 * The text of one large response. It becomes bytes when there is room for them, and is then collected: while a client reads slowly, bytes take
 * less, since V8 may hold two bytes a character, in a heap of half the container.
 */
class LargeText {
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Minimum number of bytes. */
  get length(): number {
    return this.#text.length
  }

  /** Returns the bytes, and forgets the text. */
  takeBytes(): Buffer {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    return bytes
  }
}

/** Bytes of a slice. A larger body is written slice by slice, as the connection drains. */
const SLICE_BYTES = 256 * 1024

/** Creates a response whose body is this JSON text. It is sent once, unless the JSON comes as bytes. */
export function jsonResponse(
  status: number,
  json: string | Buffer,
  headers: Record<string, string> = {},
): HttpResponse {
  const body = typeof json === 'string' && json.length > SLICE_BYTES ? new LargeText(json) : json
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body }
}

/**
 * Sends a response, and drains the part of the request that was not read. A streamed response begins with its first chunk, so that an
 * earlier error can be sent as an error response. A later error ends the connection, so that no client mistakes a partial body for a
 * complete one.
 * @throws Unavailable if there is no room for the body in the ledger
 */
export async function respond(response: Response, { status, headers = {}, body }: HttpResponse): Promise<void> {
  const { hold } = stateOf(response)
  // Without room for its characters, of a byte or more each, no bytes are made of a large text.
  if (body instanceof LargeText) hold.growTo(body.length)
  let content = body instanceof LargeText ? body.takeBytes() : body
  const length = byteLengthOf(content)
  const isHead = response.req.method === 'HEAD'
  if (isStream(content)) {
    await hold.growInTime(content.bytesAtATime)
    releaseAfter(response, content.bytesAtATime)
    content = await startStream(content, !isHead)
    // What the client sent after the request was malformed, and has its refusal. The stream may hold a connection.
    if (response.headersSent) return void (await content[Symbol.asyncIterator]().return?.())
  } else {
    hold.growTo(length ?? 0)
    releaseAfter(response, length ?? 0)
  }
  // A client may send its whole body before it reads the response.
  if (!response.req.complete) response.req.resume()
  // Express's own `set` would add a charset to the media type (https://github.com/expressjs/express/issues/2654).
  response.status(status)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (length !== undefined) response.setHeader('Content-Length', length)
  if (content === undefined || isHead) return void response.end()
  if (isStream(content)) await sendInSlices(response, content)
  else if (length! > SLICE_BYTES) await sendInSlices(response, [toBytes(content)])
  else response.end(content)
}

/** Releases what a request holds beyond its answer, and the answer's bytes when the response is closed. */
function releaseAfter(response: Response, bytes: number): void {
  const { hold } = stateOf(response)
  hold.shrinkTo(response.destroyed ? 0 : bytes)
  response.once('close', () => hold.shrinkTo(0))
}

async function sendInSlices(
  response: Response,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  // One listener for all slices: `compression` passes listeners on to its encoder, and cannot remove them
  // (https://github.com/expressjs/compression/issues/152).
  let wake = (): void => {}
  for (const event of ['drain', 'close']) response.on(event, () => wake())
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        if (response.destroyed) return
        const slice = chunk.subarray(at, at + SLICE_BYTES)
        if (!response.write(slice)) await new Promise<void>((resolve) => (wake = resolve))
      }
    }
    response.end()
  } catch (fault) {
    // Set before the connection ends, since the access log is written then.
    if (!response.destroyed) stateOf(response).fault = fault as Error
    response.destroy()
  }
}

function toBytes(content: string | Buffer): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : content
}

function byteLengthOf(body: string | Buffer | BodyStream | undefined): number | undefined {
  return typeof body === 'string' ? Buffer.byteLength(body) : body?.length
}

function isStream(body: string | Buffer | BodyStream | undefined): body is BodyStream {
  return typeof body === 'object' && !Buffer.isBuffer(body)
}

/** Waits for a body's first chunk, then returns the whole body. If `isWanted` is false, the body ends after that chunk. */
async function startStream(body: BodyStream, isWanted: boolean): Promise<BodyStream> {
  const iterator = body[Symbol.asyncIterator]()
  let first: IteratorResult<Uint8Array> | undefined = await iterator.next()
  if (!isWanted) await iterator.return?.()
  // No generator: its frame would hold the first chunk until the end.
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    const result = first ?? (await iterator.next())
    first = undefined
    return result
  }
  const close = async (): Promise<IteratorResult<Uint8Array>> => {
    await iterator.return?.()
    return { done: true, value: undefined }
  }
  return { ...body, [Symbol.asyncIterator]: () => ({ next, return: close }) }
}
