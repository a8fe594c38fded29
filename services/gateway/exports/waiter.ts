import { setTimeout as sleep } from 'node:timers/promises'
import type { Artifact, ArtifactStore } from '@maps/shared/artifact-store'
import type { Deadline } from '@maps/shared/deadline'
import type { Logger } from '@maps/shared/logger'
import { ExportTimedOut } from './errors.ts'

/** Interval of polling for artifacts whose announcement was lost. */
const POLL_INTERVAL_MS = 100
/** Pause after a failed poll, so that failures do not fill the log. */
const PAUSE_MS = 1_000

/** Waits for artifacts that workers make. */
export interface ExportWaiter {
  /**
   * Waits for the artifact of a key.
   * @throws ExportTimedOut at the deadline; the signal's reason when it is aborted
   */
  wait(key: string, deadline: Deadline, signal: AbortSignal): Promise<Artifact>
  /** Number of waiting requests. */
  count(): number
}

type Settle = (artifact: Artifact) => void

/** Creates the waiter of all requests. It reads an artifact when its key is announced, or when a poll for all awaited keys finds it. */
export function createExportWaiter(store: ArtifactStore, log: Logger): ExportWaiter {
  const waiting = new Map<string, Set<Settle>>()
  /** Keys of artifacts being read: announcement and poll may name the same key, and files may be large. */
  const reading = new Set<string>()
  let isPolling = false

  async function deliver(key: string): Promise<void> {
    if (!waiting.has(key) || reading.has(key)) return
    reading.add(key)
    try {
      const artifact = await store.get(key)
      if (!artifact) return
      for (const settle of waiting.get(key) ?? []) settle(artifact)
    } finally {
      reading.delete(key)
    }
  }

  function deliverInBackground(key: string): void {
    deliver(key).catch((err: unknown) => log.warn({ err, key }, 'could not read an artifact'))
  }

  /** Polls for artifacts that requests have awaited for a whole interval: most are announced earlier. */
  async function pollWhileWaiting(): Promise<void> {
    isPolling = true
    while (waiting.size > 0) {
      const keys = [...waiting.keys()]
      await sleep(POLL_INTERVAL_MS)
      const due = keys.filter((it) => waiting.has(it))
      try {
        for (const key of await store.filterExisting(due)) deliverInBackground(key)
      } catch (err) {
        log.warn({ err }, 'could not ask for artifacts')
        await sleep(PAUSE_MS)
      }
    }
    isPolling = false
  }

  function add(key: string, settle: Settle): void {
    const waiters = waiting.get(key)
    if (waiters) waiters.add(settle)
    else waiting.set(key, new Set([settle]))
    if (!isPolling) void pollWhileWaiting()
  }

  function remove(key: string, settle: Settle): void {
    const waiters = waiting.get(key)
    waiters?.delete(settle)
    if (waiters?.size === 0) waiting.delete(key)
  }

  store.onAnnounced(deliverInBackground)

  return {
    count: () => [...waiting.values()].reduce((sum, waiters) => sum + waiters.size, 0),

    async wait(key, deadline, signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Artifact>()
      const timer = setTimeout(
        () => reject(new ExportTimedOut('The export was not ready in time. Try again shortly.')),
        deadline.left(),
      )
      const abort = (): void => reject(signal.reason as Error)
      signal.addEventListener('abort', abort)
      add(key, resolve)
      try {
        return await promise
      } finally {
        remove(key, resolve)
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
    },
  }
}
