import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { type QueueState, readQueueState } from './queue-state.ts'
import { openQueues } from '../exports/queue.ts'

const connection = { connectionName: 'maps-metrics', commandTimeout: 500, what: 'metrics connection' }

/** Reads the state of the export queue, for metrics and scaling. */
export interface QueueReader {
  read(): Promise<QueueState>
  close(): void
}

export function openQueueReader(redisUrl: string, log: Logger): QueueReader {
  const redis = openRedis(redisUrl, connection, log)
  const queues = openQueues(redis, (err) => log.warn({ err }, 'queue figures'))
  return { read: () => readQueueState(queues), close: () => redis.disconnect() }
}
