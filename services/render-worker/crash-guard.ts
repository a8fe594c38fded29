import type { ExportFailure } from '@maps/shared/artifact-store'
import { type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import type { Redis } from 'ioredis'
import { type Attempt, delayJob } from './queue-consumer.ts'

/**
 * Number of worker crashes after which a job counts as a poison job. BullMQ counts them: the lock of a dead worker expires, and
 * another worker finds its job stalled. The first two crashes may be coincidence.
 */
const MAX_CRASHES = 3
/** Time for which the file of a poison job is refused. */
export const REFUSED_MS = 60_000
/** Delay of a possible poison job while the worker runs another one. */
const DELAY_MS = 1_000
const MAX_LETTERS = 1_000
const LETTERS_KEPT_MS = 30 * 24 * 60 * 60_000

/** Key of the Redis stream of abandoned jobs, for operators. It names each map, but has none of its content. */
export const DEAD_LETTERS_KEY = `${QUEUE_PREFIX}:dead-letters`

/** Stops a poison job, which crashes its worker, from crashing further workers. */
export interface CrashGuard {
  /** Runs an attempt, unless its job has crashed too many workers. Such a job is refused and recorded as a dead letter. */
  run(attempt: Attempt, makeFile: () => Promise<void>): Promise<void>
}

/**
 * Creates the crash guard of a worker.
 * @param refuse stores the failure of a poison job
 */
export function createCrashGuard(
  redis: Redis,
  refuse: (job: ExportJob, failure: ExportFailure) => Promise<void>,
): CrashGuard {
  let runsPossiblePoison = false

  /** Refuses a poison job for a minute, so that it crashes no further workers. */
  async function giveUp({ bullJob, job, log }: Attempt): Promise<void> {
    const { stalledCounter: crashes, timestamp: since } = bullJob
    const message = 'Making this file broke off several times. Change the map, or try again in a minute.'
    await refuse(job, { kind: 'failure', key: job.key, status: 503, message, retryInMs: REFUSED_MS })
    await writeDeadLetter(redis, job, { crashes, since })
    log.error({ crashes }, 'export given up: its workers crashed')
  }

  /**
   * Runs a possible poison job, which is refused after one more crash. A worker runs one such job at a time and delays the others. A crash ends
   * all jobs of a worker, and the next worker takes them together. Harmless jobs would be counted for every crash of a poison job.
   * Jobs with fewer crashes run concurrently: one at a time, they would wait long if workers are killed often.
   */
  async function runPossiblePoison(attempt: Attempt, makeFile: () => Promise<void>): Promise<void> {
    if (runsPossiblePoison) {
      attempt.log.info('export delayed: the worker runs another one whose workers crashed')
      return delayJob(attempt, DELAY_MS)
    }
    runsPossiblePoison = true
    try {
      await makeFile()
    } finally {
      runsPossiblePoison = false
    }
  }

  return {
    async run(attempt, makeFile) {
      const crashes = attempt.bullJob.stalledCounter
      if (crashes >= MAX_CRASHES) return giveUp(attempt)
      if (crashes > 0) attempt.log.warn({ crashes }, 'export retried: its worker crashed')
      return crashes === MAX_CRASHES - 1 ? runPossiblePoison(attempt, makeFile) : makeFile()
    },
  }
}

/** Records an abandoned job as a dead letter. `since` is the Unix time in ms at which it was queued. */
export async function writeDeadLetter(
  redis: Redis,
  { key, format, workspaceId, mapId, requestId = '' }: ExportJob,
  { crashes, since }: { crashes: number; since: number },
): Promise<void> {
  const now = Date.now()
  const letter = { key, format, workspaceId, mapId, requestId, crashes, since, last: now }
  await redis
    .pipeline()
    .xadd(DEAD_LETTERS_KEY, 'MAXLEN', MAX_LETTERS, '*', ...Object.entries(letter).flat().map(String))
    .xtrim(DEAD_LETTERS_KEY, 'MINID', now - LETTERS_KEPT_MS)
    .pexpire(DEAD_LETTERS_KEY, LETTERS_KEPT_MS)
    .exec()
}
