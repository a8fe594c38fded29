import { setTimeout as sleep } from 'node:timers/promises'
import { SetupError } from '@maps/shared/config'
import { type Child, EndedEarly, outputTail } from './child.ts'

const MAX_DEATHS = 5
const WITHIN_MS = 60_000
const FIRST_DELAY_MS = 200

/** A child process that is restarted when it dies. */
export interface Supervised<Started> extends AsyncDisposable {
  /** Result of the first start. */
  readonly started: Promise<Started>
  /** Rejects with the reason when restarts are given up. */
  readonly givenUp: Promise<never>
}

/**
 * Starts a child and keeps it running until it is disposed of. A start that fails for another reason than the child's death
 * is not tried again.
 * @param name what the user knows it by
 * @param start starts it and waits until it is ready; it gets the result of the first start, to use the same address again
 */
export function supervise<Started extends { server: Child }>(
  name: string,
  start: (first: Started | undefined) => Promise<Started>,
): Supervised<Started> {
  const stop = new AbortController()
  const started = Promise.withResolvers<Started>()
  const givenUp = Promise.withResolvers<never>()
  let running: Child | undefined

  /** Runs it once, to its end. */
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
    const deaths: number[] = []
    for (;;) {
      const first = running && (await started.promise)
      const child = await runOnce(first).catch((error: unknown) => {
        if (error instanceof EndedEarly) return error.child
        throw error
      })
      if (stop.signal.aborted) return
      const { code, signal } = await child.ended
      const how = `${name} ended (${signal ?? `exit code ${code}`})`
      deaths.push(Date.now())
      if (deaths.length > MAX_DEATHS) deaths.shift()
      if (deaths.length === MAX_DEATHS && Date.now() - deaths[0]! < WITHIN_MS) {
        throw new SetupError(
          `${how} for the ${MAX_DEATHS}th time within a minute and is given up. ${outputTail(child)}`,
        )
      }
      const recent = deaths.filter((it) => Date.now() - it < WITHIN_MS).length
      const delayMs = FIRST_DELAY_MS * 2 ** (recent - 1)
      console.error(`${how}: it is started again in ${delayMs / 1_000} s.`)
      await sleep(delayMs, undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted) return
    }
  }

  for (const { promise } of [started, givenUp]) promise.catch(() => {})
  keepRunning().catch((error: unknown) => {
    started.reject(error)
    givenUp.reject(error)
  })
  return {
    started: started.promise,
    givenUp: givenUp.promise,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running?.stop()
    },
  }
}
