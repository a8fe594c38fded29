import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@maps/shared/errors'
import { describe, expect, inject, it, vi } from 'vitest'
import { backendPid } from '../../../test/rig/backend-pid.ts'
import { type FaultProxy, startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { answer } from './answer.ts'
import { openPool, type Pool } from './pool.ts'
import { openPostgres } from './postgres.ts'

interface ProxiedPool extends AsyncDisposable {
  network: FaultProxy
  sql: Pool
}

/** A connection pool, and the network between it and the database. */
async function openProxied(connections = 2): Promise<ProxiedPool> {
  const url = ownUrl()
  const network = await startFaultProxy(url)
  const sql = openPool(throughProxy(url, network), connections)
  const close = async (): Promise<void> => {
    await sql.end({ timeout: 1 })
    await network[Symbol.asyncDispose]()
  }
  return { network, sql, [Symbol.asyncDispose]: close }
}

async function ask(sql: Pool): Promise<number> {
  const [row] = await answer(sql<{ one: number }[]>`select 1 as one`)
  return row!.one
}

describe('the way to the database', () => {
  it('is found again after an outage, by every connection', async () => {
    await using proxied = await openProxied()
    const { network, sql } = proxied
    expect(await ask(sql)).toBe(1)
    network.refuse()
    network.reset()
    const outageEnds = Date.now() + 7_000
    while (Date.now() < outageEnds) {
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => ask(sql)))
      for (const it of outcomes) expect(it).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    }
    await network.restore()
    await vi.waitFor(() => ask(sql), { timeout: 5_000 })
    expect(await Promise.all([1, 2, 3, 4].map(() => ask(sql)))).toEqual([1, 1, 1, 1])
  })

  it('is given up where nothing comes back on it, and a new one taken', async () => {
    await using proxied = await openProxied()
    const { network, sql } = proxied
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1])
    network.deafen()
    const outcomes = await Promise.allSettled([ask(sql), ask(sql)])
    for (const it of outcomes) expect(it).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    await vi.waitFor(() => ask(sql), { timeout: 5_000 })
  })

  it('is given up at once by all connections, where one has found that nothing comes back', async () => {
    await using proxied = await openProxied(6)
    const { network, sql } = proxied
    await Promise.all(Array.from({ length: 30 }, () => ask(sql)))
    network.deafen()
    await expect(ask(sql)).rejects.toThrow(Unavailable)
    await vi.waitFor(() => ask(sql), { timeout: 1_000 })
    expect(await Promise.all(Array.from({ length: 12 }, () => ask(sql)))).toEqual(Array(12).fill(1))
  })

  it('is opened anew after a while of silence, in which it may have died: nobody pays for that', async () => {
    await using proxied = await openProxied()
    const { network, sql } = proxied
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1])
    network.deafen()
    await sleep(11_000)
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1])
  })
})

describe('several hosts', () => {
  const hostOf = (url: string) => new URL(url).host
  const withHosts = (...hosts: string[]) => ownUrl().replace(hostOf(ownUrl()), hosts.join(','))

  it('are tried in turn: the first may be down', async () => {
    await using down = await startFaultProxy(ownUrl())
    down.refuse()
    const url = withHosts(`127.0.0.1:${down.port}`, hostOf(ownUrl()))
    const sql = openPool(url, 3)
    const patient = openPostgres(url, { isPatient: true })
    expect(await Promise.all([1, 2, 3].map(() => ask(sql)))).toEqual([1, 1, 1])
    expect(await patient`select 1 as one`).toHaveLength(1)
    // The control: alone, it is away.
    const alone = openPool(withHosts(`127.0.0.1:${down.port}`), 1)
    await expect(ask(alone)).rejects.toThrow(Unavailable)
    await Promise.all([sql.end(), patient.end(), alone.end()])
  })

  it('are asked until one is a primary', async () => {
    await using standby = await pretendStandby()
    const sql = openPool(withHosts(`127.0.0.1:${standby.port}`, hostOf(ownUrl())), 3)
    await vi.waitFor(() => ask(sql), { timeout: 5_000 })
    expect(standby.connections).toBeGreaterThan(0)
    const before = standby.connections
    expect(await Promise.all(Array.from({ length: 9 }, () => ask(sql)))).toEqual(Array(9).fill(1))
    expect(standby.connections).toBe(before)
    await sql.end()
  })
})

