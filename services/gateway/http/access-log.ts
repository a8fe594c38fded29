import type { Logger } from '@maps/shared/logger'
import type { Request, RequestHandler, Response } from 'express'
import { ANY_TOKEN } from '../token.ts'
import { findCaller } from './caller.ts'
import { isProbe } from './health.ts'
import { requestIdOf, takeRequestId } from './request-id.ts'
import { findSubject } from './subject.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** What cut the answer short after it had begun. */
    err?: Error
  }
}

/** Gives each request its id, and one log line when it is over. */
export function accessLog(log: Logger): RequestHandler {
  // What these lines hold is chosen here, and no headers are among it: nothing has to be looked for and struck out.
  const lines = log.child({}, { redact: [] })
  return (request, response, next) => {
    const started = performance.now()
    takeRequestId(request, response)
    if (!isProbe(request)) response.once('close', () => writeLine(lines, request, response, started))
    next()
  }
}

function writeLine(log: Logger, request: Request, response: Response, started: number): void {
  const { statusCode: status, err } = response
  const line = {
    requestId: requestIdOf(request),
    method: request.method,
    // Routers shorten `url` on the way; Express keeps what the client asked for.
    url: withoutSecrets(request.originalUrl),
    status,
    ms: Math.round(performance.now() - started),
    workspaceId: findCaller(response)?.workspaceId,
    ...findSubject(response),
    ...(err && { err }),
  }
  if (status === 500) log.error(line, 'request')
  else if (status > 500 || err) log.warn(line, 'request')
  else log.info(line, 'request')
}

/** Whoever knows a share id can see the map, and some clients put their token where it does not belong. */
function withoutSecrets(url: string): string {
  return url.replace(/^\/share\/[^/?]+/, '/share/[id]').replaceAll(ANY_TOKEN, '[token]')
}
