import { type Attributes, context, diag, DiagLogLevel, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import type { BullMQOtel } from 'bullmq-otel'
import { z } from 'zod'
import type { Logger } from './logger.ts'

/** The settings of traces, by the names that OpenTelemetry gives them. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:4318' })
    .transform((it) => it.replace(/\/+$/, ''))
    .optional()
    .describe('Collector that traces are sent to, by OTLP over HTTP. No traces where not set'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('Share of the traces that are kept'),
}
export type TracingSettings = z.infer<z.ZodObject<typeof tracingSettings>>

/** A service that is traced. */
export interface Tracing {
  /** Carries a trace through the queue, with the jobs. */
  queue: BullMQOtel
  close(): Promise<void>
}

const TRACER = 'maps-service'
/** For spans to be handed over; a collector that is away must hold up nobody, least of all a stop. */
const HAND_OVER_MS = 3_000
const INTERVAL_MS = 1_000

/**
 * Begins to trace, where there is a collector; without one, nothing of OpenTelemetry's machinery is even loaded.
 * @param beginsTraces whether work of no trace begins one; else only what belongs to a trace of somebody is told of
 */
export async function openTracing(
  service: 'gateway' | 'render-worker',
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: TracingSettings,
  log: Logger,
  { beginsTraces }: { beginsTraces: boolean },
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined
  const sdk = await loadSdk()
  const exporter = new sdk.OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: HAND_OVER_MS })
  // Not by the trace's id, as is usual: a client may have chosen that.
  const ours = {
    shouldSample: () => ({
      decision: sdk.SamplingDecision[Math.random() < share ? 'RECORD_AND_SAMPLED' : 'NOT_RECORD'],
    }),
    toString: () => `Share{${share}}`,
  }
  const provider = new sdk.TracerProvider({
    resource: sdk.resourceFromAttributes({ 'service.name': `maps-${service}` }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: INTERVAL_MS, exportTimeoutMillis: HAND_OVER_MS }),
    ],
    // Where traces begin, a client may name one, but how many are kept is not for clients to say.
    sampler: beginsTraces
      ? new sdk.ParentBasedSampler({ root: ours, remoteParentSampled: ours })
      : new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() }),
  })
  const warn = (message: string): void => log.warn({ reason: message }, 'traces')
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, { logLevel: DiagLogLevel.WARN })
  context.setGlobalContextManager(new sdk.AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new sdk.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    queue: new sdk.BullMQOtel({ tracerName: TRACER }),
    async close() {
      await provider.shutdown().catch((err: unknown) => log.warn({ err }, 'traces'))
    },
  }
}

/** Whoever makes spans by hand. */
export function tracer() {
  return trace.getTracer(TRACER)
}

/** Does work as a span of the trace that is under way; where there is none, it is only done. */
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

/** Adds to the span that is under way, where there is one. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes)
}

async function loadSdk() {
  const parts = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('bullmq-otel'),
  ])
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, { OTLPTraceExporter }] = parts
  const [, , , { resourceFromAttributes }, sdk, { BullMQOtel: Telemetry }] = parts
  return {
    ...sdk,
    AsyncLocalStorageContextManager,
    W3CTraceContextPropagator,
    OTLPTraceExporter,
    resourceFromAttributes,
    BullMQOtel: Telemetry,
  }
}
