import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import type { RequestHandler } from 'express'

/** Refuses an HTTP/1.1 request without exactly one `Host` header, and one with an `Expect` header other than `100-continue`. */
export const checkHeaders: RequestHandler = ({ headers: { expect }, rawHeaders, httpVersion }, _response, next) => {
  // `rawHeaders` alternates names and values; `headers` has only the first Host.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
  // Required by https://www.rfc-editor.org/rfc/rfc9112#section-3.2.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    throw new InvalidRequest('Send one Host header.', { Host: 'must be sent once' })
  }
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    throw new ServiceError(417, 'The only expectation that can be met is 100-continue.')
  }
  next()
}
