import type { ExportFailure } from '@maps/shared/artifact-store'
import { type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import type { Redis } from 'ioredis'
import { type Attempt, delayJob } from './queue-consumer.ts'

/**
 * Crashes of workers after which a job is taken for poison. BullMQ counts them: a worker that dies leaves its job without a lock, and
 * another worker finds it stalled. The first two may have been chance.
 */
const MAX_CRASHES = 3
/** How long a poison job's file is refused. */
export const REFUSED_MS = 60_000
/** Delay of a job that may be poison, while the worker runs another such job. */
const DELAY_MS = 1_000
const MAX_LETTERS = 1_000
const LETTERS_KEPT_MS = 30 * 24 * 60 * 60_000

/** A Redis stream of the jobs that were given up, for operators: which map it was, and nothing of its content. */
export const DEAD_LETTERS_KEY = `${QUEUE_PREFIX}:dead-letters`

/** Keeps a poison job, one that crashes its worker, from crashing ever more workers. */
export interface CrashGuard {
  /** Runs an attempt, unless its job has crashed too many workers: that one is refused, and recorded as a dead letter. */
  run(attempt: Attempt, makeFile: () => Promise<void>): Promise<void>
}

/**
 * Makes the crash guard of a worker.
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
    await refuse(job, { kind: 'failure', key: job.key, status: 503, message, retryAt: Date.now() + REFUSED_MS })
    await writeDeadLetter(redis, job, { crashes, since })
    log.error({ crashes }, 'export given up: its workers crashed')
  }

  /**
   * Runs a job that may be poison: one more crash, and it is refused. A worker runs one such job at a time and delays the others. A crash hits
   * all jobs of a worker, and the next worker takes them together: harmless exports would be counted for every crash of a poison map.
   * Jobs with fewer crashes run side by side: kept apart, exports would wait long for each other where workers are killed often.
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

/** Records a job that was given up after crashes. `since`: when it was queued, Unix time in ms. */
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
