import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'
import onHeaders from 'on-headers'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import type { HttpResponse } from './response.ts'

const MIN_BYTES = 1_024
/** Maximum number of encoders at a time: each holds memory until its client has read the response. Further responses are sent uncompressed. */
const MAX_ENCODERS = 32
/** Media types to compress. PNG is compressed already. */
const compressible = /^(?:application\/(?:[\w.]+\+)?json|application\/vnd\.mermaid|text\/|image\/svg\+xml)\b/
const level = 5
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 }
/** A window of 64 KiB for the encoder of a response: its default of 4 MiB would be most of the encoder's memory. */
const brotliOfResponse = { ...brotliQuality, [constants.BROTLI_PARAM_LGWIN]: 16 }
/** The encodings of `compression`, best first. */
const compressors = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: brotliQuality }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level }),
  deflate: (bytes: Buffer) => deflateSync(bytes, { level }),
}
type Encoding = keyof typeof compressors
const encodings = Object.keys(compressors) as Encoding[]

/**
 * Compresses JSON, SVG and text of 1 KiB or more for clients that accept Brotli or gzip. A compressed response has a weak ETag, since
 * a strong one names one representation (RFC 9110 §8.8.1).
 */
export function compress(): RequestHandler[] {
  let encoders = 0

  // `on-headers` calls listeners in reverse order, so this one runs after `compression` has set its headers.
  const setEncodingHeaders: RequestHandler = (request, response, next) => {
    onHeaders(response, () => {
      if (response.statusCode === 304) return setNotModifiedHeaders(request, response)
      if (isCompressible(response)) response.vary('Accept-Encoding')
      if (!response.hasHeader('Content-Encoding')) return
      weakenTag(response)
      // `compression` removes the length. A body that was compressed before needs no encoder.
      if (response.hasHeader('Content-Length')) return
      encoders++
      response.once('close', () => encoders--)
    })
    next()
  }

  const compressor = compression({
    threshold: MIN_BYTES,
    filter: (_request, response) => encoders < MAX_ENCODERS && isCompressible(response),
    level,
    brotli: { params: brotliOfResponse },
  })
  return [
    setEncodingHeaders,
    (request, response, next) => (request.headers['accept-encoding'] ? compressor(request, response, next) : next()),
  ]
}

/**
 * Prepares a response whose body is constant: the body is compressed for the first client that accepts an encoding.
 * Of several that a client accepts, the first of `encodings` is taken. Their weights make no difference.
 * @returns a function that selects the form for a request
 */
export function compressOnce(response: HttpResponse & { body: Buffer }): (request: Request) => HttpResponse {
  const { body, headers } = response
  const isWorthIt = body.length >= MIN_BYTES && compressible.test(String(headers?.['Content-Type']))
  const forms = new Map<Encoding, HttpResponse>()
  return (request) => {
    const encoding = isWorthIt ? encodings.find((it) => request.acceptsEncodings(it)) : undefined
    if (encoding === undefined) return response
    const form = forms.get(encoding) ?? {
      ...response,
      headers: { ...headers, 'Content-Encoding': encoding },
      body: compressors[encoding](body),
    }
    forms.set(encoding, form)
    return form
  }
}

function isCompressible(response: Response): boolean {
  return compressible.test(String(response.getHeader('Content-Type')))
}

/** Sets `Vary` and the ETag of a 304. A client that sent a weak ETag has a compressed copy, and recognizes it by that ETag. */
function setNotModifiedHeaders(request: Request, response: Response): void {
  response.vary('Accept-Encoding')
  const tag = response.getHeader('ETag')
  if (typeof tag === 'string' && request.headers['if-none-match']?.includes(`W/${tag}`)) weakenTag(response)
}

function weakenTag(response: Response): void {
  const tag = response.getHeader('ETag')
  if (typeof tag === 'string' && !tag.startsWith('W/')) response.setHeader('ETag', `W/${tag}`)
}
