import type { ExportJob } from '@maps/shared/export-job'
import { fileFormatTable } from '@maps/shared/file-formats'
import type { Logger } from '@maps/shared/logger'
import { Piscina } from 'piscina'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { BrowserTransport } from '../browser-api.ts'
import { MapTooCostly, ChromiumTimedOut, type RenderedFile, RenderRefused } from '../renderers/renderer.ts'
import { bufferOf, serveBrowserCalls } from './browser-port.ts'
import { timeCalls } from './page-time.ts'
import type { RenderResult, RenderTask } from './render-thread.ts'
import { type ThreadUsage, watchUsage } from './thread-usage.ts'

/** Memory limit of a map in its thread, uncollected garbage included. */
const MAX_MEMORY_MB = 768
/** Share of the time limit that a thread must have had in processor time, for its map to be too costly. With less, another try may succeed. */
const MIN_CPU_SHARE = 0.2
/** Share of the time limit that a picture must have been on a page of Chromium, for its map to be too costly. With less, another try may succeed. */
const PAGE_SHARE = 0.5
/** Time that a page goes on painting after a job's timeout, so that the timeout ends the job. Shorter than a page has to finish an aborted job. */
const PAGE_GRACE_MS = 100
/** V8's own limit ends the whole process where a single allocation goes far beyond it, so it is far above ours (decision 14). */
const MAX_HEAP_MB = 4_096

/** Makes files of maps in threads, so that no map keeps the event loop from other exports. */
export interface RenderPool {
  /**
   * @param stopped ends the thread
   * @throws MapTooCostly where the map took all the time or memory that it may have; ChromiumTimedOut where Chromium took the time;
   * RenderRefused, or an error after which another try may succeed; the signal's reason
   */
  render(job: ExportJob, stopped: AbortSignal): Promise<RenderedFile>
  /** Ends all threads. */
  close(): Promise<void>
}

/** Settings of a pool. */
export interface RenderPoolSettings {
  /** Number of threads, and so of maps rendered at a time. */
  threads: number
  browser: BrowserTransport
  log: Logger
  /** Module that the threads run; tests replace it. */
  module?: URL
}

const renderThread = new URL('render-thread.ts', import.meta.url)

/** Starts the threads of a pool. */
export function openRenderPool({ threads, browser, log, module = renderThread }: RenderPoolSettings): RenderPool {
  // Below the folder that `NODE_COMPILE_CACHE` names, if any: with it a thread starts in half the time.
  const compileCache = getCompileCacheDir()
  const pool = new Piscina<RenderTask, RenderResult>({
    filename: module.href,
    name: 'render',
    // The others start when they are first needed, and stay.
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: Infinity,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // Nothing else of the worker's own environment: it holds the secrets of the service.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) },
    recordTiming: false,
  })
  pool.on('error', (err) => log.error({ err }, 'a render thread failed'))

  return {
    async render({ format, options, apiUrl, map, isForPublicLink, deadline }, stopped) {
      const { timeoutMs } = fileFormatTable[format]
      // Redis's clock has fractions of a millisecond, and a timer takes none.
      const timeLeft = Math.max(1, Math.round(Math.min(timeoutMs, deadline - Date.now())))
      const hasAllItsTime = timeLeft >= timeoutMs
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
        if (!timeUp.aborted || !hasAllItsTime) throw error
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
  if ('file' in result) return { ...result.file, bytes: bufferOf(result.file.bytes) }
  const { status, message, problems } = result.refusal
  throw new RenderRefused(status, message, problems)
}
