import type { RenderTask } from '../../services/render-worker/threads/render-thread.ts'
import { threadId } from 'node:worker_threads'

/** Replaces the render thread: the map's name selects an endless loop, a memory leak (`grows`) or an exception (`breaks`). */
export async function render({ map, port }: RenderTask): Promise<never> {
  port.postMessage(threadId)
  const { name } = JSON.parse(map) as { name: string }
  const leaked: unknown[] = []
  for (let round = 0; ; round++) {
    if (name === 'grows') leaked.push(Array.from({ length: 1_000_000 }).fill(round))
    if (name === 'breaks') throw new Error('the thread is broken')
  }
}
