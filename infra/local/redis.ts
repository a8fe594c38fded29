import { randomBytes } from 'node:crypto'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '@maps/shared/config'
import which from 'which'
import { installWithApt } from './apt.ts'
import { type Child, ChildStartError, startChild } from './child.ts'
import { findFreePort } from './free-port.ts'
import type { Reaper } from './reaper/reaper.ts'
import { stopOrphan } from './reaper/orphan.ts'

const PORT_TRIES = 3
const STOP_WITHIN_MS = 2_000

/** Settings of a Redis server. */
export interface RedisSettings {
  folder: string
  reaper: Reaper
  /** Whether data survives a restart. */
  keepsData: boolean
  /** URL of an earlier start, whose port and password are used again. */
  url?: string | undefined
  onLine?: (line: string) => void
}

/** A running Redis. */
export interface Redis {
  url: string
  server: Child
}

/** Makes sure that a Redis server is installed. @throws SetupError if it cannot be installed */
export async function ensureRedisServer(): Promise<void> {
  if (await findRedisServer()) return
  if (await installWithApt('redis-server')) return
  throw new SetupError('redis-server is missing: install it, or start a Redis yourself and set REDIS_URL.')
}

/** Returns the path of Redis or of Valkey, which takes the same settings; undefined if neither is installed. */
async function findRedisServer(): Promise<string | undefined> {
  for (const program of ['redis-server', 'valkey-server']) {
    const path = await which(program, { nothrow: true })
    if (path) return path
  }
  return undefined
}

/**
 * Starts a Redis with a password on a free port of the loopback address.
 * @throws SetupError if the server does not start
 */
export async function startRedis(settings: RedisSettings): Promise<Redis> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 })
  const folder = await realpath(settings.folder)
  await stopOrphan('Redis', join(folder, 'redis.pid'), folder, 'SIGTERM')
  let hasMovedAside = false
  for (let attempt = 1; ; attempt++) {
    const { server, url, isReady } = await startServer(folder, settings)
    if (isReady) return { server, url }
    const output = server.lines.join('\n')
    if (output.includes('Address already in use') && attempt < PORT_TRIES) continue
    if (!hasMovedAside && /append only file|AOF|appendonly/i.test(output)) {
      hasMovedAside = true
      await moveAside(folder)
      continue
    }
    throw new ChildStartError(`redis-server did not start in ${folder}`, server)
  }
}

async function startServer(folder: string, { reaper, keepsData, onLine, ...settings }: RedisSettings) {
  const url = new URL(
    settings.url ?? `redis://:${randomBytes(24).toString('base64url')}@127.0.0.1:${await findFreePort()}`,
  )
  const ready = Promise.withResolvers<true>()
  const command = (await findRedisServer()) ?? 'redis-server'
  const server = await startChild(
    {
      name: 'Redis',
      command,
      // The settings include the password, so they are passed by stdin: every user can read a command line.
      args: ['-'],
      input: configuration(url, folder, keepsData),
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      onLine(line) {
        onLine?.(line)
        if (line.includes('Ready to accept connections')) ready.resolve(true)
      },
      stopSignal: 'SIGTERM',
      stopWithinMs: STOP_WITHIN_MS,
    },
    reaper,
  )
  const isReady = await Promise.race([ready.promise, server.ended.then(() => false)])
  return { server, isReady, url: url.href }
}

function configuration({ port, password }: URL, folder: string, keepsData: boolean): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir "${folder}"`,
    `pidfile "${join(folder, 'redis.pid')}"`,
    `appendonly ${keepsData ? 'yes' : 'no'}`,
    'save ""',
    // Finished files take half of it: see shared/file-eviction.ts.
    'maxmemory 512mb',
    'maxmemory-policy noeviction',
    '',
  ].join('\n')
}

/** Moves unreadable files aside. Redis has only exports and files, which can be made again; maps are in PostgreSQL. */
async function moveAside(folder: string): Promise<void> {
  const aside = `${folder}.unreadable`
  await rm(aside, { recursive: true, force: true })
  await rename(folder, aside)
  await mkdir(folder, { mode: 0o700 })
  console.log(`Redis could not read its files. They are set aside in ${aside}; no map is lost.`)
}
