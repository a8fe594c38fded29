import { once } from 'node:events'
import { request } from 'node:http'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { NewMap } from '@maps/shared/map'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_OPERATIONS } from '../../clients/cli/drift/propose.ts'
import { run } from '../../clients/cli/run.ts'
import { connectMcp } from '../rig/mcp-client.ts'
import { serviceGraphOf } from '../rig/service-graph.ts'
import { startSystem, type System } from '../rig/system.ts'
import { type Span, startTraceCollector, type TraceCollector } from '../rig/trace-collector.ts'
import { shop } from './shop.ts'

const exportRoute = '/api/v1/maps/:id/export/markdown'
/** Spans are sent every second, and again for a while where no collector takes them. */
const untilExported = { timeout: 15_000, interval: 200 }

/** Our own map of the path of an export. */
const path = JSON.parse(await readFile(new URL('../../docs/export-path.json', import.meta.url), 'utf8')) as NewMap
/** The parts of it that send no spans, and that no spans name. */
const silent = 'postgres,store,chromium,templates'

function startTracedSystem(collectorUrl: string, settings: Record<string, string> = {}): Promise<System> {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, ...settings }
  return startSystem({ gatewayEnv: env, workerEnv: env })
}

/** Spans by name, each with its child spans. */
interface SpanTree {
  [name: string]: SpanTree
}

function treeOf(spans: readonly Span[], parent: string | undefined): SpanTree {
  const children = spans.filter((it) => it.parentSpanId === parent)
  return Object.fromEntries(children.map((it) => [`${it.service}: ${it.name}`, treeOf(spans, it.spanId)]))
}

async function get({ gateways: [gateway] }: System, path: string, token: string, headers: Record<string, string> = {}) {
  const response = await fetch(gateway!.url + path, { headers: { Authorization: `Bearer ${token}`, ...headers } })
  await response.arrayBuffer()
  return response
}

