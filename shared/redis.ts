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
/** Interval at which a connection checks that its server still accepts writes. Some connections only read. */
const CHECK_INTERVAL_MS = 5_000
/** Minimum time between reconnections to a server that accepts no writes: its reads go on between them. */
const RECONNECT_INTERVAL_MS = 2_000

/** Opens a connection that fails fast: commands are rejected while it is down. It leaves a server that has become a replica. */
export function openRedis(url: string, { connectionName, commandTimeout, what }: RedisConnection, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout,
    connectionName,
    socketTimeout: REPLY_TIMEOUT_MS,
    reconnectOnError: leaveReplica(),
    // Commands of one tick share a write, which costs more than most commands.
    enableAutoPipelining: true,
    // A pipeline is one buffer, into which the bytes of a file would be copied once more.
    autoPipeliningIgnoredCommands: ['set'],
  })
  redis.on('error', (err) => log.warn({ err }, what))
  const timer = setInterval(() => void checkWrites(redis).catch(() => {}), CHECK_INTERVAL_MS).unref()
  redis.on('end', () => clearInterval(timer))
  return redis
}

/**
 * Creates an ioredis option that reconnects when a write finds a replica: after a fail-over that keeps connections open, the same address
 * leads to the new primary.
 */
export function leaveReplica(): (error: Error) => boolean {
  let reconnectedAt = -Infinity
  return ({ message }) => {
    const isDue = message.includes('READONLY') && performance.now() - reconnectedAt >= RECONNECT_INTERVAL_MS
    if (isDue) reconnectedAt = performance.now()
    return isDue
  }
}

/**
 * Sends a write that changes nothing, since its key never exists. It fails as every write would: on a replica, without free memory, and after
 * a failed snapshot.
 */
export async function checkWrites(redis: Redis): Promise<void> {
  await redis.lpushx('maps:none', '')
}
