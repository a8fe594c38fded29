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

/** Opens a connection that fails fast: commands are rejected while it is down. */
export function openRedis(url: string, { connectionName, commandTimeout, what }: RedisConnection, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout,
    connectionName,
    socketTimeout: REPLY_TIMEOUT_MS,
    // Commands of one tick share a write, which costs more than most commands.
    enableAutoPipelining: true,
  })
  redis.on('error', (err) => log.warn({ err }, what))
  return redis
}
