import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { BullMQOtel } from 'bullmq-otel'
import type { Logger } from './logger.ts'
import { TRACER, type Tracing } from './tracer.ts'

/** Timeout of exporting spans: an unreachable collector must not delay shutdown. */
const EXPORT_TIMEOUT_MS = 3_000
const INTERVAL_MS = 1_000

/** Options of the tracing SDK. */
export interface TracingDependencies {
  service: string
  endpoint: string
  /** Share of the traces that are kept, 0 to 1. */
  share: number
  log: Logger
  beginsTraces: boolean
}

/** Sets up OpenTelemetry for this process. This file is loaded only if a collector is set. */
export function startTracing({ service, endpoint, share, log, beginsTraces }: TracingDependencies): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS })
  // The usual sampling by trace id would let clients choose.
  const sampler = {
    shouldSample: () => ({
      decision: SamplingDecision[Math.random() < share ? 'RECORD_AND_SAMPLED' : 'NOT_RECORD'],
    }),
    toString: () => `Share{${share}}`,
  }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `maps-${service}` }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: INTERVAL_MS, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
    ],
    // A client may name a trace, but must not decide whether it is kept.
    sampler: beginsTraces
      ? new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler })
      : new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  })
  const warn = (message: string): void => log.warn({ reason: message }, 'traces')
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, { logLevel: DiagLogLevel.WARN })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    queue: new BullMQOtel({ tracerName: TRACER }),
    async close() {
      await provider.shutdown().catch((err: unknown) => log.warn({ err }, 'traces'))
    },
  }
}
