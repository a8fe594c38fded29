import { once } from 'node:events'
import { createLogger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import type { Redis } from 'ioredis'

const CONNECT_TIMEOUT_MS = 3_000
const connection = { connectionName: 'maps-doctor', commandTimeout: 2_000, what: 'doctor connection' }

/** Facts that a Redis reports in `INFO`. */
export interface RedisFacts {
  version: string
  /** Id of the server process, by which two addresses of one server are recognized. */
  runId: string
  /** The server's `maxmemory-policy`, such as `noeviction`. */
  policy: string
  keepsData: boolean
  usedBytes: number
  /** The server's `maxmemory` in bytes; 0 if it is not set. */
  limitBytes: number
}

/** Connects to a Redis; disposing of the result disconnects. @throws Error with the reason of a failure, after 3 s at most */
export async function connectRedis(url: string): Promise<{ redis: Redis } & Disposable> {
  const redis = openRedis(url, connection, createLogger('doctor', 'silent'))
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
  } catch (error) {
    redis.disconnect()
    throw (error as Error).name === 'AbortError' ? new Error('it does not answer') : error
  }
  return { redis, [Symbol.dispose]: () => redis.disconnect() }
}

/** Reads a server's facts from its `INFO`. */
export async function readFacts(redis: Redis): Promise<RedisFacts> {
  const facts = new Map((await redis.info()).split(/\r?\n/).map((line) => line.split(':', 2) as [string, string]))
  return {
    version: facts.get('redis_version') ?? '0',
    runId: facts.get('run_id') ?? '',
    policy: facts.get('maxmemory_policy') ?? 'unknown',
    keepsData: facts.get('aof_enabled') === '1',
    usedBytes: Number(facts.get('used_memory')),
    limitBytes: Number(facts.get('maxmemory')),
  }
}
