import { setTimeout as sleep } from 'node:timers/promises'
import type { RenderThread } from './thread.ts'

/** Interval at which a thread's usage is read. */
const READ_EVERY_MS = 50

/** Memory and processor time that a task has used so far. */
export interface ThreadUsage {
  /** Heap and external memory, uncollected garbage included. */
  memoryMb: number
  cpuMs: number
}

/** Reports a thread's memory, and its processor time since this call, periodically until the signal is aborted or the thread ends. Never rejects. */
export async function watchUsage(
  thread: Pick<RenderThread, 'cpuUsage' | 'getHeapStatistics'>,
  taskEnded: AbortSignal,
  report: (usage: ThreadUsage) => void,
): Promise<void> {
  try {
    const before = await thread.cpuUsage()
    for (;;) {
      await sleep(READ_EVERY_MS, undefined, { signal: taskEnded, ref: false })
      const [heap, cpu] = await Promise.all([thread.getHeapStatistics(), thread.cpuUsage(before)])
      taskEnded.throwIfAborted()
      const bytes = heap.used_heap_size + heap.external_memory
      report({ memoryMb: bytes / 1_048_576, cpuMs: (cpu.user + cpu.system) / 1_000 })
    }
  } catch {
    // The task or its thread has ended.
  }
}
