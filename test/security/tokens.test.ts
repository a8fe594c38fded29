import { exportFormats, fileFormats, filePath } from '@maps/shared/file-formats'
import { randomBytes, randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken, isWellFormedToken, newToken } from '../../services/gateway/auth/token.ts'
import { unthrottledPlans } from '../faults/clients.ts'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'
import { readResponses, openSocket, type RawResponse } from './raw-http.ts'
import { findSecrets, dumpRedis, dumpPostgres, type RedisMonitor, monitorRedis } from './secrets.ts'
import { dropSlowest, welchT } from './welch.ts'

const PAIRS = 20_000
const T_LIMIT = 4.5
const minutes = (count: number): number => count * 60_000

let system: System
let team: TestWorkspace
let other: TestWorkspace
let mapId: string
let redis: RedisMonitor
/** All tokens of these tests. */
const tokens: string[] = []
/** Bodies of all responses to `send`. */
const bodies: string[] = []

beforeAll(async () => {
  // Each request gets an address of its own in X-Forwarded-For, because failed requests count by address.
  const gatewayEnv = { TRUST_PROXY: '1', LOG_LEVEL: 'debug' }
  const workerEnv = { LOG_LEVEL: 'debug' }
  system = await startSystem({ gateways: 2, workers: 1, plans: unthrottledPlans, gatewayEnv, workerEnv })
  redis = await monitorRedis(system.redisUrl)
  team = await system.createWorkspace({ plan: 'pro' })
  other = await system.createWorkspace({ plan: 'pro' })
  tokens.push(team.token, other.token)
  mapId = (await team.createMap(shop)).id
})
afterAll(async () => {
  redis.close()
  await system[Symbol.asyncDispose]()
})

let addressCount = 0
/** Creates a client address that no other request has. All have the same length. */
function nextAddress(): string {
  const next = addressCount++
  return `10.${(next >> 16) & 255}.${(next >> 8) & 255}.${next & 255}`.padEnd(15)
}

interface RawRequest {
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}

/** Sends a request with the same request id as others, so that their responses can be compared byte by byte. */
async function send({ method, path, body = '', headers }: RawRequest): Promise<RawResponse> {
  const socket = openSocket(portOf(0))
  const fields = { Host: 'a', 'X-Forwarded-For': nextAddress(), 'X-Request-Id': 'same', ...headers }
  const lines = Object.entries(fields).map((it) => it.join(': '))
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  socket.write(Buffer.from([`${method} /api/v1${path} HTTP/1.1`, ...lines, length, '', body].join('\r\n'), 'latin1'))
  const { responses } = await readResponses(socket, method, 1, 35_000)
  socket.destroy()
  bodies.push(responses[0]!.body.toString())
  return responses[0]!
}

function portOf(gateway: number): number {
  return Number(new URL(system.gateways[gateway]!.url).port)
}

/** Everything in a response that a client can compare. */
function comparableText({ status, headers, body }: RawResponse): string {
  const lines = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'ratelimit')
  return JSON.stringify([status, lines, body.toString()])
}

const json = { 'Content-Type': 'application/json' }

/** Requests to all endpoints, in all ways, about a map. */
const allRequests = (id: string): RawRequest[] => [
  { method: 'GET', path: '/maps' },
  { method: 'HEAD', path: '/maps' },
  { method: 'GET', path: '/maps?limit=0' },
  { method: 'POST', path: '/maps', body: '{"name":"x"}', headers: json },
  { method: 'POST', path: '/maps', body: '{', headers: json },
  { method: 'POST', path: '/maps', body: '\x89PNG', headers: { 'Content-Type': 'image/png' } },
  ...mapRequests(id),
  { method: 'PUT', path: `/maps/${id}` },
  { method: 'GET', path: '/nothing' },
]

const mapRequests = (id: string): RawRequest[] => [
  { method: 'GET', path: `/maps/${id}` },
  { method: 'HEAD', path: `/maps/${id}` },
  { method: 'GET', path: `/maps/${id}`, headers: { 'If-None-Match': '"v1"' } },
  { method: 'GET', path: `/maps/${id}`, headers: { 'If-None-Match': '*' } },
  { method: 'PATCH', path: `/maps/${id}`, body: '{"name":"x"}', headers: json },
  { method: 'PATCH', path: `/maps/${id}`, body: '{"name":"x"}', headers: { ...json, 'If-Match': '"v1"' } },
  { method: 'PATCH', path: `/maps/${id}`, body: '{"name":"x"}', headers: { ...json, 'If-Match': '"v9"' } },
  { method: 'PUT', path: `/maps/${id}/layout` },
  { method: 'PUT', path: `/maps/${id}/layout`, body: '{"nodes":[]}', headers: json },
  { method: 'DELETE', path: `/maps/${id}/layout` },
  { method: 'DELETE', path: `/maps/${id}`, headers: { 'If-Match': '"v9"' } },
  { method: 'DELETE', path: `/maps/${id}` },
  ...fileFormats.flatMap((format) => [
    { method: 'GET', path: filePath(format, id) },
    { method: 'HEAD', path: filePath(format, id) },
    { method: 'GET', path: filePath(format, id), headers: { 'If-None-Match': '*' } },
  ]),
]

