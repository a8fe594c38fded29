import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

/** Purpose and command timeout of a connection. */
export interface RedisConnection {
  /** Name in Redis' list of clients. */
  connectionName: string
  /** Timeout of a command in ms. */
  commandTimeout: number
  /** Log message for an error of this connection. */
  what: string
}

/**
 * Time without a reply after which a connection counts as dead: the peer may have vanished without closing it. Longer than any command's
 * timeout, so that Redis can still reply late.
 */
const REPLY_TIMEOUT_MS = 3_000
/** Interval at which a connection checks that its server still accepts writes. */
const CHECK_INTERVAL_MS = 2_000
const UNSELECTED =
  'correct the number of the database in REDIS_URL or ARTIFACT_REDIS_URL, or raise the setting `databases` of that Redis'

/**
 * Opens a connection that fails fast: commands are rejected while it is down. It leaves a server that has become a replica as soon as the
 * address leads to another; until then, its reads go on.
 */
export function openRedis(url: string, { connectionName, commandTimeout, what }: RedisConnection, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout,
    connectionName,
    socketTimeout: REPLY_TIMEOUT_MS,
    // Commands of one tick share a write, which costs more than most commands.
    enableAutoPipelining: true,
    // A pipeline is one buffer, into which the bytes of a file would be copied once more.
    autoPipeliningIgnoredCommands: ['set'],
  })
  watchErrors(redis, what, log)
  const check = (): Promise<void> =>
    checkWrites(redis).catch((error: Error) => (isReadOnly(error) ? leaveReplica(redis) : undefined))
  const timer = setInterval(() => void check().catch(() => {}), CHECK_INTERVAL_MS).unref()
  redis.on('end', () => clearInterval(timer))
  return redis
}

/**
 * Logs the errors of a connection, and closes it where its database cannot be selected: ioredis would go on with database 0, which may be another
 * installation's (measured on 6.0.0, 2026-11-30). Like any closed connection, it tries again.
 * @param what log message of an error
 */
export function watchErrors(redis: Redis, what: string, log: Logger): void {
  redis.on('error', (err: Error & { command?: { name: string } }) => {
    if (err.command?.name !== 'select') return log.warn({ err }, what)
    redis.disconnect(true)
    log.warn({ err }, `${what}: ${UNSELECTED}`)
  })
}

/** Whether a server refused a write because it is a replica. */
export function isReadOnly({ message }: Error): boolean {
  return message.includes('READONLY')
}

/**
 * Reconnects if the address leads to a server that accepts writes: after a fail-over that keeps connections open, that is the new primary.
 * Rejects if it does not.
 */
async function leaveReplica(redis: Redis): Promise<void> {
  const other = redis
    .duplicate({ lazyConnect: true, connectTimeout: CHECK_INTERVAL_MS, retryStrategy: () => null })
    .on('error', () => {})
  try {
    await other.connect()
    await checkWrites(other)
  } finally {
    other.disconnect()
  }
  redis.disconnect(true)
}

/**
 * Sends a write that changes nothing, since its key never exists. It fails as every write would: on a replica, without free memory, and after
 * a failed snapshot.
 */
export async function checkWrites(redis: Redis): Promise<void> {
  await redis.lpushx('maps:none', '')
}
