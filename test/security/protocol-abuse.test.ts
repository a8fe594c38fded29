import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'
import { type Attack, attacks, latin1 } from './attacks.ts'
import { plansWithoutQuota } from '../faults/clients.ts'
import { inspected } from '../faults/inspector.ts'
import { retainedText, retainedBy, retainsMore } from './retained-memory.ts'
import { faultOf } from './judge.ts'
import { watchLiveness } from './liveness.ts'
import { converse, listenTo, open } from './raw-http.ts'

let system: System
let team: TestWorkspace
let port: number
let mapId: string

beforeAll(async () => {
  const gatewayEnv = { ...inspected, TRUST_PROXY: '1' }
  system = await startSystem({ workers: 0, plans: plansWithoutQuota, gatewayEnv })
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
  it('get a clean refusal or a closed connection, and the next request is served', async ({ annotate }) => {
    const gateway = system.gateways[0]!
    const before = await retainedBy(gateway)
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
    const after = await retainedBy(gateway)
    await annotate(
      `${Object.keys(attacks('')).length} attacks: the request after one took at most ${Math.round(longestNext)} ms; ` +
        `/livez at most ${Math.round(pings.longestMs)} ms (client late by ${Math.round(pings.lateMs)} ms); ` +
        `held ${retainedText(before)} before, ${retainedText(after)} after`,
      'measured',
    )
    expect(faults).toEqual([])
    expect(retainsMore(before, after)).toBe(false)
    expect(await team.listMaps()).toHaveLength(1)
    // What clients do wrong is no fault of the service's: one line each says it all. A busy machine may keep Redis waiting.
    expect(gateway.logs.filter((it) => 'err' in it && it['msg'] !== 'rate limit connection')).toEqual([])
    expect(gateway.logs.filter((it) => it['level'] === 'error' || it['level'] === 'fatal')).toEqual([])
    expect(gateway.logs.filter((it) => 'requestId' in it).length).toBeGreaterThan(Object.keys(attacks('')).length)
  })
})

/** What a connection brings first. */
async function firstPiece(socket: Socket): Promise<string> {
  const [piece] = (await once(socket, 'data')) as [Buffer]
  return piece.toString('latin1')
}

describe('a client that waits to be asked for its body', () => {
  const head = (length: number): string =>
    `POST /api/v1/maps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${team.token}\r\nConnection: close\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`

  it('is asked where it may be taken, and not where it is too large', async () => {
    const body = '{"name":"asked for"}'
    const asked = open(port)
    asked.write(head(body.length))
    expect(await firstPiece(asked)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    asked.write(body)
    const { answers } = await listenTo(asked, 'POST', 1, 10_000)
    expect(answers).toMatchObject([{ status: 201 }])
    const refused = open(port)
    refused.write(head(5_000_000))
    expect(await firstPiece(refused)).toMatch(/^HTTP\/1\.1 413 /)
    refused.destroy()
  })
})

describe('what Node refuses by itself', () => {
  it('what is no HTTP is logged as one line, under the id that its refusal tells', async () => {
    const { answers } = await converse(port, 'FOO\r\n\r\n')
    const { requestId } = JSON.parse(String(answers[0]!.body)) as { requestId: string }
    const { logs } = system.gateways[0]!
    await expect
      .poll(() => logs.filter((it) => it['requestId'] === requestId))
      .toMatchObject([{ level: 'info', msg: 'request', status: 400, reason: 'HPE_INVALID_METHOD' }])
  })

  it.each([
    ['a request without Host', 'GET /livez HTTP/1.1\r\n\r\n', 400],
    ['an expectation that there is not', 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n', 417],
  ])('%s gets a refusal of the usual form', async (_, text, status) => {
    expect(await faultsOf(port, { bytes: latin1(text), answers: [status] })).toEqual([])
  })
})

const answerAll: RequestListener = (request, response) => void request.resume().on('end', () => response.end('{}'))

describe('controls', () => {
  it('a server that is lenient about framing lets the smuggled request in, which is noticed', async () => {
    await using lenient = await startServer(answerAll, { insecureHTTPParser: true })
    const { 'Content-Length and Transfer-Encoding': attack } = attacks('x')
    expect(await faultsOf(lenient.port, attack!)).toContainEqual('answers 200,200 instead of 400')
  })

  it('a server that takes longer headers answers them, which is noticed', async () => {
    await using patient = await startServer(answerAll, { maxHeaderSize: 10_000_000 })
    const all = attacks('x')
    for (const name of ['a header of 20,000 bytes', 'a path of 20,000 bytes']) {
      expect(await faultsOf(patient.port, all[name]!), name).toContainEqual('answers 200 instead of 431')
    }
  })
})
