import { once } from 'node:events'
import { MAX_CONNECTIONS } from '@maps/shared/listen'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Figure, readFigures, sumOf } from '../house/metrics-figures.ts'
import { asScraped, findQueryErrors, readQueries } from '../house/metrics-queries.ts'
import { descendantsOf } from '../rig/process-tree.ts'
import { type ProxiedSystem, startSystem, type System } from '../rig/system.ts'
import { openSocket, sendRaw } from '../security/raw-http.ts'
import { internalUrl } from './internal-url.ts'
import { shop } from './shop.ts'

const REQUESTS = 'maps_http_request_duration_seconds_count'
const EXPORTS = 'maps_export_duration_seconds_count'
const STAGES = 'maps_export_stage_duration_seconds_count'
/** Connections that are opened at a time: less than half of a server's queue, 511. */
const BATCH_SIZE = 201
const exportRoute = (format: string): string => `/api/v1/maps/:id/export/${format}`

async function scrape(url: string): Promise<{ text: string; figures: Figure[] }> {
  const response = await fetch(`${url}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  return { text, figures: readFigures(text) }
}

async function scrapeAll({ gateways: [gateway], workers: [worker] }: System) {
  return { gateway: await scrape(internalUrl(gateway!)), worker: await scrape(worker!.url) }
}

describe('/metrics', () => {
  let system: ProxiedSystem
  beforeAll(async () => {
    system = await startSystem({ proxied: true })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it('counts each request and each export once, by outcome, and names neither workspaces nor maps', async () => {
    const client = await system.createWorkspace({ plan: 'pro' })
    const map = await client.createMap(shop)
    const path = `/maps/${map.id}/export`
    const direct = { direct: true }
    const created = await client.request('GET', `${path}/markdown`, direct)
    const hit = await client.request('GET', `${path}/markdown`, direct)
    const refused = await client.request('GET', `${path}/notion`, { ...direct, query: { part: '99' } })
    const unauthorized = await fetch(`${system.gateways[0]!.url}/api/v1/maps/${map.id}`)
    system.redisProxy.refuseConnections()
    system.redisProxy.resetConnections()
    const failed = await client.request('GET', `${path}/figma`, direct)
    expect([created, hit, refused, unauthorized, failed].map((it) => it.status)).toEqual([200, 200, 400, 401, 503])

    const withoutRedis = await scrapeAll(system)
    expect(sumOf(withoutRedis.gateway.figures, 'maps_dependency_up')).toBe(2)
    expect(sumOf(withoutRedis.gateway.figures, 'maps_dependency_up', { dependency: 'postgres' })).toBe(2)
    await system.redisProxy.restore()
    const { gateway, worker } = await vi.waitFor(
      async () => {
        const scraped = await scrapeAll(system)
        expect(sumOf(scraped.gateway.figures, 'maps_dependency_up')).toBe(6)
        expect(sumOf(scraped.gateway.figures, 'maps_render_workers')).toBe(1)
        return scraped
      },
      { timeout: 10_000, interval: 200 },
    )

    const requests = (labels: Record<string, string>) => sumOf(gateway.figures, REQUESTS, labels)
    expect(requests({ route: exportRoute('markdown'), method: 'GET', plan: 'pro', status: '200' })).toBe(2)
    expect(requests({ route: exportRoute('notion'), status: '400' })).toBe(1)
    expect(requests({ route: exportRoute('figma'), status: '503' })).toBe(1)
    expect(requests({ route: '/api/v1/maps', method: 'POST', plan: 'pro', status: '201' })).toBe(1)
    expect(requests({ route: 'none', plan: 'none', status: '401' })).toBe(1)
    // The objective of requests leaves out those of exports, which have one of their own.
    expect(requests({ export: 'true' })).toBe(4)
    expect(requests({ export: 'false' })).toBe(2)
    expect(sumOf(gateway.figures, 'maps_http_failed_requests_total', { export: 'true' })).toBe(1)
    expect(sumOf(gateway.figures, 'maps_http_failed_requests_total')).toBe(1)

    const outcomes = { made: 'markdown', hit: 'markdown', refused: 'notion', failed: 'figma' }
    for (const [outcome, format] of Object.entries(outcomes)) {
      expect(sumOf(gateway.figures, EXPORTS, { outcome, format }), outcome).toBe(1)
    }
    expect(sumOf(gateway.figures, EXPORTS)).toBe(4)
    expect(sumOf(gateway.figures, 'maps_export_duration_seconds_sum', { outcome: 'made' })).toBeGreaterThan(
      sumOf(gateway.figures, 'maps_export_duration_seconds_sum', { outcome: 'hit' }),
    )

    for (const stage of ['wait', 'render', 'store']) {
      expect(sumOf(worker.figures, STAGES, { format: 'markdown', stage, outcome: 'done' }), stage).toBe(1)
    }
    expect(sumOf(worker.figures, STAGES, { format: 'notion', stage: 'render', outcome: 'refused' })).toBe(1)
    expect(sumOf(worker.figures, STAGES)).toBe(5)

    for (const { text } of [gateway, worker]) {
      expect(text).not.toContain(client.id)
      expect(text).not.toContain(client.name)
      expect(text).not.toContain(map.id)
    }
    const all = asScraped({ 'maps-gateway': gateway.figures, 'maps-render-worker': worker.figures })
    expect(readQueries().flatMap((it) => findQueryErrors(it, all))).toEqual([])
  })

  it('counts a lost Chromium of a worker', async () => {
    const [worker] = system.workers
    const countLost = async () =>
      sumOf((await scrape(worker!.url)).figures, 'maps_browser_jobs_count', { reason: 'lost' })
    expect(await countLost()).toBe(0)
    process.kill(descendantsOf(worker!.pid)[0]!.pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await countLost()).toBe(1), { timeout: 5_000 })
  })
})

describe('a gateway', () => {
  let system: ProxiedSystem
  beforeAll(async () => {
    system = await startSystem({ proxied: true, workers: 0 })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it('counts unknown routes and methods under one name', async () => {
    const [gateway] = system.gateways
    for (const path of ['/a', '/b?c=d', '/docs', '/docs/unknown.css', '/share/none-of-these'])
      await fetch(gateway!.url + path, { redirect: 'manual' })
    await fetch(`${gateway!.url}/e`, { method: 'PROPFIND' })
    const { figures } = await scrape(internalUrl(gateway!))
    const series = new Set(
      figures.filter((it) => it.name === REQUESTS).map(({ labels }) => `${labels.method} ${labels.route}`),
    )
    expect([...series].toSorted()).toEqual(['GET /docs', 'GET /share/:shareId', 'GET none', 'other none'])
  })

  it('serves metrics and scale at its internal port alone', async () => {
    const [gateway] = system.gateways
    for (const path of ['/metrics', '/internal/scale']) {
      expect((await fetch(gateway!.url + path)).status, path).toBe(404)
      expect((await fetch(internalUrl(gateway!) + path)).status, path).toBe(200)
    }
    expect((await fetch(`${internalUrl(gateway!)}/api/v1/maps`)).status).toBe(404)
    // Without a password, there is no page of the queue.
    expect((await fetch(`${internalUrl(gateway!)}/queue`)).status).toBe(404)
  })

  it('counts requests whose clients left before a response as such, and logs what they waited for', async () => {
    const [gateway] = system.gateways
    const { token, createMap } = await system.createWorkspace({ plan: 'pro' })
    const { id } = await createMap(shop)
    const route = { route: '/api/v1/maps/:id' }
    const countsOf = (figures: readonly Figure[]) => ({
      answered: sumOf(figures, REQUESTS, { ...route, status: '200' }),
      left: sumOf(figures, REQUESTS, { ...route, status: '499' }),
      refused: sumOf(figures, REQUESTS, { ...route, status: '503' }),
      failed: sumOf(figures, 'maps_http_failed_requests_total'),
    })
    const figures = async () => (await scrape(internalUrl(gateway!))).figures
    const before = countsOf(await figures())
    const leaving = new AbortController()
    const get = (requestId: string, signal?: AbortSignal) =>
      fetch(`${gateway!.url}/api/v1/maps/${id}`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': requestId },
        ...(signal && { signal }),
      })
    system.postgresProxy.stall()
    const impatient = Promise.allSettled(['impatient-1', 'impatient-2'].map((it) => get(it, leaving.signal)))
    const patient = get('patient')
    const countQueries = async () => sumOf(await figures(), 'maps_postgres_queries')
    await vi.waitFor(async () => expect(await countQueries()).toBeGreaterThanOrEqual(3), { timeout: 4_000 })
    leaving.abort()
    expect((await impatient).map((it) => it.status)).toEqual(['rejected', 'rejected'])
    expect((await patient).status).toBe(503)
    const logged = () => gateway!.logs.filter((it) => it.msg === 'request refused').map((it) => it.requestId)
    await expect.poll(logged).toEqual(expect.arrayContaining(['impatient-1', 'impatient-2', 'patient']))
    await system.postgresProxy.restore()
    const { answered, left, refused, failed } = before
    const expected = { answered, left: left + 2, refused: refused + 1, failed: failed + 1 }
    expect(countsOf(await figures())).toEqual(expected)
  })

  it('is alive for probes and counts what it refuses while clients hold all of its connections', async () => {
    const [gateway] = system.gateways
    const port = Number(new URL(gateway!.url).port)
    await using parts = new AsyncDisposableStack()
    const open = async (): Promise<void> => {
      const socket = parts.adopt(openSocket(port), (it) => void it.destroy())
      await once(socket, 'connect')
    }
    // Beyond its queue, the system forgets connections of a busy gateway that their clients take for open. The last one waits for those before it.
    for (let opened = 0; opened < MAX_CONNECTIONS + 10; opened += BATCH_SIZE) {
      await Promise.all(Array.from({ length: BATCH_SIZE }, open))
      await sendRaw(port, 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    }
    // The system accepts connections before the gateway does, which then closes idle ones of earlier requests.
    const readRefused = async () =>
      sumOf((await scrape(internalUrl(gateway!))).figures, 'maps_http_refused_connections_total')
    await expect.poll(readRefused).toBeGreaterThanOrEqual(10)
    await expect(fetch(`${gateway!.url}/livez`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${internalUrl(gateway!)}/livez`)).status).toBe(200)
    await parts.disposeAsync()
    await expect
      .poll(() =>
        fetch(`${gateway!.url}/livez`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  it('reports to scalers how many exports wait and for how long, and fails while Redis is unreachable', async () => {
    const [gateway] = system.gateways
    const readScale = async () => {
      const response = await fetch(`${internalUrl(gateway!)}/internal/scale`)
      return { status: response.status, body: await response.json() }
    }
    const client = await system.createWorkspace({ plan: 'pro' })
    const { id } = await client.createMap(shop)
    expect(await readScale()).toEqual({ status: 200, body: { backlog: 0, oldestWaitMs: 0 } })

    const aborter = new AbortController()
    const download = (format: string) =>
      fetch(`${gateway!.url}/api/v1/maps/${id}/export/${format}`, {
        headers: { Authorization: `Bearer ${client.token}` },
        signal: aborter.signal,
      }).catch(() => {})
    const downloads = ['markdown', 'claude', 'agents'].map(download)
    await vi.waitFor(async () => expect(await readScale()).toMatchObject({ body: { backlog: 3 } }), { timeout: 5_000 })
    await vi.waitFor(
      async () => expect(((await readScale()).body as { oldestWaitMs: number }).oldestWaitMs).toBeGreaterThan(500),
      { timeout: 5_000 },
    )
    const { figures } = await scrape(internalUrl(gateway!))
    expect(sumOf(figures, 'maps_export_queue_waiting')).toBe(3)
    expect(sumOf(figures, 'maps_export_queue_oldest_wait_seconds')).toBeGreaterThan(0.5)
    expect(sumOf(figures, 'maps_export_waiters')).toBe(3)
    expect(sumOf(figures, 'maps_postgres_connections_max')).toBe(10)
    expect(figures.filter((it) => it.name === 'maps_postgres_queries')).toHaveLength(1)
    expect(figures.filter((it) => it.name === 'maps_render_workers').map((it) => it.value)).toEqual([0])

    aborter.abort()
    await Promise.all(downloads)
    const countDisconnected = async () =>
      sumOf((await scrape(internalUrl(gateway!))).figures, EXPORTS, { outcome: 'disconnected' })
    await vi.waitFor(async () => expect(await countDisconnected()).toBe(3), { timeout: 5_000 })
    // The jobs stay until their deadline.
    expect(await readScale()).toMatchObject({ body: { backlog: 3 } })
    system.redisProxy.refuseConnections()
    system.redisProxy.resetConnections()
    expect(await readScale()).toMatchObject({ status: 503, body: { title: 'Service Unavailable' } })
    await system.redisProxy.restore()
  })

  it('does not start where its internal port is taken', async () => {
    const taken = new URL(internalUrl(system.gateways[0]!)).port
    await expect(startSystem({ workers: 0, gatewayEnv: { INTERNAL_PORT: taken } })).rejects.toThrow(/did not start/)
  })
})
