import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'
import type { BullMQOtel } from 'bullmq-otel'

/** Tracing of a service. */
export interface Tracing {
  /** Telemetry option of BullMQ, which adds the trace to each job. */
  queue: BullMQOtel
  close(): Promise<void>
}

/** Name of the tracer of all spans. */
export const TRACER = 'maps-service'

/** The tracer of the service's own spans. */
export function tracer() {
  return trace.getTracer(TRACER)
}

/** Runs work in a child span of the active trace. Without tracing, only runs the work. */
export async function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Adds attributes to the active span, if there is one. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes)
}
