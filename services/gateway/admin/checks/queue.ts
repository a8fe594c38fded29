import { STALLED_AFTER_MS } from '@maps/shared/export-slots'
import { COUNT_TIMEOUT_MS } from '../../auth/rate-limiter.ts'
import { openQueues } from '../../exports/queue.ts'
import { failed, type CheckResult, ok, reasonOf } from '../../operations/check-result.ts'
import { readQueueState, type QueueState } from '../../operations/queue-state.ts'
import {
  checkResponse,
  checkRole,
  checkAcceptsWrites,
  connectRedis,
  readFacts,
  type RedisFacts,
} from '../../operations/redis-facts.ts'

/** The first version with `ZADD GT`, which queue slots need. */
const MIN_VERSION = [6, 2] as const
const MAX_USED_SHARE = 0.8

/** Checks the Redis of the queue and the rate limits, and the state of the queue. */
export async function* checkQueue(url: string): AsyncGenerator<CheckResult> {
  try {
    using connection = await connectRedis(url)
    const { redis } = connection
    const facts = await readFacts(redis)
    yield* checkRole(facts, "The queue's", 'REDIS_URL')
    yield* checkServer(facts)
    if (!facts.isReplica) yield* checkAcceptsWrites(redis, "The queue's")
    const queues = openQueues(redis, () => {})
    yield* checkState(await readQueueState(redis, queues))
  } catch (error) {
    yield failed(`The queue's Redis cannot be used: ${reasonOf(error)}. Start it, or correct REDIS_URL`)
  }
}

/** Checks whether a server with these facts suits the queue, and the rate limits, for which gateways wait the least. */
export function* checkServer(facts: RedisFacts): Generator<CheckResult> {
  const { version, policy, keepsData, usedBytes, limitBytes } = facts
  if (isOlder(version)) yield failed(`The queue's Redis is ${version}: it takes ${MIN_VERSION.join('.')} or newer`)
  else yield checkResponse(facts, "The queue's", COUNT_TIMEOUT_MS)
  if (policy !== 'noeviction') {
    yield failed(`The queue's Redis evicts (maxmemory-policy ${policy}), so exports can be lost: set noeviction`)
  }
  if (!keepsData) {
    yield failed("The queue's Redis forgets waiting exports when it restarts: set appendonly yes")
  }
  const share = limitBytes === 0 ? 0 : usedBytes / limitBytes
  if (share > MAX_USED_SHARE) {
    const percent = Math.round(share * 100)
    yield failed(`The queue's Redis is ${percent} % full and takes no exports at 100 %: raise maxmemory`)
  }
}

/** Checks whether workers take exports. It recommends more of them only if those that run take exports and are too few. */
export function* checkState({ workers, isPaused, waiting, oldestWaitMs }: QueueState): Generator<CheckResult> {
  if (workers > 0) yield ok(`Render workers that respond: ${workers}`)
  else {
    yield failed(
      'No render worker is responding, so exports are answered with 503: start one; restart one that runs, which is frozen, not ready ' +
        "(its /readyz), or cannot reach the queue's Redis",
    )
  }
  if (isPaused) yield failed('The queue is paused, so exports are answered with 503: resume it on its page, /queue')
  const wait = `Exports waiting: ${waiting}, the oldest for ${(oldestWaitMs / 1_000).toFixed(1)} s`
  if (oldestWaitMs <= STALLED_AFTER_MS) yield ok(wait)
  else yield failed(workers > 0 && !isPaused ? `${wait}: start more render workers` : wait)
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor, minMinor] = MIN_VERSION
  return major < minMajor || (major === minMajor && minor < minMinor)
}
