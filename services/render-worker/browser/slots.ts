export interface Slots {
  /**
   * Waits for a free slot, first come first served.
   * @returns what gives it back
   * @throws the signal's reason
   */
  take(signal: AbortSignal): Promise<() => void>
}

/** So many at a time, the others in line. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count

  function giveBack(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) free--
      else await wait(signal)
      return giveBack
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
