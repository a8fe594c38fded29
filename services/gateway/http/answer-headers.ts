import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { exchangeOf, REQUEST_ID_HEADER } from './exchange.ts'

/** Names and values, in turn, of the headers that Helmet would set: they are the same on every answer, so it is asked once. */
export function safeHeaders(options: HelmetOptions): string[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => {})
  return Object.entries(response.getHeaders() as Record<string, string>).flat()
}

/** Has these headers go out instead of those that answers have by default. */
export function answerWith(headers: readonly string[]): RequestHandler {
  return (_request, response, next) => {
    const exchange = exchangeOf(response)
    exchange.headers = [REQUEST_ID_HEADER, exchange.requestId, ...headers]
    next()
  }
}

/** Sets an exchange's headers where Express answers, not `send`. */
export const setHeaders: RequestHandler = (_request, response, next) => {
  const { headers } = exchangeOf(response)
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!)
  next()
}
