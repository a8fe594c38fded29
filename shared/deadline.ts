/**
 * A moment by which work must be done, by this process's monotonic clock, which no change of the system's time moves. Other processes and
 * stores get the time left, since their clocks may differ.
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
