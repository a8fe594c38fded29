import { Unavailable } from '@maps/shared/errors'
import { setTimeout as sleep } from 'node:timers/promises'

const MEGABYTE = 1024 ** 2
/**
 * Bytes of answers that this process holds until clients have taken them. A container of 512 MiB has room for twice as many, as some
 * are held as text and as bytes at the same time.
 */
const MAX_UNSENT_BYTES = 128 * MEGABYTE
/** For one workspace, or one address that needs no token. */
const MAX_UNSENT_BYTES_PER_CLIENT = 48 * MEGABYTE
/** Smaller answers are always sent: errors are among them. */
const UNCOUNTED_BYTES = 16 * 1024
const MAX_WAIT_MS = 2_000
const POLL_INTERVAL_MS = 50

/** Gives reserved bytes back; a second call does nothing. */
export type Release = () => void

/** The budget of response bytes that a gateway holds in memory until its clients have taken them. */
export interface UnsentBytes {
  /**
   * Reserves room for an answer of so many bytes, which is in memory already.
   * @param client a workspace's id or an address
   * @throws Unavailable where there is none
   */
  reserve(client: string, bytes: number): Release
  /** The same for an answer that can still wait to be made: for a short time it does. */
  reserveInTime(client: string, bytes: number): Promise<Release>
}

/** Makes the budget of one process. `total` and `perClient` are in bytes. */
export function createUnsentBytes(total = MAX_UNSENT_BYTES, perClient = MAX_UNSENT_BYTES_PER_CLIENT): UnsentBytes {
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
