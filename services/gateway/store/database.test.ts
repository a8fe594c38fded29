import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@maps/shared/errors'
import { createLogger } from '@maps/shared/logger'
import { describe, expect, inject, it, vi } from 'vitest'
import { backendPid } from '../../../test/rig/backend-pid.ts'
import { type FaultProxy, startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { createDatabase } from '../../../test/rig/database.ts'
import { checkPostgres } from '../admin/checks/postgres.ts'
import { run } from '../admin/run.ts'
import { type Database, openDatabase } from './database.ts'
import { migrateWhenReachable } from './migrate.ts'
import { connectPostgres, openPostgres, type Sql } from './postgres.ts'

/** Less than the 3 s of a query: none waits for a connection without responses. */
const AT_ONCE = { timeout: 2_500 }

/** A database behind a fault proxy. */
async function openProxied(connections = 2): Promise<{ network: FaultProxy; sql: Sql } & AsyncDisposable> {
  const network = await startFaultProxy(ownUrl())
  const { sql, end } = openDatabase(throughProxy(ownUrl(), network), connections)
  const close = async (): Promise<void> => {
    await end({ timeout: 1 })
    await network[Symbol.asyncDispose]()
  }
  return { network, sql, [Symbol.asyncDispose]: close }
}

async function queryOne(sql: Sql): Promise<number> {
  const [row] = await sql<{ one: number }[]>`select 1 as one`
  return row!.one
}

describe.concurrent('the connection to the database', () => {
  it('is restored after an outage, for every query', async () => {
    await using proxied = await openProxied()
    const { network, sql } = proxied
    expect(await queryOne(sql)).toBe(1)
    network.refuseConnections()
    network.resetConnections()
    const outageEnds = Date.now() + 7_000
    while (Date.now() < outageEnds) {
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => queryOne(sql)))
      for (const it of outcomes) expect(it).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    }
    await network.restore()
    await vi.waitFor(() => queryOne(sql), { timeout: 5_000 })
    expect(await Promise.all([1, 2, 3, 4].map(() => queryOne(sql)))).toEqual([1, 1, 1, 1])
  })

  it('is closed for all queries at once, when one finds that no response comes', async () => {
    await using proxied = await openProxied(6)
    const { network, sql } = proxied
    await Promise.all(Array.from({ length: 30 }, () => queryOne(sql)))
    network.blackhole()
    await expect(queryOne(sql)).rejects.toThrow(Unavailable)
    await vi.waitFor(() => queryOne(sql), AT_ONCE)
    expect(await Promise.all(Array.from({ length: 12 }, () => queryOne(sql)))).toEqual(Array(12).fill(1))
  })

  it('is opened anew after a long idle time, before a query fails', async () => {
    await using proxied = await openProxied()
    const { network, sql } = proxied
    expect(await Promise.all([queryOne(sql), queryOne(sql)])).toEqual([1, 1])
    network.blackhole()
    await sleep(11_000)
    expect(await Promise.all([queryOne(sql), queryOne(sql)])).toEqual([1, 1])
  })
})

// After other concurrent tests, so that all of them wait together.
describe.concurrent('several hosts', () => {
  const hostOf = (url: string) => new URL(url).host
  const withHosts = (...hosts: string[]) => ownUrl().replace(hostOf(ownUrl()), hosts.join(','))

  it('are tried in turn: the first may be down', async () => {
    await using down = await startFaultProxy(ownUrl())
    down.refuseConnections()
    const url = withHosts(`${down.host}:${down.port}`, hostOf(ownUrl()))
    await using database = open(url, 3)
    const { sql } = database
    const patient = await connectPostgres(url, { isUnlimited: true })
    expect(await Promise.all([1, 2, 3].map(() => queryOne(sql)))).toEqual([1, 1, 1])
    expect(await patient`select 1 as one`).toHaveLength(1)
    // The control: alone, the first host is unreachable.
    await using alone = open(withHosts(`${down.host}:${down.port}`), 1)
    await expect(queryOne(alone.sql)).rejects.toThrow(Unavailable)
    await patient.end()
  })

  it('are tried in turn where the first accepts clients and hangs', async () => {
    await using hanging = await startHangingServer()
    await using database = open(withHosts(`127.0.0.1:${hanging.port}`, hostOf(ownUrl())), 3)
    expect(await queryOne(database.sql)).toBe(1)
  })

  it.each([
    ['sends nothing', () => startTcpServer(() => {})],
    ['hangs after its greeting', startHangingServer],
  ])(
    'are tried in turn at a start, and by commands, where the first accepts clients and %s',
    async (_, startServer) => {
      await using server = await startServer()
      const url = withHosts(`127.0.0.1:${server.port}`, hostOf(ownUrl()))
      await using parts = new AsyncDisposableStack()
      const client = parts.adopt(await connectPostgres(url), (it) => it.end())
      expect(await client`select 1 as one`).toHaveLength(1)
      await migrateWhenReachable(url, AbortSignal.timeout(20_000), createLogger('test', 'silent'))
      const results = await Array.fromAsync(checkPostgres(url))
      expect(results.filter((it) => it.state === 'BAD')).toEqual([])
      // The control: alone, the first host is unreachable.
      await expect(connectPostgres(withHosts(`127.0.0.1:${server.port}`))).rejects.toThrow(/in time|CONNECT_TIMEOUT/)
    },
  )

  it('are tried until one is a primary', async () => {
    await using standby = await startFakeStandby()
    await using database = open(withHosts(`127.0.0.1:${standby.port}`, hostOf(ownUrl())), 3)
    const { sql } = database
    await vi.waitFor(() => queryOne(sql), { timeout: 5_000 })
    expect(standby.connections).toBeGreaterThan(0)
    const before = standby.connections
    expect(await Promise.all(Array.from({ length: 9 }, () => queryOne(sql)))).toEqual(Array(9).fill(1))
    expect(standby.connections).toBe(before)
  })
})

