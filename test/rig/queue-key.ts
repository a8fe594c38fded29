import { type ExportQueueName, QUEUE_PREFIX } from '@maps/shared/export-job'

/** The Redis key of what BullMQ keeps of a queue: `active` for its list of running jobs, a job's id for its record of that job. */
export function queueKey(queue: ExportQueueName, name: string): string {
  return `${QUEUE_PREFIX}:${queue}:${name}`
}
