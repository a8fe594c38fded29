import type { Redis } from 'ioredis'

const MEGABYTE = 1024 ** 2
/** Finished files of one workspace that Redis keeps; the oldest go first. */
const MAX_WORKSPACE_BYTES = 64 * MEGABYTE
/** Of all workspaces: less than the smallest Redis that we start may hold, so that queue and limits have room beside them. */
export const MAX_STORED_BYTES = 256 * MEGABYTE

/** What a file takes beside its bytes. */
const ENTRY_BYTES = 1_024
/** After the last file. */
const KEPT_MS = 2 * 60 * 60_000

/**
 * KEYS: sorted set of a store's files, scored by when they came, and the sum of their sizes.
 * ARGV: file, its size, most bytes, Unix time in ms, ms after which the store is forgotten.
 * Returns the oldest files beyond the limit. Files that have expired meanwhile count until they are among the oldest.
 */
const ADD = `
  local known = redis.call('ZSCORE', KEYS[1], ARGV[1] .. ' ' .. ARGV[2])
  redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1] .. ' ' .. ARGV[2])
  local total = known and tonumber(redis.call('GET', KEYS[2]) or 0) or redis.call('INCRBY', KEYS[2], ARGV[2])
  local dropped = {}
  while total > tonumber(ARGV[3]) and redis.call('ZCARD', KEYS[1]) > 1 do
    local file, size = string.match(redis.call('ZPOPMIN', KEYS[1])[1], '^(.*) (%d+)$')
    total = redis.call('DECRBY', KEYS[2], size)
    dropped[#dropped + 1] = file
  end
  for i = 1, 2 do redis.call('PEXPIRE', KEYS[i], ARGV[5]) end
  return dropped`

/** Notes a file that was stored, and drops the oldest ones of its workspace, and of all, where they have become too many bytes. */
export async function dropOldest(redis: Redis, workspaceId: string, key: string, size: number): Promise<void> {
  const limits: [store: string, most: number][] = [
    [workspaceId, MAX_WORKSPACE_BYTES],
    ['all', MAX_STORED_BYTES],
  ]
  const dropped = await Promise.all(
    limits.map(([store, most]) => {
      const keys = [`maps:stored:{${store}}`, `maps:stored:{${store}}:bytes`]
      return redis.eval(ADD, keys.length, ...keys, key, size + ENTRY_BYTES, most, Date.now(), KEPT_MS) as Promise<
        string[]
      >
    }),
  )
  await Promise.all(dropped.flat().map((it) => redis.unlink(it)))
}
