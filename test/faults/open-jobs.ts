import { EXPORT_QUEUE, type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'

/** The queue of exports, for a test to look into, and the connection that it uses. */
export function openJobs(redisUrl: string) {
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
