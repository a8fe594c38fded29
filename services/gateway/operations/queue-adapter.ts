import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import type { JobStatus } from '@bull-board/api/typings/app'
import type { ExportJob } from '@maps/shared/export-job'
import type { QueuesByName } from '../exports/queue.ts'

type Queue = QueuesByName[keyof QueuesByName]
type Job = Awaited<ReturnType<BullMQAdapter['getJobs']>>[number]

/** A queue as Bull Board reads it: one job at a time, and without its map. Bull Board itself would read as many as a client asks for, twice each. */
export class QueueAdapter extends BullMQAdapter {
  readonly #queue: Queue

  constructor(queue: Queue, description: string) {
    super(queue, { description })
    this.#queue = queue
  }

  override async getJob(id: string): Promise<Job | undefined> {
    const job: Job | undefined = await this.#queue.getJob(id)
    if (job) job.data = describeJob(job.data)
    return job
  }

  override async getJobs(states: JobStatus[], start?: number, end?: number): Promise<Job[]> {
    // Jobs of a paused queue are waiting since BullMQ 6.
    const types = states.filter((it) => it !== 'paused')
    const jobs: Job[] = []
    for (const id of await this.#queue.getRanges(types, start, end)) {
      const job = await this.getJob(id)
      if (job) jobs.push(job)
    }
    return jobs
  }
}

/** Selects the fields of a job to show: a job of another version may have fields that must not be shown. */
function describeJob(job: Partial<ExportJob>): Record<string, unknown> {
  const { key, format, options, workspaceId, mapId, deadline, requestId, map } = job
  return { key, format, options, workspaceId, mapId, deadline, requestId, map: `not shown: ${map?.length} characters` }
}
