import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../test/rig/redis.ts'
import { createFileEviction } from './file-eviction.ts'

const MEGABYTE = 1024 ** 2

let server: TestRedis
let redis: Redis

beforeAll(async () => {
  server = await startTestRedis()
  redis = server.connect()
})
beforeEach(() => redis.flushall())
afterAll(() => server[Symbol.asyncDispose]())

/** Stores ten files of 30 MiB, each of another workspace. @returns which of them are left */
async function storeFiles({ maxMemory, maxBytes }: { maxMemory: number; maxBytes?: number }): Promise<boolean[]> {
  await redis.config('SET', 'maxmemory', maxMemory)
  const eviction = createFileEviction(redis, maxBytes)
  const names = Array.from({ length: 10 }, (_, index) => `file ${index}`)
  for (const name of names) {
    // The size of a file is passed, and not measured.
    await redis.set(name, 'x')
    await eviction.add(`workspace of ${name}`, name, 30 * MEGABYTE)
  }
  return Promise.all(names.map(async (name) => (await redis.exists(name)) === 1))
}

const newest = (count: number): boolean[] => Array.from({ length: 10 }, (_, index) => index >= 10 - count)

describe('the limit of stored bytes', () => {
  it.each([
    ['half of the memory of Redis', { maxMemory: 512 * MEGABYTE }, 8],
    ['more where Redis has more', { maxMemory: 600 * MEGABYTE }, 9],
    ['256 MiB where Redis has no limit', { maxMemory: 0 }, 8],
    ['what the setting says', { maxMemory: 512 * MEGABYTE, maxBytes: 130 * MEGABYTE }, 4],
  ])('is %s, for all workspaces together, also where each is within its own', async (_, limits, count) => {
    expect(await storeFiles(limits)).toEqual(newest(count))
  })

  it('is a quarter of that for one workspace', async () => {
    const eviction = createFileEviction(redis, 400 * MEGABYTE)
    for (const name of ['a', 'b', 'c', 'd']) {
      await redis.set(name, 'x')
      await eviction.add('busy', name, 30 * MEGABYTE)
    }
    expect(await redis.exists('a')).toBe(0)
    expect(await redis.exists('b', 'c', 'd')).toBe(3)
  })

  it('drops the oldest files by the clock of Redis, not by that of the worker', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const eviction = createFileEviction(redis, 400 * MEGABYTE)
    for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
      vi.setSystemTime(1_000_000 - at)
      await redis.set(name, 'x')
      await eviction.add('busy', name, 30 * MEGABYTE)
    }
    expect(await redis.exists('d')).toBe(1)
  })

  it('follows a change of the memory of Redis within a minute, and keeps at least 16 MiB', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    await redis.config('SET', 'maxmemory', 512 * MEGABYTE)
    const eviction = createFileEviction(redis)
    const store = async (name: string): Promise<number> => {
      await redis.set(name, 'x')
      await eviction.add(`workspace of ${name}`, name, 6 * MEGABYTE)
      return redis.exists('a', 'b', 'c', 'd')
    }
    expect([await store('a'), await store('b'), await store('c')]).toEqual([1, 2, 3])
    await redis.config('SET', 'maxmemory', 4 * MEGABYTE)
    vi.advanceTimersByTime(60_001)
    expect(await store('d')).toBe(2)
  })

  it('is what a workspace without bookkeeping keeps, whichever of its keys Redis has evicted', async () => {
    const eviction = createFileEviction(redis, 400 * MEGABYTE)
    /** Stores five files. @returns which of them are left */
    async function storeFive(workspace: string, round: string): Promise<string[]> {
      const names = Array.from({ length: 5 }, (_, index) => `${workspace}-${round}-${index}`)
      for (const name of names) {
        await redis.set(name, 'x')
        await eviction.add(workspace, name, 30 * MEGABYTE)
      }
      const counts = await Promise.all(names.map((it) => redis.exists(it)))
      return names.flatMap((it, index) => (counts[index] === 1 ? [it.slice(workspace.length + 1)] : []))
    }
    const kept = await storeFive('fresh', 'first')
    expect(kept).toEqual(['first-2', 'first-3', 'first-4'])
    const keys = await redis.keys('*{fresh}*')
    expect(keys).not.toEqual([])
    for (const [index, key] of keys.entries()) {
      const workspace = `evicted-${index}`
      await storeFive(workspace, 'zeroth')
      expect(await redis.del(key.replace('{fresh}', `{${workspace}}`))).toBe(1)
      expect(await storeFive(workspace, 'first')).toEqual(kept)
      expect(await storeFive(workspace, 'second')).toEqual(['second-2', 'second-3', 'second-4'])
    }
  })
})
