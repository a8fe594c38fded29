import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@maps/shared/errors'
import { describe, expect, inject, it, vi } from 'vitest'
import { type FaultProxy, startFaultProxy, throughProxy } from '../../../test/rig/fault-proxy.ts'
import { answer } from './answer.ts'
import { openPool, type Pool } from './pool.ts'

interface Line extends AsyncDisposable {
  network: FaultProxy
  sql: Pool
}

/** A connection pool, and the network between it and the database. */
async function openLine(connections = 2): Promise<Line> {
  const url = new URL('/postgres', inject('templateUrl')).href
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
    await using line = await openLine()
    const { network, sql } = line
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
    await using line = await openLine()
    const { network, sql } = line
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1])
    network.deafen()
    const outcomes = await Promise.allSettled([ask(sql), ask(sql)])
    for (const it of outcomes) expect(it).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    await vi.waitFor(() => ask(sql), { timeout: 5_000 })
  })

  it('is given up at once by all connections, where one has found that nothing comes back', async () => {
    await using line = await openLine(6)
    const { network, sql } = line
    await Promise.all(Array.from({ length: 30 }, () => ask(sql)))
    network.deafen()
    await expect(ask(sql)).rejects.toThrow(Unavailable)
    await vi.waitFor(() => ask(sql), { timeout: 1_000 })
    for (let number = 1; number <= 12; number++) expect(await ask(sql)).toBe(1)
  })

  it('is opened anew after a while of silence, in which it may have died: nobody pays for that', async () => {
    await using line = await openLine()
    const { network, sql } = line
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1])
    network.deafen()
    await sleep(11_000)
    expect(await Promise.all([ask(sql), ask(sql)])).toEqual([1, 1])
  })
})

describe('a pool', () => {
  it('opens no more connections than are needed', async () => {
    await using pool = openOwn(3)
    const pids = new Set<number>()
    for (let number = 1; number <= 6; number++) pids.add(await pidOf(pool))
    expect(pids.size).toBe(1)
  })

  it('shares what comes at once among all connections', async () => {
    await using pool = openOwn(3)
    const pids = await Promise.all(Array.from({ length: 9 }, () => pidOf(pool)))
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
})

function openOwn(connections: number): Pool & AsyncDisposable {
  const pool = openPool(new URL('/postgres', inject('templateUrl')).href, connections)
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}

/** Of the server's process that answered: one for each connection. */
async function pidOf(pool: Pool): Promise<number> {
  const [row] = await answer(pool<{ pid: number }[]>`select pg_backend_pid() as pid`)
  return row!.pid
}
