import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System } from '../rig/system.ts'
import { shop } from './shop.ts'

/** The worker that has begun an export of the map, by its place among the workers; -1 where none has. */
function findBusy(system: System, mapId: string): number {
  return system.workers.findIndex((worker) =>
    worker.logs.some((it) => it.msg === 'render started' && it['mapId'] === mapId),
  )
}

/** How many files of these maps the workers have made, by their own account. */
async function countRenders(system: System, mapIds: readonly string[]): Promise<number> {
  // Log lines may arrive a little later than the answers they are about.
  await sleep(500)
  const made = system.workers.flatMap((it) => it.logs).filter((it) => it.msg === 'export')
  return made.filter((it) => mapIds.includes(String(it['mapId']))).length
}

describe('two gateways and two workers', () => {
  let system: System
  beforeAll(async () => {
    system = await startSystem({ gateways: 2, workers: 2 })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it('make every file once and hand it to every client', async () => {
    const team = await system.createWorkspace({ plan: 'pro' })
    const maps = await Promise.all(
      Array.from({ length: 12 }, (_, index) => team.createMap({ ...shop, name: `${index}` })),
    )
    const asks = maps.flatMap(({ id }) =>
      ['markdown', 'notion'].flatMap((format) => [0, 1].map((at) => ({ id, format, at }))),
    )
    for (let at = 0; at < asks.length; at += 16) {
      const answers = asks.slice(at, at + 16).map(async ({ id, format, at: gateway }) => {
        const answer = await team.request('GET', `/maps/${id}/export/${format}`, { gateway })
        expect(answer.status, answer.text).toBe(200)
        expect(answer.text).toContain(maps.find((it) => it.id === id)!.name)
      })
      await Promise.all(answers)
    }
    const mapIds = maps.map((it) => it.id)
    expect(await countRenders(system, mapIds)).toBe(maps.length * 2)
    const busy = system.workers.filter((worker) => worker.logs.some((it) => it.msg === 'export'))
    expect(busy.length).toBeGreaterThan(1)
  })

  it('render an unchanged map once for 200 who ask at the same time', async () => {
    const team = await system.createWorkspace({ plan: 'pro' })
    const { id } = await team.createMap(shop)
    const asks = Array.from({ length: 200 }, (_, index) => {
      return team.request('GET', `/maps/${id}/export/png`, { gateway: index % 2 })
    })
    const answers = await Promise.all(asks)
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([200]))
    expect(answers.every((it) => it.bytes.equals(answers[0]!.bytes))).toBe(true)
    expect(await countRenders(system, [id])).toBe(1)
  })
})

describe('four gateways', () => {
  let system: System
  beforeAll(async () => {
    system = await startSystem({
      gateways: 4,
      workers: 0,
      isDatabaseEmpty: true,
      gatewayEnv: { SHUTDOWN_DELAY_MS: '1000' },
    })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  it('that start at once bring the database up once', async () => {
    const migrations = system.gateways.flatMap((it) => it.logs).filter((it) => it.msg === 'migrated')
    expect(migrations).toHaveLength(1)
    const team = await system.createWorkspace()
    expect(await team.createMap(shop)).toMatchObject(shop)
  })

  it('of which one is told to stop: it says that it is not ready, and answers on until no more requests come', async () => {
    const team = await system.createWorkspace()
    const gateway = system.gateways[0]!
    const statusOf = async (path: string): Promise<number> => (await fetch(gateway.url + path)).status
    expect(await statusOf('/readyz')).toBe(200)
    await gateway.kill('SIGTERM')
    await expect.poll(() => statusOf('/readyz')).toBe(503)
    expect(await statusOf('/livez')).toBe(200)
    expect(await team.createMap(shop)).toMatchObject(shop)
    expect(await gateway.exit).toBe(0)
  })
})

it('a gateway that listens on IPv6 makes exports that lead back to it', async () => {
  await using system = await startSystem({ gatewayEnv: { HOST: '::1' } })
  const { token } = await system.createWorkspace()
  const api = `http://[::1]:${new URL(system.gateways[0]!.url).port}/api/v1`
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const created = await fetch(`${api}/maps`, { method: 'POST', headers, body: JSON.stringify(shop) })
  const { map } = (await created.json()) as { map: { id: string } }
  const answer = await fetch(`${api}/maps/${map.id}/export/claude`, { headers })
  expect({ status: answer.status, text: await answer.text() }).toEqual({
    status: 200,
    text: expect.stringContaining(`${api}/maps/${map.id}`),
  })
})

/** Each of these tests costs the service a process. */
describe('a gateway and three workers', () => {
  let system: System
  beforeAll(async () => {
    system = await startSystem({ workers: 3, workerEnv: { LOG_LEVEL: 'debug' } })
  })
  afterAll(() => system[Symbol.asyncDispose]())

  /** The export of a map that takes a while, and the worker that has begun it. */
  async function beginExport(count: number) {
    const team = await system.createWorkspace({ plan: 'pro' })
    const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: `Service ${index}` }))
    const { id } = await team.createMap({ name: 'large', nodes })
    const answer = team.request('GET', `/maps/${id}/export/png`, { direct: true })
    await expect.poll(() => findBusy(system, id)).toBeGreaterThanOrEqual(0)
    return { answer, worker: system.workers[findBusy(system, id)]! }
  }

  it('of which one is told to stop: it hands its work to another, and the client notices nothing', async () => {
    const team = await system.createWorkspace({ plan: 'pro' })
    const maps = await Promise.all(
      Array.from({ length: 10 }, (_, index) => team.createMap({ ...shop, name: `${index}` })),
    )
    const answers = maps.map((it) => team.exportMap(it.id, 'png'))
    await system.workers[0]!.kill('SIGTERM')
    for (const answer of await Promise.all(answers)) expect(answer.status, answer.text).toBe(200)
    expect(await system.workers[0]!.exit).toBe(0)
  })

  it('of which one is killed: another makes the export that it had begun', async () => {
    const { answer, worker } = await beginExport(1_000)
    await worker.kill('SIGKILL')
    expect((await answer).status).toBe(200)
  }, 40_000)

  it('of which the gateway is told to stop: it finishes the export it is waiting for', async () => {
    const { answer } = await beginExport(400)
    await system.gateways[0]!.kill('SIGTERM')
    expect((await answer).status).toBe(200)
    expect(await system.gateways[0]!.exit).toBe(0)
  })
})
