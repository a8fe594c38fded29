import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { type ExportJob, type ExportQueueName, exportQueues, jobId, QUEUE_PREFIX, queueOf } from './export-job.ts'

/** Most exports that wait for a worker, of all workspaces together. */
export const MAX_WAITING = 64

/** How long it is taken for granted what Redis's clock says. */
const CLOCK_TRUSTED_MS = 5_000

/** A place in the queue. */
export interface Lease {
  /** Of the export, by Redis's clock: of all who wait for it, the last one's. */
  deadline: number
  /**
   * The lowest comes first. An export waits as if it had come a second later for each one of its workspace that is on its way: who asks
   * for many leaves room for others, and nobody is passed for ever.
   */
  turn: number
  /** Whether the export is in the queue already, waiting or being made. */
  isQueued: boolean
}

/** What tells which queue and workspace an export belongs to. */
type QueuedExport = Pick<ExportJob, 'key' | 'workspaceId' | 'format' | 'map'>

export type LeaseVerdict = Lease | 'queue full' | 'share used up'

/**
 * Places in the export queue: the gateway takes one for each export, the worker gives it back when the export is over,
 * and one whose worker died is free again at its deadline. Both counts are kept in one script, so no burst gets past them.
 * All of it goes by Redis's clock, since those of gateways and workers may differ.
 */
export interface ExportLeases {
  /**
   * Takes a place for an export; one that has a place already keeps it, and one that has given it back after it was begun needs none.
   * @param job with its deadline by our clock
   * @param share most places that the export's workspace may have at a time
   */
  take(job: QueuedExport & Pick<ExportJob, 'deadline'>, share: number): Promise<LeaseVerdict>
  /** Frees the export's place: it is over, or as good as over. */
  giveBack(job: Pick<ExportJob, 'key' | 'workspaceId'>): Promise<void>
  /** By our clock: when the last one who waits for an export gives up. */
  deadlineOf(job: Pick<ExportJob, 'key' | 'deadline'>): Promise<number>
  /**
   * Waits no longer for an export; one that nobody waits for and that is not in the queue has no place any more.
   * Answers whether it is to be taken out of the queue: nobody waits for it, and no worker has begun it.
   */
  leave(job: QueuedExport): Promise<boolean>
  /** Frees the place of an export that was taken out of the queue, unless somebody waits for it again: it is to go back then. */
  release(job: QueuedExport): Promise<'free' | Lease>
}

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * KEYS: places of all, places of the workspace, those who wait, BullMQ's record of the job, BullMQ's lists of jobs that render now.
 * ARGV: key, time left, share, who waits.
 * A job that was begun and has no place is about to be stored, or tried again because that failed.
 * The first two sets hold artifact keys, scored by the time at which nobody waits for them any more; the third one gateways,
 * by the time until which each of them waits.
 */
const TAKE = `${NOW}
  local deadline = now + ARGV[2]
  for i = 1, 2 do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now) end
  local isPlaced = redis.call('ZSCORE', KEYS[1], ARGV[1])
  local needsPlace = redis.call('HEXISTS', KEYS[4], 'ats') == 0
  if needsPlace and not isPlaced then
    if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[3]) then return 'share used up' end
    local waiting = redis.call('ZCARD', KEYS[1])
    if waiting >= ${MAX_WAITING} then
      for list = 5, #KEYS do
        for _, id in ipairs(redis.call('LRANGE', KEYS[list], 0, -1)) do
          if redis.call('ZSCORE', KEYS[1], string.sub(id, ${jobId('').length + 1})) then waiting = waiting - 1 end
        end
      end
      if waiting >= ${MAX_WAITING} then return 'queue full' end
    end
  end
  local function note(set, member)
    redis.call('ZADD', set, 'GT', deadline, member)
    redis.call('PEXPIREAT', set, deadline + 60000)
  end
  if needsPlace or isPlaced then
    note(KEYS[1], ARGV[1])
    note(KEYS[2], ARGV[1])
  end
  note(KEYS[3], ARGV[4])
  return { deadline, time[1] + redis.call('ZCARD', KEYS[2]), redis.call('EXISTS', KEYS[4]) }`

