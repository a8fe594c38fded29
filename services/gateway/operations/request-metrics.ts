import { statusOf } from '../http/client-disconnected.ts'
import type { CloseListener } from '../http/request-state.ts'
import { isProbe } from '../http/health.ts'
import { methodOf, routeOf } from '../http/route-name.ts'
import type { GatewayMetrics } from './metrics.ts'

/** Counts and times each request except probes. */
export function measureRequests(
  metrics: Pick<GatewayMetrics, 'observeRequest' | 'countBrokenResponse'>,
): CloseListener {
  return (request, response, { startedAt, caller, isExport, fault }) => {
    if (isProbe(request)) return
    const labels = {
      method: methodOf(request),
      route: routeOf(request),
      status: statusOf(response),
      plan: caller?.planName ?? 'none',
      export: isExport ? 'true' : 'false',
    } as const
    if (fault) metrics.countBrokenResponse()
    metrics.observeRequest(labels, (performance.now() - startedAt) / 1_000)
  }
}
