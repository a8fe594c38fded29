import { expect, it } from 'vitest'
import { isOwnHost } from './server.ts'

it.each([
  ['127.0.0.1:4000', 4000, true],
  ['localhost:4000', 4000, true],
  ['127.0.0.1', 80, true],
  ['localhost', 80, true],
  ['127.0.0.1', 4000, false],
  ['127.0.0.1:4000', 80, false],
  ['evil.example', 80, false],
  ['evil.example:4000', 4000, false],
  [undefined, 80, false],
])('the page answers to its own name, without the port that browsers leave out: %s, port %i', (host, port, isOwn) => {
  expect(isOwnHost(host, port)).toBe(isOwn)
})
