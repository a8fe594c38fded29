import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_CONNECTIONS } from '@maps/shared/listen'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_JSON_BYTES } from '../../services/gateway/http/body.ts'
import { largestMap } from '../maps/largest-maps.ts'
import { storeArtifact } from '../rig/store-artifact.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { openSocket } from '../security/raw-http.ts'
import { listRoutes } from '../rig/route-list.ts'
import { unthrottledPlans } from './clients.ts'
import {
  LIMIT_BYTES,
  type MemoryLimit,
  openMemoryLimit,
  readMallocSetting,
  readPeakBytes,
  resetPeakBytes,
} from './memory-limit.ts'
import { readResidentMb } from './process-stats.ts'
import { type Holder, onLargestMap, waitingExport, type WayToHold, waysToHold } from './ways-to-hold.ts'

const CLIENTS = 500
/** Clients that connect at a time, so that the gateway is not busy with all of them at once. */
const BATCH_SIZE = 20
/** Wait for a response that may not come, since the request is incomplete. */
const RESPONSE_WAIT_MS = 200
/** In the control, each client is to hold its whole response, however slow the machine is. */
const CONTROL_WAIT_MS = 5_000
const UPLOADS = 118
const IDLE = 2 * MAX_CONNECTIONS
const DOWNLOADS = 100
/** Requests for the largest maps: more at a time would only wait for the database. */
const LARGEST_REQUESTS = 60
const MEGABYTE = 1024 ** 2
/** Maximum of a gateway's memory in any way of holding it, without pages of files. The kernel's own, for its connections, comes on top. */
const PEAK_BYTES = 420 * MEGABYTE
/** Nearly the largest body that the API accepts. */
const nodes = Array.from({ length: 2_000 }, (_, index) => ({
  id: `n${index}`,
  label: 'ü'.repeat(400),
  tech: 'x'.repeat(400),
}))
/** Larger than any PNG that the service renders. */
const PICTURE_BYTES = 27 * MEGABYTE

const ways = waysToHold(listRoutes())
const uploads = ways.find((it) => it.name === 'open upload')!
/** A request whose response is in one packet, after which the connection is idle. */
const idle: WayToHold = {
  name: 'idle connection',
  route: 'GET /livez',
  requestOf: () => Buffer.from('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'),
}

/** Creates a workspace whose clients hold bytes. */
async function createHolder(system: System): Promise<Holder> {
  const team = await system.createWorkspace({ plan: 'pro' })
  const large = await team.createMap({ name: 'large', nodes, isPublic: true })
  const small = await team.createMap({ name: 'small', nodes: [{ id: 'a' }] })
  const { headers } = await team.request('GET', `/maps/${large.id}`, { direct: true })
  await storeArtifact(system, team, { mapId: small.id, format: 'png', bytes: Buffer.alloc(PICTURE_BYTES, 1) })
  const [, shareId] = /share\/([\w-]+)>/.exec(headers.get('link')!)!
  return { token: team.token, largeId: large.id, smallId: small.id, shareId: shareId! }
}

/** Creates a workspace with a map of nearly the largest size, in two bodies. One emoji in each makes V8 hold two bytes a character. */
async function createLargestHolder(system: System): Promise<Holder> {
  const team = await system.createWorkspace({ plan: 'pro' })
  const listBytes = MAX_JSON_BYTES - 10_000
  const { nodes, edges } = largestMap('long billing', { nodes: listBytes, edges: listBytes })
  const label = '👩'
  const { id } = await team.createMap({ name: 'largest', nodes: [{ ...nodes[0]!, label }, ...nodes.slice(2)] })
  await team.patchMap(id, { edges: [{ ...edges[0]!, label }, ...edges.slice(2)] })
  return { token: team.token, largeId: id, smallId: id, shareId: '' }
}

/** Opens connections that send a request each and read nothing. */
async function openClients(
  port: number,
  way: WayToHold,
  holders: readonly Holder[],
  count: number,
  waitMs = RESPONSE_WAIT_MS,
): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, count - sockets.length) }, (_, index) => {
      const socket = openSocket(port).pause()
      socket.write(way.requestOf(holders[index % holders.length]!))
      return Promise.race([once(socket, 'readable'), once(socket, 'close'), sleep(waitMs)]).then(() => socket)
    })
    sockets.push(...(await Promise.all(batch)))
  }
  return sockets
}

/** Freezes the render workers until the result is disposed of. */
function freezeWorkers({ workers }: System): Disposable {
  const send = (signal: NodeJS.Signals) => workers.forEach((it) => process.kill(it.pid, signal))
  send('SIGSTOP')
  return { [Symbol.dispose]: () => send('SIGCONT') }
}

