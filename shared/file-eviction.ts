import type { Redis } from 'ioredis'
import { READ_CLOCK } from './redis-clock.ts'

const MEGABYTE = 1024 ** 2
/** Minimum of the limit of all finished files in MiB: a file must stay until its clients have read it. */
export const MIN_STORED_MB = 16
/** Default maximum of the bytes of finished files in a Redis without `maxmemory`. */
const DEFAULT_MAX_BYTES = 256 * MEGABYTE
/** Default share of finished files in the `maxmemory` of their Redis, which may also have the queue. */
const MEMORY_SHARE = 1 / 2
/** Maximum share of a workspace in the bytes of all finished files. */
const WORKSPACE_SHARE = 1 / 4
/** Time after which `maxmemory` is read again: an operator can change it at any time. */
const LIMIT_KEPT_MS = 60_000

/** Estimated overhead of an entry, in bytes. */
const ENTRY_BYTES = 1_024
/** TTL of the bookkeeping after the last file. */
const BOOKKEEPING_TTL_MS = 2 * 60 * 60_000

/**
 * KEYS: sorted set of a store's files with their sizes, scored by the time of storing. Its member `sum` has the negative of the sum of these sizes as
 * its score, so it is always first. A Redis that evicts takes files and sum together.
 * ARGV: file with its size, most bytes, TTL of the key in ms; then any number of deleted files.
 * Removes and returns the oldest files beyond the limit. Expired files count until they are among the oldest.
 */
const ADD = `${READ_CLOCK}
  local function addToSum(file, sign) redis.call('ZINCRBY', KEYS[1], -sign * string.match(file, '%d+$'), 'sum') end
  local function remove(file)
    if redis.call('ZREM', KEYS[1], file) == 1 then addToSum(file, -1) end
  end
  for i = 4, #ARGV do remove(ARGV[i]) end
  if redis.call('ZADD', KEYS[1], now, ARGV[1]) == 1 then addToSum(ARGV[1], 1) end
  local dropped = {}
  while -redis.call('ZSCORE', KEYS[1], 'sum') > tonumber(ARGV[2]) and redis.call('ZCARD', KEYS[1]) > 2 do
    local oldest = redis.call('ZRANGE', KEYS[1], 1, 1)[1]
    remove(oldest)
    dropped[#dropped + 1] = oldest
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return dropped`

/** Limits the bytes of finished files in a Redis. */
export interface FileEviction {
  /** Records a stored file, then deletes the oldest files beyond the limit of its workspace or of all. */
  add(workspaceId: string, key: string, size: number): Promise<void>
}

/**
 * Creates the limit of finished files in this Redis.
 * @param maxBytes maximum number of bytes, a quarter of them for one workspace. Default: half of Redis' `maxmemory`, or 256 MiB if it has none
 */
export function createFileEviction(redis: Redis, maxBytes?: number): FileEviction {
  let limit = { bytes: maxBytes ?? DEFAULT_MAX_BYTES, readAt: -Infinity }

  async function readLimit(): Promise<number> {
    if (maxBytes === undefined && performance.now() - limit.readAt > LIMIT_KEPT_MS) {
      const memory = await readMaxMemory(redis)
      const bytes = memory === 0 ? DEFAULT_MAX_BYTES : Math.max(MIN_STORED_MB * MEGABYTE, memory * MEMORY_SHARE)
      limit = { bytes, readAt: performance.now() }
    }
    return limit.bytes
  }

  async function addTo(store: string, maxBytes: number, file: string, deleted: readonly string[]): Promise<string[]> {
    const args = [file, maxBytes, BOOKKEEPING_TTL_MS, ...deleted]
    const dropped = (await redis.eval(ADD, 1, `maps:files:{${store}}`, ...args)) as string[]
    await Promise.all(dropped.map((it) => redis.unlink(it.replace(/ \d+$/, ''))))
    return dropped
  }

  return {
    async add(workspaceId, key, size) {
      const maxBytes = await readLimit()
      const file = `${key} ${size + ENTRY_BYTES}`
      const dropped = await addTo(workspaceId, maxBytes * WORKSPACE_SHARE, file, [])
      // Deleted files must not count: they would displace the files of other workspaces.
      await addTo('all', maxBytes, file, dropped)
    },
  }
}

/** Reads the `maxmemory` of a Redis in bytes; 0 if it has none. Managed servers allow `INFO`, but not always `CONFIG GET`. */
async function readMaxMemory(redis: Redis): Promise<number> {
  return Number(/^maxmemory:(\d+)/m.exec(await redis.info('memory'))?.[1] ?? 0)
}