describe('a bad token', () => {
  it('gets the same 401 on every route if it is unknown, expired or revoked, and others by its form alone', async () => {
    const [revoked, expired] = [await team.createToken(), await team.createToken({ expiresAt: new Date() })]
    await team.revokeToken(revoked.id)
    const unknown = newToken()
    tokens.push(revoked.token, expired.token, unknown)
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
    const authorizations: Record<string, Record<string, Record<string, string>>> = {
      missing: {
        missing: {},
        empty: { Authorization: '' },
        'in another header': { 'X-Api-Key': team.token },
        'in a cookie': { Cookie: `token=${team.token}` },
      },
      'not Bearer': { 'another scheme': { Authorization: `Basic ${team.token}` } },
      'cut off': {
        'of the right length': bearer('x'.repeat(team.token.length)),
        'longer than a live one': bearer(`${team.token}0`),
        'in another letter case': bearer(team.token.toUpperCase()),
        'not ASCII': bearer('\xff\xfe'),
        'very long': bearer('m'.repeat(8_000)),
      },
      unknown: {
        'of the right form, but unknown': bearer(unknown),
        'like a live one but for its end': bearer(createSimilarToken(team.token)),
        revoked: bearer(revoked.token),
        expired: bearer(expired.token),
      },
    }
    for (const request of allRequests(mapId)) {
      const kindsByResponse = new Map<string, string[]>()
      for (const [kind, authorization] of Object.values(authorizations).flatMap((it) => Object.entries(it))) {
        const response = await send({ ...request, headers: { ...request.headers, ...authorization } })
        expect(response.status, `${request.method} ${request.path}, ${kind}`).toBe(401)
        const text = comparableText(response)
        kindsByResponse.set(text, [...(kindsByResponse.get(text) ?? []), kind])
      }
      const expected = Object.values(authorizations).map((it) => Object.keys(it))
      expect([...kindsByResponse.values()], `${request.method} ${request.path}`).toEqual(expected)
    }
    expect(await team.getMap(mapId)).toMatchObject(shop)
  })
})

describe("another workspace's map", () => {
  it('gets the 404 of an id that never was, to the byte, by every method and under every condition', async () => {
    const unknownId = mapId.replace(/.{12}$/, (it) => (it === '0'.repeat(12) ? '1' : '0').repeat(12))
    const sendAsOther = (request: RawRequest): Promise<RawResponse> =>
      send({ ...request, headers: { ...request.headers, Authorization: `Bearer ${other.token}` } })
    for (const [index, request] of mapRequests(mapId).entries()) {
      const foreign = await sendAsOther(request)
      const unknown = await sendAsOther(mapRequests(unknownId)[index]!)
      expect(foreign.status, `${request.method} ${request.path}`).toBe(404)
      expect(comparableText(foreign).replaceAll(mapId, unknownId)).toBe(comparableText(unknown))
    }
    expect(await team.getMap(mapId)).toMatchObject(shop)
    // The control: with its own token, the response differs.
    const own = await send({
      method: 'GET',
      path: `/maps/${mapId}`,
      headers: { Authorization: `Bearer ${team.token}` },
    })
    expect(own.status).toBe(200)
  })

  it('stays closed where its own workspace has just made the file, and the token remembered is the other one', async () => {
    for (const format of exportFormats) {
      const own = await team.exportMap(mapId, format)
      const headers = { Authorization: `Bearer ${other.token}`, 'If-None-Match': own.headers.get('etag')! }
      const foreign = await send({ method: 'GET', path: `/maps/${mapId}/export/${format}`, headers })
      expect([own.status, foreign.status], format).toEqual([200, 404])
    }
  })
})

