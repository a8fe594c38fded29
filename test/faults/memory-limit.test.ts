import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantFile } from '../rig/plant-file.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { openUnread } from '../security/raw-http.ts'
import { plansWithoutQuota } from './clients.ts'
import { LIMIT_BYTES, type MemoryCage, openMemoryCage, peakBytes } from './memory-cage.ts'

const READERS = 500
const DOWNLOADS = 100
/** Nearly the largest body that the API accepts. */
const nodes = Array.from({ length: 2_000 }, (_, index) => ({
  id: `n${index}`,
  label: 'ü'.repeat(400),
  tech: 'x'.repeat(400),
}))
/** Larger than any picture that is made. */
const PICTURE_BYTES = 27 * 1024 ** 2

let cage: MemoryCage
let system: System
let team: TestWorkspace
let other: TestWorkspace

beforeAll(async () => {
  const pro = { ...plansWithoutQuota.pro, exportsInFlight: 60 }
  cage = await openMemoryCage()
  system = await startSystem({ plans: { ...plansWithoutQuota, pro }, gatewayNode: cage.node })
  ;[team, other] = [await system.createWorkspace({ plan: 'pro' }), await system.createWorkspace({ plan: 'pro' })]
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await cage[Symbol.asyncDispose]()
})

/** Stores a picture of PICTURE_BYTES for a map. */
async function plantPicture(mapId: string): Promise<void> {
  await plantFile(system, team, { mapId, format: 'png', bytes: Buffer.alloc(PICTURE_BYTES, 1) })
}

/** Sends requests and reads nothing of the answers. */
function ignore(port: number, path: string, count: number, token = '', encoding = ''): Promise<Socket[]> {
  const secret = token && `Authorization: Bearer ${token}\r\n`
  const accepted = encoding && `Accept-Encoding: ${encoding}\r\n`
  return openUnread(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n${secret}${accepted}\r\n`, count)
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
    const asks: [path: string, count: number, token?: string, encoding?: string][] = [
      [`/api/v1/maps/${large.id}`, READERS, token],
      ['/api/v1/maps', READERS, token],
      [`/api/v1/maps/${small.id}/export/png`, READERS, token],
      [share, 100],
      // In Brotli, whose encoders take the most memory.
      [`/api/v1/maps/${large.id}`, READERS, token, 'br'],
      ['/api/v1/maps', READERS, token, 'br'],
    ]
    for (const [path, count, secret, encoding] of asks) {
      readers.push(...(await ignore(Number(port), path, count, secret, encoding)))
      expect(await other.getMap(id), path).toMatchObject({ name: 'other' })
      expect((await other.request('GET', `/maps/${id}/export/markdown`)).status, path).toBe(200)
    }
    for (const it of readers) it.destroy()
    const download = async (): Promise<string> => {
      const url = `${gateway!.url}/api/v1/maps/${small.id}/export/png`
      const { status, body } = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
      let length = 0
      // Counted and let go: all of them together are 2.7 GB.
      for await (const chunk of body!) length += chunk.length
      return status === 200 ? `${length} bytes` : String(status)
    }
    const downloads = await Promise.all(Array.from({ length: DOWNLOADS }, download))
    expect(await other.getMap(id)).toMatchObject({ name: 'other' })
    const whole = downloads.filter((it) => it === `${PICTURE_BYTES} bytes`).length
    expect(downloads.filter((it) => it !== `${PICTURE_BYTES} bytes` && it !== '503')).toEqual([])
    expect(whole).toBeGreaterThan(0)
    const peak = await peakBytes(gateway!.pid)
    await annotate(
      `${readers.length} clients that do not read, then ${DOWNLOADS} downloads of ${PICTURE_BYTES / 1024 ** 2} MiB at once ` +
        `(${whole} served, the others told to come back): at most ${Math.round(peak / 1024 ** 2)} MiB, bounded by the ${cage.enforcedBy}`,
      'measured',
    )
    expect(peak).toBeLessThan(LIMIT_BYTES)
  }, 600_000)

  it('control: needs more without its budget of unsent bytes', async ({ annotate }) => {
    const gatewayEnv = { NODE_OPTIONS: `--import=${new URL('without-budget.ts', import.meta.url).href}` }
    await using boundless = await startSystem({ workers: 0, plans: plansWithoutQuota, gatewayEnv })
    const workspace = await boundless.createWorkspace({ plan: 'pro' })
    const { id } = await workspace.createMap({ name: 'large', nodes })
    const [gateway] = boundless.gateways
    const { port } = new URL(gateway!.url)
    const readers: Socket[] = []
    let peak = 0
    while (peak <= LIMIT_BYTES && readers.length < 2_000) {
      readers.push(...(await ignore(Number(port), `/api/v1/maps/${id}`, 100, workspace.token)))
      peak = await peakBytes(gateway!.pid)
    }
    for (const it of readers) it.destroy()
    await annotate(
      `${readers.length} clients that do not read one map: ${Math.round(peak / 1024 ** 2)} MiB`,
      'measured',
    )
    expect(peak).toBeGreaterThan(LIMIT_BYTES)
  }, 120_000)
})
