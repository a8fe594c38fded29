import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { withSignal } from '../browser/with-signal.ts'
import type { RenderResult, RenderTask, ThreadMessage } from './thread-messages.ts'

/**
 * V8's limits of the heap. That of the old generation is far above ours, since an allocation far beyond it ends the whole process (decision 14). From
 * 2 GiB, a heap may grow to four times its content between collections. The young generation, which fills before anything is collected, would be larger by default.
 */
const heapLimits = { maxOldGenerationSizeMb: 2_000, maxYoungGenerationSizeMb: 48 } as const

/** A warm thread, which runs one task at a time. */
export interface RenderThread extends Pick<Worker, 'cpuUsage' | 'getHeapStatistics'> {
  /**
   * Runs a task. An aborted signal ends the thread.
   * @throws the error of the task, the signal's reason, or why the thread ended
   */
  run(task: RenderTask, signal: AbortSignal): Promise<RenderResult>
  /** Ends the thread, also in the middle of a task. */
  end(): Promise<void>
}

/**
 * Starts a thread and waits until it is warm. It is never ended before: see `loadHarfBuzz`.
 * @param onEnd called once, when the thread ends later or is told to
 * @throws if it ends before
 */
export async function startThread(module: URL, onEnd: (thread: RenderThread) => void): Promise<RenderThread> {
  // The compile cache halves the start time of a thread. This folder is below `NODE_COMPILE_CACHE`.
  const compileCache = getCompileCacheDir()
  const worker = new Worker(module, {
    name: 'render',
    resourceLimits: heapLimits,
    // The worker's environment contains the secrets of the service, so nothing else is passed on.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compileCache) },
  })
  let next = Promise.withResolvers<ThreadMessage>()
  worker.on('message', (message: ThreadMessage) => next.resolve(message))
  worker.on('error', (error) => next.reject(error))
  worker.on('exit', () => next.reject(new Error('a render thread ended')))
  await next.promise

  let hasEnded = false
  function noteEnd(): void {
    if (!hasEnded) onEnd(thread)
    hasEnded = true
  }
  async function end(): Promise<void> {
    noteEnd()
    await worker.terminate()
  }
  const thread: RenderThread = {
    async run(task, signal) {
      next = Promise.withResolvers()
      worker.postMessage(task, [task.port])
      try {
        return resultOf(await withSignal(next.promise, signal))
      } finally {
        if (signal.aborted) void end()
      }
    },
    end,
    cpuUsage: (before) => worker.cpuUsage(before),
    getHeapStatistics: () => worker.getHeapStatistics(),
  }
  worker.on('exit', noteEnd)
  return thread
}

function resultOf(message: ThreadMessage): RenderResult {
  if (message === 'warm') throw new Error('a render thread warmed up twice')
  if ('error' in message) throw Object.assign(new Error(), message.error)
  return message
}
