import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pngWith } from '../maps/png-file.ts'
import { sendRaw } from '../security/raw-http.ts'
import { startTestRedis, type TestRedis } from '../rig/redis.ts'
import { startSystem, type System } from '../rig/system.ts'
import { readShareUrl } from './share-link.ts'
import { shop } from './shop.ts'

describe('logs of gateway and worker', () => {
  let artifacts: TestRedis
  let system: System
  beforeAll(async () => {
    artifacts = await startTestRedis()
    const env = { ARTIFACT_REDIS_URL: artifacts.url, LOG_LEVEL: 'debug' }
    system = await startSystem({ gatewayEnv: env, workerEnv: env })
  })
  afterAll(async () => {
    await system[Symbol.asyncDispose]()
    await artifacts[Symbol.asyncDispose]()
  })

  it('have a line for each export, by the same request, workspace, map and file', async () => {
    const [[gateway], [worker]] = [system.gateways, system.workers]
    const client = await system.createWorkspace({ plan: 'pro' })
    const map = await client.createMap(shop)
    const url = `${gateway!.url}/api/v1/maps/${map.id}/export/markdown`
    await fetch(url, { headers: { Authorization: `Bearer ${client.token}`, 'X-Request-Id': 'logged' } })
    const key = expect.stringMatching(/^[0-9a-f]{64}$/) as string
    const fields = { requestId: 'logged', workspaceId: client.id, mapId: map.id, ms: expect.any(Number) as number, key }
    await vi.waitFor(
      () => {
        expect(worker!.logs.filter((it) => it.msg === 'export')).toMatchObject([fields])
        expect(gateway!.logs.filter((it) => it.requestId === 'logged')).toMatchObject([{ msg: 'request', ...fields }])
        const keys = [worker, gateway].flatMap((it) => it!.logs.flatMap((line) => line['key'] ?? []))
        expect(new Set(keys).size).toBe(1)
        const created = gateway!.logs.find((it) => it['method'] === 'POST')
        expect(created).toMatchObject({ workspaceId: client.id, mapId: map.id })
      },
      { timeout: 10_000 },
    )
  })

  it('have no warning where a client disconnects in the middle of an upload', async () => {
    const { token } = await system.createWorkspace()
    const { logs, url } = system.gateways[0]!
    const before = logs.length
    const pictureHeaders = { 'Content-Type': 'image/png', 'Content-Length': '1000' }
    const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': 'gone', ...pictureHeaders }
    const upload = request(`${url}/api/v1/maps`, { method: 'POST', headers })
    upload.on('error', () => {})
    await new Promise((done) => upload.write(pngWith().subarray(0, 40), done))
    await sleep(200)
    upload.destroy()
    await vi.waitFor(() => expect(logs.map((it) => it['requestId'])).toContain('gone'), { timeout: 10_000 })
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect(logs.slice(before).filter((it) => it['level'] !== 'info')).toEqual([])
  })

  it('contain no token and no share id of any part of a request', async () => {
    const [gateway] = system.gateways
    const before = gateway!.logs.length
    const client = await system.createWorkspace()
    const { token } = client
    const { id } = await client.createMap({ ...shop, isPublic: true })
    const shareId = /share\/([\w-]{27})$/.exec((await readShareUrl(client, id))!)![1]!
    const escaped = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')
    const secrets = [token, token.slice('mapsws_'.length), shareId].flatMap((it) => [it, escaped(it)])
    const paths: [path: string, status: number, route: string][] = secrets.flatMap((it) => [
      [`/api/v1/maps/${it}`, 404, '/api/v1/maps/:id'],
      [`/api/v1/maps?token=${it}`, 400, '/api/v1/maps'],
      [`/api/v1/${it}`, 404, 'none'],
      [`/docs/${it}`, 404, 'none'],
      [`/SHARE/${it}`, 404, 'none'],
      [`//share/${it}`, 404, 'none'],
      [`/%73hare/${it}`, 404, 'none'],
    ])
    const heads = paths.map(([path]) => [`GET ${path}`])
    heads.push([`GET /share/${shareId}`], ...secrets.map((it) => ['GET /api/v1/maps/x', `X-Request-Id: ${it}`]))
    const responses = await Promise.all(
      heads.map(async ([start, ...headers]) => {
        const lines = [
          `${start} HTTP/1.1`,
          'Host: a',
          `Authorization: Bearer ${token}`,
          'Connection: close',
          ...headers,
        ]
        const { responses } = await sendRaw(Number(new URL(gateway!.url).port), [...lines, '', ''].join('\r\n'))
        return responses[0]!
      }),
    )
    expect(responses.slice(0, paths.length).map((it) => it.status)).toEqual(paths.map(([, status]) => status))
    expect(responses[paths.length]!.status).toBe(200)
    const log = () => gateway!.logs.slice(before).filter((it) => it['method'] === 'GET')
    await vi.waitFor(() => expect(log()).toHaveLength(1 + heads.length), { timeout: 10_000 })
    const routes = new Map(log().map((it) => [it.requestId, it['route']]))
    for (const [at, [path, , route]] of paths.entries()) {
      expect(routes.get(responses[at]!.headers['x-request-id']), path).toBe(route)
    }
    const lines = gateway!.logs.slice(before).map((it) => JSON.stringify(it))
    expect(lines.filter((line) => secrets.some((it) => line.includes(it)))).toEqual([])
  })

  it('contain no map content and no password, while Redis is full or has another password', async () => {
    const services = [system.gateways[0]!, system.workers[0]!]
    const client = await system.createWorkspace()
    const { id } = await client.createMap({ name: 'Crown jewels', nodes: [{ id: 'a', label: 'Crown jewels' }] })
    const stores = [artifacts, { url: system.redisUrl, connect: () => new Redis(system.redisUrl) }].map((it) => ({
      redis: it.connect(),
      password: new URL(it.url).password,
    }))
    try {
      const untilLogged = (at: number, message: string) =>
        vi.waitFor(() => expect(JSON.stringify(services[at]!.logs.map((it) => it['err']))).toContain(message), 30_000)
      // A full Redis of files makes the worker log an error, a full Redis of the queue the gateway.
      for (const [at, format] of [
        [1, 'markdown'],
        [0, 'claude'],
      ] as const) {
        await stores[1 - at]!.redis.config('SET', 'maxmemory', '1')
        const headers = { Authorization: `Bearer ${client.token}` }
        const aborter = new AbortController()
        const { signal } = aborter
        fetch(`${services[0]!.url}/api/v1/maps/${id}/export/${format}`, { headers, signal }).catch(() => {})
        await untilLogged(at, 'OOM')
        aborter.abort()
      }
      for (const { redis } of stores) {
        await redis.config('SET', 'maxmemory', '0')
        await redis.config('SET', 'requirepass', 'another')
        await redis.call('CLIENT', 'KILL', 'SKIPME', 'yes')
      }
      await Promise.all([0, 1].map((at) => untilLogged(at, 'WRONGPASS')))
      const secrets = ['Crown jewels', ...stores.map((it) => it.password)]
      expect(secrets.map((it) => it.length > 10)).toEqual([true, true, true])
      const lines = services.flatMap((it) => it.logs.map((line) => JSON.stringify(line)))
      expect(lines.filter((line) => secrets.some((it) => line.includes(it)))).toEqual([])
    } finally {
      for (const { redis, password } of stores) {
        await redis.config('SET', 'requirepass', password)
        redis.disconnect()
      }
    }
  }, 90_000)
})
