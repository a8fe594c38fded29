import type { Response } from 'express'
import { clientAddress } from './client-address.ts'
import { exchangeOf } from './exchange.ts'
import type { Release } from './unsent-bytes.ts'

/** A body that is sent as it comes. */
interface Pieces extends AsyncIterable<string | Uint8Array> {
  /** In bytes, where it is known before they are there. */
  readonly length?: number
  /** Bytes of it that are in memory at a time. */
  readonly bytesAtATime: number
}

/** What a route answers: nothing of Express, so that a route can be called and read without it. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Texts in a list are sent one after the other, in one go and without being put together first. */
  body?: string | readonly string[] | Buffer | Pieces
}

export function json(status: number, body: string | readonly string[], headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body }
}

/** Larger bodies are written in slices of this many bytes or characters, the next one when the client has taken the last. */
const SLICE_LENGTH = 256 * 1024
/** A client that takes longer for a slice, or for a whole smaller body, is cut off: 14 KB a second are quick enough. */
const SLICE_GRACE_MS = 10_000
const LEAST_BYTES_PER_MS = 32

/**
 * Sends an answer. A streamed one begins once its first piece is there, so that a fault until then still gets an answer of
 * its own; a later fault ends the connection, so that half an answer cannot be taken for a whole one.
 * @throws Unavailable where too many bytes of other answers wait for their clients
 */
export async function send(response: Response, answer: Answer): Promise<void> {
  const { status, headers = {}, body } = answer
  const { unsent, caller } = exchangeOf(response)
  const client = caller?.workspaceId ?? clientAddress(response.req)
  const length = lengthOf(body)
  let content = body
  if (isStream(body)) {
    if (unsent) releaseAfter(response, await unsent.reserveInTime(client, body.bytesAtATime))
    content = await begin(body, response.req.method !== 'HEAD')
  } else if (unsent) releaseAfter(response, unsent.reserve(client, length ?? 0))
  // All at once: that takes Node less time than one header after the other.
  const head = [...exchangeOf(response).headers]
  for (const name in headers) head.push(name, headers[name]!)
  if (length !== undefined) head.push('Content-Length', String(length))
  response.writeHead(status, head)
  if (content === undefined) return void response.end()
  if (isStream(content) || length! > SLICE_LENGTH) return sendInSlices(response, content)
  if (Array.isArray(content)) {
    for (const it of content) response.write(it)
    response.end()
  } else response.end(content)
  if (!response.writableFinished) void taken(response, length!)
}

/** Gives the room for a body back when it is sent, or its client has gone. */
function releaseAfter(response: Response, release: Release): void {
  if (response.destroyed) release()
  else response.once('close', release)
}

async function sendInSlices(response: Response, content: NonNullable<Answer['body']>): Promise<void> {
  try {
    for await (const piece of isStream(content) ? content : [content].flat()) {
      for (let at = 0; at < piece.length; at += SLICE_LENGTH) {
        if (response.destroyed) return
        const end = at + SLICE_LENGTH
        const slice = typeof piece === 'string' ? piece.slice(at, end) : piece.subarray(at, end)
        if (!response.write(slice)) await taken(response, slice.length)
      }
    }
    response.end()
  } catch (fault) {
    // Before the connection ends, which is what the log waits for.
    exchangeOf(response).fault = fault as Error
    response.destroy()
  }
}

/** Resolves when the client has taken what was written, or has gone. One that is too slow is cut off. */
function taken(response: Response, length: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const limit = setTimeout(() => response.socket?.resetAndDestroy(), SLICE_GRACE_MS + length / LEAST_BYTES_PER_MS)
  function settle(): void {
    clearTimeout(limit)
    for (const event of ['drain', 'finish', 'close']) response.off(event, settle)
    resolve()
  }
  for (const event of ['drain', 'finish', 'close']) response.on(event, settle)
  return promise
}

function lengthOf(body: Answer['body']): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (!Array.isArray(body)) return body?.length
  let length = 0
  for (const it of body) length += Buffer.byteLength(it)
  return length
}

function isStream(body: Answer['body']): body is Pieces {
  return typeof body === 'object' && !Buffer.isBuffer(body) && !Array.isArray(body)
}

/** Waits for the first piece, and gives all of them. */
async function begin(pieces: Pieces, isWanted: boolean): Promise<Pieces> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (!isWanted) {
    // Node throws away what is written to a HEAD, as fast as it comes.
    await iterator.return?.()
    return { ...pieces, async *[Symbol.asyncIterator]() {} }
  }
  return {
    ...pieces,
    async *[Symbol.asyncIterator]() {
      if (first.done) return
      yield first.value
      yield* { [Symbol.asyncIterator]: () => iterator }
    },
  }
}
