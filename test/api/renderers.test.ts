import { openArtifactStore } from '@maps/shared/artifact-store'
import { createLogger } from '@maps/shared/logger'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { storeArtifact } from '../rig/store-artifact.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'

let system: System
let client: TestWorkspace

beforeAll(async () => {
  system = await startSystem({ gateways: 2, workerEnv: { BUILD_ID: 'old' } })
  client = await system.createWorkspace({ plan: 'pro' })
})
afterAll(() => system[Symbol.asyncDispose]())

describe('files of two renderers', () => {
  it('have different ETags for different bytes, though they have one key', async () => {
    const { id } = await client.createMap(shop)
    const path = `/maps/${id}/export/png`
    const first = await client.request('GET', path, { gateway: 0 })
    expect(first.status).toBe(200)
    const bytes = Buffer.from('what another worker painted')
    const key = await storeArtifact(system, client, { mapId: id, format: 'png', bytes })
    // Control: the worker used the same key.
    await expect
      .poll(() => system.workers[0]!.logs.filter((it) => it.msg === 'export').map((it) => it['key']))
      .toEqual([key])

    const headers = { 'If-None-Match': first.headers.get('etag')! }
    const second = await client.request('GET', path, { gateway: 1, headers })
    expect([second.status, second.text]).toEqual([200, String(bytes)])
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
    expect((await client.request('GET', path, { gateway: 0, headers })).status).toBe(304)
  })

  it('are rendered again once the workers have another renderer version', async () => {
    const { id } = await client.createMap(shop)
    const path = `/maps/${id}/export/markdown`
    const renderedKeys = (): unknown[] =>
      system.workers[0]!.logs.filter((it) => it.msg === 'export' && it['mapId'] === id).map((it) => it['key'])
    const first = await client.request('GET', path, { gateway: 0 })
    expect((await client.request('GET', path, { gateway: 0 })).status).toBe(200)
    await expect.poll(renderedKeys).toHaveLength(1)

    const store = openArtifactStore(system.redisUrl, createLogger('test', 'silent'))
    await vi.waitFor(() => store.announceRendererVersion('another', true), { timeout: 10_000 })
    store.close()
    const countKeys = async (): Promise<number> => {
      const { text, headers } = await client.request('GET', path, { gateway: 0 })
      expect([text, headers.get('etag')]).toEqual([first.text, first.headers.get('etag')])
      return new Set(renderedKeys()).size
    }
    await expect.poll(countKeys, { timeout: 20_000, interval: 500 }).toBe(2)
  }, 40_000)

  it('are rendered again after an upgrade of the workers, whose build is in their metrics and logs', async () => {
    const { id } = await client.createMap(shop)
    const path = `/maps/${id}/export/markdown`
    expect((await client.request('GET', path)).status).toBe(200)
    const { databaseUrl, redisUrl } = system
    const workerEnv = { REDIS_URL: redisUrl, BUILD_ID: 'new' }
    await using upgraded = await startSystem({ gateways: 0, databaseUrl, workerEnv, throughPrism: false })
    const [worker] = upgraded.workers
    await system.workers[0]!.stop()
    expect(worker!.logs.find((it) => it.msg === 'ready')).toMatchObject({ build: 'new' })
    expect(await (await fetch(`${worker!.url}/metrics`)).text()).toContain('{service="render-worker",build="new"} 1')

    const isMadeAgain = async (): Promise<boolean> => {
      expect((await client.request('GET', path)).status).toBe(200)
      return worker!.logs.some((it) => it.msg === 'export' && it['mapId'] === id)
    }
    await expect.poll(isMadeAgain, { timeout: 20_000, interval: 500 }).toBe(true)
  }, 60_000)
})
