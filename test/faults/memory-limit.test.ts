import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeArtifact } from '../rig/store-artifact.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { openStalledReaders } from '../security/raw-http.ts'
import { unthrottledPlans } from './clients.ts'
import { LIMIT_BYTES, type MemoryLimit, openMemoryLimit, readPeakBytes } from './memory-limit.ts'

const READERS = 500
const DOWNLOADS = 100
/** Nearly the largest body that the API accepts. */
const nodes = Array.from({ length: 2_000 }, (_, index) => ({
  id: `n${index}`,
  label: 'ü'.repeat(400),
  tech: 'x'.repeat(400),
}))
/** Larger than any PNG that the service renders. */
const PICTURE_BYTES = 27 * 1024 ** 2

let limit: MemoryLimit
let system: System
let team: TestWorkspace
let other: TestWorkspace

beforeAll(async () => {
  const pro = { ...unthrottledPlans.pro, exportsInFlight: 60 }
  limit = await openMemoryLimit()
  system = await startSystem({ plans: { ...unthrottledPlans, pro }, gatewayNode: limit.node })
  ;[team, other] = [await system.createWorkspace({ plan: 'pro' }), await system.createWorkspace({ plan: 'pro' })]
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await limit[Symbol.asyncDispose]()
})

/** Stores a picture of PICTURE_BYTES for a map. */
async function plantPicture(mapId: string): Promise<void> {
  await storeArtifact(system, team, { mapId, format: 'png', bytes: Buffer.alloc(PICTURE_BYTES, 1) })
}

/** Sends this many requests and does not read the responses. */
function openReaders(port: number, path: string, count: number, token = '', encoding = ''): Promise<Socket[]> {
  const authorization = token && `Authorization: Bearer ${token}\r\n`
  const acceptEncoding = encoding && `Accept-Encoding: ${encoding}\r\n`
  return openStalledReaders(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n${authorization}${acceptEncoding}\r\n`, count)
}

describe(`a gateway with ${LIMIT_BYTES / 1024 ** 2} MiB`, () => {
  it('lives while clients do not read what they asked for, and serves others', async ({ annotate }) => {
    const [gateway] = system.gateways
    const { port } = new URL(gateway!.url)
    const large = await team.createMap({ name: 'large', nodes, isPublic: true })
    const small = await team.createMap({ name: 'small', nodes: [{ id: 'a' }] })
    const link = (await team.request('GET', `/maps/${large.id}`, { direct: true })).headers.get('link')!
    const share = new URL(/<(.*?)>/.exec(link)![1]!).pathname
    await plantPicture(small.id)
    const { id } = await other.createMap({ name: 'other', nodes: [{ id: 'a' }] })

    const readers: Socket[] = []
    const { token } = team
    const requests: [path: string, count: number, token?: string, encoding?: string][] = [
      [`/api/v1/maps/${large.id}`, READERS, token],
      ['/api/v1/maps', READERS, token],
      [`/api/v1/maps/${small.id}/export/png`, READERS, token],
      [share, 100],
      // Brotli encoders take the most memory.
      [`/api/v1/maps/${large.id}`, READERS, token, 'br'],
      ['/api/v1/maps', READERS, token, 'br'],
    ]
    for (const [path, count, bearer, encoding] of requests) {
      readers.push(...(await openReaders(Number(port), path, count, bearer, encoding)))
      expect(await other.getMap(id), path).toMatchObject({ name: 'other' })
      expect((await other.request('GET', `/maps/${id}/export/markdown`)).status, path).toBe(200)
    }
    for (const it of readers) it.destroy()
    const download = async (): Promise<string> => {
      const url = `${gateway!.url}/api/v1/maps/${small.id}/export/png`
      const { status, body } = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
      let length = 0
      // Together, the downloads have 2.7 GB: each chunk is counted and dropped.
      for await (const chunk of body!) length += chunk.length
      return status === 200 ? `${length} bytes` : String(status)
    }
    const downloads = await Promise.all(Array.from({ length: DOWNLOADS }, download))
    expect(await other.getMap(id)).toMatchObject({ name: 'other' })
    const served = downloads.filter((it) => it === `${PICTURE_BYTES} bytes`).length
    expect(downloads.filter((it) => it !== `${PICTURE_BYTES} bytes` && it !== '503')).toEqual([])
    expect(served).toBeGreaterThan(0)
    const peak = await readPeakBytes(gateway!.pid)
    await annotate(
      `${readers.length} clients that do not read, then ${DOWNLOADS} downloads of ${PICTURE_BYTES / 1024 ** 2} MiB at once ` +
        `(${served} served, the others told to come back): at most ${Math.round(peak / 1024 ** 2)} MiB, bounded by the ${limit.enforcedBy}`,
      'measured',
    )
    expect(peak).toBeLessThan(LIMIT_BYTES)
  }, 600_000)

  it('control: needs more without its budget of unsent bytes', async ({ annotate }) => {
    const gatewayEnv = { NODE_OPTIONS: `--import=${new URL('replace-held-bytes.ts', import.meta.url).href}` }
    await using unlimited = await startSystem({ workers: 0, plans: unthrottledPlans, gatewayEnv })
    const workspace = await unlimited.createWorkspace({ plan: 'pro' })
    const { id } = await workspace.createMap({ name: 'large', nodes })
    const [gateway] = unlimited.gateways
    const { port } = new URL(gateway!.url)
    const readers: Socket[] = []
    let peak = 0
    while (peak <= LIMIT_BYTES && readers.length < 2_000) {
      readers.push(...(await openReaders(Number(port), `/api/v1/maps/${id}`, 100, workspace.token)))
      peak = await readPeakBytes(gateway!.pid)
    }
    for (const it of readers) it.destroy()
    await annotate(
      `${readers.length} clients that do not read one map: ${Math.round(peak / 1024 ** 2)} MiB`,
      'measured',
    )
    expect(peak).toBeGreaterThan(LIMIT_BYTES)
  }, 120_000)
})
