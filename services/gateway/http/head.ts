import { InvalidRequest, ServiceError } from '@maps/shared/errors'
import type { RequestHandler } from 'express'

/** Refuses what Node would refuse by itself, without a word of why. */
export const checkHead: RequestHandler = ({ headers, httpVersion }, _response, next) => {
  // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
  if (headers.host === undefined && httpVersion === '1.1') throw new InvalidRequest('Send a Host header.')
  const { expect } = headers
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    throw new ServiceError(417, 'The only expectation that can be met is 100-continue.')
  }
  next()
}
