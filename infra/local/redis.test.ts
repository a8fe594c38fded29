import { appendFile, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reaper, openReaper } from './reaper/reaper.ts'
import { startRedis } from './redis.ts'

let folder: string
let reaper: Reaper

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-redis-'))
  reaper = await openReaper()
  reaper.removeAtEnd(folder)
})
afterEach(() => reaper[Symbol.asyncDispose]())

const start = () => startRedis({ folder: join(folder, 'redis'), keepsData: true, reaper })

/** Starts the server, gives it one command and stops it. */
async function command(name: string, ...args: string[]): Promise<unknown> {
  const { server, url } = await start()
  const redis = new Redis(url)
  try {
    return await redis.call(name, ...args)
  } finally {
    redis.disconnect()
    await server.stop()
  }
}

async function logFile(): Promise<string> {
  const log = join(folder, 'redis/appendonlydir')
  const name = (await readdir(log)).find((it) => it.endsWith('.incr.aof'))
  return join(log, name!)
}

describe('the local Redis', () => {
  it('keeps its data, never evicts, and refuses clients without the password', async () => {
    await command('set', 'tea', 'oolong')
    expect(await command('get', 'tea')).toBe('oolong')
    expect(await command('config', 'get', 'maxmemory')).toEqual(['maxmemory', String(512 * 1024 ** 2)])
    expect(await command('config', 'get', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction'])
    const { server, url } = await start()
    const withoutPassword = new Redis(Number(new URL(url).port), '127.0.0.1')
    withoutPassword.on('error', () => {})
    await expect(withoutPassword.get('tea')).rejects.toThrow('NOAUTH')
    withoutPassword.disconnect()
    await server.stop()
  })

  it('continues from a log that was cut off in the middle of a command', async () => {
    await command('set', 'tea', 'oolong')
    await appendFile(await logFile(), '*3\r\n$3\r\nSET\r\n$3\r\ntea\r\n$100\r\ngre')
    expect(await command('get', 'tea')).toBe('oolong')
  })

  it('renames an unreadable log', async () => {
    await command('set', 'tea', 'oolong')
    await appendFile(await logFile(), 'rubbish\r\n*1\r\n$4\r\nPING\r\n')
    expect(await command('get', 'tea')).toBeNull()
    expect(await readdir(folder)).toEqual(['redis', 'redis.unreadable'])
  })

  it.runIf(process.platform === 'linux')('ends a server that still works on its folder', async () => {
    const orphan = await start()
    const next = await start()
    expect(await orphan.server.ended).toEqual({ code: 0, signal: null })
    await next.server.stop()
  })
})
