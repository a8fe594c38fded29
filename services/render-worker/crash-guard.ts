import { type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import type { Redis } from 'ioredis'

/**
 * Crashes of workers after which a job is taken for poison. BullMQ counts them: a worker that dies leaves its job without a lock, and
 * another worker finds it stalled. The first two may have been chance.
 */
export const MAX_CRASHES = 3
/** How long a poison job's file is refused. */
export const REFUSED_MS = 60_000
const MAX_LETTERS = 1_000
const LETTERS_KEPT_MS = 30 * 24 * 60 * 60_000

/** A Redis stream of the jobs that were given up, for operators: which map it was, and nothing of its content. */
export const DEAD_LETTERS_KEY = `${QUEUE_PREFIX}:dead-letters`

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
