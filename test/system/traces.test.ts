import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSystem, type System } from '../rig/system.ts'
import { type Span, startTraceCollector, type TraceCollector } from '../rig/trace-collector.ts'
import { shop } from './shop.ts'

const exportRoute = '/api/v1/maps/:id/export/markdown'
/** Spans go out every second; those that no collector takes are tried again for a while. */
const arrival = { timeout: 15_000, interval: 200 }

function tracedSystem(collector: string, more: Record<string, string> = {}): Promise<System> {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, ...more }
  return startSystem({ gatewayEnv: env, workerEnv: env })
}

/** A span and those beneath it, by name, in no particular order. */
interface Branch {
  [name: string]: Branch
}

function treeOf(spans: readonly Span[], parent: string | undefined): Branch {
  const beneath = spans.filter((it) => it.parentSpanId === parent)
  return Object.fromEntries(beneath.map((it) => [`${it.service}: ${it.name}`, treeOf(spans, it.spanId)]))
}

async function ask({ gateways: [gateway] }: System, path: string, token: string, headers: Record<string, string> = {}) {
  const answer = await fetch(gateway!.url + path, { headers: { Authorization: `Bearer ${token}`, ...headers } })
  await answer.arrayBuffer()
  return answer
}

describe('traces', () => {
  let collector: TraceCollector
  let system: System
  beforeAll(async () => {
    collector = await startTraceCollector()
    system = await tracedSystem(collector.url)
  })
  afterAll(async () => {
    await system[Symbol.asyncDispose]()
    await collector[Symbol.asyncDispose]()
  })

  it('run from the request through the queue to the render, under the trace that the client named', async () => {
    const team = await system.createWorkspace({ plan: 'pro' })
    const map = await team.createMap(shop)
    const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const path = `/api/v1/maps/${map.id}/export/markdown`
    const headers = { traceparent: `00-${traceId}-${caller}-01`, 'X-Request-Id': 'traced' }
    expect((await ask(system, path, team.token, headers)).status).toBe(200)

    const ofTrace = () => collector.spans.filter((it) => it.traceId === traceId)
    await vi.waitFor(() => expect(ofTrace()).toHaveLength(6), arrival)
    expect(treeOf(ofTrace(), caller)).toEqual({
      [`maps-gateway: GET ${exportRoute}`]: {
        'maps-gateway: add exports.markdown': {
          'maps-render-worker: process exports': {
            'maps-render-worker: render': {},
            'maps-render-worker: store': {},
            'maps-render-worker: complete exports': {},
          },
        },
      },
    })
    const [request] = ofTrace().filter((it) => it.name.startsWith('GET'))
    expect(request!.attributes).toEqual({
      'http.route': exportRoute,
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'maps.request_id': 'traced',
      'maps.workspace_id': team.id,
    })
    const [made] = ofTrace().filter((it) => it.name === 'process exports')
    expect(made!.attributes).toMatchObject({ 'maps.request_id': 'traced', 'maps.map_id': map.id })
    for (const span of ofTrace()) expect(span.durationMs, span.name).toBeGreaterThan(0)
  })

  it('begin with each request, tell of failures, and hold neither tokens, nor names, nor what workers do for themselves', async () => {
    // Spans of a gateway arrive in their order, so those of the test before have all come.
    const before = collector.spans.length
    const spans = () => collector.spans.slice(before)
    const team = await system.createWorkspace({ plan: 'pro' })
    const map = await team.createMap(shop)
    await ask(system, `/api/v1/maps/${map.id}/export/notion?part=99`, team.token)
    await ask(system, `/share/none-of-these?token=${team.token}`, team.token)
    await ask(system, '/readyz', team.token)
    await vi.waitFor(() => expect(spans().filter((it) => it.name === 'render')).toHaveLength(1), arrival)
    await vi.waitFor(() => expect(spans().filter((it) => it.parentSpanId === undefined)).toHaveLength(3), arrival)
    const roots = spans()
      .filter((it) => it.parentSpanId === undefined)
      .map((it) => it.name)
    expect(roots.toSorted()).toEqual(['GET /api/v1/maps/:id/export/notion', 'GET /share/:shareId', 'POST /api/v1/maps'])
    expect(spans().find((it) => it.name === 'render')).toMatchObject({ status: 2 })
    const told = JSON.stringify(spans())
    expect(told).not.toContain(team.token)
    expect(told).not.toContain(shop.name)
    expect(told).not.toContain('none-of-these')
  })

  it('are sampled by our setting, not by the flag of a client', async () => {
    await using collector = await startTraceCollector()
    await using system = await tracedSystem(collector.url, { OTEL_TRACES_SAMPLER_ARG: '0.000001' })
    const team = await system.createWorkspace({ plan: 'pro' })
    const { id } = await team.createMap(shop)
    // The lowest id: of each share of all ids it is a part.
    const headers = { traceparent: '00-00000000000000000000000000000001-b7ad6b7169203331-01' }
    expect((await ask(system, `/api/v1/maps/${id}/export/markdown`, team.token, headers)).status).toBe(200)
    // What was to be sent is sent at the end.
    await system[Symbol.asyncDispose]()
    expect(collector.spans).toEqual([])
  })

  it('that no collector takes cost a line in the log, and no response', async () => {
    await using system = await tracedSystem('http://127.0.0.1:9')
    const team = await system.createWorkspace({ plan: 'pro' })
    const { id } = await team.createMap(shop)
    expect((await ask(system, `/api/v1/maps/${id}/export/markdown`, team.token)).status).toBe(200)
    const [gateway] = system.gateways
    await vi.waitFor(() => expect(gateway!.logs.filter((it) => it.msg === 'traces')).not.toHaveLength(0), arrival)
    expect((await ask(system, `/api/v1/maps/${id}/export/claude`, team.token)).status).toBe(200)
  })
})
