import { setTimeout as sleep } from 'node:timers/promises'

/** A fault of the job that says nothing against the page it ran on. Any other error costs the page's Chromium its life. */
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
 * @param restMs time after which the page hangs
 * @returns the error for which the page's Chromium has to be ended, if any
 */
export async function pageErrorAfter(work: Promise<unknown>, restMs: number): Promise<Error | undefined> {
  const timer = new AbortController()
  const result = work.then(
    () => undefined,
    (error: Error) => (error instanceof JobError ? undefined : error),
  )
  const timeout = sleep(restMs, new PageHung(), { signal: timer.signal }).catch(() => undefined)
  const error = await Promise.race([result, timeout])
  timer.abort()
  return error
}
