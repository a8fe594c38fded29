import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createBucket } from '@maps/shared/bucket'
import { exportFormats } from '@maps/shared/file-formats'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readFigures, sumOf } from '../house/metrics-figures.ts'
import { plantFile } from '../rig/plant-file.ts'
import { startTestBucket, type TestBucket } from '../rig/s3.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { internalUrl } from './internal-url.ts'
import { shop } from './shop.ts'

const MEGABYTE = 1_048_576
const LARGE = 48 * MEGABYTE
const SLOW_CLIENTS = 6

let bucket: TestBucket
let system: System
let team: TestWorkspace

beforeAll(async () => {
  bucket = await startTestBucket()
  system = await startSystem({ gatewayEnv: bucket.settings, workerEnv: bucket.settings })
  team = await system.createWorkspace({ plan: 'pro' })
})
afterEach(() => bucket.proxy.restore())
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await bucket[Symbol.asyncDispose]()
})

/** The name of a file's object, of its ETag. */
const nameOf = (headers: Headers): string => headers.get('etag')!.replaceAll('"', '')

/** An export whose file has so many random bytes, in a workspace of its own. */
async function storeLarge(system: System, settings?: TestBucket['settings']) {
  const team = await system.createWorkspace()
  const { id } = await team.createMap(shop)
  const url = `${system.gateways[0]!.url}/api/v1/maps/${id}/export/markdown`
  const ask = (): Promise<Response> => fetch(url, { headers: { Authorization: `Bearer ${team.token}` } })
  const bucket = settings && createBucket(settings)
  await plantFile(system, team, { mapId: id, format: 'markdown', bytes: randomBytes(LARGE), bucket })
  return { ask }
}

/** What the gateway's figures say of the bucket. */
async function reachesBucket(): Promise<number> {
  const text = await (await fetch(`${internalUrl(system.gateways[0]!)}/metrics`)).text()
  return sumOf(readFigures(text), 'maps_dependency_up', { dependency: 'bucket' })
}

/** By how many megabytes a gateway grows while clients begin to take a large file, and then take nothing more. */
async function growthUnderSlowClients(system: System, settings?: TestBucket['settings']): Promise<number> {
  const [gateway] = system.gateways
  const large = await storeLarge(system, settings)
  await (await large.ask()).body!.cancel()
  const before = await megabytesOf(gateway!.pid)
  const answers = await Promise.all(Array.from({ length: SLOW_CLIENTS }, () => large.ask()))
  await sleep(1_000)
  const grown = (await megabytesOf(gateway!.pid)) - before
  await Promise.all(answers.map((it) => it.body!.cancel()))
  return grown
}

/** The memory of a process that is in use. */
async function megabytesOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1_024)
}

describe('with a bucket for the finished files', () => {
  it.each(exportFormats)('%s comes out of it as it went in, with its tag and its length', async (format) => {
    const { id } = await team.createMap(shop)
    const first = await team.exportMap(id, format)
    expect(first.status, first.text).toBe(200)
    expect(first.bytes.length).toBeGreaterThan(100)
    expect(first.headers.get('content-length')).toBe(String(first.bytes.length))
    expect(await bucket.names()).toContain(nameOf(first.headers))

    const again = await team.exportMap(id, format)
    expect(again.bytes.equals(first.bytes)).toBe(true)
    expect([...again.headers.keys()]).toEqual([...first.headers.keys()])
    const path = `/maps/${id}/export/${format}`
    const current = { 'If-None-Match': first.headers.get('etag')! }
    expect((await team.request('GET', path, { headers: current })).status).toBe(304)
    const { status, headers } = await team.request('HEAD', path, { direct: true })
    expect([status, headers.get('content-length')]).toEqual([200, String(first.bytes.length)])
  })

  it('a file that has gone from it is made again', async () => {
    const { id } = await team.createMap(shop)
    const first = await team.exportMap(id, 'markdown')
    await bucket.clear()
    const again = await team.exportMap(id, 'markdown')
    expect(again.status).toBe(200)
    expect(again.text).toBe(first.text)
    expect(await bucket.names()).toEqual([nameOf(first.headers)])
  })

  it('clients that take their time cost the gateway no memory', async ({ annotate }) => {
    const grown = await growthUnderSlowClients(system, bucket.settings)
    await annotate(
      `${SLOW_CLIENTS} slow clients of a file of ${LARGE / MEGABYTE} MB: the gateway takes ${grown} MB more`,
      'measured',
    )
    // The control is in test/faults/memory-limit.test.ts: a server that holds whole answers.
    expect(grown).toBeLessThan((SLOW_CLIENTS * LARGE) / MEGABYTE / 2)
  })

  it('half a file is never taken for a whole one', async () => {
    const large = await storeLarge(system, bucket.settings)
    bucket.proxy.throttle(MEGABYTE)
    const answer = await large.ask()
    bucket.proxy.swallow()
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  })

  it('exports do not wait for a bucket that is away, maps are served, and all is well when it is back', async () => {
    const { id } = await team.createMap(shop)
    expect((await team.exportMap(id, 'markdown')).status).toBe(200)
    bucket.proxy.refuse()
    bucket.proxy.reset()
    for (const format of ['markdown', 'notion'] as const) {
      const answer = await team.exportMap(id, format)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-5]$/)])
    }
    expect((await team.getMap(id)).name).toBe(shop.name)
    expect(await reachesBucket()).toBe(0)

    await bucket.proxy.restore()
    for (const format of ['markdown', 'notion'] as const) {
      await expect.poll(async () => (await team.exportMap(id, format)).status, { timeout: 10_000 }).toBe(200)
    }
    await expect.poll(reachesBucket, { timeout: 10_000 }).toBe(1)
  })

  it('a finished file does not wait for a bucket that says nothing', async () => {
    const { id } = await team.createMap(shop)
    await team.exportMap(id, 'markdown')
    bucket.proxy.swallow()
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 10 }, () => team.exportMap(id, 'markdown')))
    expect(answers.map((it) => it.status)).toEqual(answers.map(() => 503))
    expect((await team.exportMap(id, 'markdown')).status).toBe(503)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('the logs tell that it was away, and never its secret', async () => {
    const lines = (): string[] =>
      [...system.gateways, ...system.workers].flatMap((it) => it.logs.map((line) => JSON.stringify(line)))
    await expect.poll(() => lines().some((it) => it.includes('BUCKET_URL does not answer'))).toBe(true)
    expect(lines().filter((it) => it.includes(bucket.settings.BUCKET_SECRET_ACCESS_KEY))).toEqual([])
  })
})
