import type { Logger } from '@maps/shared/logger'
import { statusOf } from './client-disconnected.ts'
import type { CloseListener } from './request-state.ts'
import { isProbe } from './health.ts'
import { routeOf } from './route-name.ts'

/** Form of a map id. A client may send a token or a share id instead, which must not be logged. */
const mapIdForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Writes one log line for each finished request except probes. */
export function accessLog(log: Logger): CloseListener {
  // The line has no headers, so it needs no redaction.
  const lines = log.child({}, { redact: [] })
  return (request, response, { requestId, startedAt, caller, loggedMap, tool, fault, reason }) => {
    if (isProbe(request)) return
    const status = statusOf(response)
    // pino omits undefined fields.
    const line = {
      requestId,
      method: request.method,
      // Never the URL: a share id opens its map, and some clients put their token into the URL.
      route: routeOf(request),
      status,
      reason,
      tool: tool?.name,
      toolStatus: tool?.status,
      ms: Math.round(performance.now() - startedAt),
      workspaceId: loggedMap?.workspaceId ?? caller?.workspaceId,
      mapId: loggedMap && mapIdForm.test(loggedMap.mapId) ? loggedMap.mapId : undefined,
      key: loggedMap?.key,
      err: fault,
    }
    if (status === 500) lines.error(line, 'request')
    else if (status > 500 || fault) lines.warn(line, 'request')
    else lines.info(line, 'request')
  }
}
