import { createLogger } from '@maps/shared/logger'
import { expect, it, vi } from 'vitest'
import { createBucketCheck } from './bucket-check.ts'

const log = createLogger('test', 'silent')
const refusal = new Error('the bucket answered PUT with 403 AccessDenied')

it('a bucket is tried until it takes a file, and the log says why it does not', async () => {
  const warn = vi.spyOn(log, 'warn')
  const checkWrites = vi.fn<() => Promise<void>>().mockRejectedValueOnce(refusal).mockResolvedValue()
  const check = createBucketCheck({ checkWrites }, log)
  expect(check.hasPassed()).toBe(false)
  await check.run(new AbortController().signal)
  expect(check.hasPassed()).toBe(true)
  expect(checkWrites).toHaveBeenCalledTimes(2)
  expect(warn.mock.calls).toEqual([[{ err: refusal }, 'the bucket of BUCKET_URL takes no files yet']])
})

it('a worker without a bucket waits for none, and one that stops for no longer', async () => {
  expect(createBucketCheck(undefined, log).hasPassed()).toBe(true)
  const check = createBucketCheck({ checkWrites: () => Promise.reject(refusal) }, log)
  await check.run(AbortSignal.timeout(100))
  expect(check.hasPassed()).toBe(false)
})
