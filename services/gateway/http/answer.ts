import type { Response } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exchangeOf } from './exchange.ts'

/** A body that is sent as it comes. */
interface Pieces extends AsyncIterable<string | Uint8Array> {
  /** In bytes, where it is known before they are there. */
  readonly length?: number
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

/**
 * Sends an answer. A streamed one begins once its first piece is there, so that a fault until then still gets an answer of
 * its own; a later fault ends the connection, so that half an answer cannot be taken for a whole one.
 */
export async function send(response: Response, { status, headers = {}, body }: Answer): Promise<void> {
  const content = isStream(body) ? await begin(body, response.req.method !== 'HEAD') : body
  const length = lengthOf(body)
  // All at once: that takes Node less time than one header after the other.
  const head = [...exchangeOf(response).headers]
  for (const name in headers) head.push(name, headers[name]!)
  if (length !== undefined) head.push('Content-Length', String(length))
  response.writeHead(status, head)
  if (content instanceof Readable) return pipeline(content, response)
  if (!Array.isArray(content)) return void response.end(content)
  for (const it of content) response.write(it)
  response.end()
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

async function begin(pieces: Pieces, isWanted: boolean): Promise<Readable | undefined> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (!isWanted) {
    // Node throws away what is written to a HEAD, as fast as it comes.
    await iterator.return?.()
    return undefined
  }
  return Readable.from(
    (async function* () {
      if (first.done) return
      yield first.value
      yield* { [Symbol.asyncIterator]: () => iterator }
    })(),
  )
}
