import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'
import { type Attack, createAttacks, latin1 } from './attacks.ts'
import { unthrottledPlans } from '../faults/clients.ts'
import { inspectEnv } from '../faults/inspector.ts'
import { describeRetainedMemory, measureRetainedMemory, hasGrown } from './retained-memory.ts'
import { responseError } from './response-error.ts'
import { watchLiveness } from './liveness.ts'
import { sendRaw, readResponses, openSocket } from './raw-http.ts'

let system: System
let team: TestWorkspace
let port: number
let mapId: string

beforeAll(async () => {
  const gatewayEnv = { ...inspectEnv, TRUST_PROXY: '1' }
  system = await startSystem({ workers: 0, plans: unthrottledPlans, gatewayEnv })
  team = await system.createWorkspace({ plan: 'pro' })
  port = Number(new URL(system.gateways[0]!.url).port)
  mapId = (await team.createMap(shop)).id
})
afterAll(() => system[Symbol.asyncDispose]())

/** Sends an attack. @returns a description of each unexpected result */
async function findErrors(port: number, attack: Attack): Promise<string[]> {
  const { bytes, statuses: expected, isHalfClosed = false, mayBeReset = false } = attack
  const options = { isHalfClosed, responseCount: expected.length || Infinity, lingerMs: 100, timeoutMs: 20_000 }
  const { responses, isClosed, rest } = await sendRaw(port, bytes, options)
  const errors = responses.map((it) => responseError(it, 'GET')).filter((it) => it !== undefined)
  const statuses = responses.map((it) => it.status)
  const isReset = mayBeReset && statuses.length === 0
  if (!isReset && String(statuses) !== String(expected))
    errors.push(`answers ${statuses.join()} instead of ${expected.join()}`)
  if (expected.length === 0 && !isClosed) errors.push('the connection stays open')
  if (rest.length > 0) errors.push(`data after the last response: ${rest.toString('latin1', 0, 200)}`)
  return errors
}

describe('attacks by protocol', () => {
  it('get a clean refusal or a closed connection, and the next request is served', async ({ annotate }) => {
    const gateway = system.gateways[0]!
    const before = await measureRetainedMemory(gateway)
    const liveness = await watchLiveness(gateway.url)
    const errors: string[] = []
    let longestNextMs = 0
    const attacks = Object.entries(createAttacks(team.token))
    for (const [name, attack] of attacks) {
      for (const error of await findErrors(port, attack)) errors.push(`${name}: ${error}`)
      const started = performance.now()
      expect(await team.getMap(mapId), `after ${name}`).toMatchObject(shop)
      longestNextMs = Math.max(longestNextMs, performance.now() - started)
    }
    const pings = await liveness.stop()
    const after = await measureRetainedMemory(gateway)
    await annotate(
      `${attacks.length} attacks: the request after one took at most ${Math.round(longestNextMs)} ms; ` +
        `/livez at most ${Math.round(pings.longestMs)} ms (client late by ${Math.round(pings.lateMs)} ms); ` +
        `held ${describeRetainedMemory(before)} before, ${describeRetainedMemory(after)} after`,
      'measured',
    )
    expect(errors).toEqual([])
    expect(hasGrown(before, after)).toBe(false)
    expect(await team.listMaps()).toHaveLength(1)
    // A client's mistake is logged without a stack. On a busy machine, Redis may be late.
    expect(gateway.logs.filter((it) => 'err' in it && it['msg'] !== 'rate limit connection')).toEqual([])
    expect(gateway.logs.filter((it) => it['level'] === 'error' || it['level'] === 'fatal')).toEqual([])
    expect(gateway.logs.filter((it) => 'requestId' in it).length).toBeGreaterThan(attacks.length)
  })
})

/** Waits for the first bytes on a connection. */
async function readFirstChunk(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString('latin1')
}

describe('a client that waits to be asked for its body', () => {
  const head = (length: number): string =>
    `POST /api/v1/maps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${team.token}\r\nConnection: close\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`

  it('is asked where it may be taken, and not where it is too large', async () => {
    const body = '{"name":"asked for"}'
    const accepted = openSocket(port)
    accepted.write(head(body.length))
    expect(await readFirstChunk(accepted)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    accepted.write(body)
    const { responses } = await readResponses(accepted, 'POST', 1, 10_000)
    expect(responses).toMatchObject([{ status: 201 }])
    const refused = openSocket(port)
    refused.write(head(5_000_000))
    expect(await readFirstChunk(refused)).toMatch(/^HTTP\/1\.1 413 /)
    refused.destroy()
  })
})

describe('what Node refuses by itself', () => {
  it('what is no HTTP is logged as one line, under the id that its refusal tells', async () => {
    const { responses } = await sendRaw(port, 'FOO\r\n\r\n')
    const { requestId } = JSON.parse(String(responses[0]!.body)) as { requestId: string }
    const { logs } = system.gateways[0]!
    await expect
      .poll(() => logs.filter((it) => it['requestId'] === requestId))
      .toMatchObject([{ level: 'info', msg: 'request', status: 400, reason: 'HPE_INVALID_METHOD' }])
  })

  it.each([
    ['a request without Host', 'GET /livez HTTP/1.1\r\n\r\n', 400],
    ['an expectation that there is not', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n', 417],
  ])('%s gets a refusal of the usual form', async (_, text, status) => {
    expect(await findErrors(port, { bytes: latin1(text), statuses: [status] })).toEqual([])
  })
})

const respondToAll: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'))

describe('controls', () => {
  it('a server that is lenient about framing lets the smuggled request in, which is noticed', async () => {
    await using lenient = await startServer(respondToAll, { insecureHTTPParser: true })
    const { 'Content-Length and Transfer-Encoding': attack } = createAttacks('x')
    expect(await findErrors(lenient.port, attack!)).toContainEqual('answers 200,200 instead of 400')
  })

  it('a server that takes longer headers answers them, which is noticed', async () => {
    await using patient = await startServer(respondToAll, { maxHeaderSize: 10_000_000 })
    const attacks = createAttacks('x')
    for (const name of ['a header of 20,000 bytes', 'a path of 20,000 bytes']) {
      expect(await findErrors(patient.port, attacks[name]!), name).toContainEqual('answers 200 instead of 431')
    }
  })
})
