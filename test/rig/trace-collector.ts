import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { startServer, type TestServer } from './http-server.ts'

/** An exported span of a trace. */
export interface Span {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  /** Kind: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  /** Status code: 0 unset, 1 ok, 2 error. */
  status: number
  attributes: Record<string, unknown>
  durationMs: number
}

/** A trace collector that speaks OTLP over HTTP with JSON. */
export interface TraceCollector extends TestServer {
  /** Spans received so far. */
  spans: readonly Span[]
}

/** The parts of an export request that are read here: opentelemetry-proto, collector/trace/v1. */
interface ExportRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[]
}

interface WireSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status?: { code?: number }
  attributes: Attribute[]
  startTimeUnixNano: string
  endTimeUnixNano: string
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

/** Starts a collector of traces on a free port. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: Span[] = []
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request)
    if (request.url === '/v1/traces') spans.push(...readSpans(body as ExportRequest))
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = await startServer((request, response) => void receive(request, response))
  return { ...server, spans }
}

function readSpans({ resourceSpans }: ExportRequest): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(readAttributes(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) => spans.map((it) => readSpan(service, it)))
  })
}

function readSpan(service: string, span: WireSpan): Span {
  const { name, traceId, spanId, parentSpanId, kind, status, attributes, startTimeUnixNano, endTimeUnixNano } = span
  return {
    service,
    name,
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    kind,
    status: status?.code ?? 0,
    attributes: readAttributes(attributes),
    durationMs: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
  }
}

function readAttributes(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
