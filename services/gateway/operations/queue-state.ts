import { EXPORT_QUEUE } from '@maps/shared/export-job'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { type QueuesByName, openQueues } from '../exports/queue.ts'

/** BullMQ's states of waiting jobs. A delayed job waits for its next attempt. */
export const waitingStates = ['waiting', 'prioritized', 'delayed'] as const

const connection = { connectionName: 'maps-metrics', commandTimeout: 500, what: 'metrics connection' }

/** State of both export queues together. */
export interface QueueState {
  /** Number of connected render workers; undefined if Redis does not allow `CLIENT LIST`. */
  workers: number | undefined
  /** Whether an operator has paused a queue, so that workers take no jobs from it. */
  isPaused: boolean
  /** Number of waiting exports, including those of crashed workers. */
  waiting: number
  /** Longest wait of the next exports of both queues; 0 if none waits. */
  oldestWaitMs: number
}

/** Reads the state of the export queues, for metrics and scaling. */
export interface QueueReader {
  read(): Promise<QueueState>
  close(): void
}

/** Opens a reader with a connection to Redis of its own. */
export function openQueueReader(redisUrl: string, log: Logger): QueueReader {
  const redis = openRedis(redisUrl, connection, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'queue figures'))
  return { read: () => readQueueState(queues), close: () => redis.disconnect() }
}

/** Reads the state of the queues from BullMQ. */
export async function readQueueState(queues: QueuesByName): Promise<QueueState> {
  const all = Object.values(queues)
  const [workers, paused, counts, waits] = await Promise.all([
    // Each worker process takes jobs from both queues.
    queues[EXPORT_QUEUE].getWorkersCount().catch(() => undefined),
    Promise.all(all.map((it) => it.isPaused())),
    Promise.all(all.map((it) => it.getJobCountByTypes(...waitingStates))),
    Promise.all(all.map(readWait)),
  ])
  const waiting = counts.reduce((sum, it) => sum + it, 0)
  return { workers, isPaused: paused.includes(true), waiting, oldestWaitMs: Math.max(...waits) }
}

/** Returns the longest wait of the next jobs in ms. Reads one job per state, since each contains its map. */
async function readWait(queue: QueuesByName[keyof QueuesByName]): Promise<number> {
  const next = await Promise.all(waitingStates.map((it) => queue.getJobs(it, 0, 0, true)))
  const added = next.flat().map((it) => it.timestamp)
  return added.length === 0 ? 0 : Math.max(0, Date.now() - Math.min(...added))
}
