import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

/** What one connection is for, and how long its commands may take. */
export interface RedisConnection {
  /** As Redis lists it among its clients. */
  connectionName: string
  /** A command that takes longer fails. */
  commandTimeout: number
  /** What the log calls a fault of this connection. */
  what: string
}

/**
 * A connection from which nothing comes for so long, though it was asked, is dead: the other end may have gone without a word.
 * Longer than any command takes, so that Redis has a chance to answer late.
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
