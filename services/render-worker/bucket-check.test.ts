import type { Bucket } from '@maps/shared/bucket'
import { createLogger } from '@maps/shared/logger'
import { expect, it, vi } from 'vitest'
import { createBucketCheck } from './bucket-check.ts'

const log = createLogger('test', 'silent')
const refusal = new Error('the bucket answered PUT with 403 AccessDenied')

/** A bucket whose first check and first upload are refused. */
function createRefusingBucket() {
  const checkWrites = vi.fn<() => Promise<void>>().mockRejectedValueOnce(refusal).mockResolvedValue()
  const put = vi.fn<() => Promise<void>>().mockRejectedValueOnce(refusal).mockResolvedValue()
  return { checkWrites, put, isReachable: async () => true, has: async () => true, async *read() {} } satisfies Bucket
}

it('a bucket is tried until it takes a file, and the log says why it does not', async () => {
  const warn = vi.spyOn(log, 'warn')
  const bucket = createRefusingBucket()
  const check = createBucketCheck(bucket, log)
  expect(check.hasPassed()).toBe(false)
  await check.retry()
  expect(check.hasPassed()).toBe(false)
  await check.retry()
  await check.retry()
  expect(check.hasPassed()).toBe(true)
  expect(bucket.checkWrites).toHaveBeenCalledTimes(2)
  expect(warn.mock.calls).toEqual([[{ err: refusal }, 'the bucket of BUCKET_URL takes no files yet']])
})

it('a bucket is tried again after a failed upload', async () => {
  const bucket = createRefusingBucket()
  const check = createBucketCheck(bucket, log)
  for (let tries = 0; tries < 2; tries++) await check.retry()
  await expect(check.bucket!.put('a', Buffer.from(''))).rejects.toBe(refusal)
  expect(check.hasPassed()).toBe(false)
  await check.retry()
  expect(check.hasPassed()).toBe(true)
  await check.bucket!.put('a', Buffer.from(''))
  expect(check.hasPassed()).toBe(true)
})

it('a worker without a bucket waits for none', () => {
  expect(createBucketCheck(undefined, log).hasPassed()).toBe(true)
})
