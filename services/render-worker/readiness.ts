import { within } from '@maps/shared/within'

/** Time without a result after which a check counts as failed. */
const CHECK_TIMEOUT_MS = 1_000

/**
 * Creates the readiness check of a worker: it returns the first fault that keeps the worker from making files, undefined if there is none.
 * @param checks by the fault that each one finds; a check fails by false or by rejecting
 */
export function createReadiness(
  checks: Readonly<Record<string, () => boolean | Promise<unknown>>>,
): () => Promise<string | undefined> {
  return async () => {
    for (const [fault, check] of Object.entries(checks)) if (!(await passes(check))) return fault
    return undefined
  }
}

async function passes(check: () => boolean | Promise<unknown>): Promise<boolean> {
  try {
    return (await within(CHECK_TIMEOUT_MS, Promise.resolve(check()), () => new Error('too late'))) !== false
  } catch {
    return false
  }
}
