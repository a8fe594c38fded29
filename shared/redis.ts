import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

/** Purpose and command timeout of a connection. */
export interface RedisConnection {
  /** Name in Redis' list of clients. */
  connectionName: string
  /** Timeout of a command in ms. */
  commandTimeout: number
  /** Message of a log line about a fault of this connection. */
  what: string
}

/**
 * A connection without a reply for so long is dead: the other end may have gone without closing it. Longer than any command's timeout,
 * so that Redis has a chance to reply late.
 */
const SILENCE_MS = 3_000

/** Opens a connection that fails fast: commands are rejected while it is down. */
export function openRedis(url: string, { connectionName, commandTimeout, what }: RedisConnection, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout,
    connectionName,
    socketTimeout: SILENCE_MS,
    // Commands of one tick leave in one write, which costs more than most commands.
    enableAutoPipelining: true,
  })
  redis.on('error', (err) => log.warn({ err }, what))
  return redis
}
