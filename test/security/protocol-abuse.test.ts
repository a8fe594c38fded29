import { defaultPlans } from '@maps/shared/plans'
import { once } from 'node:events'
import { createServer, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { median } from '../bench/statistics.ts'
import { isLong, times } from '../faults/extent.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'
import { type Attack, attacks, latin1 } from './attacks.ts'
import { faultOf } from './judge.ts'
import { residentMegabytes, watchLiveness } from './liveness.ts'
import { converse, listenTo, open } from './raw-http.ts'

let system: System
let team: TestWorkspace
let port: number
let mapId: string

beforeAll(async () => {
  const pro = { ...defaultPlans.pro, requestsPerMinute: 1_000_000 }
  const gatewayEnv = { TRUST_PROXY: '1' }
  system = await startSystem({ workers: 0, plans: { ...defaultPlans, pro }, gatewayEnv })
  team = await system.createWorkspace({ plan: 'pro' })
  port = Number(new URL(system.gateways[0]!.url).port)
  mapId = (await team.createMap(shop)).id
})
afterAll(() => system[Symbol.asyncDispose]())

/** Says what is wrong with what comes of an attack. */
async function faultsOf(port: number, attack: Attack): Promise<string[]> {
  const { bytes, answers: expected, isHalfClosed = false } = attack
  const manners = { isHalfClosed, answers: expected.length || Infinity, lingerMs: 100, withinMs: 20_000 }
  const { answers, isClosed, rest } = await converse(port, bytes, manners)
  const faults = answers.map((it) => faultOf(it, 'GET')).filter((it) => it !== undefined)
  const statuses = answers.map((it) => it.status)
  if (String(statuses) !== String(expected)) faults.push(`answers ${statuses.join()} instead of ${expected.join()}`)
  if (expected.length === 0 && !isClosed) faults.push('the connection stays open')
  if (rest.length > 0) faults.push(`what is no answer: ${rest.toString('latin1', 0, 200)}`)
  return faults
}

describe('attacks by protocol', () => {
  it('get a clean refusal or a closed connection, and the next request is served', async () => {
    const gateway = system.gateways[0]!
    const before = await residentMegabytes(gateway.pid)
    const liveness = await watchLiveness(gateway.url)
    const faults: string[] = []
    let longestNext = 0
    for (const [name, attack] of Object.entries(attacks(team.token))) {
      for (const fault of await faultsOf(port, attack)) faults.push(`${name}: ${fault}`)
      const asked = performance.now()
      expect(await team.getMap(mapId), `after ${name}`).toMatchObject(shop)
      longestNext = Math.max(longestNext, performance.now() - asked)
    }
    const pings = await liveness.stop()
    const after = await residentMegabytes(gateway.pid)
    console.log(
      `${Object.keys(attacks('')).length} attacks: the request after one took at most ${Math.round(longestNext)} ms; ` +
        `/livez at most ${Math.round(pings.longestMs)} ms (client late by ${Math.round(pings.lateMs)} ms); ` +
        `memory ${before} MB before, ${after} MB after`,
    )
    expect(faults).toEqual([])
    expect(await team.listMaps()).toHaveLength(1)
  })
})

describe('what Node refuses by itself', () => {
  it.each([
    ['a request without Host', 'GET /livez HTTP/1.1\r\n\r\n', 400],
    ['an expectation that there is not', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n', 417],
  ])('%s gets a refusal of the usual form', async (_, text, status) => {
    expect(await faultsOf(port, { bytes: latin1(text), answers: [status] })).toEqual([])
  })
})

async function startServer(options: ServerOptions): Promise<{ server: Server; port: number } & AsyncDisposable> {
  const server = createServer(options, (request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('controls', () => {
  it('a server that is lenient about framing lets the smuggled request in, which is noticed', async () => {
    await using lenient = await startServer({ insecureHTTPParser: true })
    const { 'Content-Length and Transfer-Encoding': attack } = attacks('x')
    expect(await faultsOf(lenient.port, attack!)).toContainEqual('answers 200,200 instead of 400')
  })

  it('a server that takes longer headers answers them, which is noticed', async () => {
    await using patient = await startServer({ maxHeaderSize: 10_000_000 })
    const all = attacks('x')
    for (const name of ['a header of 20,000 bytes', 'a path of 20,000 bytes']) {
      expect(await faultsOf(patient.port, all[name]!), name).toContainEqual('answers 200 instead of 431')
    }
  })
})

/** How long a connection lives that is given a byte each second, ms; Infinity where it outlives the patience. */
async function lifeOf(port: number, head: string, drip: string, patienceMs: number): Promise<number> {
  const socket = open(port)
  const began = performance.now()
  socket.write(latin1(head))
  socket.resume()
  const dripping = setInterval(() => socket.write(drip), 1_000)
  const closed = once(socket, 'close').then(() => performance.now() - began)
  const life = await Promise.race([closed, sleep(patienceMs, Infinity)])
  clearInterval(dripping)
  socket.destroy()
  return life
}

describe.each(isLong ? ['time'] : [])('clients that take their %s', () => {
  const slowHead = 'GET /livez HTTP/1.1\r\nHost: a\r\nX: '
  const slowBody = (length: number): string =>
    `POST /api/v1/maps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${team.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

  it('are cut off: after 10 s of headers and 20 s of a body, and others are served meanwhile', async () => {
    const slow = (head: string) => Promise.all(Array.from({ length: 100 }, () => lifeOf(port, head, 'x', 60_000)))
    const lives = Promise.all([slow(slowHead), slow(slowBody(1_000)), slow(slowBody(100 * 1024 * 1024))])
    for (let second = 0; second < 8; second++) {
      expect(await team.getMap(mapId)).toMatchObject(shop)
      await sleep(1_000)
    }
    const [heads, bodies, large] = await lives
    const seconds = (values: number[]): string => values.map((it) => (it / 1_000).toFixed(1)).join(' to ')
    const range = (values: number[]): string => seconds([Math.min(...values), Math.max(...values)])
    console.log(
      `cut off: headers after ${range(heads)} s, bodies after ${range(bodies)} s, large ones ${range(large)} s`,
    )
    // Limits are kept to the second, and a busy machine may be late.
    expect(Math.min(...heads)).toBeGreaterThan(9_000)
    expect(Math.max(...heads)).toBeLessThan(15_000)
    expect(Math.min(...bodies)).toBeGreaterThan(19_000)
    expect(Math.max(...bodies, ...large)).toBeLessThan(28_000)
  })

  it('control: live on where there are no such limits', async () => {
    await using patient = await startServer({
      headersTimeout: 0,
      requestTimeout: 0,
      connectionsCheckingInterval: 1_000,
    })
    const lives = [lifeOf(patient.port, slowHead, 'x', 30_000), lifeOf(patient.port, slowBody(1_000), 'x', 30_000)]
    expect(await Promise.all(lives)).toEqual([Infinity, Infinity])
  })
})
/** How many of the connections still bring a whole answer once they are read. */
async function heldBy(sockets: readonly Socket[]): Promise<number> {
  const read = sockets.map(async (socket) => (await listenTo(socket.resume(), 'GET', 1, 60_000)).answers.length)
  return (await Promise.all(read)).reduce((sum, it) => sum + it, 0)
}

describe(`${times(50, 500)} clients that do not read`, () => {
  const COUNT = times(50, 500)
  const CUT_AFTER_MS = 30_000

  it('do not harm others', async () => {
    const reader = await system.createWorkspace({ plan: 'pro' })
    const label = 'x'.repeat(500)
    const nodes = Array.from({ length: 400 }, (_, index) => ({ id: `n${index}`, label }))
    // More than what the system buffers for a connection.
    for (let i = 0; i < 40; i++) await reader.createMap({ name: `${i}`, nodes })
    const latencies = async (): Promise<number[]> => {
      const values: number[] = []
      for (let i = 0; i < times(100, 300); i++) {
        const asked = performance.now()
        await team.getMap(mapId)
        values.push(performance.now() - asked)
      }
      return values
    }
    await latencies()
    const before = await latencies()
    const memoryBefore = await residentMegabytes(system.gateways[0]!.pid)
    const head = `GET /api/v1/maps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${reader.token}\r\n\r\n`
    const sockets = Array.from({ length: COUNT }, () => {
      const socket = open(port).pause()
      socket.write(head)
      return socket
    })
    const opened = performance.now()
    await sleep(times(2_000, 8_000))
    const during = await latencies()
    const memoryDuring = await residentMegabytes(system.gateways[0]!.pid)
    const fast = await reader.request('GET', '/maps')
    expect(fast.json.maps).toHaveLength(40)
    console.log(
      `${COUNT} slow readers: others wait ${median(before).toFixed(2)} ms before, ${median(during).toFixed(2)} ms meanwhile ` +
        `(median); memory ${memoryBefore} MB before, ${memoryDuring} MB meanwhile`,
    )
    if (isLong) {
      await sleep(CUT_AFTER_MS + 15_000 - (performance.now() - opened))
      const held = await heldBy(sockets.slice(0, 20))
      console.log(`${held} of 20 still held after ${Math.round((performance.now() - opened) / 1_000)} s`)
    }
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => team.getMap(mapId)).toMatchObject(shop)
  })
})