async function closeAll(sockets: readonly Socket[]): Promise<void> {
  const open = sockets.filter((it) => !it.closed)
  await Promise.all(open.map((it) => once(it.destroy(), 'close')))
}

describe(`a gateway with ${LIMIT_BYTES / MEGABYTE} MiB`, () => {
  let limit: MemoryLimit
  let system: System
  let holders: Holder[]
  let other: TestWorkspace
  let otherId: string
  let pid: number
  let port: number

  beforeAll(async () => {
    const pro = { ...unthrottledPlans.pro, exportsInFlight: 60 }
    limit = await openMemoryLimit()
    system = await startSystem({
      plans: { ...unthrottledPlans, pro },
      gatewayNode: limit.node,
      gatewayEnv: { TRUST_PROXY: '1', ...(await readMallocSetting()) },
    })
    pid = system.gateways[0]!.pid
    port = Number(new URL(system.gateways[0]!.url).port)
    // Each may hold more than a third of the ledger.
    holders = [await createHolder(system), await createHolder(system), await createHolder(system)]
    other = await system.createWorkspace({ plan: 'pro' })
    otherId = (await other.createMap({ name: 'other', nodes: [{ id: 'a' }] })).id
  }, 120_000)
  afterAll(async () => {
    await system[Symbol.asyncDispose]()
    await limit[Symbol.asyncDispose]()
  })

  async function expectOthersServed(when: string): Promise<void> {
    expect(await other.getMap(otherId), when).toMatchObject({ name: 'other' })
    expect((await other.request('POST', '/maps', { body: { name: 'new' } })).status, when).toBe(201)
    expect(await other.request('GET', '/maps'), when).toMatchObject({ status: 200 })
    expect((await other.request('GET', `/maps/${otherId}/export/markdown`)).status, when).toBe(200)
  }

  /** Expects a workspace to have its whole room again, for two of the largest bodies at a time. */
  async function expectRoomAgain({ token }: Holder): Promise<void> {
    const create = async (): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ name: 'large' }).padEnd(MAX_JSON_BYTES)
      return (await fetch(`${system.gateways[0]!.url}/api/v1/maps`, { method: 'POST', headers, body })).status
    }
    const expectBoth = async () => expect(await Promise.all([create(), create()])).toEqual([201, 201])
    // The gateway still drains what the last clients have sent: half a second of work each.
    await vi.waitFor(expectBoth, { timeout: 300_000, interval: 1_000 })
  }

  it(`serves ${DOWNLOADS} downloads at once`, async ({ annotate }) => {
    const { token, smallId } = holders[0]!
    const download = async (): Promise<string> => {
      const url = `${system.gateways[0]!.url}/api/v1/maps/${smallId}/export/png`
      const { status, body } = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
      let length = 0
      // Together, the downloads have 2.7 GB: each chunk is counted and dropped.
      for await (const chunk of body!) length += chunk.length
      return status === 200 ? `${length} bytes` : String(status)
    }
    const downloads = await Promise.all(Array.from({ length: DOWNLOADS }, download))
    await expectOthersServed('downloads')
    const served = downloads.filter((it) => it === `${PICTURE_BYTES} bytes`).length
    expect(downloads.filter((it) => it !== `${PICTURE_BYTES} bytes` && it !== '503')).toEqual([])
    expect(served).toBeGreaterThan(0)
    const peak = await readPeakBytes(pid)
    await annotate(
      `${DOWNLOADS} downloads of ${PICTURE_BYTES / MEGABYTE} MiB at once (${served} served, the others told to come back): ` +
        `at most ${Math.round(peak / MEGABYTE)} MB`,
      'measured',
    )
    expect(peak).toBeLessThan(PEAK_BYTES)
  }, 600_000)

  it(`serves others while ${CLIENTS} clients of three workspaces hold bytes, in each way that there is`, async ({
    annotate,
  }) => {
    const peaks: number[] = []
    const figures: string[] = []
    for (const way of ways) {
      const title = `${way.route}, ${way.name}`
      await resetPeakBytes(pid)
      const clients = await openClients(port, way, holders, CLIENTS)
      await expectOthersServed(title)
      peaks.push(await readPeakBytes(pid))
      figures.push(`${title}: at most ${Math.round(peaks.at(-1)! / MEGABYTE)} MB`)
      await closeAll(clients)
    }
    for (const holder of holders) await expectRoomAgain(holder)
    const peak = Math.max(...peaks)
    await annotate(
      `${ways.length} ways with ${CLIENTS} clients each: at most ${Math.round(peak / MEGABYTE)} MB, ` +
        `bounded by the ${limit.enforcedBy}`,
      'measured',
    )
    expect(peak, figures.join('\n')).toBeLessThan(PEAK_BYTES)
  }, 1_200_000)

  it(`serves others after ${LARGEST_REQUESTS} requests of each kind for the largest maps of three workspaces`, async ({
    annotate,
  }) => {
    const owners: Holder[] = []
    for (let count = 0; count < 3; count++) {
      // The gateway may still release what the clients of the test before have held.
      owners.push(await vi.waitFor(() => createLargestHolder(system), { timeout: 30_000, interval: 1_000 }))
    }
    const peaks: string[] = []
    let peak = 0
    for (const way of onLargestMap) {
      await resetPeakBytes(pid)
      const clients = await openClients(port, way, owners, LARGEST_REQUESTS)
      // Until then, the database is busy.
      await vi.waitFor(() => expectOthersServed(way.name), { timeout: 60_000, interval: 1_000 })
      const bytes = await readPeakBytes(pid)
      peak = Math.max(peak, bytes)
      peaks.push(`${way.name}: at most ${Math.round(bytes / MEGABYTE)} MB`)
      await closeAll(clients)
    }
    await annotate(`${LARGEST_REQUESTS} requests each; ${peaks.join('; ')}`, 'measured')
    expect(peak, peaks.join('\n')).toBeLessThan(PEAK_BYTES)
  }, 600_000)

  it(`serves others while ${CLIENTS} clients wait for files of large maps that no worker makes`, async ({
    annotate,
  }) => {
    using _ = freezeWorkers(system)
    await resetPeakBytes(pid)
    const clients = await openClients(port, waitingExport, holders, CLIENTS)
    expect(await other.getMap(otherId)).toMatchObject({ name: 'other' })
    expect((await other.request('POST', '/maps', { body: { name: 'new' } })).status).toBe(201)
    await closeAll(clients)
    const peak = await readPeakBytes(pid)
    await annotate(`${CLIENTS} clients wait: at most ${Math.round(peak / MEGABYTE)} MB`, 'measured')
    expect(peak).toBeLessThan(PEAK_BYTES)
  }, 120_000)

  it(`serves others while ${IDLE} connections become idle, and ${CLIENTS} clients hold bytes`, async ({ annotate }) => {
    await resetPeakBytes(pid)
    const clients = await openClients(port, idle, holders, IDLE)
    await expectOthersServed('idle')
    for (const it of clients) it.resume()
    const countOpen = () => clients.filter((it) => !it.closed).length
    await vi.waitFor(() => expect(countOpen()).toBeLessThanOrEqual(MAX_CONNECTIONS / 2), { timeout: 10_000 })
    const open = countOpen()
    clients.push(...(await openClients(port, uploads, holders, CLIENTS)))
    await expectOthersServed('uploads')
    await closeAll(clients)
    const peak = await readPeakBytes(pid)
    await annotate(
      `${IDLE} idle connections (${open} stayed open), then ${CLIENTS} uploads: ` +
        `at most ${Math.round(peak / MEGABYTE)} MB`,
      'measured',
    )
    expect(peak).toBeLessThan(PEAK_BYTES)
  }, 240_000)

  it(`lives while ${UPLOADS} uploads lack their last byte, and ${UPLOADS} more after them`, async ({ annotate }) => {
    const before = readResidentMb(pid)
    const first = await openClients(port, uploads, holders, UPLOADS)
    const second = await openClients(port, uploads, holders, UPLOADS)
    await annotate(`${2 * UPLOADS} open uploads: ${before} MB before, then ${readResidentMb(pid)} MB`, 'measured')
    await expectOthersServed('uploads')
    await closeAll([...first, ...second])
  }, 120_000)
})

