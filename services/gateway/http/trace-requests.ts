import { tracer } from '@maps/shared/tracer'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Request, RequestHandler, Response } from 'express'
import { statusOf } from './client-disconnected.ts'
import { stateOf } from './request-state.ts'
import { isProbe } from './health.ts'
import { methodOf, routeOf } from './route-name.ts'

/**
 * Starts a span for each request except probes, in the trace of its `traceparent` (W3C Trace Context) or in a new one. Names and
 * attributes follow OpenTelemetry's conventions for HTTP servers.
 */
export function traceRequests(): RequestHandler {
  return (request, response, next) => {
    if (isProbe(request)) return next()
    const parent = propagation.extract(context.active(), request.headers)
    const span = tracer().startSpan(methodOf(request), { kind: SpanKind.SERVER }, parent)
    response.once('close', () => {
      const route = routeOf(request)
      span.updateName(`${methodOf(request)} ${route}`)
      span.setAttributes({ 'http.route': route, ...attributesOf(request, response) })
      if (statusOf(response) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(parent, span), next)
  }
}

/** Span attributes of a request, without its URL, which may contain a secret. */
function attributesOf(request: Request, response: Response) {
  const { requestId, caller } = stateOf(response)
  return {
    'http.request.method': methodOf(request),
    'http.response.status_code': statusOf(response),
    'maps.request_id': requestId,
    ...(caller && { 'maps.workspace_id': caller.workspaceId }),
  }
}
