import { InvalidRequest, NotFound, type FieldErrors, ServiceError } from '@maps/shared/errors'
import type { Logger } from '@maps/shared/logger'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { problemType } from './problem-kinds.ts'
import { invalidEscape } from './query-string.ts'
import { respond } from './response.ts'
import { stateOf } from './request-state.ts'

/** Media type of a problem document (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** The body of every error response (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().describe('Address, relative to the service, of a page about this kind of problem'),
    title: z.string().describe("The status' own name"),
    status: z.int(),
    detail: z.string().describe('What is wrong and what would be right'),
    instance: z.string().describe('Path of the request'),
    requestId: z.string().describe('To be quoted to the operator'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe('On 400: what would be valid, by field, as in "edges[0].color"; at most 20'),
    truncated: z.literal(true).optional().describe('There are more problems than are told'),
  })
  .meta({ id: 'Problem' })

type Problem = z.infer<typeof problemSchema>

/** Responds with 404 to a request that no route matched. */
export const unknownRoute: RequestHandler = (request) => {
  throw new NotFound(`There is nothing at ${request.method} ${shorten(request.path)}. The routes are listed at /docs.`)
}

/** Responds to a thrown value with a problem document (RFC 9457). Internal details are only logged. */
export function handleErrors(log: Logger): ErrorRequestHandler {
  return async (thrown: unknown, request, response, _next) => {
    // Where the client has disconnected, nothing can be sent.
    const state = stateOf(response)
    if (response.headersSent) {
      if (response.destroyed) return
      state.fault = thrown instanceof Error ? thrown : new Error(String(thrown))
      response.destroy()
      return
    }
    const { requestId } = state
    const error = reportFault(thrown, requestId, log)
    if (error.status > 500) state.reason = error.message
    if (response.destroyed) return
    const problem = problemOf(error, shorten(request.originalUrl.split('?')[0] ?? ''), requestId)
    const headers = { ...error.headers, 'Content-Type': PROBLEM_TYPE }
    await respond(response, { status: error.status, headers, body: JSON.stringify(problem) })
  }
}

/** Turns a thrown value into an error for the client. Internal details are only logged. */
export function reportFault(thrown: unknown, requestId: string, log: Logger): ServiceError {
  const error = toServiceError(thrown)
  if (error.status === 500) log.error({ err: thrown, requestId }, 'request failed')
  else if (error.cause !== undefined) log.warn({ err: error.cause, requestId }, 'request refused')
  return error
}

/** The problem document of an error. */
export function problemOf(error: ServiceError, instance: string, requestId: string): Problem {
  return {
    type: problemType(error),
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    instance,
    requestId,
    ...fieldsOf(error),
  }
}

function fieldsOf(error: ServiceError): { fields?: FieldErrors; truncated?: true } {
  if (!(error instanceof InvalidRequest)) return {}
  return { fields: error.fields, ...(error.isTruncated && { truncated: true as const }) }
}

/** Maps a thrown value to a ServiceError. Errors of Express have a `status`. */
function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  const { status } = (thrown ?? {}) as { status?: unknown }
  if (thrown instanceof URIError) return invalidEscape('path')
  // No cause: the access log has the request, and a stack inside Express would not help.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ServiceError(status, `${STATUS_CODES[status] ?? 'Not possible'}.`)
  }
  return internalError()
}

/** 500: a fault of the service, of which the client learns nothing. */
export function internalError(): ServiceError {
  return new ServiceError(500, 'Something went wrong on our side. The request id helps us to find it.')
}

function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
