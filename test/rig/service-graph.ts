import type { Span } from './trace-collector.ts'

/** Kinds of spans that call a service, and kinds that are called. */
const CALLING: ReadonlySet<number> = new Set([3, 4])
const CALLED: ReadonlySet<number> = new Set([2, 5])
const CONSUMER = 5

/**
 * Reduces spans to the requests between services in Prometheus' text format, as the connector `servicegraph` of OpenTelemetry does: pairs of client and
 * server, and of producer and consumer. A server span without a parent is called by "user".
 */
export function serviceGraphOf(spans: readonly Span[]): string {
  const callers = new Map(spans.filter((it) => CALLING.has(it.kind)).map((it) => [it.spanId, it.service]))
  const counts = new Map<string, number>()
  for (const { kind, parentSpanId, service } of spans.filter((it) => CALLED.has(it.kind))) {
    const isRoot = parentSpanId === undefined
    const client = isRoot ? 'user' : callers.get(parentSpanId)
    if (client === undefined) continue
    const type = kind === CONSUMER ? 'messaging_system' : isRoot ? 'virtual_node' : ''
    const series = `{client="${client}",server="${service}",connection_type="${type}"}`
    counts.set(series, (counts.get(series) ?? 0) + 1)
  }
  return Array.from(counts, ([series, count]) => `traces_service_graph_request_total${series} ${count}\n`).join('')
}
