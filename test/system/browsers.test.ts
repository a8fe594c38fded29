import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as client from '../../clients/typescript/index.ts'
import { openChromium } from '../rig/chromium.ts'
import { startServer, type TestServer } from '../rig/http-server.ts'
import { startSystem, type System } from '../rig/system.ts'
import { shop } from './shop.ts'

/** Results of the API calls of a page. */
interface PageResults {
  list?: { status: number; requestId: string | null; rateLimit: string | null }
  created?: { status: number; location: string | null; etag: string | null }
  changed?: { status: number; etag: string | null }
  stale?: number
  picture?: { width: number }
  unauthorized?: number
  error?: string
}

let listedOrigin: TestServer
let otherOrigin: TestServer
let system: System
/** Folder of the TypeScript client as its package contains it: compiled to JavaScript. */
let clientFolder: string

beforeAll(async () => {
  clientFolder = await mkdtemp(join(tmpdir(), 'maps-client-'))
  await buildClient(clientFolder)
  ;[listedOrigin, otherOrigin] = await Promise.all([servePage(), servePage()])
  system = await startSystem({ gatewayEnv: { CORS_ORIGINS: `https://app.example.com,${listedOrigin.url}` } })
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  for (const server of [listedOrigin, otherOrigin]) await server[Symbol.asyncDispose]()
  await rm(clientFolder, { recursive: true })
})

async function buildClient(folder: string): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', join(root, 'clients/typescript'), '--outDir', folder])
}

const html = `<!doctype html><title>A page</title><img><script>
  const loadClient = () => import('/client/index.js')
  async function show(file) {
    const image = document.querySelector('img')
    image.src = URL.createObjectURL(file)
    await image.decode()
    return image.naturalWidth
  }
</script>`

/** Functions defined in the page. */
declare function show(file: Blob): Promise<number>
declare function loadClient(): Promise<typeof client>

function servePage(): Promise<TestServer> {
  return startServer(({ url = '' }, response) => {
    const script = /^\/client\/([\w-]+\.js)$/.exec(url)?.[1]
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html')
    response.end(script ? readFileSync(join(clientFolder, script)) : html)
  })
}

async function callFromPage(page: TestServer): Promise<PageResults> {
  const { token } = await system.createWorkspace()
  await using chromium = await openChromium()
  const tab = await chromium.browser.newPage()
  await tab.goto(page.url)
  return await tab.evaluate(useApi, `${system.gateways[0]!.url}/api/v1`, token, { ...shop })
}

/** Runs in the page. */
async function useApi(api: string, token: string, map: object): Promise<PageResults> {
  const results: PageResults = {}
  const call = (path: string, method = 'GET', body?: object, headers = {}) =>
    fetch(api + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  try {
    const { status, headers } = await call('/maps')
    results.list = { status, requestId: headers.get('X-Request-Id'), rateLimit: headers.get('RateLimit') }
    const created = await call('/maps', 'POST', map, { 'Idempotency-Key': 'once' })
    const etag = created.headers.get('ETag')!
    results.created = { status: created.status, location: created.headers.get('Location'), etag }
    const path = results.created.location!.replace('/api/v1', '')
    const changed = await call(path, 'PATCH', { name: 'from a page' }, { 'If-Match': etag })
    results.changed = { status: changed.status, etag: changed.headers.get('ETag') }
    results.stale = (await call(path, 'PATCH', { name: 'too late' }, { 'If-Match': etag })).status
    const file = await call(`${path}/export/png`)
    results.picture = { width: await show(await file.blob()) }
    results.unauthorized = (await call('/maps', 'GET', undefined, { Authorization: 'Bearer wrong' })).status
  } catch (error) {
    results.error = String(error)
  }
  return results
}

it('lets a page of a listed origin list, create, change and show a picture, and read what went wrong', async () => {
  const results = await callFromPage(listedOrigin)
  expect(results).toEqual({
    list: { status: 200, requestId: expect.stringMatching(/./), rateLimit: expect.stringMatching(/./) },
    created: { status: 201, location: expect.stringMatching(/\/maps\//), etag: expect.stringMatching(/"v1"$/) },
    changed: { status: 200, etag: '"v2"' },
    stale: 412,
    picture: { width: expect.any(Number) },
    unauthorized: 401,
  })
  expect(results.picture!.width).toBeGreaterThan(100)
})

it('serves the TypeScript client on a page of a listed origin', async () => {
  const { token, createMap } = await system.createWorkspace({ plan: 'pro' })
  for (let i = 1; i <= 3; i++) await createMap({ ...shop, name: `Map ${i}` })
  await using chromium = await openChromium()
  const tab = await chromium.browser.newPage()
  await tab.goto(listedOrigin.url)
  expect(await tab.evaluate(useClient, `${system.gateways[0]!.url}/api/v1`, token)).toEqual({
    names: ['Map 3', 'Map 2', 'Map 1'],
    changed: '"v2"',
    stale: 'PreconditionFailedError',
    picture: { name: 'map-3.png', width: expect.any(Number) },
  })
})

/** Runs in the page. */
async function useClient(baseUrl: string, token: string): Promise<object> {
  const { createClient } = await loadClient()
  const maps = createClient({ baseUrl, token })
  const list = await Array.fromAsync(maps.list({ fields: ['id', 'name'], pageSize: 2 }))
  const map = await maps.get(list[0]!.id)
  const { etag } = await maps.update(map, { isPublic: true })
  const stale = await maps.update(map, { name: 'too late' }).catch((error: Error) => error.name)
  const file = await maps.export(map.id, 'png')
  const width = await show(new Blob([file.bytes]))
  return { names: list.map((it) => it.name), changed: etag, stale, picture: { name: file.fileName, width } }
}

it('gives a page of another origin nothing', async () => {
  expect(await callFromPage(otherOrigin)).toEqual({ error: 'TypeError: Failed to fetch' })
})

it('counts no preflight as a failure, and lets a page read that it has sent too many requests', async () => {
  const url = `${system.gateways[0]!.url}/api/v1/maps`
  const headers = { Origin: listedOrigin.url }
  for (let count = 0; count < 40; count++) {
    const preflight = { ...headers, 'Access-Control-Request-Method': 'GET' }
    expect((await fetch(url, { method: 'OPTIONS', headers: preflight })).status).toBe(204)
  }
  const responses: Response[] = []
  for (let count = 0; count < 40; count++) responses.push(await fetch(url, { headers }))
  expect([responses[0]!.status, responses.at(-1)!.status]).toEqual([401, 429])
  for (const response of responses) expect(response.headers.get('Access-Control-Allow-Origin')).toBe(headers.Origin)
})
