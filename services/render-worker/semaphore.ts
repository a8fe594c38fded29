/** Limits how many tasks run at a time. */
export interface Semaphore {
  /**
   * Waits for a permit, first come first served.
   * @returns a function that releases it
   * @throws the signal's reason
   */
  acquire(signal: AbortSignal): Promise<() => void>
}

/** Creates a semaphore with `count` permits. The semaphore of async-mutex takes no signal, so an aborted job would keep its place in the queue. */
export function createSemaphore(count: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = count

  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted()
      if (free > 0) free--
      else await wait(signal)
      return release
    },
  }

  function wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const enter = (): void => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = (): void => {
      waiting.splice(waiting.indexOf(enter), 1)
      reject(signal.reason)
    }
    waiting.push(enter)
    signal.addEventListener('abort', leave, { once: true })
    return promise
  }
}
