import { setTimeout as sleep } from 'node:timers/promises'
import type { Bucket } from '@maps/shared/bucket'
import type { Logger } from '@maps/shared/logger'

const RETRY_INTERVAL_MS = 2_000

/** The check of a worker at its start that the bucket takes files: with a key that may not write, every export would fail. */
export interface BucketCheck {
  /** Whether the bucket has taken a file. Later faults count as faults of single exports. */
  hasPassed(): boolean
  /** Tries until the bucket takes a file, or until `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<void>
}

/** Creates the check of a bucket. Without a bucket, it has passed. */
export function createBucketCheck(bucket: Pick<Bucket, 'checkWrites'> | undefined, log: Logger): BucketCheck {
  let hasPassed = bucket === undefined
  return {
    hasPassed: () => hasPassed,
    async run(stopping) {
      while (!hasPassed && !stopping.aborted) {
        try {
          await bucket?.checkWrites()
          hasPassed = true
        } catch (err) {
          log.warn({ err }, 'the bucket of BUCKET_URL takes no files yet')
          await sleep(RETRY_INTERVAL_MS, undefined, { signal: stopping }).catch(() => {})
        }
      }
    },
  }
}
