import { exportFormats } from '@maps/shared/file-formats'
import { randomBytes, randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken, isWellFormedToken, newToken } from '../../services/gateway/auth/token.ts'
import { plansWithoutQuota } from '../faults/clients.ts'
import { startServer } from '../rig/http-server.ts'
import { startSystem, type System, type TestWorkspace } from '../rig/system.ts'
import { shop } from '../system/shop.ts'
import { listenTo, open, type RawAnswer } from './raw-http.ts'
import { findSecrets, readEverything, readRows, type RedisMonitor, monitorRedis } from './secrets.ts'
import { cropped, welch } from './welch.ts'

const PAIRS = 20_000
const T_LIMIT = 4.5
const minutes = (count: number): number => count * 60_000

let system: System
let team: TestWorkspace
let stranger: TestWorkspace
let mapId: string
let redis: RedisMonitor
/** Of every token that plays a part here. */
const tokens: string[] = []
/** Of every refusal. */
const refusals: string[] = []

beforeAll(async () => {
  // So that each request may come from an address of its own.
  const gatewayEnv = { TRUST_PROXY: '1', LOG_LEVEL: 'debug' }
  const workerEnv = { LOG_LEVEL: 'debug' }
  system = await startSystem({ gateways: 2, workers: 1, plans: plansWithoutQuota, gatewayEnv, workerEnv })
  redis = await monitorRedis(system.redisUrl)
  team = await system.createWorkspace({ plan: 'pro' })
  stranger = await system.createWorkspace({ plan: 'pro' })
  tokens.push(team.token, stranger.token)
  mapId = (await team.createMap(shop)).id
})
afterAll(async () => {
  redis.close()
  await system[Symbol.asyncDispose]()
})

let addresses = 0
function someAddress(): string {
  const next = addresses++
  return `10.${(next >> 16) & 255}.${(next >> 8) & 255}.${next & 255}`.padEnd(15)
}

/** A request whose answer is compared to the byte. */
async function ask(request: { method: string; path: string; body?: string; headers: Record<string, string> }) {
  const { method, path, body = '', headers } = request
  const socket = open(portOf(0))
  const fields = { Host: 'a', 'X-Forwarded-For': someAddress(), 'X-Request-Id': 'same', ...headers }
  const lines = Object.entries(fields).map((it) => it.join(': '))
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  socket.write(Buffer.from([`${method} /api/v1${path} HTTP/1.1`, ...lines, length, '', body].join('\r\n'), 'latin1'))
  const { answers } = await listenTo(socket, method, 1, 35_000)
  socket.destroy()
  refusals.push(answers[0]!.body.toString())
  return answers[0]!
}

function portOf(gateway: number): number {
  return Number(new URL(system.gateways[gateway]!.url).port)
}

/** What a client can tell answers apart by. */
function visible({ status, headers, body }: RawAnswer): string {
  const lines = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'ratelimit')
  return JSON.stringify([status, lines, body.toString()])
}

const json = { 'Content-Type': 'application/json' }

/** Every endpoint and every way to use it, about a map. */
const uses = (id: string) => [
  { method: 'GET', path: '/maps' },
  { method: 'HEAD', path: '/maps' },
  { method: 'GET', path: '/maps?limit=0' },
  { method: 'POST', path: '/maps', body: '{"name":"x"}', headers: json },
  { method: 'POST', path: '/maps', body: '{', headers: json },
  { method: 'POST', path: '/maps', body: '\x89PNG', headers: { 'Content-Type': 'image/png' } },
  ...usesOfMap(id),
  { method: 'PUT', path: `/maps/${id}` },
  { method: 'GET', path: '/nothing' },
]