it('is away where it refuses the login, as after a change of the password', async () => {
  const owner = openPostgres(ownUrl())
  await owner`create role guest login password 'old'`
  const url = new URL(ownUrl())
  url.username = 'guest'
  url.password = 'old'
  await using database = open(url.href, 1)
  expect(await queryOne(database.sql)).toBe(1)
  await owner`alter role guest password 'new'`
  await owner`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'guest'`
  await vi.waitFor(async () => {
    const refusal = await queryOne(database.sql).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 503, cause: { code: '28P01' } })
  }, AT_ONCE)
  await owner.end()
})

describe('a role that may only read', () => {
  it('is told by readiness, requests, commands and doctor, which name the setting', async () => {
    await using own = await createDatabase()
    const role = `reader_${randomUUID().slice(0, 8)}`
    await using parts = new AsyncDisposableStack()
    const owner = parts.adopt(openPostgres(own.url), (it) => it.end())
    await owner.unsafe(`create role ${role} login password 'a'; grant select on all tables in schema public to ${role}`)
    parts.defer(async () => void (await owner.unsafe(`drop owned by ${role}; drop role ${role}`)))
    const url = Object.assign(new URL(own.url), { username: role, password: 'a' }).href
    const reader = parts.adopt(openDatabase(url), (it) => it.end({ timeout: 1 }))
    expect(await reader.readState()).toBe('read-only')
    await expect(reader.sql`delete from maps`).rejects.toThrow('accepts no writes')
    const stderr = new PassThrough()
    const words = ['workspace', 'create', 'acme']
    const stdio = { stdin: new PassThrough(), stdout: new PassThrough(), stderr }
    expect(await run(words, { env: { DATABASE_URL: url }, ...stdio })).toBe(1)
    expect(String(stderr.read())).toBe(
      'DATABASE_URL: the database there cannot be used: permission denied for table workspaces.\n',
    )
    const results = await Array.fromAsync(checkPostgres(url))
    expect(results.filter((it) => it.state === 'BAD').map((it) => it.text)).toEqual([
      expect.stringMatching(/^The role of DATABASE_URL may not write maps/),
    ])
    // The control: the owner may write.
    const writer = parts.adopt(openDatabase(own.url), (it) => it.end({ timeout: 1 }))
    expect(await writer.readState()).toBe('writable')
  })
})

/** A server that accepts clients and then sends nothing. */
async function startHangingServer() {
  const authenticationOk = '520000000800000000'
  const readyForQuery = '5a0000000549'
  return startTcpServer(
    (client) => void client.once('data', () => client.write(authenticationOk + readyForQuery, 'hex')),
  )
}

/** A proxy of the database that makes it look like a standby. */
async function startFakeStandby() {
  const { hostname, port } = new URL(ownUrl())
  const counts = { connections: 0 }
  const server = await startTcpServer((client) => {
    counts.connections++
    const upstream = connect(Number(port), hostname).on('error', () => {})
    client.pipe(upstream)
    upstream.on('data', (bytes) =>
      // The row of `pg_is_in_recovery()`: false becomes true.
      client.write(bytes.toString('latin1').replace('\0\x01\0\0\0\x01f', '\0\x01\0\0\0\x01t'), 'latin1'),
    )
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  return Object.assign(counts, server)
}

async function startTcpServer(greet: (client: Socket) => void) {
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client.on('error', () => {}))
    greet(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const it of clients) it.destroy()
      server.close()
    },
  }
}

