import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { percentile } from '../bench/statistics.ts'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { plansWithoutQuota } from './clients.ts'
import { inspected } from './inspector.ts'
import { retainedText, retainedBy, retainsMore } from '../security/retained-memory.ts'
import { open, openUnread } from '../security/raw-http.ts'
import { shop } from '../system/shop.ts'

const OF_EACH_KIND = 167
const COUNT = 3 * OF_EACH_KIND
const MEASURED_MS = 7_000
/** Limits are kept to the second, and a busy machine may be late. */
const ROOM_MS = 8_000
const PATIENCE_MS = 60_000
const HEAD_LIMIT_MS = 10_000
const BODY_LIMIT_MS = 20_000
const STALL_LIMIT_MS = 54_000
/** What an ordinary request takes beside slow clients, compared with alone: the median. */
const TIMES_LONGER = 2
/** A client that takes more than the one is never cut off, and one that takes less than the other always. */
const MIN_RATES = { kept: 32 * 1_024, cut: 8 * 1_024 }

const slowHead = 'GET /livez HTTP/1.1\r\nHost: a\r\nX: '
const slowBody = ({ token }: TestWorkspace): string =>
  `POST /api/v1/maps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
const list = ({ token }: TestWorkspace, requestId = ''): string =>
  `GET /api/v1/maps HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${requestId}\r\nAuthorization: Bearer ${token}\r\n\r\n`

let system: System
let port: number

beforeAll(async () => {
  system = await startSystem({ workers: 0, plans: plansWithoutQuota, gatewayEnv: inspected })
  port = Number(new URL(system.gateways[0]!.url).port)
})
afterAll(() => system[Symbol.asyncDispose]())

/** Gives a byte each second, for as long as it may. */
function drip(port: number, head: string) {
  const socket = open(port).resume()
  const began = performance.now()
  socket.write(head)
  const dripping = setInterval(() => socket.write('x'), 1_000)
  const life = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - began)))
  void life.then(() => clearInterval(dripping))
  return { socket, life }
}

/** Asks, and takes so many bytes of the answer each second. */
function sip(port: number, request: string, bytesPerSecond: number): Disposable {
  const socket = open(port).pause()
  socket.write(request)
  // Read by hand from here on.
  socket.on('readable', () => {})
  const sipping = setInterval(() => socket.read(Math.min(bytesPerSecond / 4, socket.readableLength)), 250)
  return {
    [Symbol.dispose]() {
      clearInterval(sipping)
      socket.destroy()
    },
  }
}

function many<T>(create: () => T): T[] {
  return Array.from({ length: OF_EACH_KIND }, create)
}

/** More than what the system buffers for a connection. */
async function fill(team: TestWorkspace): Promise<void> {
  const nodes = Array.from({ length: 400 }, (_, index) => ({ id: `n${index}`, label: 'x'.repeat(500) }))
  for (let i = 0; i < 40; i++) await team.createMap({ name: `${i}`, nodes })
}

/** What an ordinary client waits for a map and for a list, one after the other, ms; every request succeeds. */
async function ordinaryWaits(team: TestWorkspace, mapId: string): Promise<number[]> {
  const waits: number[] = []
  const began = performance.now()
  while (performance.now() - began < MEASURED_MS) {
    for (const ask of [() => team.getMap(mapId), () => team.listMaps()]) {
      const asked = performance.now()
      await ask()
      waits.push(performance.now() - asked)
    }
  }
  return waits
}

function endedLists({ id }: TestWorkspace) {
  return system.gateways[0]!.logs.filter((it) => it['workspaceId'] === id && it['method'] === 'GET')
}

/** How long the lists took until they ended, one way or another, of those that the workspace's share of the memory had room for. */
function livesOfLists(team: TestWorkspace): number[] {
  return endedLists(team)
    .filter((it) => it['status'] === 200)
    .map((it) => Number(it['ms']))
}

function rangeOf(values: readonly number[]): string {
  return [Math.min(...values), Math.max(...values)].map((it) => (it / 1_000).toFixed(1)).join(' to ')
}

describe(`${COUNT} slow clients`, () => {
  it('hold up no other client, and are all cut off in time', async ({ annotate }) => {
    const gateway = system.gateways[0]!
    const [team, slow] = [await system.createWorkspace({ plan: 'pro' }), await system.createWorkspace({ plan: 'pro' })]
    const { id } = await team.createMap(shop)
    await fill(slow)
    await ordinaryWaits(team, id)
    const alone = await ordinaryWaits(team, id)
    const before = await retainedBy(gateway)

    const readers = await openUnread(port, list(slow), OF_EACH_KIND)
    const heads = many(() => drip(port, slowHead))
    const bodies = many(() => drip(port, slowBody(slow)))
    await sleep(1_000)
    const during = await retainedBy(gateway)
    const meanwhile = await ordinaryWaits(team, id)
    for (const { socket } of [...heads, ...bodies]) expect(socket.destroyed).toBe(false)
    const p = (percent: number): string => {
      const [usual, now] = [percentile(alone, percent), percentile(meanwhile, percent)]
      return `${usual.toFixed(1)} ms alone, ${now.toFixed(1)} ms meanwhile (${(now / usual).toFixed(2)} ×)`
    }
    await annotate(
      `${COUNT} slow clients: all ${meanwhile.length} requests of another were served, median ${p(50)}, p99 ${p(99)}; ` +
        `held ${retainedText(before)} before, ${retainedText(during)} meanwhile`,
      'measured',
    )
    expect(percentile(meanwhile, 50)).toBeLessThan(TIMES_LONGER * percentile(alone, 50))
    await seeThemCut()
    await expect.poll(() => endedLists(slow).length).toBe(OF_EACH_KIND)
    // Those that were refused had a short answer, and are kept alive for their next request.
    for (const it of readers) it.destroy()
    await sleep(500)
    const after = await retainedBy(gateway)
    await annotate(`held ${retainedText(after)} afterwards`, 'measured')
    // The control: while they were there, it was noticed.
    expect([during, after].map((it) => retainsMore(before, it))).toEqual([true, false])
    expect(await team.getMap(id)).toMatchObject(shop)

    async function seeThemCut(): Promise<void> {
      const [ofHeads, ofBodies] = await Promise.all(
        [heads, bodies].map((them) => Promise.all(them.map((it) => it.life))),
      )
      await expect.poll(() => endedLists(slow).length, { timeout: STALL_LIMIT_MS + ROOM_MS }).toBe(OF_EACH_KIND)
      const ofReaders = livesOfLists(slow)
      await annotate(
        `cut off: heads after ${rangeOf(ofHeads!)} s, bodies after ${rangeOf(ofBodies!)} s, readers after ${rangeOf(ofReaders)} s`,
        'measured',
      )
      expect(Math.min(...ofHeads!)).toBeGreaterThan(HEAD_LIMIT_MS - 1_000)
      expect(Math.max(...ofHeads!)).toBeLessThan(HEAD_LIMIT_MS + ROOM_MS)
      expect(Math.min(...ofBodies!)).toBeGreaterThan(BODY_LIMIT_MS - 1_000)
      expect(Math.max(...ofBodies!)).toBeLessThan(BODY_LIMIT_MS + ROOM_MS)
      expect(Math.min(...ofReaders)).toBeGreaterThan(STALL_LIMIT_MS - 1_000)
      expect(Math.max(...ofReaders)).toBeLessThan(STALL_LIMIT_MS + ROOM_MS)
    }
  }, 240_000)

  // Both of these mostly wait.
  it.concurrent(
    'are left alone where they take their answer slowly, and cut off only where they take next to nothing',
    async ({ annotate, expect }) => {
      const slow = await system.createWorkspace({ plan: 'pro' })
      await fill(slow)
      using readers = new DisposableStack()
      for (const [name, rate] of Object.entries(MIN_RATES)) readers.use(sip(port, list(slow, name), rate))
      const ended = () => endedLists(slow).map((it) => it.requestId)
      await expect.poll(ended, { timeout: STALL_LIMIT_MS + ROOM_MS }).toEqual(['cut'])
      const [{ ms, err }] = endedLists(slow) as [{ ms: number; err?: object }]
      expect(err).toMatchObject({ message: 'the client took the response too slowly' })
      await sleep(STALL_LIMIT_MS / 2)
      expect(ended()).toEqual(['cut'])
      await annotate(
        `a reader of ${MIN_RATES.cut / 1_024} KiB/s is cut off after ${(ms / 1_000).toFixed(1)} s, one of ${MIN_RATES.kept / 1_024} KiB/s is not`,
        'measured',
      )
    },
    180_000,
  )

  it.concurrent(`control: live on for ${PATIENCE_MS} ms and more where there are no limits`, async ({ expect }) => {
    const answer = Buffer.alloc(30_000_000)
    const serve: RequestListener = (request, response) => request.method === 'GET' && response.end(answer)
    await using server = await startServer(serve, { headersTimeout: 0, requestTimeout: 0 })
    const { port } = server
    const drops = [drip(port, slowHead), drip(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n')]
    const [reader] = await openUnread(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 1)
    await sleep(PATIENCE_MS + ROOM_MS)
    expect(drops.map((it) => it.socket.destroyed)).toEqual([false, false])
    let taken = 0
    reader!
      .on('data', (piece: Buffer) => (taken += piece.length))
      .removeAllListeners('readable')
      .resume()
    await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(answer.length)
  })
})
