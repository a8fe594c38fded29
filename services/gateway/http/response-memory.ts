import { Unavailable } from '@maps/shared/errors'
import { setTimeout as sleep } from 'node:timers/promises'

const MEGABYTE = 1024 ** 2
/**
 * Most response bytes that a gateway holds until its clients have read them. A container of 512 MiB has room for twice as many: some
 * responses are in memory as text and as bytes at the same time.
 */
const MAX_BYTES = 128 * MEGABYTE
/** Most response bytes held for one workspace, or for one address on routes without a token. */
const MAX_BYTES_PER_CLIENT = 48 * MEGABYTE
/** Largest response that does not count against the budget, so that error responses are always sent. */
const UNCOUNTED_BYTES = 16 * 1024
const MAX_WAIT_MS = 2_000
const POLL_INTERVAL_MS = 50

/** Releases reserved bytes; a second call does nothing. */
export type Release = () => void

/** The memory budget of a gateway for responses that its clients have not read yet. */
export interface ResponseMemory {
  /**
   * Reserves memory for a response that exists already.
   * @param client a workspace's id or an address
   * @throws Unavailable if the budget is used up
   */
  reserve(client: string, bytes: number): Release
  /** Reserves memory for a future response. Waits up to 2 s for it, then throws like `reserve`. */
  reserveInTime(client: string, bytes: number): Promise<Release>
}

/** Makes the budget of one process. `total` and `perClient` are in bytes. */
export function createResponseMemory(total = MAX_BYTES, perClient = MAX_BYTES_PER_CLIENT): ResponseMemory {
  const byClient = new Map<string, number>()
  let held = 0

  function add(client: string, bytes: number): void {
    const heldForClient = (byClient.get(client) ?? 0) + bytes
    held += bytes
    if (heldForClient > 0) byClient.set(client, heldForClient)
    else byClient.delete(client)
  }

  function tryToReserve(client: string, bytes: number): Release | undefined {
    if (bytes <= UNCOUNTED_BYTES) return () => {}
    if (held + bytes > total || (byClient.get(client) ?? 0) + bytes > perClient) return undefined
    add(client, bytes)
    let isHeld = true
    return () => {
      if (isHeld) add(client, -bytes)
      isHeld = false
    }
  }

  function reserve(client: string, bytes: number): Release {
    const release = tryToReserve(client, bytes)
    if (release) return release
    throw new Unavailable('Too many answers are waiting to be taken. Read them, or try again shortly.', 1)
  }

  return {
    reserve,
    async reserveInTime(client, bytes) {
      const deadline = performance.now() + MAX_WAIT_MS
      while (performance.now() < deadline) {
        const release = tryToReserve(client, bytes)
        if (release) return release
        await sleep(POLL_INTERVAL_MS)
      }
      return reserve(client, bytes)
    },
  }
}