/** As above, for one who leaves. BullMQ's record counts in `ats` how often the job was begun. */
const LEAVE = `${NOW}
  redis.call('ZREM', KEYS[3], ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
  if redis.call('ZCARD', KEYS[3]) > 0 then return 0 end
  if redis.call('EXISTS', KEYS[4]) == 1 then return 1 - redis.call('HEXISTS', KEYS[4], 'ats') end
  for i = 1, 2 do redis.call('ZREM', KEYS[i], ARGV[1]) end
  return 0`

/** As above, for an export that is no longer in the queue. */
const RELEASE = `${NOW}
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
  local deadline = redis.call('ZSCORE', KEYS[1], ARGV[1])
  if deadline and redis.call('ZCARD', KEYS[3]) > 0 then return { tonumber(deadline), tonumber(time[1]), 0 } end
  for i = 1, 2 do redis.call('ZREM', KEYS[i], ARGV[1]) end
  return 'free'`

/** Places of all workspaces. */
export const LEASES_KEY = `${QUEUE_PREFIX}:leases`

/** The key of what BullMQ keeps of a queue: `active` is its list of the jobs that render now, a job's id its record of that job. */
export function queueKey(queue: ExportQueueName, name: string): string {
  return `${QUEUE_PREFIX}:${queue}:${name}`
}

export function createExportLeases(redis: Redis): ExportLeases {
  const ofWorkspace = (id: string): string => `${LEASES_KEY}:${id}`
  const waitingFor = (key: string): string => `${QUEUE_PREFIX}:waiting:${key}`
  const self = randomUUID()
  const clock = followClock(redis)
  const activeKeys = exportQueues.map((it) => queueKey(it, 'active'))
  const keysOf = (job: QueuedExport): string[] => {
    const record = queueKey(queueOf(job), jobId(job.key))
    return [LEASES_KEY, ofWorkspace(job.workspaceId), waitingFor(job.key), record, ...activeKeys]
  }
  return {
    async take(job, share) {
      const keys = keysOf(job)
      const timeLeft = Math.round(job.deadline - Date.now())
      return readLease(await redis.eval(TAKE, keys.length, ...keys, job.key, timeLeft, share, self))
    },
    async giveBack({ key, workspaceId }) {
      await redis.pipeline().zrem(LEASES_KEY, key).zrem(ofWorkspace(workspaceId), key).del(waitingFor(key)).exec()
    },
    async leave(job) {
      const keys = keysOf(job)
      return (await redis.eval(LEAVE, keys.length, ...keys, job.key, self)) === 1
    },
    async release(job) {
      const keys = keysOf(job)
      return readLease(await redis.eval(RELEASE, keys.length, ...keys, job.key))
    },
    async deadlineOf({ key, deadline }) {
      const [, last = 0] = await redis.zrevrange(waitingFor(key), 0, 0, 'WITHSCORES')
      return Math.max(deadline, Number(last)) - (await clock.now()) + Date.now()
    },
  }
}

/** What a script answers: a word, or the parts of a lease. */
function readLease<Word extends string>(answer: unknown): Word | Lease {
  if (!Array.isArray(answer)) return answer as Word
  const [deadline, turn, isQueued] = answer as [number, number, 0 | 1]
  return { deadline, turn, isQueued: isQueued === 1 }
}

/** Redis's clock, asked for now and then: in between it goes as fast as ours, wherever ours is set to meanwhile. */
function followClock(redis: Redis): { now(): Promise<number> } {
  let begun = 0
  let askedAt = -Infinity
  return {
    async now() {
      if (performance.now() - askedAt > CLOCK_TRUSTED_MS) {
        const [seconds, microseconds] = await redis.time()
        askedAt = performance.now()
        begun = Number(seconds) * 1_000 + Number(microseconds) / 1_000 - askedAt
      }
      return begun + performance.now()
    },
  }
}
