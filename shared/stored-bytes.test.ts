import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRedis, type TestRedis } from '../test/rig/redis.ts'
import { dropOldest, MAX_STORED_BYTES } from './stored-bytes.ts'

const MEGABYTE = 1024 ** 2

let server: TestRedis
let redis: Redis

beforeAll(async () => {
  server = await startTestRedis()
  redis = server.connect()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('the bound of stored bytes', () => {
  it('is one for all workspaces, each of which is within its own', async () => {
    const sizeMb = 30
    const files = Array.from({ length: 10 }, (_, index) => ({
      key: `file ${index}`,
      workspaceId: `workspace ${index}`,
    }))
    for (const { key, workspaceId } of files) {
      // What a file takes is told, and not measured.
      await redis.set(key, 'x')
      await dropOldest(redis, workspaceId, key, sizeMb * MEGABYTE)
    }
    const left = await Promise.all(files.map(({ key }) => redis.exists(key)))
    const room = Math.floor(MAX_STORED_BYTES / MEGABYTE / sizeMb)
    expect(left).toEqual(files.map((_, index) => (index < files.length - room ? 0 : 1)))
  })
})
