import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'
import onHeaders from 'on-headers'
import { constants } from 'node:zlib'

const MIN_BYTES = 1_024
/** Maximum number of encoders at a time: each holds memory until its client has read the response. Further responses are sent uncompressed. */
const MAX_ENCODERS = 32
/** Media types to compress. PNG is compressed already. */
const compressible = /^(?:application\/(?:[\w.]+\+)?json|application\/vnd\.mermaid|text\/|image\/svg\+xml)\b/
/** A window of 256 KiB instead of 4 MiB: the window is most of a Brotli encoder's memory. */
const BROTLI_WINDOW_BITS = 18

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
      encoders++
      response.once('close', () => encoders--)
    })
    next()
  }

  const compressor = compression({
    threshold: MIN_BYTES,
    filter: (_request, response) => encoders < MAX_ENCODERS && isCompressible(response),
    level: 5,
    brotli: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
    },
  })
  return [
    setEncodingHeaders,
    (request, response, next) => (request.headers['accept-encoding'] ? compressor(request, response, next) : next()),
  ]
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
