import { mkdtempDisposable } from 'node:fs/promises'
import { type AddressInfo, createServer, type ListenOptions } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import { createLogger } from '@maps/shared/logger'
import { describe, expect, inject, it } from 'vitest'
import { backendPid } from '../../../test/rig/backend-pid.ts'
import { checkPostgres } from '../admin/checks/postgres.ts'
import { migrateWhenReachable } from './migrate.ts'
import { connectPostgres, isTransientError, openPostgres, runTransaction } from './postgres.ts'

/** Starts a proxy before a server that is away: it accepts connections, and closes them. */
async function startIdleProxy() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket
      .on('error', () => {})
      .resume()
      .end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://maps@127.0.0.1:${port}/maps`,
    countConnections: () => connections,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

it('gives up a connection that a proxy closes, and stops trying', async () => {
  await using proxy = await startIdleProxy()
  const error: unknown = await connectPostgres(proxy.url).catch((it: unknown) => it)
  expect(error).toMatchObject({ message: 'The database did not answer in time.' })
  expect(isTransientError(error)).toBe(true)
  await sleep(100)
  const connections = proxy.countConnections()
  await sleep(300)
  expect(proxy.countConnections()).toBe(connections)
})

it('lets admin doctor name a database whose connections a proxy closes', async () => {
  await using proxy = await startIdleProxy()
  const results = await Array.fromAsync(checkPostgres(proxy.url))
  expect(results).toEqual([{ state: 'BAD', text: expect.stringMatching(/^Postgres cannot be used: .* Start it/) }])
})

it('control: a client of postgres.js tries again without a pause', async () => {
  await using proxy = await startIdleProxy()
  const client = openPostgres(proxy.url)
  const query = client`select`.catch(() => 'given up')
  await expect.poll(proxy.countConnections, { timeout: 10_000 }).toBeGreaterThan(100)
  await client.end({ timeout: 0 })
  expect(await query).toBe('given up')
})

describe('a transaction', () => {
  const url = inject('templateUrl')

  it('rejects where the server ends its connection during a query, and nothing else does', async () => {
    await using parts = new AsyncDisposableStack()
    const connect = () => parts.adopt(openPostgres(url, { isUnlimited: true }), (it) => it.end({ timeout: 1 }))
    const pid = Promise.withResolvers<number>()
    const killed = runTransaction(connect(), async (transaction) => {
      pid.resolve(await backendPid(transaction))
      await transaction`select pg_sleep(60)`
    })
    const kill = async () => connect()`select pg_terminate_backend(${await pid.promise})`
    const [outcome] = await Promise.allSettled([killed, kill()])
    expect(outcome).toMatchObject({ reason: { code: 'CONNECTION_CLOSED' } })
    // The driver's rollback would throw an uncaught error.
    await sleep(100)
  })

  it('is rolled back where its work fails, and leaves its connection usable', async () => {
    await using parts = new AsyncDisposableStack()
    const sql = parts.adopt(openPostgres(url), (it) => it.end())
    const result = runTransaction(sql, async (transaction) => {
      await transaction`create table left_over ()`
      throw new Error('the work failed')
    })
    await expect(result).rejects.toThrow('the work failed')
    expect(await sql`select to_regclass('left_over') as found`).toEqual([{ found: null }])
  })
})

/** Reads what a client sends first: the settings of its session, by name. */
async function startupOf(address: (port: number) => string, listenAt: ListenOptions): Promise<Record<string, string>> {
  const { promise, resolve } = Promise.withResolvers<string[]>()
  await using server = createServer((socket) => {
    socket.on('error', () => {}).once('data', (bytes) => resolve(bytes.toString('utf8', 8).split('\0')))
  }).listen(listenAt)
  await once(server, 'listening')
  const port = (server.address() as Partial<AddressInfo>).port ?? 0
  const client = openPostgres(address(port), { isUnlimited: true })
  const query = client`select`.catch(() => {})
  const parts = await promise
  await client.end({ timeout: 0 })
  await query
  return Object.fromEntries(
    parts.flatMap((name, index) => (index % 2 === 0 && name ? [[name, parts[index + 1]!]] : [])),
  )
}

describe('a client', () => {
  const own = { user: 'u', database: 'maps', client_encoding: 'UTF8', application_name: 'maps' }

  it('sends the server no parameter that is for clients', async () => {
    const query =
      'channel_binding=require&schema=public&pgbouncer=true&connection_limit=5&pool_max_conns=9&keepalives=1&search_path=a'
    const startup = await startupOf((port) => `postgres://u:p@127.0.0.1:${port}/maps?${query}`, {
      host: '127.0.0.1',
      port: 0,
    })
    expect(startup).toEqual({ ...own, search_path: 'a' })
  })

  it('connects to an IPv6 address', async () => {
    expect(await startupOf((port) => `postgres://u:p@[::1]:${port}/maps`, { host: '::1', port: 0 })).toEqual(own)
  })

  it('connects to the socket in a folder, not to the host beside it, and without TLS', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-socket-'))
    const listenAt = { path: join(folder.path, '.s.PGSQL.5433') }
    const address = `postgres://u:p@localhost:5433/maps?sslmode=require&host=${encodeURIComponent(folder.path)}`
    expect(await startupOf(() => address, listenAt)).toEqual(own)
  })
})

describe('a start', () => {
  const start = (url: string) => migrateWhenReachable(url, new AbortController().signal, createLogger('test', 'silent'))
  const templateUrl = inject('templateUrl')

  it.each([
    [{ password: 'hunter2' }, /password authentication failed/],
    [{ pathname: '/tea' }, /database "tea" does not exist/],
    [{ search: 'options=-c%20no_such=1' }, /unrecognized configuration parameter "no_such"/],
  ])('ends with an error that names the setting, where nothing else will help: %j', async (change, reason) => {
    const error: unknown = await start(Object.assign(new URL(templateUrl), change).href).catch((it: unknown) => it)
    expect(error).toBeInstanceOf(SetupError)
    expect((error as Error).message).toMatch(/^DATABASE_URL: the database there cannot be used: /)
    expect((error as Error).message).toMatch(reason)
    expect((error as Error).message).not.toContain('hunter2')
  })
})
