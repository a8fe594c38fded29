import type { Deadline } from '@maps/shared/deadline'
import { type ExportTask, HEAVY_EXPORT_QUEUE, selectQueue } from '@maps/shared/export-job'
import { type FileFormat, fileFormatTable } from '@maps/shared/file-formats'
import { MessageChannel } from 'node:worker_threads'
import type { BrowserTransport } from '../browser-api.ts'
import { type RenderedFile, RenderRefused } from '../renderers/renderer.ts'
import { serveBrowserCalls, wrapTransferred } from './browser-port.ts'
import { costsAtDeadline, exceededLimit } from './limits.ts'
import { timeCalls } from './page-time.ts'
import type { RenderThread } from './thread.ts'
import type { RenderResult } from './thread-messages.ts'
import { type ThreadUsage, watchUsage } from './thread-usage.ts'
import type { WarmThreads } from './warm-threads.ts'

/**
 * Renders the file of an export by a deadline. @param stopped ends the thread
 * @throws MapTooCostly if the map exceeded its limit of processor time or memory, or at the deadline that of both thread and Chromium;
 * ChromiumTimedOut if Chromium took most of the time;
 * RenderRefused; the reason of `stopped`; any other error may be retried
 */
export type Render = (task: ExportTask, deadline: Deadline, stopped: AbortSignal) => Promise<RenderedFile>

/**
 * Creates a function that renders maps in threads, so that no map blocks the event loop.
 * @param limitOf the time limit of a format, which tests replace
 */
export function createRender(
  threads: WarmThreads,
  browser: BrowserTransport,
  limitOf = (format: FileFormat): number => fileFormatTable[format].limitMs,
): Render {
  return async (task, deadline, stopped) => {
    const overdue = deadline.signal()
    const signal = AbortSignal.any([stopped, overdue])
    const isHeavy = selectQueue(task) === HEAVY_EXPORT_QUEUE
    return threads.run({ isHeavy, signal }, (thread) =>
      renderIn(thread, browser, task, { limitMs: limitOf(task.format), deadline, stopped, overdue }),
    )
  }
}

/** What ends a render. */
interface RenderBounds extends Record<'stopped' | 'overdue', AbortSignal> {
  limitMs: number
  deadline: Deadline
}

/** Renders an export in a thread, within its bounds. */
async function renderIn(
  thread: RenderThread,
  browser: BrowserTransport,
  task: ExportTask,
  { limitMs, deadline, stopped, overdue }: RenderBounds,
): Promise<RenderedFile> {
  const calls = timeCalls(browser, { limitMs, deadline })
  const limit = new AbortController()
  const ended = new AbortController()
  const signal = AbortSignal.any([stopped, overdue, limit.signal])
  const { port1, port2 } = new MessageChannel()
  serveBrowserCalls(port1, calls.transport, signal)

  let usage: ThreadUsage = { memoryMb: 0, cpuMs: 0 }
  void watchUsage(thread, ended.signal, (now) => {
    usage = now
    const error = exceededLimit(usage, calls, limitMs)
    if (error) limit.abort(error)
  })
  let result: RenderResult
  try {
    result = await thread.run({ ...task, port: port2 }, signal)
  } catch (error) {
    if (stopped.aborted) throw stopped.reason
    if (overdue.aborted) throw costsAtDeadline(usage, calls, limitMs) ?? overdue.reason
    // A page that stopped at its limit may report that first.
    throw exceededLimit(usage, calls, limitMs) ?? error
  } finally {
    ended.abort()
    port1.close()
  }
  return fileOf(result)
}

function fileOf(result: RenderResult): RenderedFile {
  if ('file' in result) return { ...result.file, bytes: wrapTransferred(result.file.bytes) }
  const { status, message, problems } = result.refusal
  throw new RenderRefused(status, message, problems)
}
