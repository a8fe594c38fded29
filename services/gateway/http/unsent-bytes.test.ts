import { expect, it } from 'vitest'
import { createUnsentBytes } from './unsent-bytes.ts'

const KB = 1024

it('bounds what all answers hold, and what those of one client do', () => {
  const unsent = createUnsentBytes(300 * KB, 200 * KB)
  const release = unsent.reserve('a', 150 * KB)
  expect(() => unsent.reserve('a', 60 * KB)).toThrow('Too many answers')
  unsent.reserve('b', 100 * KB)
  expect(() => unsent.reserve('c', 60 * KB)).toThrow('Too many answers')
  // Errors are sent all the same.
  unsent.reserve('a', 16 * KB)
  release()
  release()
  unsent.reserve('a', 200 * KB)
  expect(() => unsent.reserve('b', 20 * KB)).toThrow('Too many answers')
})

it('waits for room where the answer is still to be made', async () => {
  const unsent = createUnsentBytes(100 * KB)
  const release = unsent.reserve('a', 100 * KB)
  const waiting = unsent.reserveInTime('b', 50 * KB)
  release()
  ;(await waiting)()
  unsent.reserve('c', 100 * KB)
  await expect(unsent.reserveInTime('b', 50 * KB)).rejects.toThrow('Too many answers')
})
