import type { Response } from 'express'
import { clientKey } from './client-key.ts'
import { stateOf } from './request-state.ts'
import type { Release } from './response-memory.ts'

/** A body that is produced during sending. */
interface BodyStream extends AsyncIterable<string | Uint8Array> {
  /** Length in bytes, if known in advance. */
  readonly length?: number
  /** Most bytes of the body in memory at a time. */
  readonly bytesAtATime: number
}

/** A route's result: status, headers and body, independent of Express. */
export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer | BodyStream
}

/** Makes a response whose body is this JSON text. */
export function jsonResponse(status: number, body: string, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body }
}

/** Length of a slice in bytes or characters. A larger body is written slice by slice, as the connection drains. */
const SLICE_LENGTH = 256 * 1024

/**
 * Sends a response. A streamed response begins with its first chunk, so that an earlier error can be sent as an error response. A later
 * error ends the connection, so that no client mistakes a partial body for a complete one.
 * @throws Unavailable if the memory budget of responses is used up
 */
export async function respond(response: Response, { status, headers = {}, body }: HttpResponse): Promise<void> {
  const { responseMemory: memory, caller } = stateOf(response)
  const client = caller?.workspaceId ?? clientKey(response.req)
  const length = byteLengthOf(body)
  const isHead = response.req.method === 'HEAD'
  let content = body
  if (isStream(body)) {
    if (memory) releaseAfter(response, await memory.reserveInTime(client, body.bytesAtATime))
    content = await startStream(body, !isHead)
  } else if (memory) releaseAfter(response, memory.reserve(client, length ?? 0))
  // Express's own `set` would add a charset to the media type.
  response.status(status)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (length !== undefined) response.setHeader('Content-Length', length)
  if (content === undefined || isHead) return void response.end()
  if (isStream(content) || length! > SLICE_LENGTH) await sendInSlices(response, content)
  else response.end(content)
}

/** Releases a body's reservation when the response is closed. */
function releaseAfter(response: Response, release: Release): void {
  if (response.destroyed) release()
  else response.once('close', release)
}

async function sendInSlices(response: Response, content: NonNullable<HttpResponse['body']>): Promise<void> {
  // One listener for all slices: `compression` passes listeners on to its encoder, and cannot remove them.
  let wake = (): void => {}
  for (const event of ['drain', 'close']) response.on(event, () => wake())
  try {
    for await (const chunk of isStream(content) ? content : [content]) {
      for (let at = 0, end = 0; at < chunk.length; at = end) {
        if (response.destroyed) return
        end = endOfSlice(chunk, at)
        const slice = typeof chunk === 'string' ? chunk.slice(at, end) : chunk.subarray(at, end)
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

/** Finds the end of the slice that begins at `at`, outside of surrogate pairs: each half would be sent as U+FFFD. */
function endOfSlice(chunk: string | Uint8Array, at: number): number {
  const end = at + SLICE_LENGTH
  const splitsPair = typeof chunk === 'string' && (chunk.codePointAt(end - 1) ?? 0) > 0xffff
  return splitsPair ? end - 1 : end
}

function byteLengthOf(body: HttpResponse['body']): number | undefined {
  return typeof body === 'string' ? Buffer.byteLength(body) : body?.length
}

function isStream(body: HttpResponse['body']): body is BodyStream {
  return typeof body === 'object' && !Buffer.isBuffer(body)
}

/** Waits for a body's first chunk, then returns the whole body. If `isWanted` is false, the body ends after that chunk. */
async function startStream(body: BodyStream, isWanted: boolean): Promise<BodyStream> {
  const iterator = body[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (!isWanted) await iterator.return?.()
  return {
    ...body,
    async *[Symbol.asyncIterator]() {
      if (first.done) return
      yield first.value
      yield* { [Symbol.asyncIterator]: () => iterator }
    },
  }
}
