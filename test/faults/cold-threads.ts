import { withSignal } from '../../services/render-worker/browser/with-signal.ts'
import { type RenderThread, startThread } from '../../services/render-worker/threads/thread.ts'
import type { WarmThreads } from '../../services/render-worker/threads/warm-threads.ts'

/**
 * Opens threads that start on demand and take exports before they are warm. The time limit of an export is the time since the
 * hand-over.
 * @param module a thread that does not warm up
 */
export function openColdThreads(module: URL, limitMs: number): WarmThreads {
  const threads = new Set<RenderThread>()
  const idle: RenderThread[] = []

  async function start(): Promise<RenderThread> {
    const thread = await startThread(module, (ended) => threads.delete(ended))
    threads.add(thread)
    return thread
  }

  return {
    whenReady: async () => {},
    async run({ signal }, task) {
      const thread = idle.pop() ?? (await withSignal(start(), signal))
      const run: RenderThread['run'] = (renderTask, taskSignal) => {
        const timeUp = AbortSignal.timeout(limitMs)
        return thread.run(renderTask, AbortSignal.any([taskSignal, timeUp]))
      }
      try {
        return await task({ ...thread, run })
      } finally {
        if (threads.has(thread)) idle.push(thread)
      }
    },
    async close() {
      await Promise.all([...threads].map((it) => it.end()))
    },
  }
}
