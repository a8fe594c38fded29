import { type Deadline, deadlineIn } from '@maps/shared/deadline'
import type { BrowserTransport } from '../browser-api.ts'

/** Time for which a page may paint after the limit, so that the limit ends the job. Less than the supervisor's `settleMs`. */
const PAGE_GRACE_MS = 100

/** A transport that times its calls. */
export interface TimedCalls {
  transport: BrowserTransport
  /** Time of the calls so far, in ms. It includes waiting for a page. */
  callMs(): number
  /** Time for which pages of Chromium have worked on the calls so far, in ms. */
  pageMs(): number
}

/** The bounds of the calls. */
export interface CallLimits {
  /** Maximum time of all calls together, in ms. */
  limitMs: number
  /** No client waits after it. */
  deadline: Deadline
}

/** Times the calls of a transport, and makes pages stop painting at the limits. Calls must not overlap, as is the case for a renderer. */
export function timeCalls(transport: BrowserTransport, { limitMs, deadline }: CallLimits): TimedCalls {
  const calls = createStopwatch()
  const pages = createStopwatch()

  async function time<T>(call: () => Promise<T>): Promise<T> {
    calls.start()
    try {
      return await call()
    } finally {
      calls.stop()
      pages.stop()
    }
  }

  function pageDeadline(): Deadline {
    return deadlineIn(Math.min(limitMs - calls.ms(), deadline.left()) + PAGE_GRACE_MS)
  }

  return {
    transport: {
      measureTexts: (runs, signal) => time(() => transport.measureTexts(runs, signal, pages.start)),
      paintPicture: (request, signal) =>
        time(() => transport.paintPicture({ ...request, pageDeadline: pageDeadline() }, signal, pages.start)),
    },
    callMs: calls.ms,
    pageMs: pages.ms,
  }
}

function createStopwatch() {
  let finishedMs = 0
  let startedAt: number | undefined
  const ms = (): number => finishedMs + (startedAt === undefined ? 0 : performance.now() - startedAt)
  return {
    ms,
    start(): void {
      startedAt = performance.now()
    },
    stop(): void {
      finishedMs = ms()
      startedAt = undefined
    },
  }
}
