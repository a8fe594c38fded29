import { defaultPlans } from '@maps/shared/plans'
import fc from 'fast-check'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'
import { type FuzzRequest, garbage, type Known, readableRequest } from './arbitrary-requests.ts'
import { inspected } from '../faults/inspector.ts'
import { retainedText, retainedBy, retainsMore } from './retained-memory.ts'
import { faultOf } from './judge.ts'
import { watchLiveness } from './liveness.ts'
import { type Conversation, converse, listenTo, open } from './raw-http.ts'

const COUNT = 100_000
const LANES = 4
const ANSWER_WITHIN_MS = 35_000
const minutes = (count: number): number => count * 60_000

/** In requests, the id of a map that exists when they are sent. */
const someMap = '00000000-0000-7000-8000-000000000000'
const { seed = 0 } = fc.readConfigureGlobal()

let system: System
let team: TestWorkspace
let port: number
let known: Known

beforeAll(async () => {
  const pro = { ...defaultPlans.pro, requestsPerMinute: 1_000_000_000, exportsInFlight: 1_000 }
  const gatewayEnv = { ...inspected, TRUST_PROXY: '1' }
  system = await startSystem({ workers: 1, plans: { ...defaultPlans, pro }, gatewayEnv })
  team = await system.createWorkspace({ plan: 'pro' })
  port = Number(new URL(system.gateways[0]!.url).port)
  const { id } = await team.createMap(shop)
  const { bytes } = await team.exportMap(id, 'png', { scale: '1' })
  known = { mapId: someMap, token: team.token, picture: bytes }
})
afterAll(() => system[Symbol.asyncDispose]())

/** Sends one request after the other, over one connection as long as it holds. */
function openLane(port: number) {
  let socket: Socket | undefined
  return {
    async ask({ method, bytes, isReadable }: FuzzRequest): Promise<Conversation> {
      if (!isReadable) return converse(port, bytes, { method, isHalfClosed: true, withinMs: ANSWER_WITHIN_MS })
      if (!socket?.writable) socket = open(port)
      socket.write(bytes)
      const conversation = await listenTo(socket, method, 1, ANSWER_WITHIN_MS)
      if (conversation.isClosed || conversation.answers.some((it) => it.headers['connection'] === 'close')) {
        socket.destroy()
      }
      return conversation
    },
    close: () => socket?.destroy(),
  }
}

type Lane = ReturnType<typeof openLane>

/** @throws Error that tells the request and its seed, where one is not answered as it should be */
async function fuzz(port: number, count: number, lane: number, shelf?: Shelf): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const connection = openLane(port)
  const request = fc.oneof({ weight: 9, arbitrary: readableRequest(known) }, { weight: 1, arbitrary: garbage(known) })
  const property = fc.asyncProperty(request, async (it) => {
    const sent = { ...it, bytes: shelf ? shelf.address(it.bytes) : it.bytes }
    const conversation = await checkedAsk(connection, sent)
    for (const { status } of conversation.answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await shelf?.resetPage(sent, conversation)
  })
  const details = await fc.check(property, { numRuns: count, seed: seed + lane, endOnFailure: true })
  connection.close()
  if (details.failed) {
    const { errorInstance, seed, counterexamplePath } = details
    throw new Error(`${(errorInstance as Error).message} (seed ${seed}, path ${counterexamplePath})`)
  }
  return statuses
}

async function checkedAsk(lane: Lane, request: FuzzRequest): Promise<Conversation> {
  const conversation = await lane.ask(request)
  const { answers, isClosed, rest } = conversation
  const faults = answers.map((it) => faultOf(it, request.method)).filter((it) => it !== undefined)
  if (answers.length === 0 && !isClosed) faults.push(`no answer within ${ANSWER_WITHIN_MS} ms`)
  if (answers.length === 0 && request.isReadable) faults.push('a closed connection instead of an answer')
  if (request.isReadable && answers.length > 1) faults.push('more than one answer')
  // What cannot be read is told so in a body, even where it began with HEAD.
  if (rest.length > 0 && (request.isReadable || request.method !== 'HEAD'))
    faults.push(`what is no answer: ${rest.toString('latin1', 0, 200)}`)
  if (faults.length > 0) throw new Error(`${faults.join('; ')}, to ${JSON.stringify(request.bytes.toString('latin1'))}`)
  return conversation
}

