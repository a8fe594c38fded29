import { EXPORT_QUEUE, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { ACTIVE_JOBS_KEY, LEASES_KEY, recordKey } from '@maps/shared/export-leases'
import type { Redis } from 'ioredis'

export interface QueueState {
  /** Undefined where Redis does not tell its clients. */
  workers: number | undefined
  /** By an operator, on the page of the queue: workers take nothing. */
  isPaused: boolean
  waiting: number
  /** 0 where none waits. */
  oldestWaitMs: number
  /** Leases of exports that are not in the queue: their gateway died, or Redis was too slow for it. */
  orphanedPlaces: number
}

/** BullMQ's own keys, and the name of the connection by which each of its workers waits for jobs. */
const WAITING_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:prioritized`
/** Those whose worker died: the next ones. */
const RESCUED_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:wait`
const META_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:meta`
const DELAYED_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:delayed`
const WORKER_NAME = `${QUEUE_PREFIX}:${Buffer.from(EXPORT_QUEUE).toString('base64')}`

export async function readQueueState(redis: Redis): Promise<QueueState> {
  const answers = await redis
    .multi()
    .zrange(WAITING_KEY, '0', '-1')
    .lrange(RESCUED_KEY, 0, -1)
    .lrange(ACTIVE_JOBS_KEY, 0, -1)
    .zrange(DELAYED_KEY, '0', '-1')
    .zrangebyscore(LEASES_KEY, Date.now(), '+inf')
    .hexists(META_KEY, 'paused')
    .exec()
  const told = (answers ?? []).map(([, it]) => it) as [string[], string[], string[], string[], string[], number]
  const [inTurn, rescued, active, delayed, leases, paused] = told
  const waiting = [...inTurn, ...rescued]
  const queued = new Set([...waiting, ...active, ...delayed])
  return {
    workers: await countWorkers(redis),
    isPaused: paused === 1,
    waiting: waiting.length,
    oldestWaitMs: Math.max(0, ...(await Promise.all(waiting.map((it) => readWait(redis, it))))),
    orphanedPlaces: leases.filter((it) => !queued.has(jobId(it))).length,
  }
}

async function countWorkers(redis: Redis): Promise<number | undefined> {
  try {
    const clients = (await redis.client('LIST')) as string
    return clients.split('\n').filter((it) => it.includes(` name=${WORKER_NAME} `)).length
  } catch {
    return undefined
  }
}

async function readWait(redis: Redis, id: string): Promise<number> {
  const added = await redis.hget(recordKey(id), 'timestamp')
  return added === null ? 0 : Math.max(0, Date.now() - Number(added))
}
