/** Interval of the timer whose ticks are counted. */
const TICK_MS = 50

/** A watch over the event loop, for the time of one task. */
export interface EventLoopWatch extends Disposable {
  /** Whether the event loop was late for more than half of the time: the process lacked processor time, so a timeout says nothing about a server. */
  wasStarved(): boolean
}

/** Watches the event loop until it is disposed of. */
export function watchEventLoop(): EventLoopWatch {
  const started = performance.now()
  let ticks = 0
  const timer = setInterval(() => void ticks++, TICK_MS)
  return {
    wasStarved: () => ticks < Math.floor((performance.now() - started) / TICK_MS / 2),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
