import { type ExportQueueName, QUEUE_PREFIX } from '@maps/shared/export-job'

/** A Redis key of a BullMQ queue. @param name `active` for the list of running jobs, a job id for the hash of that job */
export function queueKey(queue: ExportQueueName, name: string): string {
  return `${QUEUE_PREFIX}:${queue}:${name}`
}