describe('rotation', () => {
  /** Lists maps with a token. @returns the statuses of both gateways */
  function statusesOf(token: string): Promise<number[]> {
    const requests = [0, 1].map(async (gateway) => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': nextAddress() }
      return (await team.request('GET', '/maps?limit=1', { headers, gateway })).status
    })
    return Promise.all(requests)
  }

  it('leaves no gap: the new token works at once and on, the old one dies within 15 s, on every gateway', async ({
    annotate,
  }) => {
    const old = await team.createToken()
    expect(await statusesOf(old.token)).toEqual([200, 200])
    const rotated = await team.createToken()
    tokens.push(old.token, rotated.token)
    expect(await statusesOf(rotated.token)).toEqual([200, 200])
    // Has both gateways cache the old token as late as possible.
    expect(await statusesOf(old.token)).toEqual([200, 200])
    await team.revokeToken(old.id)

    const revoked = performance.now()
    const rejectedAfter: (number | undefined)[] = [undefined, undefined]
    while (rejectedAfter.includes(undefined) && performance.now() - revoked < 25_000) {
      const elapsed = performance.now() - revoked
      const [oldStatuses, newStatuses] = await Promise.all([statusesOf(old.token), statusesOf(rotated.token)])
      expect(newStatuses).toEqual([200, 200])
      for (const [gateway, status] of oldStatuses.entries()) {
        if (status === 401) rejectedAfter[gateway] ??= elapsed
        // A gateway that has rejected the token never accepts it again.
        else expect([status, rejectedAfter[gateway]]).toEqual([200, undefined])
      }
      await sleep(100)
    }
    const delays = rejectedAfter.map((it) => `${Math.round(it ?? NaN)} ms`)
    await annotate(`a revoked token died after ${delays.join(' and ')}`, 'measured')
    for (const ms of rejectedAfter) expect(ms).toBeLessThan(15_000)
  })

  it('ends a token at the moment it expires, also where it has just been used', async () => {
    const expiresAt = new Date(Date.now() + 3_000)
    const { token } = await team.createToken({ expiresAt })
    tokens.push(token)
    expect(await statusesOf(token)).toEqual([200, 200])
    await sleep(expiresAt.getTime() - Date.now() + 50)
    expect(await statusesOf(token)).toEqual([401, 401])
  })
})

describe('guessing tokens', () => {
  it('is counted by address across gateways, whichever address the guesser claims', async () => {
    await using withoutTrustProxy = await startSystem({ gateways: 2, workers: 0, plans: unthrottledPlans })
    const workspace = await withoutTrustProxy.createWorkspace({ plan: 'pro' })
    const statuses = await guessFrom(nextAddress, workspace, { Forwarded: 'for=10.9.9.9' })
    // A new minute, with a new limit, may begin between the requests.
    expect(statuses.filter((it) => it === 401).length).toBeLessThanOrEqual(60)
    expect(statuses.filter((it) => it === 429).length).toBeGreaterThanOrEqual(40)
    // The control: guesses from different addresses are not limited.
    expect(new Set(await guessFrom(nextAddress))).toEqual(new Set([401]))
  })

  it('is counted by network where addresses are of IPv6, in whichever form a proxy writes them', async () => {
    const forms = (index: number): string[] => {
      const address = `2001:db8:0:1::${index.toString(16)}`
      return [address, `[${address}]`, `[${address}]:${index + 1}`]
    }
    const statuses = await guessFrom((index) => forms(index)[index % 3]!)
    expect(statuses.filter((it) => it === 429).length).toBeGreaterThanOrEqual(40)
    const byPort = await guessFrom(
      (index) => ['198.51.100.1', `198.51.100.1:${index}`, '::ffff:198.51.100.1'][index % 3]!,
    )
    expect(byPort.filter((it) => it === 429).length).toBeGreaterThanOrEqual(40)
    // The control: guesses from different networks are not limited.
    expect(new Set(await guessFrom((index) => `2001:db8:1:${index.toString(16)}::1`))).toEqual(new Set([401]))
  })

  /** Sends 100 guesses with these client addresses in X-Forwarded-For. @returns their statuses */
  function guessFrom(addressOf: (index: number) => string, client = team, otherHeaders = {}): Promise<number[]> {
    const guesses = Array.from({ length: 100 }, async (_, index) => {
      const headers = { Authorization: `Bearer ${newToken()}`, 'X-Forwarded-For': addressOf(index), ...otherHeaders }
      return (await client.request('GET', '/maps', { headers, gateway: index % 2 })).status
    })
    return Promise.all(guesses)
  }
})

/** Creates a well-formed token that differs from another in its last four random digits: too many for a cache of bad tokens. */
function createSimilarToken(token: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const random = token.slice('mapsws_'.length, -10) + Array.from({ length: 4 }, () => digits[randomInt(62)]).join('')
  let rest = crc32(random)
  let checksum = ''
  for (let i = 0; i < 6; i++) {
    checksum = digits[rest % 62] + checksum
    rest = Math.floor(rest / 62)
  }
  const similar = `mapsws_${random}${checksum}`
  return similar === token ? createSimilarToken(token) : similar
}

