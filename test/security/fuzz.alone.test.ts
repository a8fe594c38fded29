import { defaultPlans } from '@maps/shared/plans'
import fc from 'fast-check'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'
import { type FuzzRequest, malformedRequest, type ValidValues, validRequest } from './arbitrary-requests.ts'
import { inspectEnv } from '../faults/inspector.ts'
import { describeRetainedMemory, measureRetainedMemory, hasGrown } from './retained-memory.ts'
import { responseError } from './response-error.ts'
import { watchLiveness } from './liveness.ts'
import { type Exchange, type RawResponse, sendRaw, readResponses, openSocket } from './raw-http.ts'

const COUNT = 100_000
const CONNECTIONS = 4
const RESPONSE_WITHIN_MS = 35_000
const minutes = (count: number): number => count * 60_000

/** Placeholder in generated requests for the id of an existing map. */
const MAP_ID_PLACEHOLDER = '00000000-0000-7000-8000-000000000000'
const { seed = 0 } = fc.readConfigureGlobal()

let system: System
let team: TestWorkspace
let port: number
let valid: ValidValues

beforeAll(async () => {
  const pro = { ...defaultPlans.pro, requestsPerMinute: 1_000_000_000, exportsInFlight: 1_000 }
  const gatewayEnv = { ...inspectEnv, TRUST_PROXY: '1' }
  system = await startSystem({ workers: 1, plans: { ...defaultPlans, pro }, gatewayEnv })
  team = await system.createWorkspace({ plan: 'pro' })
  port = Number(new URL(system.gateways[0]!.url).port)
  const { id } = await team.createMap(shop)
  const { bytes } = await team.exportMap(id, 'png', { scale: '1' })
  valid = { mapId: MAP_ID_PLACEHOLDER, token: team.token, png: bytes }
})
afterAll(() => system[Symbol.asyncDispose]())

/** Sends requests one after another. It reuses a connection until the server closes it. */
function createConnection(port: number) {
  let socket: Socket | undefined
  return {
    async send({ method, bytes, isValid }: FuzzRequest): Promise<Exchange> {
      if (!isValid) return sendRaw(port, bytes, { method, isHalfClosed: true, timeoutMs: RESPONSE_WITHIN_MS })
      if (!socket?.writable) socket = openSocket(port)
      socket.write(bytes)
      const exchange = await readResponses(socket, method, 1, RESPONSE_WITHIN_MS)
      if (exchange.isClosed || exchange.responses.some((it) => it.headers['connection'] === 'close')) socket.destroy()
      return exchange
    },
    close: () => socket?.destroy(),
  }
}

type Connection = ReturnType<typeof createConnection>

/** Sends random requests. @throws Error with the request and the seed, if a response is wrong */
async function fuzz(port: number, count: number, index: number, target?: TargetMap): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const connection = createConnection(port)
  const requests = fc.oneof(
    { weight: 9, arbitrary: validRequest(valid) },
    { weight: 1, arbitrary: malformedRequest(valid) },
  )
  const property = fc.asyncProperty(requests, async (generated) => {
    const request = target ? { ...generated, bytes: target.insertId(generated.bytes) } : generated
    const exchange = await sendChecked(connection, request)
    for (const { status } of exchange.responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await target?.reset(request, exchange)
  })
  const details = await fc.check(property, { numRuns: count, seed: seed + index, endOnFailure: true })
  connection.close()
  if (details.failed) {
    const { errorInstance, seed, counterexamplePath } = details
    throw new Error(`${(errorInstance as Error).message} (seed ${seed}, path ${counterexamplePath})`)
  }
  return statuses
}

/** Sends a request. @throws Error if the response breaks a rule */
async function sendChecked(connection: Connection, request: FuzzRequest): Promise<Exchange> {
  const { method, bytes, isValid } = request
  const exchange = await connection.send(request)
  const { responses, isClosed, rest } = exchange
  const errors = responses.map((it) => responseError(it, method)).filter((it) => it !== undefined)
  if (responses.length === 0 && !isClosed) errors.push(`no response within ${RESPONSE_WITHIN_MS} ms`)
  if (responses.length === 0 && isValid) errors.push('a closed connection instead of a response')
  if (isValid && responses.length > 1) errors.push('more than one response')
  // The response to a malformed HEAD request has a body.
  if (rest.length > 0 && (isValid || method !== 'HEAD'))
    errors.push(`data after the response: ${rest.toString('latin1', 0, 200)}`)
  if (errors.length > 0) throw new Error(`${errors.join('; ')}, to ${JSON.stringify(bytes.toString('latin1'))}`)
  return exchange
}

