import { type AddressInfo, createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { checkPostgres } from '../admin/checks/postgres.ts'
import { connectPostgres, isTransientError, openPostgres } from './postgres.ts'

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
