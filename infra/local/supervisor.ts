import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import { type Child, ChildStartError, outputTail } from './child.ts'

const MAX_CRASHES = 5
const CRASH_WINDOW_MS = 60_000
const FIRST_DELAY_MS = 200

/** A child process that is restarted when it ends. */
export interface Supervised<Started> extends AsyncDisposable {
  /** Result of the first start. */
  readonly started: Promise<Started>
  /** Rejects when a start fails, and when the child has ended too often. */
  readonly failed: Promise<never>
}

/**
 * Starts a child and restarts it when it ends, until it is disposed of. A start that fails for another reason than the child's
 * end is not repeated.
 * @param name name shown to the user
 * @param start starts the child and waits until it is ready; a restart gets the result of the first start, to use its address again
 */
export function supervise<Started extends { server: Child }>(
  name: string,
  start: (first: Started | undefined) => Promise<Started>,
): Supervised<Started> {
  const stop = new AbortController()
  const started = Promise.withResolvers<Started>()
  const failed = Promise.withResolvers<never>()
  let running: Child | undefined

  /** Runs the child once, until it ends. */
  async function runOnce(first: Started | undefined): Promise<Child> {
    const current = await start(first)
    running = current.server
    if (stop.signal.aborted) await running.stop()
    started.resolve(first ?? current)
    if (first) console.log(`${name} runs again.`)
    await running.ended
    return running
  }

  async function keepRunning(): Promise<void> {
    const crashTimes: number[] = []
    for (;;) {
      const first = running && (await started.promise)
      const child = await runOnce(first).catch((error: unknown) => {
        if (error instanceof ChildStartError) return error.child
        throw error
      })
      if (stop.signal.aborted) return
      const { code, signal } = await child.ended
      const ending = `${name} ended (${signal ?? `exit code ${code}`})`
      crashTimes.push(Date.now())
      if (crashTimes.length > MAX_CRASHES) crashTimes.shift()
      if (crashTimes.length === MAX_CRASHES && Date.now() - crashTimes[0]! < CRASH_WINDOW_MS) {
        throw new SetupError(
          `${ending} for the ${MAX_CRASHES}th time within a minute and is given up. ${outputTail(child)}`,
        )
      }
      const recentCrashes = crashTimes.filter((it) => Date.now() - it < CRASH_WINDOW_MS).length
      const delayMs = FIRST_DELAY_MS * 2 ** (recentCrashes - 1)
      console.error(`${ending}: it is started again in ${delayMs / 1_000} s.`)
      await sleep(delayMs, undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted) return
    }
  }

  for (const { promise } of [started, failed]) promise.catch(() => {})
  keepRunning().catch((error: unknown) => {
    started.reject(error)
    failed.reject(error)
  })
  return {
    started: started.promise,
    failed: failed.promise,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running?.stop()
    },
  }
}
