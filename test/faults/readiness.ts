import { expect, vi } from 'vitest'
import { ROOM_MS } from './run-size.ts'

/** Without its database, a request is refused within this time. */
export const UNAVAILABLE_WITHIN_MS = 3_500
/** Once the database is there again. */
export const READY_WITHIN_MS = 3_000

/** @returns after how many ms the gateway at this address says that it is ready */
export async function untilReady(url: string): Promise<number> {
  const started = performance.now()
  const isReady = async () => expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await vi.waitFor(isReady, { timeout: READY_WITHIN_MS + ROOM_MS, interval: 50 })
  return Math.round(performance.now() - started)
}
