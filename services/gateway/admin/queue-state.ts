import { EXPORT_QUEUE, QUEUE_PREFIX } from '@maps/shared/export-job'
import { ACTIVE_JOBS_KEY } from '@maps/shared/export-leases'
import type { Redis } from 'ioredis'

export interface QueueState {
  /** Undefined where Redis does not tell its clients. */
  workers: number | undefined
  waiting: number
  /** 0 where none waits. */
  oldestWaitMs: number
  /** Leases of exports that are not in the queue: their worker or gateway died. */
  orphanedPlaces: number
}

/** BullMQ's own keys, and the name of the connection by which each of its workers waits for jobs. */
const WAITING_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:wait`
const DELAYED_KEY = `${QUEUE_PREFIX}:${EXPORT_QUEUE}:delayed`
const WORKER_NAME = `${QUEUE_PREFIX}:${Buffer.from(EXPORT_QUEUE).toString('base64')}`
const LEASES_KEY = `${QUEUE_PREFIX}:leases`

export async function readQueueState(redis: Redis): Promise<QueueState> {
  const answers = await redis
    .multi()
    .lrange(WAITING_KEY, 0, -1)
    .llen(ACTIVE_JOBS_KEY)
    .zcard(DELAYED_KEY)
    .zcount(LEASES_KEY, Date.now(), '+inf')
    .exec()
  const [waiting, active, delayed, leases] = (answers ?? []).map(([, it]) => it) as [string[], number, number, number]
  return {
    workers: await countWorkers(redis),
    waiting: waiting.length,
    oldestWaitMs: await readWait(redis, waiting.at(-1)),
    orphanedPlaces: Math.max(0, leases - waiting.length - active - delayed),
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

async function readWait(redis: Redis, jobId: string | undefined): Promise<number> {
  if (jobId === undefined) return 0
  const added = await redis.hget(`${QUEUE_PREFIX}:${EXPORT_QUEUE}:${jobId}`, 'timestamp')
  return added === null ? 0 : Math.max(0, Date.now() - Number(added))
}
