import type { Logger } from '@maps/shared/logger'
import { ANY_TOKEN } from '../token.ts'
import type { ExchangeListener } from './exchange.ts'
import { isProbe } from './health.ts'

/** Writes one log line for each request that is over. */
export function accessLog(log: Logger): ExchangeListener {
  // What these lines hold is chosen here, and no headers are among it: nothing has to be looked for and struck out.
  const lines = log.child({}, { redact: [] })
  return (request, { statusCode: status }, { requestId, startedAt, caller, subject, fault }) => {
    if (isProbe(request)) return
    // Of one shape, whatever is known: what is undefined stays out of the line.
    const line = {
      requestId,
      method: request.method,
      // Routers shorten `url` on the way; Express keeps what the client asked for.
      url: withoutSecrets(request.originalUrl),
      status,
      ms: Math.round(performance.now() - startedAt),
      workspaceId: subject?.workspaceId ?? caller?.workspaceId,
      mapId: subject?.mapId,
      key: subject?.key,
      err: fault,
    }
    if (status === 500) lines.error(line, 'request')
    else if (status > 500 || fault) lines.warn(line, 'request')
    else lines.info(line, 'request')
  }
}

/** Whoever knows a share id can see the map, and some clients put their token where it does not belong. */
function withoutSecrets(url: string): string {
  return url.replace(/^\/share\/[^/?]+/, '/share/[id]').replaceAll(ANY_TOKEN, '[token]')
}
