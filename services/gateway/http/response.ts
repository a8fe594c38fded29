import type { Response } from 'express'
import { clientAddress } from './client-address.ts'
import { stateOf } from './request-state.ts'
import type { Release } from './response-memory.ts'

/** A body that is produced while it is sent. */
interface BodyStream extends AsyncIterable<string | Uint8Array> {
  /** In bytes, where it is known in advance. */
  readonly length?: number
  /** Bytes of the body in memory at a time. */
  readonly bytesAtATime: number
}

/** A route's result: status, headers and body without Express, so that a route can be called and read without it. */
export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer | BodyStream
}

/** A JSON response from text that is JSON already. */
export function json(status: number, body: string, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body }
}

/** Larger bodies are written in slices of this many bytes or characters, each when the connection has room for it. */
const SLICE_LENGTH = 256 * 1024

/**
 * Sends a response. A streamed one begins once its first chunk is there, so that an earlier error is sent as a response of its own;
 * a later error ends the connection, so that half a body cannot be taken for a whole one.
 * @throws Unavailable where too many bytes of other responses wait for their clients
 */
export async function respond(response: Response, { status, headers = {}, body }: HttpResponse): Promise<void> {
  const { responseMemory: memory, caller } = stateOf(response)
  const client = caller?.workspaceId ?? clientAddress(response.req)
  const length = lengthOf(body)
  const isHead = response.req.method === 'HEAD'
  let content = body
  if (isStream(body)) {
    if (memory) releaseAfter(response, await memory.reserveInTime(client, body.bytesAtATime))
    content = await begin(body, !isHead)
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
  // One listener for all slices: `compression` hands it to its encoder, from which none can be removed.
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
    // Before the connection ends, which is what the log waits for.
    if (!response.destroyed) stateOf(response).fault = fault as Error
    response.destroy()
  }
}

/** Finds the end of the slice that begins at `at`: never between the two halves of a character, each of which would be sent as U+FFFD. */
function endOfSlice(chunk: string | Uint8Array, at: number): number {
  const end = at + SLICE_LENGTH
  const splitsCharacter = typeof chunk === 'string' && (chunk.codePointAt(end - 1) ?? 0) > 0xffff
  return splitsCharacter ? end - 1 : end
}

function lengthOf(body: HttpResponse['body']): number | undefined {
  return typeof body === 'string' ? Buffer.byteLength(body) : body?.length
}

function isStream(body: HttpResponse['body']): body is BodyStream {
  return typeof body === 'object' && !Buffer.isBuffer(body)
}

/** Waits for a body's first chunk and returns the whole body; ends it after that chunk unless it is wanted. */
async function begin(body: BodyStream, isWanted: boolean): Promise<BodyStream> {
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
