import type { Logger } from '@maps/shared/logger'
import type { Request } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpLogger, pinoHttp } from 'pino-http'
import { ANY_TOKEN } from '../token.ts'
import { findCaller } from './caller.ts'
import { takeRequestId } from './request-id.ts'

/** Gives each request its id, and one log line when it is over. */
export function accessLog(log: Logger): HttpLogger {
  return pinoHttp({
    logger: log,
    genReqId: takeRequestId,
    quietReqLogger: true,
    // Probes come every few seconds, and what they find is told by what fails.
    autoLogging: { ignore: ({ url }) => url === '/livez' || url === '/readyz' },
    serializers: { req: () => undefined, res: () => undefined },
    customAttributeKeys: { reqId: 'requestId', responseTime: 'ms' },
    customLogLevel: (_request, { statusCode }) => (statusCode === 500 ? 'error' : statusCode > 500 ? 'warn' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customSuccessObject: (request, response, facts: Facts) => describe(request, response, facts),
    customErrorObject: (request, response, _error, facts: Facts) => describe(request, response, facts),
  })
}

interface Facts {
  ms: number
}

function describe(request: IncomingMessage, response: ServerResponse, { ms }: Facts): object {
  return {
    method: request.method,
    // Routers shorten `url` on the way; Express keeps what the client asked for.
    url: withoutSecrets((request as Request).originalUrl),
    status: response.statusCode,
    ms,
    workspaceId: findCaller(response)?.workspaceId,
  }
}

/** Whoever knows a share id can see the map, and some clients put their token where it does not belong. */
function withoutSecrets(url: string): string {
  return url.replace(/^\/share\/[^/?]+/, '/share/[id]').replaceAll(ANY_TOKEN, '[token]')
}
