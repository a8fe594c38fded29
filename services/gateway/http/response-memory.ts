import { Unavailable } from '@maps/shared/errors'
import { setTimeout as sleep } from 'node:timers/promises'

const MEGABYTE = 1024 ** 2
/**
 * Response bytes that a gateway holds until its clients have read them. A container of 512 MiB has room for twice as many: some are
 * held as text and as bytes at the same time.
 */
const MAX_BYTES = 128 * MEGABYTE
/** Response bytes held for one workspace, or for one address on routes without a token. */
const MAX_BYTES_PER_CLIENT = 48 * MEGABYTE
/** Responses up to this size are always sent, so that errors are. */
const UNCOUNTED_BYTES = 16 * 1024
const MAX_WAIT_MS = 2_000
const POLL_INTERVAL_MS = 50

/** Releases reserved bytes; a second call does nothing. */
export type Release = () => void

/** The memory budget of a gateway for responses that its clients have not read yet. */
export interface ResponseMemory {
  /**
   * Reserves room for a response that is in memory already.
   * @param client a workspace's id or an address
   * @throws Unavailable where the budget is used up
   */
  reserve(client: string, bytes: number): Release
  /** Reserves room for a response that is not made yet. Waits up to two seconds for it, then throws as `reserve` does. */
  reserveInTime(client: string, bytes: number): Promise<Release>
}

/** Makes the budget of one process. `total` and `perClient` are in bytes. */
export function createResponseMemory(total = MAX_BYTES, perClient = MAX_BYTES_PER_CLIENT): ResponseMemory {
  const byClient = new Map<string, number>()
  let all = 0

  function add(client: string, bytes: number): void {
    const rest = (byClient.get(client) ?? 0) + bytes
    all += bytes
    if (rest > 0) byClient.set(client, rest)
    else byClient.delete(client)
  }

  function tryToReserve(client: string, bytes: number): Release | undefined {
    if (bytes <= UNCOUNTED_BYTES) return () => {}
    if (all + bytes > total || (byClient.get(client) ?? 0) + bytes > perClient) return undefined
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
      const giveUpAt = performance.now() + MAX_WAIT_MS
      while (performance.now() < giveUpAt) {
        const release = tryToReserve(client, bytes)
        if (release) return release
        await sleep(POLL_INTERVAL_MS)
      }
      return reserve(client, bytes)
    },
  }
}