const usesOfMap = (id: string) => [
  { method: 'GET', path: `/maps/${id}` },
  { method: 'HEAD', path: `/maps/${id}` },
  { method: 'GET', path: `/maps/${id}`, headers: { 'If-None-Match': '"v1"' } },
  { method: 'GET', path: `/maps/${id}`, headers: { 'If-None-Match': '*' } },
  { method: 'PATCH', path: `/maps/${id}`, body: '{"name":"x"}', headers: json },
  { method: 'PATCH', path: `/maps/${id}`, body: '{"name":"x"}', headers: { ...json, 'If-Match': '"v1"' } },
  { method: 'PATCH', path: `/maps/${id}`, body: '{"name":"x"}', headers: { ...json, 'If-Match': '"v9"' } },
  { method: 'DELETE', path: `/maps/${id}`, headers: { 'If-Match': '"v9"' } },
  { method: 'DELETE', path: `/maps/${id}` },
  ...exportFormats.flatMap((format) => [
    { method: 'GET', path: `/maps/${id}/export/${format}` },
    { method: 'HEAD', path: `/maps/${id}/export/${format}` },
    { method: 'GET', path: `/maps/${id}/export/${format}`, headers: { 'If-None-Match': '*' } },
  ]),
]

describe('a bad token', () => {
  it('gets one and the same 401 for every fault and on every route', async () => {
    const [revoked, expired] = [await team.createToken(), await team.createToken({ expiresAt: new Date() })]
    await team.revokeToken(revoked.id)
    const wrong = newToken()
    tokens.push(revoked.token, expired.token, wrong)
    const authorizations = {
      missing: {},
      empty: { Authorization: '' },
      'another scheme': { Authorization: `Basic ${team.token}` },
      'of the right length': { Authorization: `Bearer ${'x'.repeat(team.token.length)}` },
      'of the right form, but unknown': { Authorization: `Bearer ${wrong}` },
      'like a live one but for its end': { Authorization: `Bearer ${resembling(team.token)}` },
      'longer than a live one': { Authorization: `Bearer ${team.token}0` },
      'in another letter case': { Authorization: `Bearer ${team.token.toUpperCase()}` },
      'not ASCII': { Authorization: 'Bearer \xff\xfe' },
      'very long': { Authorization: `Bearer ${'m'.repeat(8_000)}` },
      revoked: { Authorization: `Bearer ${revoked.token}` },
      expired: { Authorization: `Bearer ${expired.token}` },
      'in another header': { 'X-Api-Key': team.token },
      'in a cookie': { Cookie: `token=${team.token}` },
    }
    for (const use of uses(mapId)) {
      const answers = new Map<string, string[]>()
      for (const [kind, authorization] of Object.entries(authorizations)) {
        const answer = await ask({ ...use, headers: { ...('headers' in use && use.headers), ...authorization } })
        expect(answer.status, `${use.method} ${use.path}, ${kind}`).toBe(401)
        answers.set(visible(answer), [...(answers.get(visible(answer)) ?? []), kind])
      }
      expect([...answers.values()], `${use.method} ${use.path}`).toHaveLength(1)
    }
    expect(await team.getMap(mapId)).toMatchObject(shop)
  })
})

describe("another workspace's map", () => {
  it('gets the 404 of an id that never was, to the byte, by every method and under every condition', async () => {
    const neverWas = mapId.replace(/.{12}$/, (it) => (it === '0'.repeat(12) ? '1' : '0').repeat(12))
    const headers = { Authorization: `Bearer ${stranger.token}` }
    for (const [index, use] of usesOfMap(mapId).entries()) {
      const foreign = await ask({ ...use, headers: { ...('headers' in use && use.headers), ...headers } })
      const otherUse = usesOfMap(neverWas)[index]!
      const unknown = await ask({
        ...otherUse,
        headers: { ...('headers' in otherUse && otherUse.headers), ...headers },
      })
      expect(foreign.status, `${use.method} ${use.path}`).toBe(404)
      expect(visible(foreign).replaceAll(mapId, neverWas)).toBe(visible(unknown))
    }
    expect(await team.getMap(mapId)).toMatchObject(shop)
    // The judge can tell them apart where there is something to tell.
    const own = await ask({ method: 'GET', path: `/maps/${mapId}`, headers: { Authorization: `Bearer ${team.token}` } })
    expect(own.status).toBe(200)
  })

  it('stays closed where its own workspace has just made the file, and the token remembered is the other one', async () => {
    for (const format of exportFormats) {
      const own = await team.exportMap(mapId, format)
      const tag = own.headers.get('etag')!
      const headers = { Authorization: `Bearer ${stranger.token}`, 'If-None-Match': tag }
      const answer = await ask({ method: 'GET', path: `/maps/${mapId}/export/${format}`, headers })
      expect([own.status, answer.status], format).toEqual([200, 404])
    }
  })
})

