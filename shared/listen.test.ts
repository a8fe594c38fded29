import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { closeAtOnce, httpUrl, listenOn, MAX_CONNECTIONS, portOf } from './listen.ts'

const names = { host: 'INTERNAL_HOST', port: 'INTERNAL_PORT' }

it('each server that listens has a bound of its connections', async () => {
  const server = createServer()
  await listenOn(server, '127.0.0.1', 0, names)
  expect(server.maxConnections).toBe(MAX_CONNECTIONS)
  closeAtOnce(server)
})

it('names the setting that is wrong: the port where it is taken, else the host', async () => {
  await using first = createServer()
  const second = createServer()
  await listenOn(first, '127.0.0.1', 0, names)
  const port = portOf(first)
  await expect(listenOn(second, '127.0.0.1', port, names)).rejects.toThrow(
    `INTERNAL_PORT: cannot listen on 127.0.0.1:${port} (EADDRINUSE). Choose another one.`,
  )
  // An address for documentation, a name that no server of names may know, and a link-local address without its zone.
  for (const host of ['192.0.2.1', 'maps.invalid', 'fe80::1']) {
    await expect(listenOn(second, host, 0, names)).rejects.toThrow(
      `INTERNAL_HOST: this machine has no address ${host}: give one of its own, such as 127.0.0.1 or 0.0.0.0`,
    )
  }
})

it('an address has brackets around an IPv6 host, and is usable by clients', () => {
  expect(httpUrl('127.0.0.1', 8080)).toBe('http://127.0.0.1:8080')
  expect(httpUrl('maps.internal', 80)).toBe('http://maps.internal:80')
  expect(httpUrl('::1', 8080)).toBe('http://[::1]:8080')
  expect(() => httpUrl('fe80::1%eth0', 8080)).toThrow('HOST: fe80::1%eth0 makes no address')
})
