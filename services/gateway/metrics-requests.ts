import type { Request, RequestHandler, Response } from 'express'
import { findCaller } from './http/caller.ts'
import { isProbe } from './http/health.ts'
import { API_BASE } from './http/route.ts'
import type { GatewayMetrics } from './metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** Counts and times each request but the probes, under few enough names for any store of figures. */
export function measureRequests(metrics: Pick<GatewayMetrics, 'requestDone'>): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    if (!isProbe(request)) response.once('close', () => metrics.requestDone(recordOf(request, response, started)))
    next()
  }
}

function recordOf(request: Request, response: Response, started: number) {
  return {
    method: methods.has(request.method) ? request.method : 'other',
    route: routeOf(request),
    status: response.statusCode,
    plan: findCaller(response)?.planName ?? ('none' as const),
    seconds: (performance.now() - started) / 1_000,
  }
}

/** The route as it is written, never the address that was asked for; what no route took counts as one. */
function routeOf({ route, originalUrl }: Request): string {
  const path = (route as { path: string } | undefined)?.path
  if (path === undefined) return 'none'
  return originalUrl.startsWith(`${API_BASE}/`) && !path.startsWith(API_BASE) ? API_BASE + path : path
}
