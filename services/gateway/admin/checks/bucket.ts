import { bucketRules, bucketSettings, createBucket } from '@maps/shared/bucket'
import { readConfig } from '@maps/shared/config'
import { z } from 'zod'
import { failed, type CheckResult, ok, reasonOf } from '../../operations/check-result.ts'

/** Checks that the bucket takes a file and gives it back. Yields nothing without a bucket, or if its settings are invalid: another check reports those. */
export async function* checkBucket(env: Readonly<Record<string, string | undefined>>): AsyncGenerator<CheckResult> {
  const bucket = openBucket(env)
  if (!bucket) return
  const fault = await bucket.checkWrites().then(() => undefined, reasonOf)
  if (fault === undefined) yield ok('The bucket of the finished files takes and gives files')
  else {
    yield failed(
      `The bucket cannot be used, so exports are answered with 503 (${fault}): correct BUCKET_URL, or its access key, which has to be allowed to ` +
        'read and write objects',
    )
  }
}

function openBucket(env: Readonly<Record<string, string | undefined>>) {
  try {
    return createBucket(readConfig(z.object(bucketSettings).check(...bucketRules), env))
  } catch {
    return undefined
  }
}
