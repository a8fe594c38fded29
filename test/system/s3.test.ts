import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createBucket } from '@maps/shared/bucket'
import { exportFormats } from '@maps/shared/file-formats'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readFigures, sumOf } from '../house/metrics-figures.ts'
import { startServer } from '../rig/http-server.ts'
import { storeArtifact } from '../rig/store-artifact.ts'
import { startTestBucket, type TestBucket } from '../rig/s3.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { internalUrl } from './internal-url.ts'
import { shop } from './shop.ts'

const MEGABYTE = 1_048_576
/** A slow machine uploads it within the time limit, although client, proxy and storage share this process. */
const LARGE = 24 * MEGABYTE
const SLOW_CLIENTS = 12

let bucket: TestBucket
let system: System
let client: TestWorkspace

beforeAll(async () => {
  bucket = await startTestBucket()
  system = await startSystem({ gatewayEnv: bucket.settings, workerEnv: bucket.settings })
  client = await system.createWorkspace({ plan: 'pro' })
})
afterEach(() => bucket.proxy.restore())
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await bucket[Symbol.asyncDispose]()
})

/** Name of a file's object: its ETag. */
const objectName = (headers: Headers): string => headers.get('etag')!.replaceAll('"', '')

/** Stores 24 MB of random bytes as an export, in a new workspace. @returns a function that downloads it */
async function storeLargeExport(system: System, settings?: TestBucket['settings']) {
  const client = await system.createWorkspace()
  const { id } = await client.createMap(shop)
  const url = `${system.gateways[0]!.url}/api/v1/maps/${id}/export/markdown`
  const download = (): Promise<Response> => fetch(url, { headers: { Authorization: `Bearer ${client.token}` } })
  const bucket = settings && createBucket(settings)
  await storeArtifact(system, client, { mapId: id, format: 'markdown', bytes: randomBytes(LARGE), bucket })
  return download
}

/** The gateway's `maps_dependency_up` of the bucket: 1 or 0. */
async function readBucketState(): Promise<number> {
  const text = await (await fetch(`${internalUrl(system.gateways[0]!)}/metrics`)).text()
  return sumOf(readFigures(text), 'maps_dependency_up', { dependency: 'bucket' })
}

/** Starts a bucket whose access key may not write at first: it refuses so many uploads. */
function startRefusingBucket(refusals: number) {
  let left = refusals
  let stored = Buffer.alloc(0)
  return startServer((request, response) => {
    if (request.method !== 'PUT') return void response.end(stored)
    void buffer(request).then((body) => {
      if (left-- > 0) return response.writeHead(403).end('<Code>AccessDenied</Code>')
      stored = body
      return response.end()
    })
  })
}

/** Memory growth of a gateway, in MB, while clients stop reading in the middle of a large file. */
async function growthUnderSlowClients(system: System, settings?: TestBucket['settings']): Promise<number> {
  const [gateway] = system.gateways
  const download = await storeLargeExport(system, settings)
  await (await download()).body!.cancel()
  const before = await residentMegabytes(gateway!.pid)
  const responses = await Promise.all(Array.from({ length: SLOW_CLIENTS }, () => download()))
  await sleep(1_000)
  const grown = (await residentMegabytes(gateway!.pid)) - before
  await Promise.all(responses.map((it) => it.body!.cancel()))
  return grown
}

/** Resident memory of a process, in MB. */
async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1_024)
}

