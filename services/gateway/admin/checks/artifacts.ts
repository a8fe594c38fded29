import { FILES_TIMEOUT_MS } from '@maps/shared/artifact-store'
import { failed, type CheckResult, reasonOf, warn } from '../../operations/check-result.ts'
import {
  checkResponse,
  checkRole,
  checkAcceptsWrites,
  connectRedis,
  readFacts,
  type RedisFacts,
} from '../../operations/redis-facts.ts'

const sharedServer = warn(
  'The finished files share the Redis of the queue: with much to do, give them another (ARTIFACT_REDIS_URL)',
)

/** Checks the Redis of the finished files, which may be the queue's. */
export async function* checkArtifacts(url: string, queueUrl: string | undefined): AsyncGenerator<CheckResult> {
  if (url === queueUrl) {
    yield sharedServer
    return
  }
  try {
    using connection = await connectRedis(url)
    const facts = await readFacts(connection.redis)
    // Two URLs may lead to the same server, and the eviction policy for files is wrong for the queue.
    const queue = queueUrl === undefined ? undefined : await connectAndReadFacts(queueUrl).catch(() => undefined)
    if (queue?.runId === facts.runId) yield sharedServer
    else {
      yield* checkRole(facts, "The files'", 'ARTIFACT_REDIS_URL')
      yield* checkServer(facts)
      if (!facts.isReplica) yield* checkAcceptsWrites(connection.redis, "The files'")
    }
  } catch (error) {
    yield failed(`The files' Redis cannot be used: ${reasonOf(error)}. Start it, or correct ARTIFACT_REDIS_URL`)
  }
}

async function connectAndReadFacts(url: string): Promise<RedisFacts> {
  using connection = await connectRedis(url)
  return await readFacts(connection.redis)
}

/** Checks whether a server with these facts suits the files. */
export function* checkServer(facts: RedisFacts): Generator<CheckResult> {
  const { policy, limitBytes } = facts
  yield checkResponse(facts, "The files'", FILES_TIMEOUT_MS)
  if (policy === 'noeviction') {
    yield failed("The files' Redis never evicts, so exports fail once it is full: set maxmemory-policy allkeys-lru")
  }
  if (limitBytes === 0) yield warn("The files' Redis has no limit of memory: set maxmemory")
}
