import { EXPORT_QUEUE, exportQueues, jobId, QUEUE_PREFIX } from '@maps/shared/export-job'
import { LEASES_KEY, queueKey } from '@maps/shared/export-leases'
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

/** The name of the connection by which each of BullMQ's workers waits for jobs; each of ours has one of every queue. */
const WORKER_NAME = `${QUEUE_PREFIX}:${Buffer.from(EXPORT_QUEUE).toString('base64')}`

/** What stands in one queue, at the moment of the others. */
interface Standing {
  waiting: string[]
  others: string[]
  isPaused: boolean
}

export async function readQueueState(redis: Redis): Promise<QueueState> {
  const multi = redis.multi().zrangebyscore(LEASES_KEY, Date.now(), '+inf')
  for (const queue of exportQueues) {
    multi
      .zrange(queueKey(queue, 'prioritized'), '0', '-1')
      // Jobs whose worker died: the next ones.
      .lrange(queueKey(queue, 'wait'), 0, -1)
      .lrange(queueKey(queue, 'active'), 0, -1)
      .zrange(queueKey(queue, 'delayed'), '0', '-1')
      .hexists(queueKey(queue, 'meta'), 'paused')
  }
  const [leases, ...told] = ((await multi.exec()) ?? []).map(([, it]) => it) as [string[], ...unknown[]]
  const standings = exportQueues.map((_, index) => standingOf(told.slice(5 * index)))
  const queued = new Set(standings.flatMap((it) => [...it.waiting, ...it.others]))
  const records = standings.flatMap(({ waiting }, index) => waiting.map((it) => queueKey(exportQueues[index]!, it)))
  return {
    workers: await countWorkers(redis),
    isPaused: standings.some((it) => it.isPaused),
    waiting: records.length,
    oldestWaitMs: Math.max(0, ...(await Promise.all(records.map((it) => readWait(redis, it))))),
    orphanedPlaces: leases.filter((it) => !queued.has(jobId(it))).length,
  }
}

function standingOf(told: readonly unknown[]): Standing {
  const [inTurn, rescued, active, delayed, paused] = told as [string[], string[], string[], string[], number]
  return { waiting: [...inTurn, ...rescued], others: [...active, ...delayed], isPaused: paused === 1 }
}

async function countWorkers(redis: Redis): Promise<number | undefined> {
  try {
    const clients = (await redis.client('LIST')) as string
    return clients.split('\n').filter((it) => it.includes(` name=${WORKER_NAME} `)).length
  } catch {
    return undefined
  }
}

async function readWait(redis: Redis, record: string): Promise<number> {
  const added = await redis.hget(record, 'timestamp')
  return added === null ? 0 : Math.max(0, Date.now() - Number(added))
}
