import { z } from 'zod'
import type { Logger } from './logger.ts'
import type { Tracing } from './tracer.ts'

const shareForm = 'must be a number from 0 to 1'
/** The settings of traces, under OpenTelemetry's names. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:4318' })
    .transform((it) => it.replace(/\/+$/, ''))
    .optional()
    .describe('Collector that traces are sent to, by OTLP over HTTP. Default: no traces'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(shareForm)
    .min(0, shareForm)
    .max(1, shareForm)
    .default(1)
    .describe('Share of the traces that are kept'),
}
/** The settings of traces, checked. */
export type TracingSettings = z.infer<z.ZodObject<typeof tracingSettings>>

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
