import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@maps/shared/logger'
import { openRedis } from '@maps/shared/redis'
import { beat, countWorkers, HEARTBEAT_TTL_MS, LOST_AFTER_MS, sayGoodbye } from '@maps/shared/worker-heartbeats'

const INTERVAL_MS = 1_000
const connection = { connectionName: 'maps-heartbeat', commandTimeout: 500, what: 'heartbeat connection' }

/** A heartbeat that goes on until it is closed. */
export interface RunningHeartbeat {
  /** The worker's id: its host, its process, and a random part, since a restarted container has the same host and process. */
  worker: string
  /** Stops counting the worker at once, until its next heartbeat. @returns whether other workers count */
  leave(): Promise<boolean>
  /** Stops it, and no longer counts the worker. */
  close(): Promise<void>
}

/** The dependencies of a heartbeat. */
export interface HeartbeatDependencies {
  redisUrl: string
  log: Logger
  /** Whether the worker can take exports. */
  isReady: () => boolean
}

/**
 * Tells gateways every second that this worker can take exports. A worker that is killed, frozen or not ready for six seconds no longer counts.
 * The first worker to notice logs a lost one. Resolves after the first heartbeat.
 */
export async function openHeartbeat({ redisUrl, log, isReady }: HeartbeatDependencies): Promise<RunningHeartbeat> {
  const redis = openRedis(redisUrl, connection, log)
  const worker = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`
  const stop = new AbortController()
  let lastBeat = performance.now()
  /** Time of the first heartbeat without a gap since. After a gap, the other workers need a moment to send theirs again. */
  let continuousSince = Infinity

  async function beatOnce(): Promise<void> {
    const now = performance.now()
    const { isContinuous, lost } = await beat(redis, worker, now - continuousSince > LOST_AFTER_MS)
    if (!isContinuous) continuousSince = now
    lastBeat = now
    for (const it of lost)
      log.warn({ worker: it }, 'render worker lost: it was killed, is frozen, or cannot reach Redis')
  }

  async function tick(): Promise<void> {
    if (isReady()) await beatOnce()
    else if (performance.now() - lastBeat > HEARTBEAT_TTL_MS) await sayGoodbye(redis, worker)
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await sleep(INTERVAL_MS, undefined, { signal: stop.signal }).catch(() => {})
      // The connection logs its own errors.
      if (!stop.signal.aborted) await tick().catch((err: unknown) => log.debug({ err }, 'no heartbeat'))
    }
  }

  await once(redis, 'ready', { signal: AbortSignal.timeout(INTERVAL_MS) }).catch(() => {})
  await tick().catch((err: unknown) => log.warn({ err }, 'no heartbeat'))
  const ended = run()
  return {
    worker,
    async leave() {
      await sayGoodbye(redis, worker)
      return (await countWorkers(redis)).responding > 0
    },
    async close() {
      stop.abort()
      await ended
      await sayGoodbye(redis, worker).catch(() => {})
      redis.disconnect()
    },
  }
}
