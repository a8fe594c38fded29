import { setTimeout as sleep } from 'node:timers/promises'
import type { Deadline } from '@maps/shared/deadline'
import { within } from '@maps/shared/within'
import { type DatabaseAddress, readDatabaseAddress } from './database-address.ts'
import {
  type Client,
  connectToPrimary,
  isConnectionError,
  isReadOnlyError,
  noAnswer,
  openPostgres,
} from './postgres.ts'

/** Delay between a failed connection attempt and the next. */
const RECONNECT_MS = 250
/** Number of queries after which a client is replaced: its lists of connections grow with each query. */
const MAX_QUERIES = 20_000
/** Age at which a client is replaced: the server's memory for a connection grows, and load balancers need new connections. */
const MAX_AGE_MS = 30 * 60_000
/** Idle time after which a client is replaced before its next query: its connections may be half-open. */
const MAX_IDLE_MS = 10_000
/** Age from which a client whose session is read-only is replaced: its session keeps that setting after the server has lost it. */
const MAX_READ_ONLY_AGE_MS = 5_000
/** Time for a replaced client to close its connections. */
const END_TIMEOUT_S = 1
/** Backoff of postgres.js: Node's longest timer, so that a closed connection is never reopened. */
const NEVER_S = 2_147_483

/** A client of Postgres that is replaced as a whole: after a connection error, after a timeout, and at intervals (decision 19). */
export interface LiveClient {
  /**
   * Runs work on the client in use; opens one if there is none, once for all who wait.
   * @throws the error of the work or of the connection, or `noAnswer`
   */
  run<Result>(deadline: Deadline, work: (client: Client) => Promise<Result>): Promise<Result>
  /** Replaces a client whose session is read-only, unless it is young. With several hosts, the next one finds the primary. */
  replaceReadOnly(client: Client): void
  /** Closes the connections when their queries are done, at the latest after `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

/** The client in use. Times are in ms, by `performance.now()`. */
interface InUse {
  client: Client
  openedAt: number
  usedAt: number
  /** Number of queries so far, including running ones. */
  queries: number
  running: number
}

/** Creates a client that connects to the first primary among the hosts of an address, beginning with the last used host. A single host may be a standby. */
export function createLiveClient(url: string, connections: number, connectWithinMs: number): LiveClient {
  const address = readDatabaseAddress(url)
  let live: InUse | undefined
  let opening: Promise<void> | undefined
  let failedAt = -Infinity

  async function connect(): Promise<void> {
    await sleep(Math.max(0, failedAt + RECONNECT_MS - performance.now()))
    const open = (host: DatabaseAddress): Client => {
      const client = openPostgres(host, {
        max: connections,
        connect_timeout: connectWithinMs / 1_000 / address.hosts.length,
        backoff: () => NEVER_S,
        onclose: () => replace(client),
      })
      return client
    }
    try {
      const client = await connectToPrimary(address, connectWithinMs, open)
      const now = performance.now()
      live = { client, openedAt: now, usedAt: now, queries: 0, running: 0 }
    } catch (error) {
      failedAt = performance.now()
      throw error
    }
  }

  /** Takes a client out of use: the next query opens another one, and this one ends when its queries are done. */
  function replace(client: Client): void {
    if (live?.client !== client) return
    if (live.running === 0) void client.end({ timeout: END_TIMEOUT_S })
    live = undefined
  }

  function replaceReadOnly(client: Client): void {
    if (live?.client === client && performance.now() - live.openedAt > MAX_READ_ONLY_AGE_MS) replace(client)
  }

  async function run<Result>(deadline: Deadline, work: (client: Client) => Promise<Result>): Promise<Result> {
    if (live && isDueForReplacement(live)) replace(live.client)
    while (!live) {
      opening ??= connect().finally(() => (opening = undefined))
      await within(deadline.left(), opening, noAnswer)
    }
    const current = live
    const { client } = current
    current.queries++
    current.running++
    current.usedAt = performance.now()
    try {
      return await within(deadline.left(), work(client), noAnswer)
    } catch (error) {
      if (isConnectionError(error)) replace(client)
      if (isReadOnlyError(error)) replaceReadOnly(client)
      throw error
    } finally {
      current.running--
      if (current.running === 0 && live !== current) void client.end({ timeout: END_TIMEOUT_S })
    }
  }

  async function end(options?: { timeout?: number }): Promise<void> {
    await opening?.catch(() => undefined)
    await live?.client.end(options)
  }

  return { run, replaceReadOnly, end }
}

function isDueForReplacement({ openedAt, usedAt, queries }: InUse): boolean {
  const now = performance.now()
  return queries >= MAX_QUERIES || now - openedAt > MAX_AGE_MS || now - usedAt > MAX_IDLE_MS
}
