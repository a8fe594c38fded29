import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { percentile } from '../bench/statistics.ts'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { unthrottledPlans } from './clients.ts'
import { inspectEnv } from './inspector.ts'
import { describeRetainedMemory, measureRetainedMemory, hasGrown } from '../security/retained-memory.ts'
import { openSocket, openStalledReaders } from '../security/raw-http.ts'
import { shop } from '../system/shop.ts'

const COUNT_PER_KIND = 167
const COUNT = 3 * COUNT_PER_KIND
const MEASURED_MS = 7_000
/** Time by which the gateway may exceed a limit: it checks limits once a second, and the machine may be busy. */
const TOLERANCE_MS = 8_000
const CONTROL_MS = 60_000
const HEAD_LIMIT_MS = 10_000
const BODY_LIMIT_MS = 20_000
const STALL_LIMIT_MS = 54_000
/** Longest response time of an ordinary request beside slow clients, relative to the time without them, median. */
const MAX_SLOWDOWN = 2
/** Bytes a second of a reader that the gateway serves to the end (`kept`) and of one that it disconnects (`cut`). */
const READ_RATES = { kept: 32 * 1_024, cut: 8 * 1_024 }

const incompleteHead = 'GET /livez HTTP/1.1\r\nHost: a\r\nX: '
const incompleteBody = ({ token }: TestWorkspace): string =>
  `POST /api/v1/maps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
const listRequest = ({ token }: TestWorkspace, requestId = ''): string =>
  `GET /api/v1/maps HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${requestId}\r\nAuthorization: Bearer ${token}\r\n\r\n`

let system: System
let port: number

beforeAll(async () => {
  system = await startSystem({ workers: 0, plans: unthrottledPlans, gatewayEnv: inspectEnv })
  port = Number(new URL(system.gateways[0]!.url).port)
})
afterAll(() => system[Symbol.asyncDispose]())

/** Sends `head`, then a byte each second. @returns the socket, and its lifetime in ms */
function sendSlowly(port: number, head: string) {
  const socket = openSocket(port).resume()
  const started = performance.now()
  socket.write(head)
  const sending = setInterval(() => socket.write('x'), 1_000)
  const lifetimeMs = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - started)))
  void lifetimeMs.then(() => clearInterval(sending))
  return { socket, lifetimeMs }
}

/** Sends a request and reads this many bytes of the response each second. */
function readSlowly(port: number, request: string, bytesPerSecond: number): Disposable {
  const socket = openSocket(port).pause()
  socket.write(request)
  // With a listener for `readable`, the socket buffers bytes for `read`.
  socket.on('readable', () => {})
  const reading = setInterval(() => socket.read(Math.min(bytesPerSecond / 4, socket.readableLength)), 250)
  return {
    [Symbol.dispose]() {
      clearInterval(reading)
      socket.destroy()
    },
  }
}

/** Creates maps whose list is larger than the socket buffers of a connection. */
async function createLargeMaps(team: TestWorkspace): Promise<void> {
  const nodes = Array.from({ length: 400 }, (_, index) => ({ id: `n${index}`, label: 'x'.repeat(500) }))
  for (let i = 0; i < 40; i++) await team.createMap({ name: `${i}`, nodes })
}

/** Measures the response times of an ordinary client that reads a map and a list in turn. */
async function measureResponseTimes(team: TestWorkspace, mapId: string): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + MEASURED_MS
  while (performance.now() < end) {
    for (const send of [() => team.getMap(mapId), () => team.listMaps()]) {
      const started = performance.now()
      await send()
      times.push(performance.now() - started)
    }
  }
  return times
}

/** Finds the log lines of a workspace's ended requests for a list. */
function endedLists({ id }: TestWorkspace) {
  return system.gateways[0]!.logs.filter((it) => it['workspaceId'] === id && it['method'] === 'GET')
}

/** Lifetimes, in ms, of the lists that the gateway did not refuse for lack of response memory. */
function listLifetimes(team: TestWorkspace): number[] {
  return endedLists(team)
    .filter((it) => it['status'] === 200)
    .map((it) => Number(it['ms']))
}

/** Formats the range of values in ms, in seconds. */
function formatRange(values: readonly number[]): string {
  return [Math.min(...values), Math.max(...values)].map((it) => (it / 1_000).toFixed(1)).join(' to ')
}

describe(`${COUNT} slow clients`, () => {
  it('hold up no other client, and are all cut off in time', async ({ annotate }) => {
    const gateway = system.gateways[0]!
    const [team, slow] = [await system.createWorkspace({ plan: 'pro' }), await system.createWorkspace({ plan: 'pro' })]
    const { id } = await team.createMap(shop)
    await createLargeMaps(slow)
    await measureResponseTimes(team, id)
    const alone = await measureResponseTimes(team, id)
    const before = await measureRetainedMemory(gateway)

    const readers = await openStalledReaders(port, listRequest(slow), COUNT_PER_KIND)
    const heads = Array.from({ length: COUNT_PER_KIND }, () => sendSlowly(port, incompleteHead))
    const bodies = Array.from({ length: COUNT_PER_KIND }, () => sendSlowly(port, incompleteBody(slow)))
    await sleep(1_000)
    const during = await measureRetainedMemory(gateway)
    const meanwhile = await measureResponseTimes(team, id)
    for (const { socket } of [...heads, ...bodies]) expect(socket.destroyed).toBe(false)
    const p = (percent: number): string => {
      const [baseline, loaded] = [percentile(alone, percent), percentile(meanwhile, percent)]
      return `${baseline.toFixed(1)} ms alone, ${loaded.toFixed(1)} ms meanwhile (${(loaded / baseline).toFixed(2)} ×)`
    }
    await annotate(
      `${COUNT} slow clients: all ${meanwhile.length} requests of another were served, median ${p(50)}, p99 ${p(99)}; ` +
        `held ${describeRetainedMemory(before)} before, ${describeRetainedMemory(during)} meanwhile`,
      'measured',
    )
    expect(percentile(meanwhile, 50)).toBeLessThan(MAX_SLOWDOWN * percentile(alone, 50))
    await expectCutOff()
    await expect.poll(() => endedLists(slow).length).toBe(COUNT_PER_KIND)
    // Refused readers still have an open keep-alive connection.
    for (const it of readers) it.destroy()
    await sleep(500)
    const after = await measureRetainedMemory(gateway)
    await annotate(`held ${describeRetainedMemory(after)} afterwards`, 'measured')
    // The control: the slow clients themselves exceed the tolerance.
    expect([during, after].map((it) => hasGrown(before, it))).toEqual([true, false])
    expect(await team.getMap(id)).toMatchObject(shop)

    async function expectCutOff(): Promise<void> {
      const [headTimes, bodyTimes] = await Promise.all(
        [heads, bodies].map((clients) => Promise.all(clients.map((it) => it.lifetimeMs))),
      )
      await expect.poll(() => endedLists(slow).length, { timeout: STALL_LIMIT_MS + TOLERANCE_MS }).toBe(COUNT_PER_KIND)
      const readerTimes = listLifetimes(slow)
      await annotate(
        `cut off: heads after ${formatRange(headTimes!)} s, bodies after ${formatRange(bodyTimes!)} s, readers after ${formatRange(readerTimes)} s`,
        'measured',
      )
      expect(Math.min(...headTimes!)).toBeGreaterThan(HEAD_LIMIT_MS - 1_000)
      expect(Math.max(...headTimes!)).toBeLessThan(HEAD_LIMIT_MS + TOLERANCE_MS)
      expect(Math.min(...bodyTimes!)).toBeGreaterThan(BODY_LIMIT_MS - 1_000)
      expect(Math.max(...bodyTimes!)).toBeLessThan(BODY_LIMIT_MS + TOLERANCE_MS)
      expect(Math.min(...readerTimes)).toBeGreaterThan(STALL_LIMIT_MS - 1_000)
      expect(Math.max(...readerTimes)).toBeLessThan(STALL_LIMIT_MS + TOLERANCE_MS)
    }
  }, 240_000)

  // The next two tests run concurrently because they mostly wait.
  it.concurrent(
    'are left alone where they take their answer slowly, and cut off only where they take next to nothing',
    async ({ annotate, expect }) => {
      const slow = await system.createWorkspace({ plan: 'pro' })
      await createLargeMaps(slow)
      using readers = new DisposableStack()
      for (const [id, rate] of Object.entries(READ_RATES)) readers.use(readSlowly(port, listRequest(slow, id), rate))
      const ended = () => endedLists(slow).map((it) => it.requestId)
      await expect.poll(ended, { timeout: STALL_LIMIT_MS + TOLERANCE_MS }).toEqual(['cut'])
      const [{ ms, err }] = endedLists(slow) as [{ ms: number; err?: object }]
      expect(err).toMatchObject({ message: 'the client took the response too slowly' })
      await sleep(STALL_LIMIT_MS / 2)
      expect(ended()).toEqual(['cut'])
      await annotate(
        `a reader of ${READ_RATES.cut / 1_024} KiB/s is cut off after ${(ms / 1_000).toFixed(1)} s, one of ${READ_RATES.kept / 1_024} KiB/s is not`,
        'measured',
      )
    },
    180_000,
  )

  it.concurrent(`control: live on for ${CONTROL_MS} ms and more where there are no limits`, async ({ expect }) => {
    const body = Buffer.alloc(30_000_000)
    const serve: RequestListener = (request, response) => request.method === 'GET' && response.end(body)
    await using server = await startServer(serve, { headersTimeout: 0, requestTimeout: 0 })
    const { port } = server
    const heads = [incompleteHead, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n']
    const senders = heads.map((it) => sendSlowly(port, it))
    const [reader] = await openStalledReaders(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 1)
    await sleep(CONTROL_MS + TOLERANCE_MS)
    expect(senders.map((it) => it.socket.destroyed)).toEqual([false, false])
    let received = 0
    reader!
      .on('data', (chunk: Buffer) => (received += chunk.length))
      .removeAllListeners('readable')
      .resume()
    await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(body.length)
  })
})
