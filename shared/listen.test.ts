import { expect, it } from 'vitest'
import { httpUrl } from './listen.ts'

it('an address has brackets around an IPv6 host, and is usable by clients', () => {
  expect(httpUrl('127.0.0.1', 8080)).toBe('http://127.0.0.1:8080')
  expect(httpUrl('maps.internal', 80)).toBe('http://maps.internal:80')
  expect(httpUrl('::1', 8080)).toBe('http://[::1]:8080')
  expect(() => httpUrl('fe80::1%eth0', 8080)).toThrow('HOST: fe80::1%eth0 makes no address')
})
