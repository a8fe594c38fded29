import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { closeAtOnce, httpUrl, listenOn, MAX_CONNECTIONS } from './listen.ts'

it('each server that listens has a bound of its connections', async () => {
  const server = createServer()
  await listenOn(server, '127.0.0.1', 0, 'PORT')
  expect(server.maxConnections).toBe(MAX_CONNECTIONS)
  closeAtOnce(server)
})

it('an address has brackets around an IPv6 host, and is usable by clients', () => {
  expect(httpUrl('127.0.0.1', 8080)).toBe('http://127.0.0.1:8080')
  expect(httpUrl('maps.internal', 80)).toBe('http://maps.internal:80')
  expect(httpUrl('::1', 8080)).toBe('http://[::1]:8080')
  expect(() => httpUrl('fe80::1%eth0', 8080)).toThrow('HOST: fe80::1%eth0 makes no address')
})
