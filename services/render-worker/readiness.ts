import { setTimeout as sleep } from 'node:timers/promises'

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
  const timer = new AbortController()
  const timeout = sleep(CHECK_TIMEOUT_MS, false, { signal: timer.signal })
  try {
    return (await Promise.race([check(), timeout])) !== false
  } catch {
    return false
  } finally {
    timer.abort()
    await timeout.catch(() => {})
  }
}
