import { ChromiumTimedOut, MapTooCostly } from '../renderers/renderer.ts'
import type { TimedCalls } from './page-time.ts'
import type { ThreadUsage } from './thread-usage.ts'

/** Memory limit of a map in its thread, uncollected garbage included. */
const MAX_MEMORY_MB = 768
/** Minimum time on pages of Chromium for `ChromiumTimedOut`, as a share of the time limit. With less, a retry may succeed. */
const PAGE_SHARE = 0.5

/**
 * Returns the error of the limit that a task exceeds, if any. The time limit of its format applies to the processor time of the thread,
 * and also to its calls to Chromium. A busy machine, on which a map takes more time than its own, is no reason to refuse the map.
 */
export function exceededLimit(usage: ThreadUsage, calls: TimedCalls, limitMs: number): Error | undefined {
  if (usage.memoryMb > MAX_MEMORY_MB) return new MapTooCostly('more memory than a map may')
  if (usage.cpuMs > limitMs) return MapTooCostly.byTime(limitMs)
  if (calls.callMs() <= limitMs) return undefined
  if (calls.pageMs() > PAGE_SHARE * limitMs) return new ChromiumTimedOut(limitMs)
  return new Error(`Chromium had no page for the export within ${limitMs / 1_000} s`)
}

/**
 * Returns the error of a task whose clients wait no longer, if its map is to blame: thread and Chromium together have worked for the time limit of
 * its format. Each limit alone is below the deadline, but not both of them, twice: without this, every request would make the map again.
 */
export function costsAtDeadline(usage: ThreadUsage, calls: TimedCalls, limitMs: number): MapTooCostly | undefined {
  return usage.cpuMs + calls.pageMs() > limitMs ? MapTooCostly.byTime(limitMs) : undefined
}
