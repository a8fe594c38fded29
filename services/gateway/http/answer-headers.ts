import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Sets the headers that Helmet would; they are the same on every answer, so it is asked once. */
export function safeHeaders(options: HelmetOptions): RequestHandler {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => {})
  const headers = Object.entries(response.getHeaders()) as [string, string][]
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}
