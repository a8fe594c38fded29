import { expect, it } from 'vitest'
import { createResponseMemory } from './response-memory.ts'

const KB = 1024

it('limits the bytes of all responses, and of those of one client', () => {
  const memory = createResponseMemory(300 * KB, 200 * KB)
  const release = memory.reserve('a', 150 * KB)
  expect(() => memory.reserve('a', 60 * KB)).toThrow('Too many answers')
  memory.reserve('b', 100 * KB)
  expect(() => memory.reserve('c', 60 * KB)).toThrow('Too many answers')
  // Small responses, such as errors, are always sent.
  memory.reserve('a', 16 * KB)
  release()
  release()
  memory.reserve('a', 200 * KB)
  expect(() => memory.reserve('b', 20 * KB)).toThrow('Too many answers')
})

it('waits for room before a response is made', async () => {
  const memory = createResponseMemory(100 * KB)
  const release = memory.reserve('a', 100 * KB)
  const waiting = memory.reserveInTime('b', 50 * KB)
  release()
  ;(await waiting)()
  memory.reserve('c', 100 * KB)
  await expect(memory.reserveInTime('b', 50 * KB)).rejects.toThrow('Too many answers')
})