describe('rotation', () => {
  it('leaves no gap: the new token works at once and on, the old one dies within 15 s, on every gateway', async ({
    annotate,
  }) => {
    const old = await team.createToken()
    const statusOf = async (token: string, gateway: number): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': someAddress() }
      return (await team.request('GET', '/maps?limit=1', { headers, gateway })).status
    }
    const both = (token: string) => Promise.all([statusOf(token, 0), statusOf(token, 1)])
    expect(await both(old.token)).toEqual([200, 200])
    const fresh = await team.createToken()
    tokens.push(old.token, fresh.token)
    expect(await both(fresh.token)).toEqual([200, 200])
    // Remembered as late as possible.
    expect(await both(old.token)).toEqual([200, 200])
    await team.revokeToken(old.id)

    const revoked = performance.now()
    const diedAfter: (number | undefined)[] = [undefined, undefined]
    while (diedAfter.includes(undefined) && performance.now() - revoked < 25_000) {
      const asked = performance.now() - revoked
      const [ofOld, ofFresh] = await Promise.all([both(old.token), both(fresh.token)])
      expect(ofFresh).toEqual([200, 200])
      for (const [gateway, status] of ofOld.entries()) {
        if (status === 401) diedAfter[gateway] ??= asked
        // Once dead, it stays dead.
        else expect([status, diedAfter[gateway]]).toEqual([200, undefined])
      }
      await sleep(100)
    }
    const delays = diedAfter.map((it) => `${Math.round(it ?? NaN)} ms`)
    await annotate(`a revoked token died after ${delays.join(' and ')}`, 'measured')
    for (const ms of diedAfter) expect(ms).toBeLessThan(15_000)
  })

  it('ends a token at the moment it expires, also where it has just been used', async () => {
    const expiresAt = new Date(Date.now() + 3_000)
    const { token } = await team.createToken({ expiresAt })
    tokens.push(token)
    const ask = async (gateway: number): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': someAddress() }
      return (await team.request('GET', '/maps?limit=1', { headers, gateway })).status
    }
    expect(await Promise.all([ask(0), ask(1)])).toEqual([200, 200])
    await sleep(expiresAt.getTime() - Date.now() + 50)
    expect(await Promise.all([ask(0), ask(1)])).toEqual([401, 401])
  })
})

describe('guessing tokens', () => {
  it('is counted by address across gateways, whichever address the guesser claims', async () => {
    await using own = await startSystem({ gateways: 2, workers: 0, plans: plansWithoutQuota })
    const workspace = await own.createWorkspace({ plan: 'pro' })
    const guess = async (index: number): Promise<number> => {
      const headers = {
        Authorization: `Bearer ${newToken()}`,
        'X-Forwarded-For': someAddress(),
        Forwarded: 'for=10.9.9.9',
      }
      const { status } = await workspace.request('GET', '/maps', { headers, gateway: index % 2 })
      return status
    }
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)))
    // A minute may end meanwhile.
    expect(statuses.filter((it) => it === 401).length).toBeLessThanOrEqual(60)
    expect(statuses.filter((it) => it === 429).length).toBeGreaterThanOrEqual(40)
    // The control: who is at addresses of his own is not held back.
    expect(new Set(await guessFrom(someAddress))).toEqual(new Set([401]))
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
    // The control: other networks.
    expect(new Set(await guessFrom((index) => `2001:db8:1:${index.toString(16)}::1`))).toEqual(new Set([401]))
  })

  /** Statuses of 100 guesses through a proxy that tells these addresses. */
  function guessFrom(address: (index: number) => string): Promise<number[]> {
    const guesses = Array.from({ length: 100 }, async (_, index) => {
      const headers = { Authorization: `Bearer ${newToken()}`, 'X-Forwarded-For': address(index) }
      return (await team.request('GET', '/maps', { headers, gateway: index % 2 })).status
    })
    return Promise.all(guesses)
  }
})

