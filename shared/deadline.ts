/**
 * A moment by which work must be done, by a clock that nobody sets. Only the time left crosses to other processes and stores, whose clocks
 * may differ.
 */
export interface Deadline {
  /** Time left, in ms; negative once the moment has passed. */
  left(): number
  /** A signal that is aborted at the moment, with a TimeoutError. */
  signal(): AbortSignal
}

/** The deadline in `ms` from now. */
export function deadlineIn(ms: number): Deadline {
  const at = performance.now() + ms
  const left = (): number => at - performance.now()
  // Timers need positive integers.
  return { left, signal: () => AbortSignal.timeout(Math.max(1, Math.round(left()))) }
}