interface Shelf {
  /** The same bytes, about the map that exists now. */
  address(bytes: Buffer): Buffer
  /** Sees to it that there is one map again. */
  resetPage(request: FuzzRequest, conversation: Conversation): Promise<void>
}

/** Keeps one map for a lane, made of what the lane has sent, so that lists stay short however long it goes on. */
async function createShelf(): Promise<Shelf> {
  let { id } = await team.createMap(shop)
  return {
    address: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(someMap, id), 'latin1'),
    async resetPage({ bytes }, { answers }) {
      const created = answers.find((it) => it.status === 201)
      // It may be done without an answer, where the client has ended its half of the connection.
      if (!created && !bytes.includes('DELETE ')) return
      await team.request('DELETE', `/maps/${id}`)
      if (created) id = (JSON.parse(created.body.toString()) as { map: { id: string } }).map.id
      else ({ id } = await team.createMap(shop))
    },
  }
}

describe(`${COUNT} requests of every kind (seed ${seed})`, () => {
  it(
    'are all answered, none with 500 or more, and every refusal in the same small form',
    async ({ annotate }) => {
      const gateway = system.gateways[0]!
      const before = await retainedBy(gateway)
      const liveness = await watchLiveness(gateway.url)
      const started = performance.now()
      const lanes = Array.from({ length: LANES }, async (_, lane) => {
        return fuzz(port, Math.ceil(COUNT / LANES), lane, await createShelf())
      })
      const settled = await Promise.allSettled(lanes)
      const pings = await liveness.stop()
      const after = await retainedBy(gateway)
      const totals = new Map<number, number>()
      for (const lane of settled) {
        if (lane.status === 'rejected') throw lane.reason
        for (const [status, count] of lane.value) totals.set(status, (totals.get(status) ?? 0) + count)
      }
      const seconds = Math.round((performance.now() - started) / 1_000)
      await annotate(
        `${COUNT} requests, seed ${seed}, ${seconds} s: ` +
          [...totals]
            .sort(([a], [b]) => a - b)
            .map(([status, count]) => `${count} × ${status}`)
            .join(', ') +
          `; /livez at most ${Math.round(pings.longestMs)} ms in ${pings.count} pings (client late by ${Math.round(pings.lateMs)} ms)` +
          `; held ${retainedText(before)} before, ${retainedText(after)} after`,
        'measured',
      )
      // The requests reach what they are to try.
      for (const status of [200, 201, 304, 400, 401, 404, 405, 412, 415])
        expect(totals.get(status), `${status}`).toBeGreaterThan(0)
      expect(await team.createMap(shop)).toMatchObject(shop)
      const failures = system.gateways[0]!.logs.filter((it) => it['level'] === 'error' || it['level'] === 'fatal')
      expect(failures).toEqual([])
      expect(pings.longestMs - pings.lateMs).toBeLessThan(200)
      expect(retainsMore(before, after)).toBe(false)
    },
    minutes(40),
  )
})

describe('controls: the judge of the requests finds', () => {
  const form = (status: number, detail: string): string => {
    return JSON.stringify({ type: 'about:blank', title: 'x', status, detail, instance: '/', requestId: 'x' })
  }
  it.each<[string, RequestListener]>([
    ['a status of 500', (_, answer) => answer.writeHead(500).end()],
    ['that is text/html', (_, answer) => answer.writeHead(400, { 'Content-Type': 'text/html' }).end('<h1>no</h1>')],
    ['of another form', (_, answer) => answer.writeHead(400, { 'Content-Type': 'application/problem+json' }).end('{}')],
    [
      'bytes',
      (_, answer) =>
        answer.writeHead(400, { 'Content-Type': 'application/problem+json' }).end(form(400, 'x'.repeat(20_000))),
    ],
    ['a closed connection', (request) => request.socket.destroy()],
  ])('%s', async (fault, listener) => {
    await using server = await startServer(listener)
    await expect(fuzz(server.port, 50, 0)).rejects.toThrow(fault)
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
