import type { BrowserCalls } from '../browser-api.ts'

/** Browser calls that are timed. */
export interface TimedCalls {
  browser: BrowserCalls
  /** Time that pages of Chromium have worked on these calls so far, in ms. */
  pageMs(): number
}

/**
 * Times browser calls, which must be made one after the other, as a renderer makes them.
 * @param pageDeadline when pages give up painting, by `performance.now()`
 */
export function timeCalls(calls: BrowserCalls, pageDeadline: number): TimedCalls {
  let finishedMs = 0
  let startedAt: number | undefined

  function sinceStart(): number {
    return startedAt === undefined ? 0 : performance.now() - startedAt
  }
  function start(): void {
    startedAt = performance.now()
  }
  async function time<T>(call: Promise<T>): Promise<T> {
    const result = await call
    finishedMs += sinceStart()
    startedAt = undefined
    return result
  }

  return {
    browser: {
      measureTexts: (runs, signal) => time(calls.measureTexts(runs, signal, start)),
      paintPicture: (request, signal) => time(calls.paintPicture({ ...request, pageDeadline }, signal, start)),
    },
    pageMs: () => finishedMs + sinceStart(),
  }
}
