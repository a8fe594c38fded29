import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { maxWaiting } from '@maps/shared/export-slots'
import type { Logger } from '@maps/shared/logger'
import { checkWrites, openRedis } from '@maps/shared/redis'
import { readClock } from '@maps/shared/redis-clock'
import { countWorkers } from '@maps/shared/worker-heartbeats'
import type { Redis } from 'ioredis'
import { readFacts, type RedisFacts } from './redis-facts.ts'
import { type QueuesByName, openQueues } from '../exports/queue.ts'

/** BullMQ's states of waiting jobs. A delayed job waits for its next attempt. */
export const waitingStates = ['waiting', 'prioritized', 'delayed'] as const

const connection = { connectionName: 'maps-metrics', commandTimeout: 500, what: 'metrics connection' }

/** State of both export queues together. */
export interface QueueState {
  /** Number of render workers that respond and can take exports. */
  workers: number
  /** Number of render workers lost over the last weeks: see `WorkerCounts`. */
  lostWorkers: number
  /** Whether an operator has paused a queue, so that workers take no jobs from it. */
  isPaused: boolean
  /** Number of waiting exports, including those of crashed workers. */
  waiting: number
  /** Maximum number of waiting exports with this number of workers. */
  maxWaiting: number
  /** Longest wait of the next exports of both queues; 0 if none waits. */
  oldestWaitMs: number
  /** The exports that more workers could take: those of queues that are not paused. */
  demand: WorkerDemand
}

/** The response of `/internal/scale`. */
export interface WorkerDemand {
  backlog: number
  oldestWaitMs: number
}

/** Reads the state of the export queues, for metrics and scaling. */
export interface QueueReader {
  read(): Promise<QueueState>
  /** Reads facts of the queue's Redis, such as its memory. */
  readServer(): Promise<RedisFacts>
  /** Rejects if Redis accepts no writes. */
  checkWrites(): Promise<void>
  close(): void
}

/** Opens a reader with a connection to Redis of its own. */
export function openQueueReader(redisUrl: string, log: Logger): QueueReader {
  const redis = openRedis(redisUrl, connection, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'queue figures'))
  return {
    read: () => readQueueState(redis, queues),
    readServer: () => readFacts(redis),
    checkWrites: () => checkWrites(redis),
    close: () => redis.disconnect(),
  }
}

/** Reads the state of the queues from BullMQ, and the number of workers from their heartbeats. */
export async function readQueueState(redis: Redis, queues: QueuesByName): Promise<QueueState> {
  const [now, workers, all] = await Promise.all([
    readClock(redis),
    countWorkers(redis),
    Promise.all(Object.values(queues).map((it) => readQueue(it))),
  ])
  const { backlog, oldestWaitMs } = sumUp(all, now)
  return {
    workers: workers.responding,
    lostWorkers: workers.lost,
    isPaused: all.some((it) => it.isPaused),
    waiting: backlog,
    maxWaiting: maxWaiting(workers.responding),
    oldestWaitMs,
    demand: sumUp(
      all.filter((it) => !it.isPaused),
      now,
    ),
  }
}

/** What waits in a queue. */
interface QueueContent {
  isPaused: boolean
  backlog: number
  /** Earliest deadline of the next jobs, by the clock of Redis; infinite without any. */
  deadline: number
}

/** Sums up queues. A job's timestamp is by the clock of the gateway that added it; its deadline is a whole deadline after its request. */
function sumUp(queues: readonly QueueContent[], now: number): WorkerDemand {
  const requestedAt = Math.min(...queues.map((it) => it.deadline)) - EXPORT_DEADLINE_MS
  return { backlog: queues.reduce((sum, it) => sum + it.backlog, 0), oldestWaitMs: Math.max(0, now - requestedAt) }
}

type Queue = QueuesByName[keyof QueuesByName]

async function readQueue(queue: Queue): Promise<QueueContent> {
  const [isPaused, backlog, deadline] = await Promise.all([
    queue.isPaused(),
    queue.getJobCountByTypes(...waitingStates),
    readDeadline(queue),
  ])
  return { isPaused, backlog, deadline }
}

/** Reads the earliest deadline of the next jobs; infinite without any. Each job contains its map: one per state is read, one at a time. */
async function readDeadline(queue: Queue): Promise<number> {
  let earliest = Infinity
  for (const id of await queue.getRanges([...waitingStates], 0, 0, true)) {
    const job = await queue.getJob(id)
    if (job) earliest = Math.min(earliest, job.data.deadline)
  }
  return earliest
}
