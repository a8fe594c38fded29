import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'
import type { BullMQOtel } from 'bullmq-otel'
import { z } from 'zod'
import type { Logger } from './logger.ts'

/** The settings of traces, under OpenTelemetry's names. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:4318' })
    .transform((it) => it.replace(/\/+$/, ''))
    .optional()
    .describe('Collector that traces are sent to, by OTLP over HTTP. No traces where not set'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('Share of the traces that are kept'),
}
/** The settings of traces, checked. */
export type TracingSettings = z.infer<z.ZodObject<typeof tracingSettings>>

/** Tracing of a service. */
export interface Tracing {
  /** Telemetry option of BullMQ, which adds the trace to each job. */
  queue: BullMQOtel
  close(): Promise<void>
}

/** Name of the tracer of all spans. */
export const TRACER = 'maps-service'

/**
 * Starts tracing if a collector is set. Without one, OpenTelemetry's SDK is not loaded.
 * @param beginsTraces whether work without a trace starts one; otherwise only work within a trace makes spans
 */
export async function openTracing(
  service: 'gateway' | 'render-worker',
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: TracingSettings,
  log: Logger,
  { beginsTraces }: { beginsTraces: boolean },
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined
  const { startTracing } = await import('./tracing-sdk.ts')
  return startTracing({ service, endpoint, share, log, beginsTraces })
}

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
