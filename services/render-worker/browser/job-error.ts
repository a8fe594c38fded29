import { setTimeout as sleep } from 'node:timers/promises'

/** An error of the job itself: the page that it ran on is fine. After any other error, the page's Chromium is ended. */
export class JobError extends Error {
  override readonly name = 'JobError'
}

/** The page of an aborted job goes on working, so its Chromium has to be ended. */
export class PageHung extends Error {
  override readonly name = 'PageHung'
  override readonly message = 'a page did not come to rest after its job was aborted'
}

/**
 * Waits until a page has finished its job.
 * @param settleMs time after which the page hangs
 * @returns the error for which the page's Chromium has to be ended, if any
 */
export async function pageErrorAfter(work: Promise<unknown>, settleMs: number): Promise<Error | undefined> {
  const timer = new AbortController()
  const result = work.then(
    () => undefined,
    (error: Error) => (error instanceof JobError ? undefined : error),
  )
  const timeout = sleep(settleMs, new PageHung(), { signal: timer.signal }).catch(() => undefined)
  const error = await Promise.race([result, timeout])
  timer.abort()
  return error
}
