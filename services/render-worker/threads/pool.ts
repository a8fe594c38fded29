import type { ExportJob } from '@maps/shared/export-job'
import { fileFormatTable } from '@maps/shared/file-formats'
import type { Logger } from '@maps/shared/logger'
import { Piscina } from 'piscina'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { BrowserTransport } from '../browser-api.ts'
import { MapTooCostly, ChromiumTimedOut, type RenderedFile, RenderRefused } from '../renderers/renderer.ts'
import { wrapTransferred, serveBrowserCalls } from './browser-port.ts'
import { timeCalls } from './page-time.ts'
import type { RenderResult, RenderTask } from './render-thread.ts'
import { type ThreadUsage, watchUsage } from './thread-usage.ts'

/** Memory limit of a map in its thread, uncollected garbage included. */
const MAX_MEMORY_MB = 768
/** Minimum processor time of a thread whose map is too costly, as a share of the time limit. With less, a retry may succeed. */
const MIN_CPU_SHARE = 0.2
/** Minimum time on pages of Chromium for `ChromiumTimedOut`, as a share of the time limit. With less, a retry may succeed. */
const PAGE_SHARE = 0.5
/** Time for which a page may paint after its job's timeout, so that the timeout ends the job. Less than the supervisor's `settleMs`. */
const PAGE_GRACE_MS = 100
/** V8's heap limit, far above ours: an allocation far beyond V8's limit ends the whole process (decision 14). */
const MAX_HEAP_MB = 4_096

/** Renders maps in threads, so that no map blocks the event loop. */
export interface RenderPool {
  /**
   * Renders the file of a job. @param stopped ends the thread
   * @throws MapTooCostly if the map exceeded its time or memory limit; ChromiumTimedOut if Chromium took most of the time;
   * RenderRefused; the signal's reason; any other error may be retried
   */
  render(job: ExportJob, stopped: AbortSignal): Promise<RenderedFile>
  /** Ends all threads. */
  close(): Promise<void>
}

/** Settings of a pool. */
export interface RenderPoolSettings {
  /** Number of threads, and so of maps rendered concurrently. */
  threads: number
  browser: BrowserTransport
  log: Logger
  /** Module of the threads, which tests replace. Default: render-thread.ts. */
  module?: URL
}

const renderThread = new URL('render-thread.ts', import.meta.url)

/** Starts a pool of render threads. */
export function openRenderPool({ threads, browser, log, module = renderThread }: RenderPoolSettings): RenderPool {
  // The compile cache halves the start time of a thread. This folder is below `NODE_COMPILE_CACHE`.
  const compileCache = getCompileCacheDir()
  const pool = new Piscina<RenderTask, RenderResult>({
    filename: module.href,
    name: 'render',
    // Further threads start on demand and keep running.
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: Infinity,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // The worker's environment contains the secrets of the service, so nothing else is passed on.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) },
    recordTiming: false,
  })
  pool.on('error', (err) => log.error({ err }, 'a render thread failed'))

  return {
    async render({ format, options, apiUrl, map, isForPublicLink, deadline }, stopped) {
      const { timeoutMs } = fileFormatTable[format]
      // Deadlines by Redis's clock have fractions of a millisecond; timers need integers.
      const timeLeft = Math.max(1, Math.round(Math.min(timeoutMs, deadline - Date.now())))
      const hasFullTime = timeLeft >= timeoutMs
      const timeUp = AbortSignal.timeout(timeLeft)
      const tooCostly = new AbortController()
      const ended = new AbortController()
      const signal = AbortSignal.any([stopped, timeUp, tooCostly.signal])
      const { port1, port2 } = new MessageChannel()
      let usage: ThreadUsage = { memoryMb: 0, cpuMs: 0 }
      const timed = timeCalls(browser, performance.now() + timeLeft + PAGE_GRACE_MS)
      port1.once('message', (threadId: number) => {
        serveBrowserCalls(port1, timed.transport, signal)
        const thread = pool.threads.find((it) => it.threadId === threadId)
        if (!thread) return
        void watchUsage(thread, ended.signal, (now) => {
          usage = now
          if (now.memoryMb > MAX_MEMORY_MB) tooCostly.abort()
        })
      })
      try {
        const task = { format, options, apiUrl, map, isForPublicLink, port: port2 }
        return fileOf(await pool.run(task, { transferList: [port2], signal }))
      } catch (error) {
        if (stopped.aborted) throw stopped.reason
        if (tooCostly.signal.aborted) throw new MapTooCostly('more memory than a map may')
        if (!timeUp.aborted || !hasFullTime) throw error
        if (usage.cpuMs > MIN_CPU_SHARE * timeoutMs) throw MapTooCostly.byTime(timeoutMs)
        if (timed.pageMs() > PAGE_SHARE * timeoutMs) throw new ChromiumTimedOut(timeoutMs)
        throw error
      } finally {
        ended.abort()
        port1.close()
      }
    },
    close: () => pool.destroy(),
  }
}

function fileOf(result: RenderResult): RenderedFile {
  if ('file' in result) return { ...result.file, bytes: wrapTransferred(result.file.bytes) }
  const { status, message, problems } = result.refusal
  throw new RenderRefused(status, message, problems)
}
