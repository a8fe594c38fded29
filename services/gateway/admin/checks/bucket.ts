import { bucketSettings, createBucket } from '@maps/shared/bucket'
import { readConfig } from '@maps/shared/config'
import { z } from 'zod'
import { failed, type CheckResult, ok } from '../../operations/check-result.ts'

/** Checks that the bucket can be read. Yields nothing without a bucket, or if its settings are invalid: another check reports those. */
export async function* checkBucket(env: Readonly<Record<string, string | undefined>>): AsyncGenerator<CheckResult> {
  const bucket = openBucket(env)
  if (!bucket) return
  if (await bucket.isReachable()) yield ok('The bucket of the finished files answers')
  else
    yield failed('The bucket cannot be used, so exports are answered with 503: correct BUCKET_URL and its access key')
}

function openBucket(env: Readonly<Record<string, string | undefined>>) {
  try {
    return createBucket(readConfig(z.object(bucketSettings), env))
  } catch {
    return undefined
  }
}