describe('with a bucket for the finished files', () => {
  it.each(exportFormats)('%s comes out of it as it went in, with its tag and its length', async (format) => {
    const { id } = await client.createMap(shop)
    const first = await client.exportMap(id, format)
    expect(first.status, first.text).toBe(200)
    expect(first.bytes.length).toBeGreaterThan(100)
    expect(first.headers.get('content-length')).toBe(String(first.bytes.length))
    expect(await bucket.objectKeys()).toContain(objectName(first.headers))

    const again = await client.exportMap(id, format)
    expect(again.bytes.equals(first.bytes)).toBe(true)
    expect([...again.headers.keys()]).toEqual([...first.headers.keys()])
    const path = `/maps/${id}/export/${format}`
    const current = { 'If-None-Match': first.headers.get('etag')! }
    expect((await client.request('GET', path, { headers: current })).status).toBe(304)
    const { status, headers } = await client.request('HEAD', path, { direct: true })
    expect([status, headers.get('content-length')]).toEqual([200, String(first.bytes.length)])
  })

  it('a file that is missing in it is made again', async () => {
    const { id } = await client.createMap(shop)
    const first = await client.exportMap(id, 'markdown')
    await bucket.clear()
    const again = await client.exportMap(id, 'markdown')
    expect(again.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(await bucket.objectKeys()).toEqual([objectName(first.headers)])
  })

  it('slow clients cost the gateway no memory', async ({ annotate }) => {
    const grown = await growthUnderSlowClients(system, bucket.settings)
    await annotate(
      `${SLOW_CLIENTS} slow clients of a file of ${LARGE / MEGABYTE} MB: the gateway takes ${grown} MB more`,
      'measured',
    )
    // Control in test/faults/memory-limit.test.ts: a server that buffers whole responses.
    expect(grown).toBeLessThan((SLOW_CLIENTS * LARGE) / MEGABYTE / 2)
  })

  it('half a file is never taken for a whole one', async () => {
    const download = await storeLargeExport(system, bucket.settings)
    bucket.proxy.throttle(MEGABYTE)
    const response = await download()
    bucket.proxy.stall()
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  })

  it('exports do not wait for an unreachable bucket, maps are served, and exports succeed once it is back', async () => {
    const { id } = await client.createMap(shop)
    expect((await client.exportMap(id, 'markdown')).status).toBe(200)
    bucket.proxy.refuseConnections()
    bucket.proxy.resetConnections()
    for (const format of ['markdown', 'notion'] as const) {
      const response = await client.exportMap(id, format)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-5]$/)])
    }
    expect((await client.getMap(id)).name).toBe(shop.name)
    expect(await readBucketState()).toBe(0)

    await bucket.proxy.restore()
    for (const format of ['markdown', 'notion'] as const) {
      await expect.poll(async () => (await client.exportMap(id, format)).status, { timeout: 10_000 }).toBe(200)
    }
    await expect.poll(readBucketState, { timeout: 10_000 }).toBe(1)
  })

  it('a finished file does not wait for a bucket that does not respond', async () => {
    const { id } = await client.createMap(shop)
    await client.exportMap(id, 'markdown')
    bucket.proxy.stall()
    const started = performance.now()
    const responses = await Promise.all(Array.from({ length: 10 }, () => client.exportMap(id, 'markdown')))
    expect(responses.map((it) => it.status)).toEqual(responses.map(() => 503))
    expect((await client.exportMap(id, 'markdown')).status).toBe(503)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('the logs report that it was unreachable, and never its secret', async () => {
    const lines = (): string[] =>
      [...system.gateways, ...system.workers].flatMap((it) => it.logs.map((line) => JSON.stringify(line)))
    await expect.poll(() => lines().some((it) => it.includes('BUCKET_URL does not answer'))).toBe(true)
    expect(lines().filter((it) => it.includes(bucket.settings.BUCKET_SECRET_ACCESS_KEY))).toEqual([])
  })
})

it('a worker takes exports only once its key may write to the bucket, and says so until then', async () => {
  await using refusing = await startRefusingBucket(2)
  const workerEnv = { ...bucket.settings, BUCKET_URL: `${refusing.url}/maps` }
  await using system = await startSystem({ gateways: 0, workerEnv })
  const told = system.workers[0]!.logs.filter((it) => it.msg?.includes('takes no files yet') || it.msg === 'ready')
  expect(told.map((it) => it.msg)).toEqual([
    'the bucket of BUCKET_URL takes no files yet',
    'the bucket of BUCKET_URL takes no files yet',
    'ready',
  ])
  expect(JSON.stringify(told[0])).toContain('PUT with 403 AccessDenied')
})
