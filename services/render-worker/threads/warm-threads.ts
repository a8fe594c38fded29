import type { Logger } from '@maps/shared/logger'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RenderThread, startThread } from './thread.ts'

/** Pause after a thread that did not start. */
const RESTART_MS = 1_000

/** What a task asks of the threads. */
export interface ThreadRequest {
  /** Whether the task may take long. Such a task does not take the last idle thread. */
  isHeavy: boolean
  /** Gives up waiting for a thread. */
  signal: AbortSignal
}

/**
 * Threads that are warm before they take tasks. While tasks run, one more thread than they need is kept idle or is starting, for the
 * next task and in place of a thread that is ended.
 */
export interface WarmThreads {
  /** Resolves once a thread is warm. @throws if the first one does not start */
  whenReady(): Promise<void>
  /** Runs a task in a thread of its own, first come first served. @throws the signal's reason while the task waits; its error */
  run<T>(request: ThreadRequest, task: (thread: RenderThread) => Promise<T>): Promise<T>
  /** Ends all threads. */
  close(): Promise<void>
}

/** Settings of the threads. */
export interface WarmThreadSettings {
  /** Maximum number of tasks at a time. */
  tasks: number
  log: Logger
  /** Module of the threads, which tests replace. Default: render-thread.ts. */
  module?: URL
}

interface Waiter extends Pick<ThreadRequest, 'isHeavy'> {
  enter(thread: RenderThread): void
}

const renderThread = new URL('render-thread.ts', import.meta.url)

/** Starts a first thread. Further ones start one after the other, as tasks come, and keep running. */
export function openWarmThreads({ tasks, log, module = renderThread }: WarmThreadSettings): WarmThreads {
  const threads = new Set<RenderThread>()
  const idle: RenderThread[] = []
  const waiting = new Set<Waiter>()
  const ready = Promise.withResolvers<void>()
  const stop = new AbortController()
  let starting: Promise<void> | undefined
  ready.promise.catch(() => {})
  startMissing()

  function startMissing(): void {
    const needed = threads.size - idle.length + waiting.size
    if (starting || stop.signal.aborted || threads.size > Math.min(needed, tasks)) return
    starting = start().finally(() => {
      starting = undefined
      startMissing()
    })
  }

  async function start(): Promise<void> {
    try {
      const thread = await startThread(module, remove)
      threads.add(thread)
      ready.resolve()
      release(thread)
    } catch (err) {
      ready.reject(err)
      log.error({ err }, 'a render thread did not start')
      await sleep(RESTART_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  function remove(thread: RenderThread): void {
    threads.delete(thread)
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    startMissing()
  }

  function release(thread: RenderThread): void {
    if (threads.has(thread)) idle.push(thread)
    serve()
  }

  function serve(): void {
    for (const waiter of waiting) {
      if (idle.length <= (waiter.isHeavy ? 1 : 0)) continue
      waiting.delete(waiter)
      waiter.enter(idle.pop()!)
    }
    startMissing()
  }

  function take({ isHeavy, signal }: ThreadRequest): Promise<RenderThread> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderThread>()
    const waiter: Waiter = {
      isHeavy,
      enter(thread) {
        signal.removeEventListener('abort', leave)
        resolve(thread)
      },
    }
    const leave = (): void => {
      waiting.delete(waiter)
      reject(signal.reason)
    }
    waiting.add(waiter)
    signal.addEventListener('abort', leave, { once: true })
    serve()
    return promise
  }

  return {
    whenReady: () => ready.promise,
    async run(request, task) {
      request.signal.throwIfAborted()
      const thread = await take(request)
      try {
        return await task(thread)
      } finally {
        release(thread)
      }
    },
    async close() {
      stop.abort()
      await starting
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}
