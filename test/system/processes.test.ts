import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

/** Index of the worker that has started to render the map; -1 for none. */
function findRenderingWorker(system: System, mapId: string): number {
  return system.workers.findIndex((worker) =>
    worker.logs.some((it) => it.msg === 'render started' && it['mapId'] === mapId),
  )
}

/** Expects so many renders of these maps in the workers' logs, and no more. */
async function expectRenders(system: System, mapIds: readonly string[], expected: number): Promise<void> {
  const count = (): number => {
    const exports = system.workers.flatMap((it) => it.logs).filter((it) => it.msg === 'export')
    return exports.filter((it) => mapIds.includes(String(it['mapId']))).length
  }
  // Log lines may arrive after the responses.
  await expect.poll(count).toBe(expected)
  await sleep(500)
  expect(count()).toBe(expected)
}

/** Creates this many small maps. */
function createMaps(client: TestWorkspace, count: number) {
  return Promise.all(Array.from({ length: count }, (_, index) => client.createMap({ ...shop, name: `${index}` })))
}

it('a worker says which setting keeps it from its start', async () => {
  const starting = startSystem({ gateways: 0, workerEnv: { CHROMIUM_PATH: '/no/such/browser' } })
  await expect(starting).rejects.toThrow(
    /"level":"fatal".*"msg":"CHROMIUM_PATH: \/no\/such\/browser does not start: .*ENOENT/,
  )
})

describe('three gateways, which listen on IPv6, and three workers', () => {
  let system: System
  beforeAll(async () => {
    const gatewayEnv = { HOST: '::1', SHUTDOWN_DELAY_MS: '5000' }
    const settings = { isDatabaseEmpty: true, gatewayEnv, workerEnv: { LOG_LEVEL: 'debug' } }
    system = await startSystem({ gateways: 3, workers: 3, ...settings })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it('bring the database up once, although they start at once', async () => {
    const migrations = system.gateways.flatMap((it) => it.logs).filter((it) => it.msg === 'migrated')
    expect(migrations).toHaveLength(1)
    const client = await system.createWorkspace()
    expect(await client.createMap(shop)).toMatchObject(shop)
  })

  it('make every file once and hand it to every client', async () => {
    const client = await system.createWorkspace({ plan: 'pro' })
    const maps = await createMaps(client, 12)
    const exports = maps.flatMap(({ id, name }) =>
      ['markdown', 'notion'].flatMap((format) => [0, 1].map((gateway) => ({ id, name, format, gateway }))),
    )
    for (let at = 0; at < exports.length; at += 16) {
      const batch = exports.slice(at, at + 16).map(async ({ id, name, format, gateway }) => {
        const response = await client.request('GET', `/maps/${id}/export/${format}`, { gateway })
        expect(response.status, response.text).toBe(200)
        expect(response.text).toContain(name)
      })
      await Promise.all(batch)
    }
    const mapIds = maps.map((it) => it.id)
    await expectRenders(system, mapIds, maps.length * 2)
    const busy = system.workers.filter((worker) => worker.logs.some((it) => it.msg === 'export'))
    expect(busy.length).toBeGreaterThan(1)
  })

  it('render an unchanged map once for 200 simultaneous requests', async () => {
    const client = await system.createWorkspace({ plan: 'pro' })
    const { id } = await client.createMap(shop)
    const download = (gateway: number) => client.request('GET', `/maps/${id}/export/png`, { gateway })
    const responses = await Promise.all(Array.from({ length: 200 }, (_, index) => download(index % 2)))
    expect(new Set(responses.map((it) => it.status))).toEqual(new Set([200]))
    expect(responses.every((it) => it.bytes.equals(responses[0]!.bytes))).toBe(true)
    await expectRenders(system, [id], 1)
  })

  it('make exports that lead back to their gateway', async () => {
    const client = await system.createWorkspace()
    const { id } = await client.createMap(shop)
    const { status, text } = await client.exportMap(id, 'claude')
    expect(status, text).toBe(200)
    const { url } = system.gateways[0]!
    expect(url).toContain('[::1]')
    expect(text).toContain(`${url}/api/v1/maps/${id}`)
  })

  // Each of the following tests stops a process for good.

  /** Starts an export of a large map. @returns the response, and the worker that renders it */
  async function startExport(count: number) {
    const client = await system.createWorkspace({ plan: 'pro' })
    const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: `Service ${index}` }))
    const { id } = await client.createMap({ name: 'large', nodes })
    const response = client.request('GET', `/maps/${id}/export/png`, { direct: true })
    await expect.poll(() => findRenderingWorker(system, id)).toBeGreaterThanOrEqual(0)
    return { response, worker: system.workers[findRenderingWorker(system, id)]! }
  }

  it('of which a worker stops: another one takes over its jobs, and all exports succeed', async () => {
    const client = await system.createWorkspace({ plan: 'pro' })
    const maps = await createMaps(client, 10)
    const responses = maps.map((it) => client.exportMap(it.id, 'png'))
    await system.workers[0]!.kill('SIGTERM')
    for (const response of await Promise.all(responses)) expect(response.status, response.text).toBe(200)
    expect(await system.workers[0]!.exit).toBe(0)
  })

  it('of which a worker is killed: another one renders the export that it had started', async () => {
    const { response, worker } = await startExport(500)
    await worker.kill('SIGKILL')
    expect((await response).status).toBe(200)
  }, 40_000)

  it('of which a gateway stops: it finishes the export that it waits for', async () => {
    const { response } = await startExport(400)
    await system.gateways[0]!.kill('SIGTERM')
    expect((await response).status).toBe(200)
    expect(await system.gateways[0]!.exit).toBe(0)
  })

  it('of which a gateway stops: it reports that it is not ready, and serves until no more requests come', async () => {
    const { url, kill, exit } = system.gateways[1]!
    const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status
    expect(await statusOf('/readyz')).toBe(200)
    await kill('SIGTERM')
    await expect.poll(() => statusOf('/readyz')).toBe(503)
    expect(await statusOf('/livez')).toBe(200)
    const client = await system.createWorkspace()
    const response = await client.request('POST', '/maps', { gateway: 1, body: shop })
    expect(response.status, response.text).toBe(201)
    expect(await exit).toBe(0)
  })
})
