import type { Redis } from 'ioredis'

const MEGABYTE = 1024 ** 2
/** Most bytes of finished files that Redis keeps for one workspace. Beyond it, the oldest files are deleted. */
const MAX_WORKSPACE_BYTES = 64 * MEGABYTE
/** Most bytes of finished files that Redis keeps for all workspaces: half the memory of the local stack's Redis, which also has the queue. */
export const MAX_STORED_BYTES = 256 * MEGABYTE

/** Estimated overhead of an entry, in bytes. */
const ENTRY_BYTES = 1_024
/** TTL of the bookkeeping after the last file. */
const BOOKKEEPING_TTL_MS = 2 * 60 * 60_000

/**
 * KEYS: sorted set of a store's files with their sizes, scored by the time of storing; the sum of these sizes.
 * ARGV: file with its size, its size, most bytes, Unix time in ms, TTL of both keys in ms; then any number of deleted files.
 * Removes and returns the oldest files beyond the limit. Expired files count until they are among the oldest.
 */
const ADD = `
  for i = 6, #ARGV do
    if redis.call('ZREM', KEYS[1], ARGV[i]) == 1 then redis.call('DECRBY', KEYS[2], string.match(ARGV[i], '%d+$')) end
  end
  local isNew = redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1]) == 1
  local total = isNew and redis.call('INCRBY', KEYS[2], ARGV[2]) or tonumber(redis.call('GET', KEYS[2]) or 0)
  local dropped = {}
  while total > tonumber(ARGV[3]) and redis.call('ZCARD', KEYS[1]) > 1 do
    local file = redis.call('ZPOPMIN', KEYS[1])[1]
    total = redis.call('DECRBY', KEYS[2], string.match(file, '%d+$'))
    dropped[#dropped + 1] = file
  end
  for i = 1, 2 do redis.call('PEXPIRE', KEYS[i], ARGV[5]) end
  return dropped`

/** Records a stored file, then deletes the oldest files beyond the workspace's or the total limit. */
export async function evictOldestFiles(redis: Redis, workspaceId: string, key: string, size: number): Promise<void> {
  const bytes = size + ENTRY_BYTES
  async function add(store: string, maxBytes: number, deleted: readonly string[]): Promise<string[]> {
    const keys = [`maps:stored:{${store}}`, `maps:stored:{${store}}:bytes`]
    const args = [`${key} ${bytes}`, bytes, maxBytes, Date.now(), BOOKKEEPING_TTL_MS, ...deleted]
    const dropped = (await redis.eval(ADD, keys.length, ...keys, ...args)) as string[]
    await Promise.all(dropped.map((file) => redis.unlink(file.replace(/ \d+$/, ''))))
    return dropped
  }
  const dropped = await add(workspaceId, MAX_WORKSPACE_BYTES, [])
  // Deleted files must not count: they would displace the files of other workspaces.
  await add('all', MAX_STORED_BYTES, dropped)
}