/** Stands before the database and has it say that it is a standby. */
async function pretendStandby() {
  const { hostname, port } = new URL(ownUrl())
  const said = { connections: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    said.connections++
    const upstream = connect(Number(port), hostname)
    for (const it of [client, upstream]) sockets.add(it.on('error', () => {}))
    client.pipe(upstream)
    upstream.on('data', (bytes) =>
      client.write(bytes.toString('latin1').replace('in_hot_standby\0off\0', 'in_hot_standby\0on\0\0'), 'latin1'),
    )
    upstream.on('close', () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return Object.assign(said, {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const it of sockets) it.destroy()
      server.close()
    },
  })
}

describe('a pool', () => {
  it('opens no more connections than are needed', async () => {
    await using pool = openOwn(3)
    const pids = new Set<number>()
    for (let number = 1; number <= 6; number++) pids.add(await backendPid(pool))
    expect(pids.size).toBe(1)
  })

  it('shares what comes at once among all connections', async () => {
    await using pool = openOwn(3)
    const pids = await Promise.all(Array.from({ length: 9 }, () => backendPid(pool)))
    const shares = Object.values(Object.groupBy(pids, String)).map((it) => it!.length)
    expect(shares).toEqual([3, 3, 3])
  })

  it('puts no query behind a slow one where another connection is free', async () => {
    await using pool = openOwn(2)
    const done: string[] = []
    const slow = answer(pool`select pg_sleep(0.5)`).then(() => done.push('slow'))
    for (let number = 1; number <= 4; number++) done.push(`quick ${await ask(pool)}`)
    await slow
    expect(done).toEqual([...Array<string>(4).fill('quick 1'), 'slow'])
  })

  it('asks those that are open where one cannot be opened again', async () => {
    await using proxied = await openProxied(3)
    const { network, sql } = proxied
    const [first] = await Promise.all([backendPid(sql), backendPid(sql), backendPid(sql)])
    network.refuse()
    await answer(sql`select pg_terminate_backend(${first})`).catch(() => undefined)
    for (let number = 1; number <= 8; number++) expect(await backendPid(sql)).not.toBe(first)
  })

  it('leaves nothing of a burst behind that comes while it is closed, also where it never rests afterwards', async () => {
    await using pool = openOwn(1)
    const burst = Array.from({ length: 16 }, () => ask(pool))
    await burst[0]
    let later = 0
    const over = new AbortController()
    const others = Array.from({ length: 4 }, async () => {
      for (; !over.signal.aborted && later < 200; later++) await answer(pool`select pg_sleep(0.002)`)
    })
    await Promise.all(burst)
    over.abort()
    await Promise.all(others)
    expect(later).toBeLessThan(100)
  })

  it('gives nobody what was meant for another, however connections end', async () => {
    await using proxied = await openProxied(2)
    const { network, sql } = proxied
    let answered = 0
    for (let round = 0; round < 40; round++) {
      const asked = Array.from({ length: 6 }, (_, index) => askFor(sql, round * 10 + index))
      if (round % 4 === 1) network.reset()
      await sleep(round % 3)
      if (round % 4 === 2) network.reset()
      asked.push(askFor(sql, round))
      answered += (await Promise.all(asked)).filter(Boolean).length
    }
    expect(answered).toBeGreaterThan(100)
  })

  it('begins the next answer anew where one was broken off', async () => {
    await using pool = openOwn(1)
    const broken = answer(pool`select 1 / (3 - n) from generate_series(1, 5) as n`)
    await expect(broken).rejects.toThrow('division by zero')
    expect(await answer(pool`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('control: postgres.js leaves gaps', async () => {
    await using parts = new AsyncDisposableStack()
    const sql = parts.adopt(openPostgres(ownUrl()), (it) => it.end())
    await expect(sql`select 1 / (3 - n) from generate_series(1, 5) as n`).rejects.toThrow('division by zero')
    expect((await sql`select 1 as one`)[0]).toBeUndefined()
  })
})

function openOwn(connections: number): Pool & AsyncDisposable {
  const pool = openPool(ownUrl(), connections)
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}

function ownUrl(): string {
  return new URL('/postgres', inject('templateUrl')).href
}

/** Whether there was an answer, which is then the right one. */
async function askFor(pool: Pool, number: number): Promise<boolean> {
  const rows = await answer(pool<{ number: number }[]>`select ${number}::int as number`).catch((error: unknown) => {
    expect(error).toBeInstanceOf(Unavailable)
    return undefined
  })
  if (rows) expect(rows).toEqual([{ number }])
  return rows !== undefined
}