/** A well-formed token that is like another but for the last four random digits: enough of them that none is remembered as bad. */
function resembling(token: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const random = token.slice('mapsws_'.length, -10) + Array.from({ length: 4 }, () => digits[randomInt(62)]).join('')
  let rest = crc32(random)
  let checksum = ''
  for (let i = 0; i < 6; i++) {
    checksum = digits[rest % 62] + checksum
    rest = Math.floor(rest / 62)
  }
  const similar = `mapsws_${random}${checksum}`
  return similar === token ? resembling(token) : similar
}

/** Asks in turns with tokens of two kinds, and answers what the times say about a difference. */
async function compareTimes(port: number, pairs: number, kinds: readonly [() => string, () => string]) {
  const samples: [number[], number[]] = [[], []]
  const socket = open(port)
  for (let i = -Math.ceil(pairs / 10); i < pairs; i++) {
    const order = randomInt(2) === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const kind of order) {
      const took = await timeOf(socket, kinds[kind]())
      // The first ones warm both sides up.
      if (i >= 0) samples[kind].push(took)
    }
  }
  socket.destroy()
  const [one, other] = cropped(...samples, 0.9)
  return welch(one, other)
}

async function timeOf(socket: Socket, token: string): Promise<number> {
  const head = `GET /api/v1/maps HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${someAddress()}\r\n`
  const bytes = Buffer.from(`${head}Authorization: Bearer ${token}\r\n\r\n`)
  const started = performance.now()
  socket.write(bytes)
  const { answers } = await listenTo(socket, 'GET', 1, 35_000)
  const took = performance.now() - started
  if (answers[0]?.status !== 401) throw new Error(`answered ${answers[0]?.status} instead of 401`)
  return took
}

describe(`the time of ${PAIRS} pairs of refusals`, () => {
  it(
    'tells nothing of how much of a token is right',
    async ({ annotate }) => {
      const { token } = team
      const t = await compareTimes(portOf(0), PAIRS, [() => resembling(token), newToken])
      await annotate(`|t| = ${Math.abs(t).toFixed(2)} in ${PAIRS} pairs`, 'measured')
      expect(isWellFormedToken(resembling(token))).toBe(true)
      expect(Math.abs(t)).toBeLessThan(T_LIMIT)
    },
    minutes(10),
  )

  it('control: would tell where tokens were compared digit by digit', async ({ annotate }) => {
    const { token } = team
    let leaked = 0
    await using server = await startServer((request, response) => {
      const given = request.headers.authorization!.slice('Bearer '.length)
      for (let i = 0; i < token.length && given[i] === token[i]; i++) {
        for (let work = 0; work < 2_000; work++) leaked = (leaked * 31 + work) | 0
      }
      response.writeHead(401, { 'Content-Length': 0 }).end()
    })
    const t = await compareTimes(server.port, 1_000, [() => resembling(token), newToken])
    await annotate(`|t| = ${Math.abs(t).toFixed(2)} in 1,000 pairs`, 'measured')
    expect(Math.abs(t)).toBeGreaterThan(T_LIMIT)
  })
})

describe('after all of this', () => {
  it('no token and no hash of one is in a log, in a refusal, in Redis or in a job', async ({ annotate }) => {
    for (const format of exportFormats) expect((await team.exportMap(mapId, format)).status).toBe(200)
    await sleep(500)
    const logs = [...system.gateways, ...system.workers].flatMap((it) => it.logs.map((line) => JSON.stringify(line)))
    const stored = await readEverything(system.redisUrl)
    const said = redis.commands
    await annotate(
      `looked for ${tokens.length} tokens and their hashes in ${logs.length} log lines, ${refusals.length} refusals, ` +
        `${stored.length} keys and values and ${said.length} commands of Redis`,
      'measured',
    )
    for (const places of [logs, refusals, stored, said]) expect(places.length).toBeGreaterThan(10)
    expect(said.some((it) => it.includes(mapId) && it.includes('deadline'))).toBe(true)
    for (const places of [logs, refusals, stored, said]) expect(findSecrets(places, tokens)).toEqual([])
  })

  it('Postgres knows tokens by their hashes alone', async () => {
    const rows = await readRows(system.databaseUrl)
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
    const found = findSecrets(await readEverything(system.redisUrl), [secret])
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
