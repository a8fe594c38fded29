import { type ExportJob, QUEUE_PREFIX } from '@maps/shared/export-job'
import type { Redis } from 'ioredis'

/** How many workers an export may cost: the first one, and two for which it may have been chance. */
export const MAX_DEATHS = 3
/** For how long an export is refused after that, and for how long after a death the ones before it count. */
export const REFUSED_MS = 60_000
const MAX_LETTERS = 1_000
const LETTERS_KEPT_MS = 30 * 24 * 60 * 60_000

/** A stream of the exports that were given up, for whoever looks for the cause: which map it was, and nothing of what is in it. */
export const DEAD_LETTERS_KEY = `${QUEUE_PREFIX}:dead-letters`

/** What an export has cost so far. */
export interface Toll {
  /** Runs that the worker did not survive. */
  deaths: number
  /** When the first of them was asked for, Unix time in ms. */
  since: number
}

/** What is known of exports that workers died of, or during: which of them it was, a dead worker cannot tell. */
export interface Suspects {
  /**
   * Notes how many have died of one job, and answers the toll of its file over all jobs: a job may be gone before the file is
   * made, and be asked for again.
   */
  count(key: string, job: { timestamp: number; stalledCounter: number }): Promise<Toll>
  writeDeadLetter(job: ExportJob, toll: Toll): Promise<void>
}

export function createSuspects(redis: Redis): Suspects {
  return {
    async count(key, { timestamp, stalledCounter }) {
      const deaths = `${QUEUE_PREFIX}:deaths:${key}`
      const [, , found] = await Promise.all([
        redis.hset(deaths, timestamp, stalledCounter),
        redis.pexpire(deaths, REFUSED_MS),
        redis.hgetall(deaths),
      ])
      return {
        deaths: Object.values(found).reduce((sum, it) => sum + Number(it), 0),
        since: Math.min(...Object.keys(found).map(Number)),
      }
    },
    async writeDeadLetter({ key, format, workspaceId, mapId, requestId = '' }, { deaths: runs, since: first }) {
      const reason = 'workers died of it'
      const letter = { key, format, workspaceId, mapId, requestId, runs, first, last: Date.now(), reason }
      await Promise.all([
        redis.xadd(DEAD_LETTERS_KEY, 'MAXLEN', MAX_LETTERS, '*', ...Object.entries(letter).flat().map(String)),
        redis.xtrim(DEAD_LETTERS_KEY, 'MINID', Date.now() - LETTERS_KEPT_MS),
        redis.pexpire(DEAD_LETTERS_KEY, LETTERS_KEPT_MS),
      ])
    },
  }
}
