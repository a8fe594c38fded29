import { expect, vi } from 'vitest'
import { TOLERANCE_MS } from './run-size.ts'

/** Longest time until a gateway without its database refuses a request. */
export const UNAVAILABLE_WITHIN_MS = 3_500
/** Longest time from the return of the database until a gateway is ready. */
export const READY_WITHIN_MS = 3_000

/** Polls `/readyz` of a gateway until it responds with 200. @returns ms */
export async function waitUntilReady(url: string): Promise<number> {
  const started = performance.now()
  const isReady = async () => expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await vi.waitFor(isReady, { timeout: READY_WITHIN_MS + TOLERANCE_MS, interval: 50 })
  return Math.round(performance.now() - started)
}
