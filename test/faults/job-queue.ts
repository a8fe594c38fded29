import { EXPORT_QUEUE, type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'

/** Opens the export queue, so that a test can inspect it, and a Redis connection that both share. */
export function openQueue(redisUrl: string) {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const queue = new Queue<ExportJob>(EXPORT_QUEUE, { connection: redis, prefix: QUEUE_PREFIX })
  return {
    redis,
    queue,
    async [Symbol.asyncDispose]() {
      await queue.close()
      redis.disconnect()
    },
  }
}