/** Compares the response times of two kinds of token, in random order. @returns Welch's t */
async function compareTimes(port: number, pairs: number, createTokens: readonly [() => string, () => string]) {
  const samples: [number[], number[]] = [[], []]
  const socket = openSocket(port)
  for (let i = -Math.ceil(pairs / 10); i < pairs; i++) {
    const order = randomInt(2) === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const kind of order) {
      const elapsed = await measureRefusal(socket, createTokens[kind]())
      // The first requests are warm-up.
      if (i >= 0) samples[kind].push(elapsed)
    }
  }
  socket.destroy()
  return welchT(...dropSlowest(...samples, 0.9))
}

async function measureRefusal(socket: Socket, token: string): Promise<number> {
  const head = `GET /api/v1/maps HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${nextAddress()}\r\n`
  const bytes = Buffer.from(`${head}Authorization: Bearer ${token}\r\n\r\n`)
  const started = performance.now()
  socket.write(bytes)
  const { responses } = await readResponses(socket, 'GET', 1, 35_000)
  const elapsed = performance.now() - started
  if (responses[0]?.status !== 401) throw new Error(`answered ${responses[0]?.status} instead of 401`)
  return elapsed
}

describe(`the time of ${PAIRS} pairs of refusals`, () => {
  it(
    'tells nothing of how much of a token is right',
    async ({ annotate }) => {
      const { token } = team
      const t = await compareTimes(portOf(0), PAIRS, [() => createSimilarToken(token), newToken])
      await annotate(`|t| = ${Math.abs(t).toFixed(2)} in ${PAIRS} pairs`, 'measured')
      expect(isWellFormedToken(createSimilarToken(token))).toBe(true)
      expect(Math.abs(t)).toBeLessThan(T_LIMIT)
    },
    minutes(10),
  )

  it('control: would tell where tokens were compared digit by digit', async ({ annotate }) => {
    const { token } = team
    let checksum = 0
    await using server = await startServer((request, response) => {
      const guess = request.headers.authorization!.slice('Bearer '.length)
      for (let i = 0; i < token.length && guess[i] === token[i]; i++) {
        for (let work = 0; work < 2_000; work++) checksum = (checksum * 31 + work) | 0
      }
      response.writeHead(401, { 'Content-Length': 0 }).end()
    })
    const t = await compareTimes(server.port, 1_000, [() => createSimilarToken(token), newToken])
    await annotate(`|t| = ${Math.abs(t).toFixed(2)} in 1,000 pairs`, 'measured')
    expect(Math.abs(t)).toBeGreaterThan(T_LIMIT)
  })
})

describe('after all of this', () => {
  it('no token and no hash of one is in a log, in a refusal, in Redis or in a job', async ({ annotate }) => {
    for (const format of exportFormats) expect((await team.exportMap(mapId, format)).status).toBe(200)
    await sleep(500)
    const logs = [...system.gateways, ...system.workers].flatMap((it) => it.logs.map((line) => JSON.stringify(line)))
    const stored = await dumpRedis(system.redisUrl)
    await annotate(
      `looked for ${tokens.length} tokens and their hashes in ${logs.length} log lines, ${bodies.length} refusals, ` +
        `${stored.length} keys and values and ${redis.commands.length} commands of Redis`,
      'measured',
    )
    const searched = [logs, bodies, stored, redis.commands]
    for (const texts of searched) expect(texts.length).toBeGreaterThan(10)
    expect(redis.commands.some((it) => it.includes(mapId) && it.includes('deadline'))).toBe(true)
    for (const texts of searched) expect(findSecrets(texts, tokens)).toEqual([])
  })

  it('Postgres knows tokens by their hashes alone', async () => {
    const rows = await dumpPostgres(system.databaseUrl)
    expect(rows.some((it) => it.includes(hashToken(team.token).toString('hex')))).toBe(true)
    expect(rows.filter((row) => tokens.some((it) => row.includes(it)))).toEqual([])
  })

  it('control: they would be found', async () => {
    const connection = new Redis(system.redisUrl)
    const secret = newToken()
    const hash = hashToken(secret)
    await connection.set('planted:bytes', Buffer.concat([randomBytes(5), hash]))
    await connection.set('planted:ttl', 'x')
    await connection.hset('planted:hash', 'field', hash.toString('hex'))
    await connection.xadd('planted:stream', '*', 'field', secret)
    await connection.zadd('planted:set', 1, hash.toString('base64url'))
    await connection.rpush('planted:list', `Bearer ${secret}`)
    const found = findSecrets(await dumpRedis(system.redisUrl), [secret])
    await connection.del(
      'planted:bytes',
      'planted:ttl',
      'planted:hash',
      'planted:stream',
      'planted:set',
      'planted:list',
    )
    connection.disconnect()
    expect(found).toHaveLength(5)
    expect(findSecrets(redis.commands, [secret]).length).toBeGreaterThanOrEqual(4)
    expect(findSecrets([JSON.stringify({ authorization: `Bearer ${secret}` })], [secret])).toHaveLength(1)
  })
})
