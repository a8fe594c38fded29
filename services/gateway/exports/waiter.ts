import { setTimeout as sleep } from 'node:timers/promises'
import type { Artifact, ArtifactStore } from '@maps/shared/artifact-store'
import type { Deadline } from '@maps/shared/deadline'
import type { Logger } from '@maps/shared/logger'
import { ExportsUnavailable, ExportTimedOut } from './errors.ts'

/** Interval of polling for artifacts whose announcement was lost. */
const POLL_INTERVAL_MS = 100
/** Pause after a failed poll or read, so that failures do not fill the log. */
const PAUSE_MS = 1_000
/** Number of consecutive failed reads of an artifact after which its waiters are rejected. */
const MAX_FAILURES = 3

/** Waits for artifacts that workers make. */
export interface ExportWaiter {
  /**
   * Waits for the artifact of a key.
   * @throws ExportTimedOut at the deadline; ExportsUnavailable if it cannot be read; the signal's reason when it is aborted
   */
  wait(key: string, deadline: Deadline, signal: AbortSignal): Promise<Artifact>
  /** Number of waiting requests. */
  count(): number
}

type Waiting = Pick<PromiseWithResolvers<Artifact>, 'resolve' | 'reject'>

/** Creates the waiter of all requests. It reads an artifact when its key is announced, or when a poll for all awaited keys finds it. */
export function createExportWaiter(store: ArtifactStore, log: Logger): ExportWaiter {
  const waiting = new Map<string, Set<Waiting>>()
  /** Keys of artifacts being read: announcement and poll may name the same key, and files may be large. */
  const reading = new Set<string>()
  let isPolling = false

  /** Reads an artifact for its waiters. Tries again while it cannot be read. */
  async function deliver(key: string): Promise<void> {
    if (reading.has(key)) return
    reading.add(key)
    for (let failures = 0; waiting.has(key); await sleep(PAUSE_MS)) {
      try {
        const artifact = await store.get(key)
        if (artifact) for (const { resolve } of waiting.get(key) ?? []) resolve(artifact)
        break
      } catch (cause) {
        log.warn({ err: cause, key }, 'could not read an artifact')
        if (++failures < MAX_FAILURES) continue
        for (const { reject } of waiting.get(key) ?? []) reject(new ExportsUnavailable(undefined, { cause }))
        break
      }
    }
    reading.delete(key)
  }

  /** Polls for artifacts that requests have awaited for a whole interval: most are announced earlier. */
  async function pollWhileWaiting(): Promise<void> {
    isPolling = true
    while (waiting.size > 0) {
      const keys = [...waiting.keys()]
      await sleep(POLL_INTERVAL_MS)
      const due = keys.filter((it) => waiting.has(it))
      try {
        for (const key of await store.filterExisting(due)) void deliver(key)
      } catch (err) {
        log.warn({ err }, 'could not ask for artifacts')
        await sleep(PAUSE_MS)
      }
    }
    isPolling = false
  }

  function add(key: string, waiter: Waiting): void {
    const waiters = waiting.get(key)
    if (waiters) waiters.add(waiter)
    else waiting.set(key, new Set([waiter]))
    if (!isPolling) void pollWhileWaiting()
  }

  function remove(key: string, waiter: Waiting): void {
    const waiters = waiting.get(key)
    waiters?.delete(waiter)
    if (waiters?.size === 0) waiting.delete(key)
  }

  store.onAnnounced((key) => void deliver(key))

  return {
    count: () => [...waiting.values()].reduce((sum, waiters) => sum + waiters.size, 0),

    async wait(key, deadline, signal) {
      signal.throwIfAborted()
      const { promise, ...waiter } = Promise.withResolvers<Artifact>()
      const timer = setTimeout(
        () => waiter.reject(new ExportTimedOut('The export was not ready in time. Try again shortly.')),
        deadline.left(),
      )
      const abort = (): void => waiter.reject(signal.reason as Error)
      signal.addEventListener('abort', abort)
      add(key, waiter)
      try {
        return await promise
      } finally {
        remove(key, waiter)
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
    },
  }
}
