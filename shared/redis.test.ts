import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestRedis, type TestRedis } from '../test/rig/redis.ts'
import { createLogger } from './logger.ts'
import { openRedis } from './redis.ts'

const connection = { connectionName: 'test', commandTimeout: 1_000, what: 'test connection' }
const log = createLogger('test', 'silent')

let server: TestRedis
beforeAll(async () => void (server = await startTestRedis()))
afterAll(() => server[Symbol.asyncDispose]())

describe('a database that Redis does not have', () => {
  const withDatabase = (number: number): string => new URL(`/${number}`, server.url).href

  it('is no other one: the connection counts as down, and the log names the setting', async () => {
    const warn = vi.spyOn(log, 'warn')
    const redis = openRedis(withDatabase(99), connection, log)
    const onReady = vi.fn<() => void>()
    redis.on('ready', onReady)
    redis.set('a', 'written').catch(() => {})
    await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(1)
    await sleep(500)
    expect(onReady).not.toHaveBeenCalled()
    expect(warn.mock.calls[0]).toEqual([
      { err: expect.objectContaining({ message: 'ERR DB index is out of range' }) },
      expect.stringMatching(/connection: correct the number of the database in REDIS_URL/),
    ])
    expect(await server.connect().get('a')).toBeNull()
    redis.disconnect()
    warn.mockRestore()
  })

  it('control: ioredis writes to database 0 instead', async () => {
    const redis = new Redis(withDatabase(99)).on('error', () => {})
    await redis.set('b', 'written')
    expect(await server.connect().get('b')).toBe('written')
    redis.disconnect()
  })

  it('is told from one that it has', async () => {
    const redis = openRedis(withDatabase(5), connection, log)
    await expect.poll(() => redis.status).toBe('ready')
    await redis.set('c', 'written')
    expect(await server.connect().get('c')).toBeNull()
    redis.disconnect()
  })
})
