import type { BrowserTransport } from '../browser-api.ts'

/** A transport that times its calls. */
export interface TimedCalls {
  transport: BrowserTransport
  /** Time for which pages of Chromium have worked on the calls so far, in ms. */
  pageMs(): number
}

/**
 * Times the calls of a transport. Calls must not overlap, as is the case for a renderer.
 * @param pageDeadline time at which pages stop painting, by `performance.now()`
 */
export function timeCalls(transport: BrowserTransport, pageDeadline: number): TimedCalls {
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
    transport: {
      measureTexts: (runs, signal) => time(transport.measureTexts(runs, signal, start)),
      paintPicture: (request, signal) => time(transport.paintPicture({ ...request, pageDeadline }, signal, start)),
    },
    pageMs: () => finishedMs + sinceStart(),
  }
}