/** The map that the requests of a connection are about. */
interface TargetMap {
  /** Replaces the placeholder by the map's current id. */
  insertId(bytes: Buffer): Buffer
  /** Deletes the map after a request that created another, and creates one after a DELETE, so that lists stay short. */
  reset(request: FuzzRequest, exchange: Exchange): Promise<void>
}

async function createTargetMap(): Promise<TargetMap> {
  let { id } = await team.createMap(shop)
  return {
    insertId: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(MAP_ID_PLACEHOLDER, id), 'latin1'),
    async reset({ bytes }, { responses }) {
      const created = responses.map((it) => createdId(bytes, it)).find((it) => it !== undefined)
      // A half-closed connection may end without a response although the map was deleted.
      if (created === undefined && !bytes.includes('DELETE ') && !bytes.includes('delete_map')) return
      await team.request('DELETE', `/maps/${id}`)
      id = created ?? (await team.createMap(shop)).id
    },
  }
}

/** The id of the map that a request has created, over REST or as a tool's result. */
function createdId(request: Buffer, { status, body }: RawResponse): string | undefined {
  if (status !== 201 && !request.includes('create_map')) return undefined
  return /"(?:structuredContent":\{")?map":\{"id":"([^"]+)"/.exec(body.toString())?.[1]
}

describe(`${COUNT} requests of every kind (seed ${seed})`, () => {
  it(
    'are all answered, none with 500 or more, and every refusal in the same small form',
    async ({ annotate }) => {
      const gateway = system.gateways[0]!
      const before = await measureRetainedMemory(gateway)
      const liveness = await watchLiveness(gateway.url)
      const started = performance.now()
      const runs = Array.from({ length: CONNECTIONS }, async (_, index) => {
        return fuzz(port, Math.ceil(COUNT / CONNECTIONS), index, await createTargetMap())
      })
      const settled = await Promise.allSettled(runs)
      const pings = await liveness.stop()
      const after = await measureRetainedMemory(gateway)
      const totals = new Map<number, number>()
      for (const run of settled) {
        if (run.status === 'rejected') throw run.reason
        for (const [status, count] of run.value) totals.set(status, (totals.get(status) ?? 0) + count)
      }
      const seconds = Math.round((performance.now() - started) / 1_000)
      await annotate(
        `${COUNT} requests in ${seconds} s, /livez at most ${Math.round(pings.longestMs)} ms in ${pings.count} pings ` +
          `(client late by ${Math.round(pings.lateMs)} ms); seed ${seed}: ` +
          [...totals]
            .sort(([a], [b]) => a - b)
            .map(([status, count]) => `${count} × ${status}`)
            .join(', ') +
          `; held ${describeRetainedMemory(before)} before, ${describeRetainedMemory(after)} after`,
        'measured',
      )
      // The control: the requests get every kind of response.
      for (const status of [200, 201, 304, 400, 401, 404, 405, 412, 415])
        expect(totals.get(status), `${status}`).toBeGreaterThan(0)
      expect(await team.createMap(shop)).toMatchObject(shop)
      const failures = system.gateways[0]!.logs.filter((it) => it['level'] === 'error' || it['level'] === 'fatal')
      expect(failures).toEqual([])
      expect(pings.longestMs - pings.lateMs).toBeLessThan(200)
      expect(hasGrown(before, after)).toBe(false)
    },
    minutes(40),
  )
})

describe('controls: the judge of the requests finds', () => {
  const createProblem = (status: number, detail: string): string => {
    return JSON.stringify({ type: '/docs/problems/x', title: 'x', status, detail, instance: '/', requestId: 'x' })
  }
  it.each<[string, RequestListener]>([
    ['a status of 500', (_, res) => res.writeHead(500).end()],
    ['that is text/html', (_, res) => res.writeHead(400, { 'Content-Type': 'text/html' }).end('<h1>no</h1>')],
    ['of another form', (_, res) => res.writeHead(400, { 'Content-Type': 'application/problem+json' }).end('{}')],
    [
      'bytes',
      (_, res) =>
        res.writeHead(400, { 'Content-Type': 'application/problem+json' }).end(createProblem(400, 'x'.repeat(20_000))),
    ],
    ['a closed connection', (request) => request.socket.destroy()],
  ])('%s', async (error, listener) => {
    await using server = await startServer(listener)
    await expect(fuzz(server.port, 50, 0)).rejects.toThrow(error)
  })

  it('an event loop that stands still', async () => {
    await using own = await startSystem({ workers: 0 })
    const gateway = own.gateways[0]!
    const liveness = await watchLiveness(gateway.url)
    await gateway.kill('SIGSTOP')
    await sleep(2_000)
    await gateway.kill('SIGCONT')
    await sleep(100)
    const { longestMs, lateMs } = await liveness.stop()
    expect(longestMs - lateMs).toBeGreaterThan(200)
  })
})
