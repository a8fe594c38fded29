import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@maps/shared/logger'
import type { BucketCheck } from './bucket-check.ts'
import type { RunningHeartbeat } from './heartbeat.ts'
import type { QueueConsumer } from './queue-consumer.ts'

const INTERVAL_MS = 2_000

/**
 * Watches whether finished files can be stored. While they cannot, exports are left to the other workers. The only worker goes on with them, since
 * clients of exports that no worker takes would hear nothing for 30 s.
 */
export interface StoreWatch {
  /** Whether files could be stored at the last check. */
  isUsable(): boolean
  /** Checks after a failed attempt. @returns whether its export is left to other workers */
  leavesExports(): Promise<boolean>
  /** Waits until files can be stored, or until `stopping` is aborted. */
  waitUntilUsable(stopping: AbortSignal): Promise<void>
  /** Checks every two seconds until it is closed. Pauses and resumes the worker. */
  start(worker: Pick<QueueConsumer, 'pause' | 'resume'>, heartbeat: Pick<RunningHeartbeat, 'leave'>): WatchInProgress
}

/** A watch that goes on until it is closed. */
export interface WatchInProgress {
  close(): Promise<void>
}

/** Creates the watch of a worker. @param findFault returns what keeps files from being stored; never rejects */
export function createStoreWatch(
  findFault: () => Promise<string | undefined>,
  bucketCheck: Pick<BucketCheck, 'retry'>,
  log: Logger,
): StoreWatch {
  let isUsable = true
  let leave = async (_canStore: boolean): Promise<boolean> => false

  async function leavesExports(): Promise<boolean> {
    const fault = await findFault()
    if (isUsable !== (fault === undefined))
      log.warn({ fault }, fault ? 'files cannot be stored' : 'files can be stored')
    isUsable = fault === undefined
    return leave(isUsable)
  }

  /** Checks until `stopping` is aborted. */
  async function run(stopping: AbortSignal, until = (): boolean => false): Promise<void> {
    while (!stopping.aborted) {
      await bucketCheck.retry()
      await leavesExports()
      if (until()) return
      await sleep(INTERVAL_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }

  return {
    isUsable: () => isUsable,
    leavesExports,
    waitUntilUsable: (stopping) => run(stopping, () => isUsable),
    start(worker, heartbeat) {
      leave = async (canStore) => {
        const leaves = !canStore && (await heartbeat.leave().catch(() => false))
        if (leaves) worker.pause()
        else worker.resume()
        return leaves
      }
      const stop = new AbortController()
      const ended = run(stop.signal)
      return {
        close() {
          stop.abort()
          return ended
        },
      }
    },
  }
}
