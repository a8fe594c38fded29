import { Unavailable } from '@maps/shared/errors'

const MAX_ATTEMPTS = 4

/**
 * Runs a statement that changes rows on conditions, with the query that says which condition was not met, until it has an outcome. An attempt without
 * one has met other requests: what refused it was gone when the query looked.
 * @throws Unavailable if that happens each time
 */
export async function untilExplained<Outcome>(attempt: () => Promise<Outcome | undefined>): Promise<Outcome> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const outcome = await attempt()
    if (outcome !== undefined) return outcome
  }
  throw new Unavailable('Other requests are changing the same map or workspace. Try again shortly.', 1)
}