describe('control: a gateway without the ledger', () => {
  it.each([
    ['POST /api/v1/maps', 'open upload'],
    ['GET /api/v1/maps/:id', 'unread response'],
    ['GET /api/v1/maps/:id/export/claude', 'waiting export'],
  ])(
    'needs more for %s: %s',
    async (route, name) => {
      const gatewayEnv = {
        NODE_OPTIONS: `--import=${new URL('replace-held-bytes.ts', import.meta.url).href}`,
        TRUST_PROXY: '1',
        ...(await readMallocSetting()),
      }
      await using unlimited = await startSystem({ plans: unthrottledPlans, gatewayEnv })
      const [gateway] = unlimited.gateways
      const holder = await createHolder(unlimited)
      const way = [...ways, waitingExport].find((it) => it.name === name && it.route === route)!
      using _ = freezeWorkers(unlimited)
      const clients: Socket[] = []
      let peak = 0
      while (peak <= LIMIT_BYTES && clients.length < 2_000) {
        clients.push(...(await openClients(Number(new URL(gateway!.url).port), way, [holder], 100, CONTROL_WAIT_MS)))
        peak = await readPeakBytes(gateway!.pid)
      }
      await closeAll(clients)
      expect(peak).toBeGreaterThan(LIMIT_BYTES)
    },
    240_000,
  )
})
