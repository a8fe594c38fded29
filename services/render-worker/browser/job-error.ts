import { within } from '@maps/shared/within'

/** An error of a job that leaves its page intact. After any other error, the page's Chromium is ended. */
export class JobError extends Error {
  override readonly name = 'JobError'
}

/** The page of an aborted job is still busy, so its Chromium has to be ended. */
export class PageHung extends Error {
  override readonly name = 'PageHung'
  override readonly message = 'a page did not come to rest after its job was aborted'
}

/**
 * Waits until a page has finished its job.
 * @param settleMs time in ms after which the page counts as hung
 * @returns the error that requires ending the page's Chromium, if any
 */
export async function pageErrorAfter(work: Promise<unknown>, settleMs: number): Promise<Error | undefined> {
  return within(settleMs, work, () => new PageHung()).then(
    () => undefined,
    (error: Error) => (error instanceof JobError ? undefined : error),
  )
}
