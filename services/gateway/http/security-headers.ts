import type { Request, Response } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { exchangeOf, REQUEST_ID_HEADER } from './exchange.ts'
import type { Step } from './in-turn.ts'

/** Names and values, in turn, of the headers that Helmet would set: they are the same on every answer, so it is asked once. */
export function safeHeaders(options: HelmetOptions): string[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => {})
  return Object.entries(response.getHeaders() as Record<string, string>).flat()
}

/** Has these headers go out instead of those that answers have by default. */
export function answerWith(headers: readonly string[]): Step {
  return (_request, response) => {
    const exchange = exchangeOf(response)
    exchange.headers = [REQUEST_ID_HEADER, exchange.requestId, ...headers]
  }
}

/** Sets the headers that every response of this exchange has: a step of its own where Express responds instead of `respond`. */
export function setHeaders(_request: Request, response: Response): void {
  const { headers } = exchangeOf(response)
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!)
}
