import type { Bucket } from '@maps/shared/bucket'
import type { Logger } from '@maps/shared/logger'

/** The check of a worker that the bucket takes files, at its start and after each failed upload. */
export interface BucketCheck {
  /** The bucket, whose failed uploads demand another check. */
  bucket: Bucket | undefined
  /** Whether the bucket has taken a file, and no upload has failed since. */
  hasPassed(): boolean
  /** Tries whether the bucket takes a file, unless that is known. Never rejects. */
  retry(): Promise<void>
}

/** Creates the check of a bucket. Without a bucket, it has passed. */
export function createBucketCheck(bucket: Bucket | undefined, log: Logger): BucketCheck {
  let hasPassed = bucket === undefined
  return {
    bucket: bucket && {
      ...bucket,
      async put(name, bytes) {
        await bucket.put(name, bytes).catch((error: unknown) => {
          hasPassed = false
          throw error
        })
      },
    },
    hasPassed: () => hasPassed,
    async retry() {
      if (hasPassed) return
      try {
        await bucket?.checkWrites()
        hasPassed = true
      } catch (err) {
        log.warn({ err }, 'the bucket of BUCKET_URL takes no files yet')
      }
    },
  }
}