describe('a database', () => {
  it('opens no more connections than needed', async () => {
    await using database = open(ownUrl(), 3)
    const pids = new Set<number>()
    for (let number = 1; number <= 6; number++) pids.add(await backendPid(database.sql))
    expect(pids.size).toBe(1)
  })

  it('spreads concurrent queries over all connections, and counts them', async () => {
    await using database = open(ownUrl(), 3)
    const pids = Array.from({ length: 9 }, () => backendPid(database.sql))
    expect(database.countQueries()).toBe(9)
    expect(new Set(await Promise.all(pids)).size).toBe(3)
    expect(database.countQueries()).toBe(0)
  })

  it('queues no query behind a slow one where another connection is free', async () => {
    await using database = open(ownUrl(), 2)
    const { sql } = database
    const done: string[] = []
    const slow = sql`select pg_sleep(1.5)`.then(() => done.push('slow'))
    for (let number = 1; number <= 4; number++) done.push(`quick ${await queryOne(sql)}`)
    await slow
    expect(done).toEqual([...Array<string>(4).fill('quick 1'), 'slow'])
  })

  it('rejects a query that waits too long for a connection, and runs the others', async () => {
    await using database = open(ownUrl(), 1)
    // Opens the connection.
    await queryOne(database.sql)
    const started = performance.now()
    const waits = Array.from({ length: 3 }, () => database.sql`select pg_sleep(1.2)`)
    const outcomes = await Promise.allSettled(waits)
    expect(outcomes.map((it) => it.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(outcomes[2]).toMatchObject({ reason: expect.any(Unavailable) })
    expect(performance.now() - started).toBeLessThan(3 * 1_200)
    expect(await queryOne(database.sql)).toBe(1)
  })

  it('fails the query of a connection that ends, and no other', async () => {
    await using database = open(ownUrl(), 3)
    const { sql } = database
    const others = [1, 2].map(() => sql`select pg_sleep(1.5), pg_backend_pid() as pid`)
    const killed = sql`select pg_terminate_backend(pg_backend_pid())`
    await expect(killed).rejects.toThrow(Unavailable)
    const next = await backendPid(sql)
    const pids = (await Promise.all(others)).map((rows) => rows[0]!['pid'] as number)
    expect(new Set([...pids, next]).size).toBe(3)
  })

  it('replaces all connections after many queries, without a failed query', { timeout: 60_000 }, async () => {
    await using database = open(ownUrl(), 2)
    const { sql } = database
    const first = await backendPid(sql)
    let left = 22_000
    const clients = Array.from({ length: 32 }, async () => {
      while (left-- > 0) await queryOne(sql)
    })
    await Promise.all(clients)
    const pids = await Promise.all([backendPid(sql), backendPid(sql)])
    expect(pids).not.toContain(first)
    const firstConnections = () => sql`select from pg_stat_activity where pid = ${first}`
    await expect.poll(firstConnections).toHaveLength(0)
  })

  it('answers all queries of a burst soon, also under continuous load', async () => {
    await using database = open(ownUrl(), 1)
    const { sql } = database
    const burst = Array.from({ length: 16 }, () => queryOne(sql))
    await burst[0]
    let later = 0
    const over = new AbortController()
    const others = Array.from({ length: 4 }, async () => {
      for (; !over.signal.aborted && later < 200; later++) await sql`select pg_sleep(0.002)`
    })
    await Promise.all(burst)
    over.abort()
    await Promise.all(others)
    expect(later).toBeLessThan(100)
  })

  it('gives no query the rows of another, also where connections break', async () => {
    await using proxied = await openProxied(2)
    const { network, sql } = proxied
    let answered = 0
    for (let round = 0; round < 40; round++) {
      const queries = Array.from({ length: 6 }, (_, index) => queryNumber(sql, round * 10 + index))
      if (round % 4 === 1) network.resetConnections()
      await sleep(round % 3)
      if (round % 4 === 2) network.resetConnections()
      queries.push(queryNumber(sql, round))
      answered += (await Promise.all(queries)).filter(Boolean).length
    }
    expect(answered).toBeGreaterThan(100)
  })

  it('returns a complete result after a query that failed half way', async () => {
    await using database = open(ownUrl(), 1)
    const { sql } = database
    const broken = sql`select 1 / (3 - n) from generate_series(1, 5) as n`
    await expect(broken).rejects.toThrow('division by zero')
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('control: postgres.js leaves gaps in it', async () => {
    await using parts = new AsyncDisposableStack()
    const sql = parts.adopt(openPostgres(ownUrl()), (it) => it.end())
    await expect(sql`select 1 / (3 - n) from generate_series(1, 5) as n`).rejects.toThrow('division by zero')
    expect((await sql`select 1 as one`)[0]).toBeUndefined()
  })
})

function open(url: string, connections: number): Database & AsyncDisposable {
  const database = openDatabase(url, connections)
  return { ...database, [Symbol.asyncDispose]: () => database.end() }
}

function ownUrl(): string {
  return new URL('/postgres', inject('templateUrl')).href
}

/** Queries a number and expects it, or Unavailable. @returns whether there was a response */
async function queryNumber(sql: Sql, number: number): Promise<boolean> {
  const rows = await sql<{ number: number }[]>`select ${number}::int as number`.catch((error: unknown) => {
    expect(error).toBeInstanceOf(Unavailable)
    return undefined
  })
  if (rows) expect(rows).toEqual([{ number }])
  return rows !== undefined
}
