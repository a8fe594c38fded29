import { once } from 'node:events'
import { createLogger } from '@maps/shared/logger'
import { checkWrites, openRedis } from '@maps/shared/redis'
import type { Redis } from 'ioredis'
import { failed, type CheckResult, ok, reasonOf } from './check-result.ts'

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
  /** Whether a replica of another server; it accepts no writes. */
  isReplica?: boolean
  usedBytes: number
  /** The server's `maxmemory` in bytes; 0 if it is not set. */
  limitBytes: number
  /** Time of its fastest answer of three, in ms. */
  tookMs: number
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
    isReplica: facts.get('role') === 'slave',
    keepsData: facts.get('aof_enabled') === '1',
    usedBytes: Number(facts.get('used_memory')),
    limitBytes: Number(facts.get('maxmemory')),
    tookMs: await leastResponseMs(redis),
  }
}

async function leastResponseMs(redis: Redis): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 3; count++) {
    const asked = performance.now()
    await redis.ping()
    times.push(performance.now() - asked)
  }
  return Math.round(Math.min(...times))
}

/** Tells whether a server answers within the time that gateways wait for it. @param whose as in "The queue's" */
export function checkResponse({ version, tookMs }: RedisFacts, whose: string, waitMs: number): CheckResult {
  const answers = `${whose} Redis ${version} answers (${tookMs} ms)`
  if (tookMs <= waitMs) return ok(answers)
  return failed(`${answers}, too slowly: gateways do not wait so long. Look for its load and the network`)
}

/** Checks that a server is a primary. @param whose as in "The queue's" @param setting the setting with its address */
export function* checkRole({ isReplica }: RedisFacts, whose: string, setting: string): Generator<CheckResult> {
  if (!isReplica) return
  yield failed(
    `${whose} Redis is a replica and accepts no writes, so exports are answered with 503: promote it, or correct ${setting}`,
  )
}

/** Checks that a primary accepts writes: it has memory, its disk takes its log or snapshot, and enough replicas follow. @param whose as in "The queue's" */
export async function* checkAcceptsWrites(redis: Redis, whose: string): AsyncGenerator<CheckResult> {
  const fault = await checkWrites(redis).then(() => undefined, reasonOf)
  if (fault === undefined) return
  yield failed(
    `${whose} Redis accepts no writes, so exports are answered with 503 (${fault}): raise maxmemory, make room on its disk, or start its replicas`,
  )
}
