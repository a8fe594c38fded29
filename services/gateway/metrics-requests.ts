import type { Request, RequestHandler, Response } from 'express'
import { findCaller } from './http/caller.ts'
import { isProbe } from './http/health.ts'
import { methodOf, routeOf } from './http/route-name.ts'
import type { GatewayMetrics } from './metrics.ts'

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
    method: methodOf(request),
    route: routeOf(request),
    status: response.statusCode,
    plan: findCaller(response)?.planName ?? ('none' as const),
    seconds: (performance.now() - started) / 1_000,
  }
}
