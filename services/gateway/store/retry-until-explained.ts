import { Unavailable } from '@maps/shared/errors'

const MAX_ATTEMPTS = 4

/**
 * Runs a statement that changes rows on conditions and, where it has changed nothing, the query that tells which condition was not met. If all are met
 * then, other requests have come between the two, and both run again.
 * @param attempt returns the outcome; undefined if nothing was changed and no condition tells why
 * @throws Unavailable if that happens each time
 */
export async function retryUntilExplained<Outcome>(attempt: () => Promise<Outcome | undefined>): Promise<Outcome> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const outcome = await attempt()
    if (outcome !== undefined) return outcome
  }
  throw new Unavailable('Other requests are changing the same map or workspace. Try again shortly.', 1)
}
