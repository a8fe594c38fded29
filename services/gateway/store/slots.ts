import { Unavailable } from '@maps/shared/errors'
import { Semaphore, withTimeout } from 'async-mutex'
import { tryAgain } from './database.ts'
import { isConnectionError } from './postgres.ts'

/** Longest wait for a slot, by default. */
export const MAX_WAIT_MS = 15_000

/**
 * Runs a query once it has a slot.
 * @param signal aborts a query that waits
 * @throws Unavailable after the longest wait, or when another query finds that the database is away
 */
export type Slots = <Result>(query: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/** Creates slots for queries of which few may run at a time, over all requests. @param what what they do, as in "Too many lists are being read" */
export function createSlots(count: number, what: string, maxWaitMs = MAX_WAIT_MS): Slots {
  const away = 'The database is not available.'
  const slots = withTimeout(new Semaphore(count, tryAgain(away)), maxWaitMs, tryAgain(`${what}.`))
  return (query, signal) =>
    slots.runExclusive(async () => {
      signal?.throwIfAborted()
      try {
        return await query()
      } catch (error) {
        // Those that wait would fail in the same way, one after the other.
        if (error instanceof Unavailable && isConnectionError(error.cause)) slots.cancel()
        throw error
      }
    })
}
