import { randomBytes } from 'node:crypto'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '@maps/shared/config'
import which from 'which'
import { installWithApt } from './apt.ts'
import { type Child, EndedEarly, startChild } from './child.ts'
import { findFreePort } from './free-port.ts'
import type { Reaper } from './reaper/reaper.ts'
import { stopOrphan } from './reaper/orphan.ts'

const PORT_TRIES = 3
const STOP_WITHIN_MS = 2_000

/** Where a Redis keeps its files, and what it keeps. */
export interface RedisSettings {
  folder: string
  reaper: Reaper
  /** Whether data survives a restart. */
  keepsData: boolean
  /** Of an earlier start, to be reached at the same address with the same password again. */
  url?: string | undefined
  onLine?: (line: string) => void
}

/** A running Redis. */
export interface Redis {
  url: string
  server: Child
}

/** Makes sure that there is a `redis-server` to start. */
export async function ensureRedisServer(): Promise<void> {
  if (await which('redis-server', { nothrow: true })) return
  if (await installWithApt('redis-server')) return
  throw new SetupError(
    'redis-server is missing. Install it (Debian, Ubuntu: sudo apt-get install redis-server; macOS: brew install redis) ' +
      'or start a Redis yourself and set REDIS_URL.',
  )
}

/**
 * Starts a Redis on a free port of the loopback, behind a password.
 * @throws SetupError where it does not start
 */
export async function startRedis(settings: RedisSettings): Promise<Redis> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 })
  const folder = await realpath(settings.folder)
  await stopOrphan('Redis', join(folder, 'redis.pid'), folder, 'SIGTERM')
  let hasSetAside = false
  for (let attempt = 1; ; attempt++) {
    const { server, url, isReady } = await serve(folder, settings)
    if (isReady) return { server, url }
    const output = server.lines.join('\n')
    if (output.includes('Address already in use') && attempt < PORT_TRIES) continue
    if (!hasSetAside && /append only file|AOF|appendonly/i.test(output)) {
      hasSetAside = true
      await setAside(folder)
      continue
    }
    throw new EndedEarly(`redis-server did not start in ${folder}`, server)
  }
}

async function serve(folder: string, { reaper, keepsData, onLine, ...settings }: RedisSettings) {
  const url = new URL(
    settings.url ?? `redis://:${randomBytes(24).toString('base64url')}@127.0.0.1:${await findFreePort()}`,
  )
  const ready = Promise.withResolvers<true>()
  const server = await startChild(
    {
      name: 'Redis',
      command: 'redis-server',
      // Its settings come by standard input: every user can read a command line.
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
    // Twice what finished files may take: see shared/stored-bytes.ts.
    'maxmemory 512mb',
    'maxmemory-policy noeviction',
    '',
  ].join('\n')
}

/** Waiting exports and finished files can all be made again; the maps are elsewhere. */
async function setAside(folder: string): Promise<void> {
  const aside = `${folder}.unreadable`
  await rm(aside, { recursive: true, force: true })
  await rename(folder, aside)
  await mkdir(folder, { mode: 0o700 })
  console.log(`Redis could not read its files. They are set aside in ${aside}; no map is lost.`)
}
