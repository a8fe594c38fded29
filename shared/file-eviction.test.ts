import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRedis, type TestRedis } from '../test/rig/redis.ts'
import { evictOldestFiles, MAX_STORED_BYTES } from './file-eviction.ts'

const MEGABYTE = 1024 ** 2

let server: TestRedis
let redis: Redis

beforeAll(async () => {
  server = await startTestRedis()
  redis = server.connect()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('the limit of stored bytes', () => {
  it('holds for all workspaces together, also where each is within its own limit', async () => {
    const sizeMb = 30
    const names = Array.from({ length: 10 }, (_, index) => String(index))
    const files = names.map((name) => ({ key: `file ${name}`, workspaceId: `workspace ${name}` }))
    for (const { key, workspaceId } of files) {
      // The size of a file is passed, and not measured.
      await redis.set(key, 'x')
      await evictOldestFiles(redis, workspaceId, key, sizeMb * MEGABYTE)
    }
    const left = await Promise.all(files.map(({ key }) => redis.exists(key)))
    const room = Math.floor(MAX_STORED_BYTES / MEGABYTE / sizeMb)
    expect(left).toEqual(files.map((_, index) => (index < files.length - room ? 0 : 1)))
  })
})