describe('traces', () => {
  let collector: TraceCollector
  let system: System
  beforeAll(async () => {
    collector = await startTraceCollector()
    system = await startTracedSystem(collector.url)
  })
  afterAll(async () => {
    await system[Symbol.asyncDispose]()
    await collector[Symbol.asyncDispose]()
  })

  it('span the request, the queue and the render, in the trace of the client', async () => {
    const client = await system.createWorkspace({ plan: 'pro' })
    const map = await client.createMap(shop)
    const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const path = `/api/v1/maps/${map.id}/export/markdown`
    const headers = { traceparent: `00-${traceId}-${caller}-01`, 'X-Request-Id': 'traced' }
    expect((await get(system, path, client.token, headers)).status).toBe(200)

    const ownSpans = () => collector.spans.filter((it) => it.traceId === traceId)
    await vi.waitFor(() => expect(ownSpans()).toHaveLength(6), untilExported)
    expect(treeOf(ownSpans(), caller)).toEqual({
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
    const [request] = ownSpans().filter((it) => it.name.startsWith('GET'))
    expect(request!.attributes).toEqual({
      'http.route': exportRoute,
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'maps.request_id': 'traced',
      'maps.workspace_id': client.id,
    })
    const [processed] = ownSpans().filter((it) => it.name === 'process exports')
    expect(processed!.attributes).toMatchObject({ 'maps.request_id': 'traced', 'maps.map_id': map.id })
    for (const span of ownSpans()) expect(span.durationMs, span.name).toBeGreaterThan(0)
  })

  it('have the status 499 where the client left before a response', async () => {
    const { token } = await system.createWorkspace()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Length': '100', 'X-Request-Id': 'left' }
    const upload = request(`${system.gateways[0]!.url}/api/v1/maps`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Expect: '100-continue' },
    })
    upload.on('error', () => {}).flushHeaders()
    await once(upload, 'continue')
    upload.socket!.resetAndDestroy()
    const span = () => collector.spans.find((it) => it.attributes['maps.request_id'] === 'left')
    await vi.waitFor(() => expect(span()?.attributes['http.response.status_code']).toBe(499), untilExported)
  })

  it('begin with each request, have errors, and contain no tokens, names or maintenance of workers', async () => {
    // A gateway's spans arrive in order, so those of the test before are complete.
    const before = collector.spans.length
    const spans = () => collector.spans.slice(before)
    const client = await system.createWorkspace({ plan: 'pro' })
    const map = await client.createMap(shop)
    await get(system, `/api/v1/maps/${map.id}/export/notion?part=99`, client.token)
    await get(system, `/share/none-of-these?token=${client.token}`, client.token)
    await get(system, '/readyz', client.token)
    await vi.waitFor(() => expect(spans().filter((it) => it.name === 'render')).toHaveLength(1), untilExported)
    await vi.waitFor(() => expect(spans().filter((it) => it.parentSpanId === undefined)).toHaveLength(3), untilExported)
    const roots = spans()
      .filter((it) => it.parentSpanId === undefined)
      .map((it) => it.name)
    expect(roots.toSorted()).toEqual(['GET /api/v1/maps/:id/export/notion', 'GET /share/:shareId', 'POST /api/v1/maps'])
    expect(spans().find((it) => it.name === 'render')).toMatchObject({ status: 2 })
    const text = JSON.stringify(spans())
    expect(text).not.toContain(client.token)
    expect(text).not.toContain(shop.name)
    expect(text).not.toContain('none-of-these')
  })

  it('say the same as our map of the path of an export', async () => {
    const before = collector.spans.length
    const spans = () => collector.spans.slice(before)
    await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-drift-'))
    const [graph, names] = ['graph.txt', 'names.yml'].map((it) => join(folder.path, it))
    const client = await system.createWorkspace({ plan: 'pro' })
    const url = system.gateways[0]!.url

    async function drift(map: string, ...words: string[]) {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()]
      const code = await run(['drift', map, '--observed', graph!, '--alias', names!, ...words], {
        env: { MAPS_URL: `${url}/api/v1`, MAPS_TOKEN: client.token },
        stdin: new PassThrough().end(),
        stdout,
        stderr,
        signal: new AbortController().signal,
      })
      const [output, errors] = await Promise.all([text(stdout.end()), text(stderr.end())])
      expect(errors).toBe('')
      return { code, lines: output.trimEnd().split('\n').slice(1), output }
    }

    const { id: exported } = await client.createMap(shop)
    await client.exportMap(exported, 'markdown')
    const isWhole = () => ['user', 'maps-gateway'].every((it) => serviceGraphOf(spans()).includes(`client="${it}"`))
    await vi.waitFor(() => expect(isWhole()).toBe(true), { timeout: 15_000, interval: 200 })
    await writeFile(graph!, serviceGraphOf(spans()))
    await writeFile(names!, 'client: user\ngateway: maps-gateway\nworker: maps-render-worker\n')

    const { id } = await client.createMap(path)
    expect(await drift(id, '--ignore', silent)).toMatchObject({ code: 0, lines: [] })
    const whole = await drift(id)
    expect(whole.code).toBe(1)
    expect(whole.lines.map((it) => it.split('  ')[0])).toEqual([
      ...[
        '- Maps',
        '- Finished files',
        '- Chromium',
        '- Templates',
        '- API gateway → Maps',
        '- Finished files → API gateway',
      ],
      ...['- Render worker → Finished files', '- Render worker → Chromium', '- Render worker → Templates'],
    ])

    // The same map with a fault: its queue leads nowhere.
    const faulty = await client.createMap({ ...path, edges: path.edges.filter((it) => it.source !== 'queue') })
    const found = await drift(faulty.id, '--ignore', silent)
    expect(found).toMatchObject({
      code: 1,
      lines: [
        '- Export queue  BullMQ on Redis',
        expect.stringMatching(/^\+ API gateway → Render worker  1 request \(line \d\)$/),
        '- API gateway → Export queue  ask once',
      ],
    })
    await using mcp = await connectMcp(url, client.token)
    const { tools } = await mcp.client.listTools()
    const { operations } = tools.find((it) => it.name === 'edit_map')!.inputSchema.properties as Record<string, object>
    expect(operations).toMatchObject({ description: expect.stringMatching(new RegExp(`at most ${MAX_OPERATIONS}$`)) })
    const proposed = JSON.parse((await drift(faulty.id, '--ignore', silent, '--propose')).output) as Record<
      string,
      unknown
    >
    expect(await mcp.call('edit_map', { ...proposed, note: 'As traced' })).toMatchObject({ isError: false })
    expect(await drift(faulty.id, '--ignore', silent)).toMatchObject({ code: 0, lines: [] })

    expect(await drift(id, '--apply')).toMatchObject({ code: 0 })
    expect(await drift(id)).toMatchObject({ code: 0, lines: [] })
  })

  it.concurrent('are sampled by our setting, not by the flag of a client', async () => {
    await using collector = await startTraceCollector()
    await using system = await startTracedSystem(collector.url, { OTEL_TRACES_SAMPLER_ARG: '0.000001' })
    const client = await system.createWorkspace({ plan: 'pro' })
    const { id } = await client.createMap(shop)
    // The lowest trace id is in the sample at every ratio.
    const headers = { traceparent: '00-00000000000000000000000000000001-b7ad6b7169203331-01' }
    expect((await get(system, `/api/v1/maps/${id}/export/markdown`, client.token, headers)).status).toBe(200)
    // A system sends its remaining spans before it ends.
    await system[Symbol.asyncDispose]()
    expect(collector.spans).toEqual([])
  })

  it.concurrent('that no collector takes cost a line in the log, and no response', async () => {
    await using system = await startTracedSystem('http://127.0.0.1:9')
    const client = await system.createWorkspace({ plan: 'pro' })
    const { id } = await client.createMap(shop)
    expect((await get(system, `/api/v1/maps/${id}/export/markdown`, client.token)).status).toBe(200)
    const [gateway] = system.gateways
    await vi.waitFor(() => expect(gateway!.logs.filter((it) => it.msg === 'traces')).not.toHaveLength(0), untilExported)
    expect((await get(system, `/api/v1/maps/${id}/export/claude`, client.token)).status).toBe(200)
  })
})
