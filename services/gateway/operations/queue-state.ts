import { EXPORT_QUEUE } from '@maps/shared/export-job'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { type QueuesByName, openQueues } from '../exports/queue.ts'

/** BullMQ's states of jobs that no worker processes; delayed ones wait before their next attempt. */
export const waitingStates = ['waiting', 'prioritized', 'delayed'] as const

const connection = { connectionName: 'maps-metrics', commandTimeout: 500, what: 'metrics connection' }

/** State of both export queues together. */
export interface QueueState {
  /** Render workers that are connected; undefined where Redis does not allow `CLIENT LIST`. */
  workers: number | undefined
  /** Whether an operator has paused a queue: its workers take no jobs. */
  isPaused: boolean
  /** Exports that no worker has begun, jobs of crashed workers included. */
  waiting: number
  /** Longest wait of the next exports of both queues; 0 where none waits. */
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
    // Each worker process takes jobs of every queue.
    queues[EXPORT_QUEUE].getWorkersCount().catch(() => undefined),
    Promise.all(all.map((it) => it.isPaused())),
    Promise.all(all.map((it) => it.getJobCountByTypes(...waitingStates))),
    Promise.all(all.map(readWait)),
  ])
  const waiting = counts.reduce((sum, it) => sum + it, 0)
  return { workers, isPaused: paused.includes(true), waiting, oldestWaitMs: Math.max(...waits) }
}

/** Wait of the oldest next job in ms. Reads one job per state, since each carries its map. */
async function readWait(queue: QueuesByName[keyof QueuesByName]): Promise<number> {
  const next = await Promise.all(waitingStates.map((it) => queue.getJobs(it, 0, 0, true)))
  const added = next.flat().map((it) => it.timestamp)
  return added.length === 0 ? 0 : Math.max(0, Date.now() - Math.min(...added))
}
