import { Unavailable } from '@maps/shared/errors'

const MEGABYTE = 1024 ** 2
/** The limits of a ledger, in bytes. */
export interface HeldBytesLimits {
  /** Maximum over all clients. */
  total: number
  /** Maximum for one workspace, or for one address on routes without a token. */
  perClient: number
  /** Part of `total` that is kept for small clients. */
  forSmallClients: number
}

/** The gateway's limits. A container of 512 MiB has room for them beside code, caches and connections. */
const gatewayLimits: HeldBytesLimits = {
  total: 96 * MEGABYTE,
  perClient: 32 * MEGABYTE,
  forSmallClients: 32 * MEGABYTE,
}

/** Maximum that a small client holds. */
const SMALL_CLIENT_BYTES = MEGABYTE
/** Maximum of one reservation that is not counted, so that error responses are always sent. */
export const UNCOUNTED_BYTES = 16 * 1024
const MAX_WAIT_MS = 2_000
/** Maximum reservations of a client that wait. Further ones are refused at once. With the limits above, 64 lists of one workspace are served. */
const MAX_WAITING_PER_CLIENT = 32

/** Releases reserved bytes, all but `kept`, by default none. A call that would release nothing more does nothing. */
export type Release = (kept?: number) => void

/** The ledger of all bytes that a gateway holds for its clients: request bodies, what is made of them, maps of waiting exports and of tools, and unread responses. */
export interface HeldBytes {
  /** The most bytes that a client can reserve now. */
  roomFor(client: string): number
  /**
   * Reserves bytes that exist already.
   * @param client a workspace's id or an address
   * @throws Unavailable if there is no room
   */
  reserve(client: string, bytes: number): Release
  /** Reserves bytes that will be read. Waits up to 2 s for room, then throws like `reserve`. */
  reserveInTime(client: string, bytes: number): Promise<Release>
}

/** A reservation that waits for room. */
interface Waiter {
  bytes: number
  settle(release: Release | undefined): void
}

/** Creates the ledger of a process. Clients that wait get room in turn, and each client's reservations in the order of their arrival. */
export function createHeldBytes(limits: HeldBytesLimits = gatewayLimits): HeldBytes {
  const { total, perClient, forSmallClients } = limits
  const byClient = new Map<string, number>()
  /** The waiters of each client. The order of the clients is that of their turns. */
  const waiting = new Map<string, Waiter[]>()
  let held = 0

  function roomFor(client: string): number {
    const ofClient = byClient.get(client) ?? 0
    const ofLarge = total - forSmallClients - held
    const ofSmall = Math.min(SMALL_CLIENT_BYTES - ofClient, total - held)
    return Math.max(UNCOUNTED_BYTES, Math.min(perClient - ofClient, Math.max(ofLarge, ofSmall)))
  }

  function hasRoom(client: string, bytes: number): boolean {
    return bytes <= roomFor(client)
  }

  function add(client: string, bytes: number): void {
    const ofClient = (byClient.get(client) ?? 0) + bytes
    held += bytes
    if (ofClient > 0) byClient.set(client, ofClient)
    else byClient.delete(client)
  }

  function hold(client: string, bytes: number): Release {
    add(client, bytes)
    let left = bytes
    return (kept = 0) => {
      if (kept >= left) return
      add(client, kept - left)
      left = kept
      if (waiting.size > 0) serveWaiters()
    }
  }

  /** Gives room to the next waiter of each client in turn, until none has room. */
  function serveWaiters(): void {
    for (const [client, waiters] of waiting) {
      const next = waiters[0]!
      if (!hasRoom(client, next.bytes)) continue
      waiters.shift()
      waiting.delete(client)
      // The client's next turn comes after those of all others, in this loop.
      if (waiters.length > 0) waiting.set(client, waiters)
      next.settle(hold(client, next.bytes))
    }
  }

  /** Waits in the client's queue. Resolves to undefined after MAX_WAIT_MS. */
  function waitForRoom(client: string, bytes: number): Promise<Release | undefined> {
    const waiters = waiting.get(client) ?? []
    waiting.set(client, waiters)
    const { promise, resolve } = Promise.withResolvers<Release | undefined>()
    const waiter: Waiter = {
      bytes,
      settle(release) {
        clearTimeout(timeout)
        resolve(release)
      },
    }
    const timeout = setTimeout(() => {
      waiters.splice(waiters.indexOf(waiter), 1)
      if (waiters.length === 0) waiting.delete(client)
      resolve(undefined)
      // A smaller reservation may have waited behind this one.
      serveWaiters()
    }, MAX_WAIT_MS)
    waiters.push(waiter)
    return promise
  }

  return {
    roomFor,
    reserve(client, bytes) {
      if (bytes <= UNCOUNTED_BYTES) return () => {}
      if (!hasRoom(client, bytes)) throw new NoRoom()
      return hold(client, bytes)
    },
    async reserveInTime(client, bytes) {
      if (bytes <= UNCOUNTED_BYTES) return () => {}
      const waiters = waiting.get(client)?.length ?? 0
      if (waiters === 0 && hasRoom(client, bytes)) return hold(client, bytes)
      if (waiters >= MAX_WAITING_PER_CLIENT) throw new NoRoom()
      const release = await waitForRoom(client, bytes)
      if (!release) throw new NoRoom()
      return release
    },
  }
}

/** 503: there is no room for what the client asks for. */
export class NoRoom extends Unavailable {
  /** Bytes of the texts of the map, if that is what there is no room for. */
  readonly neededBytes: number | undefined

  constructor(neededBytes?: number) {
    super(
      'Too many bytes are held for unread responses, unfinished bodies, waiting exports and tools. Try again shortly.',
      1,
    )
    this.neededBytes = neededBytes
  }
}
